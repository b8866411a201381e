"""A campaign as it stands: what replaying its acts comes to. Read it freely; only the steps of `season` make new ones.

Inside one replay the steps write into the dicts of a season nobody else has seen yet (`working_copy`), because copying them for every act would cost
more than all decisions together. Once a season is handed out it never changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property

from rules.campaign import scoring
from rules.campaign.acts import HandInList, Organise
from rules.campaign.battles import Result
from rules.campaign.declarations import Effective, Given, effective
from rules.campaign.fights import CONFIRMED as CONFIRMED
from rules.campaign.fights import CONTESTED as CONTESTED
from rules.campaign.fights import MISSING as MISSING
from rules.campaign.fights import REPORTED as REPORTED
from rules.campaign.fights import SETTLED as SETTLED
from rules.campaign.fights import Fight
from rules.campaign.fights import Filed as Filed
from rules.campaign.pairing import Allotment, propose
from rules.campaign.records import Border, Dated, Place
from rules.campaign.settings import DEFAULTS, Settings
from rules.campaign.territory import Pair, Position
from rules.entry import Entry
from rules.rulings import Player, Problem, Refusal, Ruling, listing

SIGNUP, DIPLOMACY, ASSIGN, BATTLE, FINISHED = "signup", "diplomacy", "assign", "battle", "finished"


@dataclass(frozen=True, slots=True)
class Person:
    """One player of the campaign: his army, province, latest list with the umpire's verdict on it, and how his army is organised."""

    player: Player
    army: str
    book: int | None = None
    number: int | None = None
    edition: str = ""
    province: str | None = None
    left: bool = False
    handed_in: HandInList | None = None
    verdict: str = ""
    word: str = ""
    organisation: Organise | None = None


@dataclass(frozen=True, slots=True)
class Flag:
    """An act that a correction made unlawful: it stands, and the umpire says whether it shall (`let_stand`) or strikes it (K52).

    A published allotment cannot be struck, so there he can only let it stand.
    """

    entry: Entry
    clause: str
    text: str
    let_stand: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What closing a round comes to: results, pyramid, the peace of the next round, points, and the position of the next round.

    `on_lords` has the rulings on votes and lords. `missing` names battles without a result that counts; in a closed round there are none.
    """

    number: int

    results: tuple[Result, ...]
    lord: dict[Player, Player | None]
    peace: tuple[Pair, ...]
    points: dict[Player, int]
    on_lords: tuple[Ruling, ...]
    missing: tuple[str, ...]
    next: Position | None

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """Next round nobody, or only some, will have somebody to declare war on (K46)."""
        return _cannot_fight(self.next) if self.next else ()

    @property
    def decided(self) -> tuple[Ruling, ...]:
        """What the battles decided: results, votes, lords."""
        return (*map(scoring.told, self.results), *self.on_lords)

    @property
    def told(self) -> tuple[Ruling, ...]:
        """Every decision in order: results, lords, points, peace."""
        fought = {p for result in self.results for p in result.battle.players}
        peace = scoring.peace_told(self.peace, self.number + 1) if self.next else ()
        return (*self.decided, *scoring.points_told(self.points, fought), *peace)


def _cannot_fight(now: Position) -> tuple[Problem, ...]:
    """The warning that next round nobody, or only some, will have somebody to declare war on (K46)."""
    able = sorted(p for p, targets in now.lawful.items() if targets)
    if len(able) == len(now.near):
        return ()
    if not able:
        text = "next round nobody can declare war: close it without battles, or allow war inside a pyramid from the next round on"
        return (Problem("nobody_can_fight", None, "K46", text, grave=False),)
    text = f"next round only these can declare war: {listing(able)}"
    return (Problem("few_can_fight", None, "K46", text, grave=False),)


@dataclass(frozen=True)
class Round:
    """One round. `position` has lords, peace and lawful targets as they stood when it began (who left since is taken out until allotment).

    `entered` names everybody who takes part or did, in the order of entry; `own` has what each player filed; `standing` those whose filing stands
    by K52; `revealed`: diplomacy is closed, and the `lot` drawn; `published`: battles are; `skipped`: the round was closed without battles (K46);
    `outcome` is None until the round is closed.
    """

    number: int
    settings: Settings
    position: Position
    seed: str
    entered: tuple[Player, ...] = ()
    own: dict[Player, Player | None] = field(default_factory=dict)
    standing: dict[Player, int] = field(default_factory=dict)
    orders: list[Given] = field(default_factory=list)
    revealed: bool = False
    lot: tuple[Player, ...] = ()
    published: bool = False
    reason: str = ""
    skipped: bool = False
    fights: dict[str, Fight] = field(default_factory=dict)
    clock: datetime | None = None
    notes: list[Ruling] = field(default_factory=list)
    outcome: Outcome | None = None

    @cached_property
    def effective(self) -> Effective | None:
        """The declarations that count, once diplomacy is closed."""
        if not self.revealed:
            return None
        now = self.position
        return effective(now.lawful, now.lord, self.own, self.orders, self.settings, f"{self.seed}|{self.number}", self.entered, self.standing)

    @cached_property
    def proposal(self) -> Allotment | None:
        """The allotment that follows from them and the lot."""
        return propose(self.effective.target, self.lot, self.settings.team_cap) if self.effective else None

    @cached_property
    def allotted(self) -> Allotment | None:
        """The battles as published."""
        if not self.published or self.effective is None:
            return None
        return Allotment(tuple(fight.battle for fight in self.fights.values()), self.effective.target, self.settings.team_cap)

    @property
    def idle(self) -> tuple[Player, ...]:
        """Who has no battle, once battles are published, or the round is closed without."""
        busy = {p for fight in self.fights.values() for p in fight.battle.players}
        return tuple(sorted(p for p in self.position.lord if p not in busy)) if self.published or self.skipped else ()

    @property
    def clock_ends(self) -> datetime | None:
        """When the battle phase's time is up, None while the clock is not started."""
        return self.clock + timedelta(hours=self.settings.battle_hours) if self.clock else None

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """Everything decided in this round, in order."""
        parts: list[Iterable[Ruling]] = [self.effective.rulings if self.effective else ()]
        parts += [self.allotted.rulings if self.allotted else (), self.outcome.told if self.outcome else (), self.notes]
        return tuple(ruling for part in parts for ruling in part)


@dataclass(frozen=True, slots=True)
class Season:
    """The whole campaign. `lord` and `peace` are as they stand now; `settings_next` those that hold from the next round on."""

    entries: tuple[Entry, ...] = ()
    phase: str = SIGNUP
    settings: Settings = DEFAULTS
    settings_next: Settings = DEFAULTS
    schedule: tuple[Dated, ...] = ()
    ground: str = ""
    places: dict[str, Place] = field(default_factory=dict)
    borders: tuple[Border, ...] = ()
    umpires: tuple[Player, ...] = ()
    people: dict[Player, Person] = field(default_factory=dict)
    seed: str = ""
    priority: tuple[Player, ...] = ()
    lord: dict[Player, Player | None] = field(default_factory=dict)
    peace: tuple[Pair, ...] = ()
    closed: tuple[Round, ...] = ()
    current: Round | None = None
    flagged: dict[int, Flag] = field(default_factory=dict)
    dispatches: tuple[Entry, ...] = ()
    notes: list[Ruling] = field(default_factory=list)

    @property
    def rounds(self) -> tuple[Round, ...]:
        """All rounds so far, the open one last."""
        return (*self.closed, self.current) if self.current else self.closed

    @property
    def round(self) -> int:
        """The number of the open round, of the last one when all are closed, 0 before the first."""
        return self.rounds[-1].number if self.rounds else 0

    @property
    def version(self) -> int:
        """The number of the last entry, 0 when there is none."""
        return self.entries[-1].seq if self.entries else 0

    @property
    def present(self) -> tuple[Player, ...]:
        """Who is in the campaign and has not left, sorted."""
        return tuple(sorted(p for p, person in self.people.items() if not person.left))

    @property
    def left(self) -> tuple[Player, ...]:
        """Who has left, sorted."""
        return tuple(sorted(p for p, person in self.people.items() if person.left))

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """Everything decided so far, in order."""
        return (*self.notes, *(ruling for one in self.rounds for ruling in one.rulings))

    @property
    def open_flags(self) -> tuple[Flag, ...]:
        """Flagged acts that wait for the umpire's word (K52)."""
        return tuple(flag for _, flag in sorted(self.flagged.items()) if not flag.let_stand)

    def fight(self, battle: str) -> Fight:
        """A published battle by its id; Refusal when there is none."""
        for one in reversed(self.rounds):
            if battle in one.fights:
                return one.fights[battle]
        raise Refusal("C5", f"there is no battle {battle}")


def open_round(season: Season) -> Round:
    """The round that is being played; Refusal when there is none."""
    if season.current is None:
        raise Refusal("C2", "the campaign has not begun yet" if season.phase == SIGNUP else "all rounds are over")
    return season.current


def working_copy(season: Season) -> Season:
    """The same season with dicts of its own for everything a step may write into."""
    current = season.current
    if current:
        current = replace(
            current,
            own=dict(current.own),
            standing=dict(current.standing),
            orders=list(current.orders),
            fights={battle: fight.copy() for battle, fight in current.fights.items()},
            notes=list(current.notes),
        )
    return replace(
        season, people=dict(season.people), lord=dict(season.lord), flagged=dict(season.flagged), notes=list(season.notes), current=current
    )
