"""The campaign's settings: what a club may choose, what the sheet's own reading is, and nothing else (rulings.md part III)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from rules.choices import Choice, chosen


def _of(name: str, ruling: str, gist: str, **says: str) -> Choice:
    """A choice among named values; the first is the default."""
    values = tuple(v.rstrip("_") for v in says)
    return Choice(name, values[0], ruling, gist, values=values, says=tuple(says.values()))


def _number(name: str, default: int, ruling: str, gist: str, low: int = 0, high: int = 10_000) -> Choice:
    return Choice(name, default, ruling, gist, kind="whole", low=low, high=high)


TABLE: tuple[Choice, ...] = (
    _number("rounds", 4, "C2", "How many rounds the campaign has.", low=1, high=100),
    _number("team_cap", 4, "C5", "How many attackers may stand together in a double.", low=1, high=100),
    _number("army_points", 400, "C6", "How many army points one side may bring, a double as a whole included."),
    _number("lord_bonus", 5, "C10", "What each subordinate is worth to a lord when the campaign ends."),
    _number("battle_hours", 3, "C2", "How many hours the clock of a battle phase runs.", low=1, high=1_000),
    Choice("list_deadline", datetime(1999, 9, 17), "L1", "Army lists must be in before this moment, in the organiser's own time.", kind="time"),  # noqa: DTZ001
    _of(
        "realm_sharing", "K12", "Who may start a war from the joined land of a pyramid.",
        shared="Everybody in a connected pyramid may attack whoever its land touches.",
        lord_only="Only the head of the pyramid uses the joined land; everybody below uses his own province.",
    ),
    _of(
        "realm_exposure", "K13", "Who can be reached in the joined land of a pyramid.",
        realm="Whoever touches joined land may attack anybody in it.",
        province="Only the owners of the provinces that are touched may be attacked.",
    ),
    _of(
        "structure", "K26", "Where a beaten lord's men stand afterwards.",
        pyramid="They stay his, and come under the victor with him.",
        flat="All of them become the victor's direct men.",
    ),
    _of(
        "count_mode", "K27", "Which subordinates count when two are compared in size.",
        transitive="Everybody below, however deep.",
        direct="Direct subordinates only.",
    ),
    _of(
        "lord_points", "K34", "For whom a lord scores at the end.",
        transitive="For everybody below him, however deep.",
        direct="For his direct subordinates.",
        top_only="Only the head of a pyramid scores, for everybody in it.",
    ),
    _of(
        "internal_war", "K9", "Whether war inside one pyramid is possible.",
        none="No: it is one territory without inner borders, and subordinates obey.",
        rebellion="A subordinate may declare war on a lord above him whose own land he can reach.",
        any="Anybody in a pyramid may declare war on anybody in it whose province borders his.",
    ),
    _of(
        "peace_scope", "K30", "Between whom the one-round peace holds.",
        opponents="Between each attacker and the defender.",
        teammates="Also between the partners of a double.",
    ),
    Choice(
        "peace_yields", False, "K7", "What happens when peace leaves a player nobody to declare war on.", values=(False, True),
        says=("Peace wins: he declares nothing.", "Peace yields: he may then declare war on those he is at peace with."),
    ),
    _number("idle_points", 0, "K36", "Points for a player who has no battle in a round.", high=10),
    _of(
        "missing_declaration", "K5", "What happens to a player who hands in no lawful declaration.",
        none="He starts no war, the umpire is told, and he can still be attacked.",
        random="The published lot draws one of his lawful targets.",
    ),
    _of(
        "late_lists", "K39", "What happens to an army list that comes in too late.",
        flag="It is accepted with a mark, and the umpire decides.",
        reject="It is refused.",
    ),
    _of(
        "double_points", "K33", "How a double scores.",
        full="Each partner gets the full score.",
        shared="The score is split evenly among the partners, rounded down.",
    ),
    _of(
        "unheld_land", "K2", "Whether land that nobody holds can be crossed.",
        wall="No: only provinces that touch border each other.",
        passable="Yes: whoever lies round one such stretch counts as bordering the others there.",
    ),
    _of(
        "umpire_sees", "K4", "Whether the umpire reads declarations as they come in.",
        unless_playing="Yes, unless he plays in this campaign himself.",
        never="No, not before diplomacy is closed.",
        always="Yes, always.",
    ),
)  # fmt: skip
"""Every setting, in the order in which a settings page tells them."""


@dataclass(frozen=True, slots=True)
class Settings:
    """A campaign's settings, each checked; see TABLE for what they mean. `list_deadline` is the organiser's time if it has no offset of its own."""

    rounds: int
    team_cap: int
    army_points: int
    lord_bonus: int
    battle_hours: int
    list_deadline: datetime
    realm_sharing: str
    realm_exposure: str
    structure: str
    count_mode: str
    lord_points: str
    internal_war: str
    peace_scope: str
    peace_yields: bool
    idle_points: int
    missing_declaration: str
    late_lists: str
    double_points: str
    unheld_land: str
    umpire_sees: str

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Settings:
        """The settings with the given ones changed; Refusal for an unknown name or a value not allowed."""
        return cls(**chosen(TABLE, given))

    def but(self, given: Mapping[str, Any]) -> Settings:
        """These settings with some changed, checked in the same way."""
        return Settings.of({f.name: getattr(self, f.name) for f in fields(self)} | dict(given))


DEFAULTS = Settings.of({})
