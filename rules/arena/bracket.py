"""The double elimination: who meets whom, who is out, who is champion (R2, R7, II.4).

A bracket is what was drawn and what happened, in order; every row below follows from these. A name that is out counts as a bye from
that moment in every later slot. All functions leave the bracket they are given alone and answer a new one; what the rules do not
allow is a Refusal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from rules.arena.rows import Draft, Row, Rows
from rules.arena.tree import Tree, called, tree, whence
from rules.rulings import Player, Refusal, listing, mention

BYE = ""
"""Nobody: the value of a side that will stay empty."""


class Happened(NamedTuple):
    """One thing that happened, linked to the one before: a result (`slot`, `winner`, `loser`), or the people who left together (`gone`)."""

    before: Happened | None
    slot: str = ""
    winner: Player = BYE
    loser: Player = BYE
    gone: tuple[Player, ...] = ()


@dataclass(frozen=True, slots=True)
class Bracket:
    """A tournament's bracket. `seats` are the names by seed, BYE where nobody sits; `reset` asks for a second final when each has one loss (A33)."""

    seats: tuple[Player, ...]
    reset: bool
    shape: Tree = field(repr=False)
    rows: Rows = field(repr=False)
    gone: frozenset[Player] = frozenset()
    last: Happened | None = field(default=None, repr=False, compare=False)

    def row(self, slot: str) -> Row:
        """The match in a slot; Refusal for a slot this bracket has not."""
        return self.rows[self._number(slot)]

    def _number(self, slot: str) -> int:
        if slot not in self.shape.number:
            raise Refusal("R2", f"this bracket has no match {slot}")
        return self.shape.number[slot]

    def source(self, slot: str, side: int) -> str:
        """Where side 0 or 1 of a match comes from, in words."""
        return self.shape.words(slot, side)

    def before(self, slot: str) -> list[str]:
        """The matches that feed this one."""
        return [self.shape.slots[s.at] for s in self.shape.sources[self.shape.number[slot]] if s.kind != "seed"]

    def after(self, slot: str) -> list[str]:
        """Every match that hangs on this one, near or far, in order."""
        self.row(slot)
        found = {self.shape.number[slot]}
        for i, pair in enumerate(self.shape.sources):
            if any(s.kind != "seed" and s.at in found for s in pair):
                found.add(i)
        return [self.shape.slots[i] for i in sorted(found - {self.shape.number[slot]})]

    def state(self, slot: str) -> str:
        """How a match stands: "waiting" for its people, "open", or how it was decided (see Row)."""
        row = self.row(slot)
        return row.how or ("waiting" if row.a is None or row.b is None else "open")

    def playable(self) -> dict[str, tuple[Player, Player]]:
        """Every match that can be played now, by slot."""
        rows = zip(self.shape.slots, self.rows, strict=True)
        return {slot: (a, b) for slot, (a, b, _, how) in rows if not how and a is not None and b is not None}

    def names(self) -> list[Player]:
        """Everybody in it, by seed."""
        return [name for name in self.seats if name != BYE]

    @property
    def finished(self) -> bool:
        """Whether it is over."""
        return bool(self.rows[-1].how)

    @property
    def champion(self) -> Player | None:
        """Who won it; nobody while it lasts, and nobody when the last two left together (A38)."""
        if not self.finished:
            return None
        return (self.rows[-1].winner if self.rows[-1].how != "unneeded" else self.rows[-2].winner) or None

    def losses(self) -> dict[Player, int]:
        """Everybody's losses, by seed; who left has two (R7, A31)."""
        lost = dict.fromkeys(self.names(), 0)
        for row in self.rows:
            if row.how == "played":
                lost[row.loser] += 1  # type: ignore[index]
        return {name: 2 if name in self.gone else n for name, n in lost.items()}

    def out(self) -> list[Player]:
        """Who has two losses, sorted."""
        return sorted(name for name, n in self.losses().items() if n > 1)

    def ranks(self) -> dict[Player, int]:
        """The place of everybody whose place is known, best first: 1, 2, 3, 4, 5, 5, 7, 7, ...

        The round in which somebody went out decides; who left counts as losing whatever was still before him. Without a champion nobody is first.
        """
        level: dict[Player, int] = {}
        for i, row in enumerate(self.rows):
            level.update((name, self.shape.exit[i]) for name in (row.a, row.b) if name)
        settled = set(self.names()) - {self.champion} if self.finished else set(self.out())
        ahead = 1 if self.finished else len(level) - len(settled)
        ranks = {self.champion: 1} if self.champion else {}
        seed = {name: i for i, name in enumerate(self.seats)}
        going = sorted(settled, key=lambda name: (-level[name], seed[name]))
        for i, name in enumerate(going):
            same = i and level[going[i - 1]] == level[name]
            ranks[name] = ranks[going[i - 1]] if same else 1 + ahead + i
        return ranks

    def result(self, slot: str, winner: Player) -> Bracket:
        """The bracket after one match."""
        return self.results({slot: winner})

    def results(self, winners: Mapping[str, Player]) -> Bracket:
        """The bracket after several matches, in the order given: {slot: winner}."""
        table = _Table.of(self)
        for slot, winner in winners.items():
            i = self._number(slot)
            a, b, _, how = row = table.rows[i]
            if how or a is None or b is None:
                raise Refusal("R2", f"{called(slot)} cannot be played now: {_why_not_open(row, self.source(slot, 0), self.source(slot, 1))}")
            if winner not in (a, b):
                raise Refusal("R2", f"{called(slot)} is between {listing([a, b])}; {mention(winner)} is not in it")
            table.play(i, winner)
        return table.freeze()

    def resign(self, *names: Player) -> Bracket:
        """The bracket after these people left for good, at the same moment (R7, A32, A38)."""
        self._present(names)
        table = _Table.of(self)
        table.leave(names)
        return table.freeze()

    def _present(self, names: Iterable[Player]) -> None:
        if self.finished:
            raise Refusal("R7", "the tournament is over; nobody can resign any more")
        losses = self.losses()
        for name in names:
            if name not in losses:
                raise Refusal("R7", f"{mention(name)} is not in this tournament")
            if losses[name] > 1:
                raise Refusal("R7", f"{mention(name)} is out already")

    def late(self, name: Player, slot: str) -> Bracket:
        """The bracket with a late entrant in a bye of the first round, while nothing has been decided there but byes (A34)."""
        row = self.row(slot)
        first = self.shape.sources[self.shape.number[slot]]
        if first[0].kind != "seed" or row.how != "bye":
            raise Refusal("A34", f"{called(slot)} has no bye to fill")
        if name == BYE or name in self.seats:
            raise Refusal("A34", f"{mention(name)} is in the draw already")
        if any(other.how == "played" for other in self.rows[: len(self.seats) // 2]):
            raise Refusal("A34", "the first round has begun; nobody can enter any more")
        seat = next(source.at for source in first if self.seats[source.at] == BYE)
        return self._reseat({seat: name})

    def replace(self, old: Player, new: Player) -> Bracket:
        """The bracket with somebody else in a person's place, before that person's first match."""
        if old not in self.seats or old in self.gone or old == BYE:
            raise Refusal("A34", f"{mention(old)} is not in this tournament")
        if new == BYE or new in self.seats:
            raise Refusal("A34", f"{mention(new)} is in the draw already")
        if any(old in (row.a, row.b) for row in self.rows if row.how == "played"):
            raise Refusal("A34", f"{mention(old)} has fought already; he can resign, but nobody can take his place")
        return self._reseat({self.seats.index(old): new})

    def _reseat(self, changes: dict[int, Player]) -> Bracket:
        seats = tuple(changes.get(i, name) for i, name in enumerate(self.seats))
        bracket, fell = _again(seats, self.reset, _history(self.last), {}, ())
        if fell:
            raise Refusal("A34", f"the draw can change no more: {', '.join(map(called, fell))} has been fought on it")
        return bracket

    def revise(self, results: Mapping[str, Player | None], pardon: Iterable[Player] = ()) -> tuple[Bracket, tuple[str, ...]]:
        """The bracket as if these results had been so from the start (None: not decided yet) and the pardoned had not left, and what falls.

        Later results stand where the same two still meet; those of other pairs fall, and are answered by slot (A40).
        """
        for slot in results:
            self.row(slot)
        return _again(self.seats, self.reset, _history(self.last), dict(results), tuple(pardon))


def draw(names: Iterable[Player], reset: bool = True) -> Bracket:
    """The bracket of these names in seed order, at least two; byes stand against the first seeds and settle by themselves (R2, A34)."""
    seats = tuple(names)
    if len(seats) < 2:
        raise Refusal("R2", "a tournament needs at least two contestants")
    if len(set(seats)) < len(seats) or BYE in seats:
        raise Refusal("R2", "everybody stands in the draw once, by name")
    size = 1 << (len(seats) - 1).bit_length()
    return _again(seats + (BYE,) * (size - len(seats)), reset, [], {}, ())[0]


def _why_not_open(row: Row, a: str, b: str) -> str:
    if row.how:
        return {"played": "it has been played", "unneeded": "it is not needed"}.get(row.how, f"it was settled without a fight ({row.how})")
    return "it waits for " + " and ".join(f"the {whence(source)}" for value, source in ((row.a, a), (row.b, b)) if value is None)


def _history(last: Happened | None) -> list[Happened]:
    happened = []
    while last:
        happened.append(last)
        last = last.before
    return happened[::-1]


def _again(
    seats: tuple[Player, ...], reset: bool, history: list[Happened], results: dict[str, Player | None], pardon: tuple[Player, ...]
) -> tuple[Bracket, tuple[str, ...]]:
    """The history played once more on these seats with some results changed: the bracket, and the slots whose results no longer fit."""
    table = _Table.fresh(seats, reset)
    fell = []
    number = table.shape.number
    for past in history:
        if past.gone:
            table.leave([name for name in past.gone if name not in pardon])
            continue
        winner = results.pop(past.slot, past.winner)
        if winner is None:
            continue
        i = number[past.slot]
        if table.playable(i) and {past.winner, past.loser} == {table.rows[i].a, table.rows[i].b}:
            table.play(i, winner)
        else:
            fell.append(past.slot)
    for slot, winner in results.items():
        if winner is not None and table.playable(number[slot]):
            table.play(number[slot], winner)
    return table.freeze(), tuple(fell)


class _Table:
    """A bracket being changed: the one place where rows are decided."""

    __slots__ = ("gone", "last", "reset", "rows", "seats", "shape")

    def __init__(self, shape: Tree, seats: tuple[Player, ...], reset: bool, rows: Draft, gone: frozenset[Player], last: Happened | None) -> None:
        self.shape, self.seats, self.reset, self.rows, self.gone, self.last = shape, seats, reset, rows, gone, last

    @classmethod
    def of(cls, bracket: Bracket) -> _Table:
        """The table on which this bracket goes on."""
        return cls(bracket.shape, bracket.seats, bracket.reset, Draft(bracket.rows.parts), bracket.gone, bracket.last)

    @classmethod
    def fresh(cls, seats: tuple[Player, ...], reset: bool) -> _Table:
        """The table of a draw, with its byes settled."""
        shape = tree(len(seats).bit_length() - 1)
        table = cls(shape, seats, reset, Draft.empty(len(shape.slots)), frozenset(), None)
        first = range(len(seats) // 2)
        for i in first:
            a, b = shape.sources[i]
            table.rows[i] = Row(seats[a.at], seats[b.at])
        for i in first:
            table.settle(i)
        return table

    def freeze(self) -> Bracket:
        return Bracket(self.seats, self.reset, self.shape, self.rows.done(), self.gone, self.last)

    def playable(self, i: int) -> bool:
        a, b, _, how = self.rows[i]
        return not how and a is not None and b is not None

    def play(self, i: int, winner: Player) -> None:
        a, b, _, _ = self.rows[i]
        loser = (b if winner == a else a) or BYE
        self.last = Happened(self.last, self.shape.slots[i], winner, loser)
        self.decide(i, a, b, winner, loser, "played")

    def leave(self, names: Iterable[Player]) -> None:
        leaving = tuple(names)
        if not leaving or self.rows[self.shape.final + 1].how:
            return
        self.last = Happened(self.last, gone=leaving)
        self.gone |= set(leaving)
        for i, row in enumerate(self.rows.done()):
            if not row.how and (row.a in leaving or row.b in leaving):
                self.settle(i)

    def settle(self, i: int) -> None:
        """Decides a match whose sides are known and not both there; a match of two stays open."""
        a, b, _, how = self.rows[i]
        if how or a is None or b is None:
            return
        a_there, b_there = a != BYE and a not in self.gone, b != BYE and b not in self.gone
        if a_there and b_there:
            return
        how = "empty" if not (a_there or b_there) else "bye" if BYE in (a, b) else "walkover"
        self.decide(i, a, b, a if a_there else b if b_there else BYE, BYE, how)

    def decide(self, i: int, a: Player | None, b: Player | None, winner: Player, loser: Player, how: str) -> None:
        """Writes down how the match of a and b ended and sends both on; the second final is fought only where the unbeaten lost the first (A33)."""
        rows = self.rows
        rows[i] = Row(a, b, winner, how)
        if i == self.shape.final and not (self.reset and how == "played" and winner == b):
            rows[i + 1] = Row(how="unneeded")
            return
        for target, value in ((self.shape.winner_to[i], winner), (self.shape.loser_to[i], loser)):
            if target:
                at, side = target
                known = rows[at]
                rows[at] = Row(known.a, value) if side else Row(value, known.b)
                self.settle(at)
