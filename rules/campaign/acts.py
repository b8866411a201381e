"""What people do in a campaign. These acts are all that is stored; `season.replay` derives the rest from them.

Every act is flat: texts, numbers, truths, instants (aware, UTC), players, and tuples of texts or of the small flat records of records.py,
so that each kind fits a table of its own. Who did it, for whom, when, why and what it corrects stand in the `Entry` around it.
No act carries its round unless it may speak of another one: the place in the sequence says which round it belongs to.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar, Literal

from rules.campaign.records import Border, Broken, Command, Dated, Demoralised, Part, Place, Seat, Share, Side, Teller, TroopLine, Verdict
from rules.entry import SettingValue
from rules.rulings import Player


@dataclass(frozen=True, slots=True)
class SetSettings:
    """The umpire chooses settings; those not named stay as they are. Before round 1 freely, later only with a reason, from the next round on."""

    kind: ClassVar[str] = "set_settings"
    values: tuple[SettingValue, ...]


@dataclass(frozen=True, slots=True)
class SetSchedule:
    """The umpire fills in the schedule; it replaces the one before (S1, K49)."""

    kind: ClassVar[str] = "set_schedule"
    items: tuple[Dated, ...]


@dataclass(frozen=True, slots=True)
class DrawMap:
    """The umpire lays down the map; it replaces the one before. `ground` names the picture it lies on. Borders are facts, not geometry."""

    kind: ClassVar[str] = "draw_map"
    ground: str
    places: tuple[Place, ...]
    borders: tuple[Border, ...]


@dataclass(frozen=True, slots=True)
class Appoint:
    """Somebody gets a role in this campaign, or gives it up (`on` false)."""

    kind: ClassVar[str] = "appoint"
    person: Player
    role: Literal["umpire"]
    on: bool = True


@dataclass(frozen=True, slots=True)
class Enter:
    """A player enters with the army he has chosen; entering again before round 1 replaces the choice. Book and number may come later."""

    kind: ClassVar[str] = "enter"
    player: Player
    army: str
    book: int | None = None
    number: int | None = None
    edition: str = ""


@dataclass(frozen=True, slots=True)
class AssignProvince:
    """The umpire gives a player his one province (C1)."""

    kind: ClassVar[str] = "assign_province"
    player: Player
    province: str


@dataclass(frozen=True, slots=True)
class HandInList:
    """An army list. `ap_half` (half army points) is needed only without troop lines, otherwise they are added up; `received` is when it came in."""

    kind: ClassVar[str] = "hand_in_list"
    player: Player
    book: int
    number: int | None
    edition: str
    external_allies: bool
    ap_half: int | None
    received: datetime
    year: int | None = None
    troops: tuple[TroopLine, ...] = ()


@dataclass(frozen=True, slots=True)
class ReviewList:
    """The umpire looks at a player's latest list, with a word to the player; a comment leaves the verdict as it was."""

    kind: ClassVar[str] = "review_list"
    player: Player
    verdict: Verdict
    text: str = ""


@dataclass(frozen=True, slots=True)
class Begin:
    """The umpire opens round 1. The lot of each round comes from the published seed; a `priority` given here serves every round unchanged instead."""

    kind: ClassVar[str] = "begin"
    seed: str
    priority: tuple[Player, ...] = ()


@dataclass(frozen=True, slots=True)
class Declare:
    """A player's sealed declaration of war; None where he may name nobody. The last one before the close counts."""

    kind: ClassVar[str] = "declare"
    player: Player
    target: Player | None


@dataclass(frozen=True, slots=True)
class Order:
    """A lord tells somebody below him whom to declare war on; None takes his order back."""

    kind: ClassVar[str] = "order"
    lord: Player
    vassal: Player
    target: Player | None


@dataclass(frozen=True, slots=True)
class CloseDiplomacy:
    """The umpire ends the diplomacy phase; all declarations are revealed at once."""

    kind: ClassVar[str] = "close_diplomacy"


@dataclass(frozen=True, slots=True)
class PublishAllotment:
    """The umpire publishes who fights whom; a departure from the proposal needs a reason. No seats: a round without battles."""

    kind: ClassVar[str] = "publish_allotment"
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class StartClock:
    """The umpire starts the clock of the battle phase; the last start counts."""

    kind: ClassVar[str] = "start_clock"


@dataclass(frozen=True, slots=True)
class Organise:
    """A player puts his army into commands for this round; it stands until he changes it (L5, K40)."""

    kind: ClassVar[str] = "organise"
    player: Player
    commands: tuple[Command, ...]
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class JointArmy:
    """A member of a double proposes its joint army, and agrees to it thereby; a new proposal replaces the one before (L6)."""

    kind: ClassVar[str] = "joint_army"
    player: Player
    battle: str
    shares: tuple[Share, ...]


@dataclass(frozen=True, slots=True)
class AgreeArmy:
    """Another member of the double agrees to the joint army as proposed."""

    kind: ClassVar[str] = "agree_army"
    player: Player
    battle: str


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a battle as a side saw it, or as the umpire settles it.

    `broken`: whose army broke, or None. Points 0-10; None: worked out from what broke and which commands were
    `demoralised`, each side having so many commands (None: as organised for this round).
    """

    kind: ClassVar[str] = "report"
    battle: str
    side: Teller
    broken: Broken | None
    attackers: int | None = None
    defender: int | None = None
    attackers_commands: int | None = None
    defender_commands: int | None = None
    demoralised: tuple[Demoralised, ...] = ()


@dataclass(frozen=True, slots=True)
class Confirm:
    """A side says that the other side's report is right."""

    kind: ClassVar[str] = "confirm"
    battle: str
    side: Side


@dataclass(frozen=True, slots=True)
class Contest:
    """A side says that the other side's report is wrong; the umpire settles it. The reason stands in the entry."""

    kind: ClassVar[str] = "contest"
    battle: str
    side: Side


@dataclass(frozen=True, slots=True)
class Vote:
    """A member of a double says which of its members shall be lord of a beaten defender; None: none of us (7b)."""

    kind: ClassVar[str] = "vote"
    player: Player
    battle: str
    candidate: Player | None


@dataclass(frozen=True, slots=True)
class CloseRound:
    """The umpire closes the battle phase; with `without_battles` he ends a round before any battle was published (K46)."""

    kind: ClassVar[str] = "close_round"
    without_battles: bool = False


@dataclass(frozen=True, slots=True)
class Leave:
    """A player leaves the campaign (K43)."""

    kind: ClassVar[str] = "leave"
    player: Player


@dataclass(frozen=True, slots=True)
class Reopen:
    """The umpire opens the last closed battle phase again (K52)."""

    kind: ClassVar[str] = "reopen"


@dataclass(frozen=True, slots=True)
class Strike:
    """An earlier act is struck out: an undo, or the umpire's answer to a flagged act (K52). Striking a strike brings the act back."""

    kind: ClassVar[str] = "strike"
    seq: int


@dataclass(frozen=True, slots=True)
class LetStand:
    """The umpire lets a flagged act stand (K52)."""

    kind: ClassVar[str] = "let_stand"
    seq: int


@dataclass(frozen=True, slots=True)
class Dispatch:
    """A player's own words on a round, for the chronicle."""

    kind: ClassVar[str] = "dispatch"
    player: Player
    round: int
    text: str


Act = (
    SetSettings | SetSchedule | DrawMap | Appoint | Enter | AssignProvince | HandInList | ReviewList | Begin | Declare | Order | CloseDiplomacy
    | PublishAllotment | StartClock | Organise | JointArmy | AgreeArmy | Report | Confirm | Contest | Vote | CloseRound | Leave | Reopen | Strike
    | LetStand | Dispatch
)  # fmt: skip

KINDS: dict[str, type[Act]] = {kind.kind: kind for kind in Act.__args__}
"""Every kind of act by its name."""
