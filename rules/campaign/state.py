"""A campaign as it stands: what replaying its acts comes to. Read it freely; only the steps of `season` make new ones.

Inside one replay the steps write into the dicts of a season nobody else has seen yet (`working_copy`), because copying them for every act would cost
more than all decisions together. Once a season is handed out it never changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from rules.campaign import scoring
from rules.campaign.acts import Entry, HandInList, JointArmy, Organise, Report
from rules.campaign.battles import Battle, Result
from rules.campaign.declarations import Effective, Given
from rules.campaign.pairing import Allotment
from rules.campaign.records import ATTACKERS, DEFENDER, UMPIRE, Border, Dated, Place
from rules.campaign.settings import DEFAULTS, Settings
from rules.campaign.territory import Pair, Position
from rules.rulings import Player, Problem, Refusal, Ruling

SIGNUP, DIPLOMACY, ASSIGN, BATTLE, FINISHED = "signup", "diplomacy", "assign", "battle", "finished"
MISSING, REPORTED, CONFIRMED, CONTESTED, SETTLED = "missing", "reported", "confirmed", "contested", "settled"


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
class Filed:
    """A report as it was filed, with the points it comes to and what looks odd about it (K50, K51)."""

    entry: Entry
    report: Report
    attackers: int
    defender: int
    doubts: tuple[Problem, ...]

    @property
    def said(self) -> tuple[str | None, int, int]:
        """What it says happened; two reports agree when this is equal."""
        return self.report.broken, self.attackers, self.defender


@dataclass(frozen=True, slots=True)
class Fight:
    """A published battle with all that was said about it: reports by side, the other side's answer, votes, and the joint army of a double."""

    battle: Battle
    reports: dict[str, Filed] = field(default_factory=dict)
    answers: dict[str, Entry] = field(default_factory=dict)
    votes: dict[Player, Player | None] = field(default_factory=dict)
    army: JointArmy | None = None
    agreed: tuple[Player, ...] = ()

    @property
    def table(self) -> int:
        """Its table number."""
        return int(self.battle.id.partition(".")[2])

    @property
    def is_double(self) -> bool:
        """Whether several attack."""
        return len(self.battle.attackers) > 1

    @property
    def standing(self) -> str:
        """How far its result has come: missing, reported, confirmed, contested or settled."""
        if UMPIRE in self.reports:
            return SETTLED
        if not self.reports:
            return MISSING
        if len({filed.said for filed in self.reports.values()}) > 1:
            return CONTESTED
        if len(self.reports) == 2:
            return CONFIRMED
        return {"confirm": CONFIRMED, "contest": CONTESTED}.get(next((e.act.kind for e in self.answers.values()), ""), REPORTED)

    @property
    def filed(self) -> Filed | None:
        """The report that counts: the umpire's, else the one there is or both agree on; None while missing or contested."""
        if self.standing in (MISSING, CONTESTED):
            return None
        return next(self.reports[side] for side in (UMPIRE, ATTACKERS, DEFENDER) if side in self.reports)


@dataclass(frozen=True, slots=True)
class Flag:
    """An act that a correction made unlawful: it stands, and the umpire says whether it shall (`let_stand`) or strikes it (K52)."""

    entry: Entry
    clause: str
    text: str
    let_stand: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What closing a round comes to: results, pyramid, the peace of the next round, points, and the position of the next round.

    `decided` has the rulings on results and lords. `missing` names battles without a result that counts; in a closed round there are none.
    `warnings`: what the umpire should know before the next round (K46).
    """

    number: int

    results: tuple[Result, ...]
    lord: dict[Player, Player | None]
    peace: tuple[Pair, ...]
    points: dict[Player, int]
    decided: tuple[Ruling, ...]
    missing: tuple[str, ...]
    next: Position | None
    warnings: tuple[Problem, ...]

    @property
    def told(self) -> tuple[Ruling, ...]:
        """Every decision in order: results, lords, points, peace."""
        fought = {p for result in self.results for p in result.battle.players}
        peace = scoring.peace_told(self.peace, self.number + 1) if self.next else ()
        return (*self.decided, *scoring.points_told(self.points, fought), *peace)


@dataclass(frozen=True, slots=True)
class Round:
    """One round. `position` has lords, peace and lawful targets as they stood when it began (who left since is taken out until allotment).

    `own` has what each player filed; `standing` those whose filing stands by K52; `skipped`: closed without battles (K46);
    `outcome` is None until the round is closed.
    """

    number: int
    settings: Settings
    position: Position
    own: dict[Player, Player | None] = field(default_factory=dict)
    standing: dict[Player, int] = field(default_factory=dict)
    orders: list[Given] = field(default_factory=list)
    lot: tuple[Player, ...] = ()
    effective: Effective | None = None
    proposal: Allotment | None = None
    allotted: Allotment | None = None
    reason: str = ""
    skipped: bool = False
    fights: dict[str, Fight] = field(default_factory=dict)
    clock: datetime | None = None
    notes: list[Ruling] = field(default_factory=list)
    outcome: Outcome | None = None

    @property
    def idle(self) -> tuple[Player, ...]:
        """Who has no battle, once battles are published, or the round is closed without."""
        if self.skipped:
            return tuple(sorted(self.position.near))
        return self.allotted.idle if self.allotted else ()

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
            fights={battle: _own_copy(fight) for battle, fight in current.fights.items()},
            notes=list(current.notes),
        )
    return replace(
        season, people=dict(season.people), lord=dict(season.lord), flagged=dict(season.flagged), notes=list(season.notes), current=current
    )


def _own_copy(fight: Fight) -> Fight:
    return replace(fight, reports=dict(fight.reports), answers=dict(fight.answers), votes=dict(fight.votes))
