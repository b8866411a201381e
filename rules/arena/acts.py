"""What people do in an arena, one flat record for each kind of act; everything else is derived from these (see tourney.replay).

A `match` is a slot of the bracket ("W1.1", "L2.1", "GF", "GF2"). A slot can be fought again by others when an earlier result is
overturned (A40): `game` numbers its fights from 1. Times are aware datetimes in UTC. Who did it, for whom, when and why stand in the
Entry around it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar, Literal, get_args

from rules.entry import SettingValue
from rules.rulings import Player

Office = Literal["guardian", "judge", "dice_master"]
Class = Literal["fighter", "mage"]
Way = Literal["lot", "hand", "record"]
"""How a draw came about."""
Side = Literal["A", "B"]
Role = Literal["A", "B", "CA", "CB", "DA", "DB"]
"""Who throws: the combatants, their men-at-arms, or a lone mage who shields himself."""
Guard = Literal["none", "present", "out"]
"""A man-at-arms' state."""


@dataclass(frozen=True, slots=True)
class SetSettings:
    """The event's settings, those named only; from the draw on a reason is needed, and a match keeps those it began with (III)."""

    kind: ClassVar[str] = "set_settings"
    values: tuple[SettingValue, ...]


@dataclass(frozen=True, slots=True)
class Appoint:
    """Gives (`on`) or takes away an office (R1, R4, D2)."""

    kind: ClassVar[str] = "appoint"
    person: Player
    role: Office
    on: bool = True


@dataclass(frozen=True, slots=True)
class RulesMeeting:
    """The time of the rules meeting, which comes before the first match (R10, A44)."""

    kind: ClassVar[str] = "rules_meeting"
    time: datetime


@dataclass(frozen=True, slots=True)
class Enter:
    """A contestant's entry; `guard` is the man-at-arms he takes unless he picks otherwise. After the draw it puts him on the waiting list."""

    kind: ClassVar[str] = "enter"
    player: Player
    klass: Class
    weapon: str = ""
    guard: str | None = None


@dataclass(frozen=True, slots=True)
class ChangeClass:
    """A contestant's one change of class, between his matches (R6, A35)."""

    kind: ClassVar[str] = "change_class"
    player: Player
    klass: Class


@dataclass(frozen=True, slots=True)
class RuleMagic:
    """A judge finds that a fighter used magic: a mage from his next match on, and his one change is spent (F2)."""

    kind: ClassVar[str] = "rule_magic"
    player: Player


@dataclass(frozen=True, slots=True)
class Ban:
    """A judge bans somebody for so many days; with `resigns` he also leaves the tournament (R3, A43)."""

    kind: ClassVar[str] = "ban"
    player: Player
    days: int
    resigns: bool = False


@dataclass(frozen=True, slots=True)
class LiftBan:
    """A judge lifts a ban."""

    kind: ClassVar[str] = "lift_ban"
    player: Player


@dataclass(frozen=True, slots=True)
class Draw:
    """Publishes the bracket: everybody entered, in seed order; by lot it comes with its seed (A34)."""

    kind: ClassVar[str] = "draw"
    order: tuple[Player, ...]
    how: Way = "lot"
    seed: str = ""


@dataclass(frozen=True, slots=True)
class LateEntry:
    """Puts somebody from the waiting list into a bye of the first round, before that round begins (A34)."""

    kind: ClassVar[str] = "late_entry"
    player: Player
    match: str


@dataclass(frozen=True, slots=True)
class Replace:
    """Puts somebody from the waiting list in another's place before his first match."""

    kind: ClassVar[str] = "replace"
    old: Player
    new: Player


@dataclass(frozen=True, slots=True)
class PickGuard:
    """A mage's man-at-arms for one match, by name or none, before its first throw (M5, A46)."""

    kind: ClassVar[str] = "pick_guard"
    match: str
    player: Player
    name: str | None = None


@dataclass(frozen=True, slots=True)
class OpenChain:
    """Publishes the anchor (64 hex digits) of a fight's next dice chain; chains of one fight count from 1 (proof.py)."""

    kind: ClassVar[str] = "open_chain"
    match: str
    game: int
    chain: int
    anchor: str


@dataclass(frozen=True, slots=True)
class Words:
    """A contestant's words, mixed into his match's dice; frozen once both are in or the first throw is made (proof.py)."""

    kind: ClassVar[str] = "words"
    match: str
    player: Player
    text: str


@dataclass(frozen=True, slots=True)
class Throw:
    """Two dice of one role in one round (counted from 1): from the chain (`chain`, `link` in hex) or typed by an official (R1, P2)."""

    kind: ClassVar[str] = "throw"
    match: str
    game: int
    round: int
    role: Role
    d1: int
    d2: int
    typed: bool = False
    chain: int | None = None
    link: str | None = None


@dataclass(frozen=True, slots=True)
class ConfirmThrow:
    """A second official confirms dice that another typed (`seq` of the throw)."""

    kind: ClassVar[str] = "confirm_throw"
    seq: int


@dataclass(frozen=True, slots=True)
class Strike:
    """Takes back typed dice, a result from paper or a draw (`seq`); `void` agrees that later fights already begun fall (A40, K52)."""

    kind: ClassVar[str] = "strike"
    seq: int
    void: bool = False


@dataclass(frozen=True, slots=True)
class Resign:
    """A contestant leaves for good: two losses (R7). Before the draw it only takes his name off the list."""

    kind: ClassVar[str] = "resign"
    player: Player


@dataclass(frozen=True, slots=True)
class Propose:
    """A contestant proposes a time for his match."""

    kind: ClassVar[str] = "propose"
    match: str
    player: Player
    time: datetime


@dataclass(frozen=True, slots=True)
class Agree:
    """A contestant agrees to the time his opponent proposed (R8)."""

    kind: ClassVar[str] = "agree"
    match: str
    player: Player
    time: datetime


@dataclass(frozen=True, slots=True)
class ContactJudge:
    """A contestant reports that no time could be found, or that his opponent did not come (R8)."""

    kind: ClassVar[str] = "contact_judge"
    match: str
    player: Player
    text: str = ""


@dataclass(frozen=True, slots=True)
class JudgeTime:
    """A judge sets the time of a match, within 36 hours of the report (R8, A37)."""

    kind: ClassVar[str] = "judge_time"
    match: str
    time: datetime


@dataclass(frozen=True, slots=True)
class Extend:
    """A judge allows more time, with a reason (R9)."""

    kind: ClassVar[str] = "extend"
    match: str
    until: datetime


@dataclass(frozen=True, slots=True)
class NoShow:
    """A judge declares who did not come at the time a judge had set (R8, A38)."""

    kind: ClassVar[str] = "no_show"
    match: str
    absent: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """A whole match played on paper, entered by an official: winner and score (K53)."""

    kind: ClassVar[str] = "result"
    match: str
    winner: Player
    score_a: int
    score_b: int


@dataclass(frozen=True, slots=True)
class Scroll:
    """A contestant disputes his match, within 24 hours (D3, A39)."""

    kind: ClassVar[str] = "scroll"
    match: str
    player: Player
    text: str


@dataclass(frozen=True, slots=True)
class Rule:
    """An official's ruling on scrolls: "uphold", "award" (`winner`) or "reopen" (all from `score_a` to `time`; A42).

    Steps are 1 conjure, 2 cast; `free` is the side whose uncontested round comes next; `void` as in Strike.
    """

    kind: ClassVar[str] = "rule"
    match: str
    verdict: Literal["uphold", "award", "reopen"]
    winner: Player | None = None
    score_a: int | None = None
    score_b: int | None = None
    step_a: Literal[1, 2] = 1
    step_b: Literal[1, 2] = 1
    guard_a: Guard = "none"
    guard_b: Guard = "none"
    free: Side | None = None
    time: datetime | None = None
    void: bool = False


@dataclass(frozen=True, slots=True)
class Accept:
    """A contestant accepts the result of his match; when both do it is final (A40)."""

    kind: ClassVar[str] = "accept"
    match: str
    player: Player


@dataclass(frozen=True, slots=True)
class SignStandings:
    """The guardian signs the standings as they are (R4)."""

    kind: ClassVar[str] = "sign_standings"
    remark: str = ""


@dataclass(frozen=True, slots=True)
class ChangeStandings:
    """The guardian puts a contestant in another place, with a reason (R4)."""

    kind: ClassVar[str] = "change_standings"
    player: Player
    place: int


@dataclass(frozen=True, slots=True)
class LateHit:
    """A throw sent from a page that already showed the winner, kept for the officials (R3)."""

    kind: ClassVar[str] = "late_hit"
    match: str
    player: Player


@dataclass(frozen=True, slots=True)
class JudgeLateHit:
    """A judge says whether a late hit (`seq`) was one; a ban is an act of its own (R3)."""

    kind: ClassVar[str] = "judge_late_hit"
    seq: int
    guilty: bool


# fmt: off
Act = (
    SetSettings | Appoint | RulesMeeting | Enter | ChangeClass | RuleMagic | Ban | LiftBan | Draw | LateEntry | Replace | PickGuard
    | OpenChain | Words | Throw | ConfirmThrow | Strike | Resign | Propose | Agree | ContactJudge | JudgeTime | Extend | NoShow | Result
    | Scroll | Rule | Accept | SignStandings | ChangeStandings | LateHit | JudgeLateHit
)
# fmt: on

KINDS: dict[str, type] = {cls.kind: cls for cls in get_args(Act)}
"""Every kind of act by its name."""
