"""The umpire's allotment as its page shows it: tables with their seats, what the clauses say of each, who is left over, and where one may go."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign import seating
from rules.campaign.records import DEFENDER
from rules.campaign.seating import Place, Seats
from rules.campaign.state import Round, Season, open_round
from rules.rulings import Player, Problem, Ruling
from webapp.campaign.acts_allot import Drafted
from webapp.campaign.read_lot import Lot, lot


@dataclass(frozen=True)
class Sitter:
    """One player on the page: whom he is at war with, and what is to say about where he sits."""

    player: Player
    target: Player | None
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class Table:
    """One table: its seats, why it is as it is, what is wrong with it as a whole, and the places of it for whoever is being moved."""

    number: int
    defenders: tuple[Sitter, ...]
    attackers: tuple[Sitter, ...]
    why: Ruling | None
    problems: tuple[Problem, ...]
    places: tuple[Place, ...]

    @property
    def double(self) -> bool:
        """Whether several attack."""
        return len(self.attackers) > 1


@dataclass(frozen=True)
class Idle:
    """Somebody without a battle: why, and whom of the others left over he may attack."""

    sitter: Sitter
    why: Ruling | None
    enemies: tuple[Player, ...]


@dataclass(frozen=True)
class Making:
    """The allotment in the making. `chosen` is being moved, `places` are those of no table yet; `grave` forbids publishing; `departs`: it is not
    the proposal, so a reason is asked for."""

    number: int
    tables: tuple[Table, ...]
    idle: tuple[Idle, ...]
    chosen: Player | None
    places: tuple[Place, ...]
    grave: tuple[Problem, ...]
    departs: bool
    lot: Lot
    draft: Drafted
    proposal: tuple[Ruling, ...]


def making(season: Season, draft: Drafted, chosen: Player) -> Making:
    """The allotment as it is drafted, with the places of the player who is to be moved."""
    current, seats = open_round(season), draft.seats
    problems = seating.looked_over(current, seats)
    known = chosen in {s.player for s in seats} | current.position.lord.keys()
    offered = seating.places(current, seats, chosen) if known else ()
    return Making(
        current.number,
        tuple(_table(current, seats, n, problems, offered) for n in sorted({s.table for s in seats})),
        tuple(_idle(current, seats, problems)),
        chosen if known else None,
        tuple(p for p in offered if p.new or p.table == 0),
        tuple(p for p in problems if p.grave),
        bool(problems),
        lot(season, current),
        draft,
        current.proposal.rulings if current.proposal else (),
    )


def _sitter(current: Round, player: Player, problems: tuple[Problem, ...]) -> Sitter:
    target = current.effective.target.get(player) if current.effective else None
    mine = tuple(dict.fromkeys(p for p in problems if p.who == player))
    return Sitter(player, target, tuple(p for p in mine if p.code != "not_as_proposed") or mine)


def _table(current: Round, seats: Seats, number: int, problems: tuple[Problem, ...], offered: tuple[Place, ...]) -> Table:
    here = tuple(s for s in seats if s.table == number)
    sitting = [(s.side == DEFENDER, _sitter(current, s.player, problems)) for s in here]
    why = next(iter(seating.drafted(current, here).rulings), None) if seating.drafted(current, here).battles else None
    faults = tuple(p for p in seating.looked_over(current, here) if p.code == "no_battle")
    places = tuple(p for p in offered if p.table == number and not p.new)
    return Table(number, tuple(s for d, s in sitting if d), tuple(s for d, s in sitting if not d), why, faults, places)


def _idle(current: Round, seats: Seats, problems: tuple[Problem, ...]) -> list[Idle]:
    whys = {r.who[0]: r for r in seating.drafted(current, seats).rulings if r.code == "idle"}
    pairs = seating.idle_pairs(current, seats)
    return [Idle(_sitter(current, p, problems), whys.get(p), enemies) for p, enemies in pairs.items()]
