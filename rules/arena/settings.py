"""What a club may settle for its arena before the first match: every setting by name, with its values and what each one means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.choices import Choice, chosen

ON_OFF = (False, True)
OFF_ON = (True, False)

MATCH_TABLE: tuple[Choice, ...] = (
    Choice("target", 15, "R5", "Points that win a match.", kind="whole", low=1, high=60),
    Choice("fighter_low", 15, "P3", "The lowest die with which a fighter scores.", kind="whole", low=2, high=19),
    Choice("mage_low", 14, "P4", "The lowest die with which a mage scores.", kind="whole", low=2, high=19),
    Choice("man_at_arms_low", 15, "A12", "The lowest die with which a man-at-arms shields.", kind="whole", low=2, high=19),
    Choice("double20", 5, "A2", "What a double 20 is worth when the other side scored as well.", kind="whole", low=0, high=20),
    Choice("fumble_loss", 2, "P7", "What a double 1 costs when it does not cost the match.", kind="whole", low=0, high=20),
    Choice("floor", None, "A5", "The score below which nobody can fall; none lets it fall freely.", kind="whole or none", low=-100, high=0),
    Choice(
        "tie_rule",
        "higher_then_extra",
        "A8",
        "What happens when one round takes both to the target.",
        ("higher_then_extra", "draw", "first_roller", "sudden_death"),
        says=(
            "The higher total wins; level totals play full rounds until they differ.",
            "The higher total wins; level totals are a draw.",
            "The higher total wins; level totals go to A, who steps forward first.",
            "The totals no longer count: the first later round in which one gains more than the other decides.",
        ),
    ),
    Choice(
        "fighter_fumble_vs_man_at_arms",
        "minus2",
        "A17",
        "An attacker's double 1 while the man-at-arms scores.",
        ("minus2", "lose"),
        says=("It costs the usual points: a shield deals no blow.", "It costs the match, as against any score."),
    ),
    Choice(
        "crit_through",
        "keep",
        "A15",
        "What a double 20 that the shield met does to the conjuring.",
        ("keep", "break"),
        says=("The mage takes the damage and still casts next.", "The damage breaks the conjuring."),
    ),
    Choice(
        "block",
        "full",
        "A14",
        "How much a man-at-arms who scores holds off.",
        ("full", "subtract"),
        says=("Every point.", "As many points as he throws; the rest gets through, and the conjuring stands."),
    ),
    Choice(
        "man_at_arms_fumble_vs_score",
        "example",
        "A18",
        "The man-at-arms throws a double 1 while the attacker scores.",
        ("example", "restart", "resume"),
        says=(
            "He is out of the match, the attacker has a free throw, then the mage casts.",
            "He is out of the match, the attacker has a free throw, then the mage must conjure anew.",
            "The attacker has a free throw; the man-at-arms is back for the next conjuring.",
        ),
    ),
    Choice(
        "man_at_arms_fumble_points",
        True,
        "A19",
        "Whether the points thrown against that double 1 count beside the free throw.",
        OFF_ON,
        says=("They count.", "Only the free throw counts."),
    ),
    Choice(
        "man_at_arms_fumble_vs_none",
        "example",
        "A20",
        "The man-at-arms throws a double 1 while the attacker does not score.",
        ("example", "clause"),
        says=("He hits his own mage and stays.", "The attacker has a free throw and the man-at-arms stays; the conjuring is not touched."),
    ),
    Choice(
        "man_at_arms_fumble_breaks",
        True,
        "A21",
        "Whether being hit by his own man breaks the mage's conjuring.",
        OFF_ON,
        says=("It does.", "It does not: he casts next."),
    ),
    Choice(
        "own_strike",
        "mage_minus",
        "A22",
        "How a man-at-arms' hit on his own mage is written down.",
        ("mage_minus", "opp_plus"),
        says=("The mage loses the points.", "The opponent gains them."),
    ),
    Choice(
        "man_at_arms_critical_damage",
        "mage_plus",
        "A23",
        "How the 3 points of a man-at-arms' double 20 are written down.",
        ("mage_plus", "opp_minus"),
        says=("The mage gains them.", "The attacker loses them."),
    ),
    Choice(
        "free_cast",
        "consumes",
        "A24",
        "What an uncontested cast does to the conjuring behind it.",
        ("consumes", "bonus"),
        says=("It is the cast of that conjuring; the mage conjures anew.", "It comes on top; the mage still casts next."),
    ),
    Choice(
        "free_double20",
        "win",
        "A26",
        "A double 20 in an uncontested round.",
        ("win", "five"),
        says=("It wins the match: nobody scored against it.", "It is worth the points of a double 20."),
    ),
    Choice(
        "free_fumble",
        "minus2",
        "A27",
        "A double 1 in an uncontested round.",
        ("minus2", "ignore"),
        says=("It costs the usual points.", "It costs nothing."),
    ),
    Choice(
        "lone_conjure",
        "undefended",
        "A28",
        "What a mage without a man-at-arms can do while he conjures.",
        ("undefended", "mage_defends"),
        says=("Nothing: any point breaks the conjuring.", "He throws for himself, and any point of his shields him wholly."),
    ),
    Choice(
        "lone_double20",
        "win",
        "A29",
        "An unmet double 20 against a conjuring mage who has no man-at-arms.",
        ("win", "five"),
        says=("It wins the match.", "It is worth the points of a double 20 and breaks the conjuring."),
    ),
    Choice(
        "struck_forever",
        False,
        "A13",
        "Whether a mage whose conjuring was broken once may ever cast again in that match.",
        ON_OFF,
        says=("He may, once he has conjured anew.", "Never, save for an uncontested cast."),
    ),
    Choice(
        "mage_last_cast",
        False,
        "A9",
        "Whether the match waits for a conjuring that stands when the other side reaches the target.",
        ON_OFF,
        says=("No: the conjuring was his attempt.", "Yes: one more round, in which he casts."),
    ),
)

TABLE: tuple[Choice, ...] = (
    *MATCH_TABLE,
    Choice(
        "grand_final_reset",
        True,
        "A33",
        "Whether the unbeaten finalist who loses the final gets a second one.",
        OFF_ON,
        says=("Yes: two losses put one out, and he has only one.", "No: one final decides."),
    ),
    Choice("post_hours", 72, "A36", "Hours from the posting in which a match must be played.", kind="whole", low=1, high=10_000),
    Choice("judge_hours", 36, "A37", "Hours in which the time set by a judge must lie.", kind="whole", low=1, high=10_000),
    Choice("dispute_hours", 24, "A39", "Hours in which a scroll can be sent.", kind="whole", low=0, high=10_000),
    Choice("no_show_grace_min", 0, "A38", "Minutes to wait at a judge's appointment before anybody can be called absent.", kind="whole", high=10_000),
    Choice("ban_min_days", 30, "R3", "The shortest banishment, in days.", kind="whole", high=10_000),
    Choice(
        "advance_only_when_final",
        False,
        "A40",
        "Whether the next match waits until the result before it is final.",
        ON_OFF,
        says=("No: it is posted at once, marked provisional.", "Yes: it waits."),
    ),
    Choice("ruling_quorum", 1, "A41", "How many judges must agree on a scroll; the Guardian alone always suffices.", kind="whole", low=1, high=20),
)


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one arena; TABLE explains each. Make one with `Settings.of`, which checks the values."""

    target: int
    fighter_low: int
    mage_low: int
    man_at_arms_low: int
    double20: int
    fumble_loss: int
    floor: int | None
    tie_rule: str
    fighter_fumble_vs_man_at_arms: str
    crit_through: str
    block: str
    man_at_arms_fumble_vs_score: str
    man_at_arms_fumble_points: bool
    man_at_arms_fumble_vs_none: str
    man_at_arms_fumble_breaks: bool
    own_strike: str
    man_at_arms_critical_damage: str
    free_cast: str
    free_double20: str
    free_fumble: str
    lone_conjure: str
    lone_double20: str
    struck_forever: bool
    mage_last_cast: bool
    grand_final_reset: bool
    post_hours: int
    judge_hours: int
    dispute_hours: int
    no_show_grace_min: int
    ban_min_days: int
    advance_only_when_final: bool
    ruling_quorum: int

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Settings:
        """The settings with the given values and defaults for the rest; Refusal naming an unknown setting or a value that is not allowed."""
        return cls(**chosen(TABLE, given))

    def low(self, kind: str) -> int:
        """The lowest scoring die of a fighter, a mage or a man-at-arms ("guard")."""
        return {"fighter": self.fighter_low, "mage": self.mage_low, "guard": self.man_at_arms_low}[kind]
