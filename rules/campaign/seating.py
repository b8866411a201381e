"""The umpire's own allotment while he is at it: seats moved one by one, each clause checked as he goes (C5, K17-K21)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.campaign.battles import Battle
from rules.campaign.pairing import Allotment, check, seated
from rules.campaign.records import ATTACKERS, DEFENDER, Seat, Side
from rules.campaign.state import Round
from rules.campaign.territory import why_not
from rules.rulings import Player, Problem, Refusal, mention

Seats = tuple[Seat, ...]
"""Sorted by table, the defender of each before its attackers."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a player could sit. `table` 0: without a battle; `instead`: the defender with whom he would change places.

    `problems` are what the clauses say of it: a grave one forbids it, any other asks for a reason.
    """

    table: int
    side: Side
    defender: Player | None
    instead: Player | None
    new: bool
    problems: tuple[Problem, ...]

    @property
    def lawful(self) -> bool:
        """Whether he may sit there."""
        return not any(p.grave for p in self.problems)


def proposed(current: Round) -> Seats:
    """The seats of the proposal, a table for each battle in its order."""
    battles = current.proposal.battles if current.proposal else ()
    return ordered(Seat(n, p, DEFENDER if p == b.defender else ATTACKERS) for n, b in enumerate(battles, 1) for p in b.players)


def ordered(seats: Iterable[Seat]) -> Seats:
    """The seats by table, defenders first."""
    return tuple(sorted(seats, key=lambda s: (s.table, s.side != DEFENDER, s.player)))


def looked_over(current: Round, seats: Iterable[Seat]) -> tuple[Problem, ...]:
    """What the rules find in these seats: nothing where they are the proposal; else what is forbidden (grave) and what departs and needs a reason."""
    battles, problems = seated(current.number, seats)
    if current.effective is None or current.proposal is None or _pairs(battles) == _pairs(current.proposal.battles):
        return problems
    cap = current.settings.team_cap
    return (*problems, *check(battles, current.effective.target, current.position, current.proposal.battles, cap))


def _pairs(battles: Iterable[Battle]) -> set[tuple[Player, tuple[Player, ...]]]:
    return {(b.defender, b.attackers) for b in battles}


def drafted(current: Round, seats: Seats) -> Allotment:
    """The battles these seats make, whole tables only, with their reasons and who is left without."""
    battles, _ = seated(current.number, seats)
    return Allotment(battles, current.effective.target if current.effective else {}, current.settings.team_cap)


def moved(seats: Seats, player: Player, table: int, side: Side) -> Seats:
    """The seats with a player at that table (0: at none); whoever defends there already changes places with him."""
    old = next((s for s in seats if s.player == player), None)
    rest = [s for s in seats if s.player != player]
    if table == 0:
        return ordered(rest)
    if side == DEFENDER:
        sitting = next((s for s in rest if s.table == table and s.side == DEFENDER), None)
        if sitting:
            rest.remove(sitting)
            rest += [Seat(old.table, sitting.player, old.side)] if old else []
    return ordered([*rest, Seat(table, player, side)])


def paired(seats: Seats, attacker: Player, defender: Player) -> Seats:
    """Two players without a battle at a table of their own (K21)."""
    table = free_table(seats)
    return ordered([*seats, Seat(table, attacker, ATTACKERS), Seat(table, defender, DEFENDER)])


def renumbered(seats: Seats, numbers: dict[int, int]) -> Seats:
    """The same battles at other tables; Refusal when two get one number."""
    now = {s.table: numbers.get(s.table, s.table) for s in seats}
    if len(set(now.values())) < len(now):
        raise Refusal("C5", "two battles cannot have the same table: give each a number of its own")
    return ordered(Seat(now[s.table], s.player, s.side) for s in seats)


def free_table(seats: Seats) -> int:
    """The lowest number from 1 that no table has."""
    taken = {s.table for s in seats}
    return next(n for n in range(1, len(taken) + 2) if n not in taken)


def check_move(current: Round, seats: Seats, player: Player, then: Seats) -> None:
    """Refuses a move that makes something unlawful which was not so before; a table that is not whole yet may wait."""
    wrong = _new(current, seats, then)
    if player not in current.position.lord and any(s.player == player for s in then):
        raise Refusal("K43", f"{mention(player)} is not in the campaign, or has left it")
    if wrong:
        raise Refusal(wrong[0].clause, "; ".join(p.text for p in wrong))


def _new(current: Round, seats: Seats, then: Seats) -> tuple[Problem, ...]:
    before = looked_over(current, seats)
    return tuple(p for p in looked_over(current, then) if p.grave and p.code != "no_battle" and p not in before)


def places(current: Round, seats: Seats, player: Player) -> tuple[Place, ...]:
    """Everywhere a player could sit, table by table, each with what the clauses say of it."""
    at = {(s.table, s.side) for s in seats if s.player == player}
    found = []
    for table in sorted({s.table for s in seats}):
        defender = next((s.player for s in seats if s.table == table and s.side == DEFENDER), None)
        for side in (ATTACKERS, DEFENDER):
            if (table, side) not in at and not (side == ATTACKERS and defender in (None, player)):
                found.append(_place(current, seats, player, Place(table, side, defender, defender if side == DEFENDER else None, False, ())))
    alone = len({s.table for s in seats if s.player == player} & {s.table for s in seats if s.player != player}) == 0 and bool(at)
    if not alone:
        found.append(_place(current, seats, player, Place(free_table(seats), DEFENDER, None, None, True, ())))
    if at:
        found.append(_place(current, seats, player, Place(0, ATTACKERS, None, None, False, ())))
    return tuple(found)


def _place(current: Round, seats: Seats, player: Player, place: Place) -> Place:
    """The place with what would be wrong with it, and what of it would need a reason."""
    then = moved(seats, player, place.table, place.side)
    asks = tuple(p for p in looked_over(current, then) if not p.grave and p.who == player)
    return Place(place.table, place.side, place.defender, place.instead, place.new, (*_new(current, seats, then), *asks))


def idle_pairs(current: Round, seats: Seats) -> dict[Player, tuple[Player, ...]]:
    """For everybody without a seat those others without one whom he may attack (K21)."""
    sitting = {s.player for s in seats}
    idle = [p for p in sorted(current.position.lord) if p not in sitting]
    return {p: tuple(q for q in idle if q != p and why_not(current.position, p, q) is None) for p in idle}
