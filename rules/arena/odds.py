"""The chances in a match: exact, from any state and under any settings, by solving the chain of its rounds (no simulation).

Scores span a grid, and each control state has one. Rounds that take no points away lead to a higher total, so a grid is solved from the top down,
one total at a time; the rare rounds that take points away are put in from the pass before, until nothing changes. Without a floor scores may fall
for ever, and level scores may climb for ever: there the grid ends, and what crosses its edge is dropped. So each chance is right to within the chance
that is missing from their sum, and a grid that drops too much for the state asked about is made larger.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.arena.chain import Chain, Control, control_of, derive
from rules.arena.match import Match, started, verdict
from rules.arena.settings import MATCH_TABLE, Settings
from rules.choices import Choice

Array = NDArray[np.floating[Any]]
Places = NDArray[np.intp]
ENDS = ("A", "B", "D")
ROUNDS = 3
COLUMNS = 4
"""What is solved for in each state: the chance of each end, and the rounds to come."""
SETTLED = 1e-14
DROPPED = 1e-12
"""The chance that a grid may lose over its edges, for the state asked about."""
FALLS, BELOW, ABOVE = 7, 20, 24
"""How far a grid reaches at first: so many fumbles or points below the start, and above the target more points than any round gives."""
KEPT = 64


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance that A wins, that B wins and of a draw, and the expected number of rounds still to come."""

    a: float
    b: float
    draw: float
    rounds: float


class Odds:
    """Answers about matches. It keeps the tables it has worked out, and the caller keeps it: the first answer takes a while, later ones do not."""

    def __init__(self) -> None:
        self._tables: dict[tuple[Settings, tuple[str, str]], list[Table]] = {}
        self._alike: dict[tuple[Any, ...], Table] = {}

    def at(self, match: Match) -> Chance:
        """The chances from this state of a match; a match that is over has its one outcome and no rounds to come."""
        if match.winner:
            return Chance(float(match.winner == "A"), float(match.winner == "B"), float(match.winner == "D"), 0.0)
        return self.table(match).at(match)

    def table(self, match: Match) -> Table:
        """The table that holds this state, worked out on first use. Settings that make no difference to these two combatants share one."""
        control = control_of(match)
        tables = self._tables.setdefault((match.settings, match.classes), [])
        for table in tables:
            if control in table.place:
                return table
        chain = derive(match.settings, match.classes, control)
        s = match.settings
        key = (chain, match.classes, s.target, s.floor, s.tie_rule, s.mage_last_cast)
        table = self._alike.setdefault(key, Table(s, match.classes, chain))
        tables.append(table)
        if len(self._tables) > KEPT:
            del self._tables[next(iter(self._tables))]
        if len(self._alike) > KEPT:
            del self._alike[next(iter(self._alike))]
        return table

    def sensitivity(self, match: Match) -> Iterator[tuple[Choice, Any, Chance]]:
        """The chances from the same state with one setting changed at a time, for each other value: (setting, value, chances).

        Numbers are moved by one either way. One at a time, as each may need a new table.
        """
        for choice in MATCH_TABLE:
            for value in alternatives(choice, getattr(match.settings, choice.name)):
                yield choice, value, self.at(under(match, replace(match.settings, **{choice.name: value})))


def alternatives(choice: Choice, value: Any) -> tuple[Any, ...]:
    """The other values of a setting: all of them where they are named, else one less and one more, or a floor of 0 where there is none."""
    if choice.kind == "one of":
        return tuple(other for other in choice.values if other != value)
    if value is None:
        return (0,)
    return tuple(other for other in (value - 1, value + 1) if choice.low <= other <= choice.high) + (
        (None,) if choice.kind == "whole or none" else ()
    )


def under(match: Match, settings: Settings) -> Match:
    """The same state of a match as it would be under other settings."""
    if match.winner:
        return replace(match, settings=settings)
    low = settings.floor
    score = match.score if low is None else (max(match.score[0], low), max(match.score[1], low))
    barred = match.barred if settings.struck_forever else (False, False)
    winner, sudden = (None, True) if match.sudden and settings.tie_rule == "sudden_death" else verdict(settings, match.classes, score, match.step)
    return replace(match, settings=settings, score=score, winner=winner, sudden=sudden, barred=barred)


class Table:
    """The solved chain of two combatants under one set of settings. The grid of scores is made when first asked for, and enlarged when it must be."""

    def __init__(self, settings: Settings, classes: tuple[str, str], chain: Chain) -> None:
        self.settings = settings
        self.classes = classes
        self.chain = chain
        self.place: dict[Control, int] = {control: c for c, control in enumerate(chain.controls)}
        self._sudden = _sudden_death(settings, classes, chain) if settings.tie_rule == "sudden_death" else np.zeros((len(self.place), COLUMNS))
        self._grid: _Grid | None = None

    def at(self, match: Match) -> Chance:
        """The chances from a state of this table that is not over."""
        c = self.place[control_of(match)]
        row = self._sudden[c] if match.sudden else self._row(c, match.score)
        return Chance(float(row[0]), float(row[1]), float(row[2]), float(row[ROUNDS]))

    def _row(self, c: int, score: tuple[int, int]) -> Array:
        """The solved columns of a control state and score, from a grid whose edges do not matter to it."""
        below = max(BELOW, FALLS * self.settings.fumble_loss)
        for size in count():
            if self._grid is None or not self._grid.covers(score):
                low = min(0, *score) - below * (2 + size) // 2
                low = low if self.settings.floor is None else max(low, self.settings.floor)
                high = max(self.settings.target, *score) + ABOVE * (2 + size) // 2
                self._grid = _Grid(self.settings, self.classes, self.chain, self._sudden, low, high)
            row = self._grid.at(c, score)
            if 1 - row[:ROUNDS].sum() <= DROPPED:
                break
            self._grid = None
        return row


def _fate(settings: Settings, classes: tuple[str, str], control: Control, regime: int) -> int | None:
    """What arriving at a control state in a regime of scores means: an end (by number), -1 for sudden death, None to go on.

    A regime is all that `verdict` can see of two scores: who has reached the target, and who is ahead.
    """
    (has_a, has_b), ahead = divmod(regime // 3, 2), regime % 3 - 1
    a = settings.target + has_a * 3 - 2 + max(ahead, 0) * (has_a == has_b)
    b = settings.target + has_b * 3 - 2 + max(-ahead, 0) * (has_a == has_b)
    winner, sudden = verdict(settings, classes, (a, b), control.step)
    return -1 if sudden else ENDS.index(winner) if winner else None


def _sudden_death(settings: Settings, classes: tuple[str, str], chain: Chain) -> Array:
    """The solved columns of each control state once the first uneven round decides: scores no longer matter, so one small system."""
    n = len(chain.controls)
    go_on, known = np.zeros((n, n)), np.zeros((n, COLUMNS))
    known[:, ROUNDS] = 1
    for c, moves in enumerate(chain.moves):
        for move in moves:
            winner = move.winner or verdict(settings, classes, (0, 0), (1, 1), True, move.gained)[0]
            if winner:
                known[c, ENDS.index(winner)] += move.chance
            else:
                go_on[c, move.to] += move.chance
    return np.linalg.solve(np.eye(n) - go_on, known)


class _Terms:
    """The moves of a chain that share a direction: which control state and gains each leads to, and its chance from each control state."""

    def __init__(self, chain: Chain, wanted: Any) -> None:
        keys = sorted({(m.to, m.gained) for moves in chain.moves for m in moves if not m.winner and wanted(*m.gained)})
        self.to = np.array([to for to, _ in keys], dtype=np.intp)
        self.gained = np.array([gained for _, gained in keys], dtype=np.intp).reshape(-1, 2)
        self.weight = np.zeros((len(chain.controls), len(keys)))
        number = {key: t for t, key in enumerate(keys)}
        for c, moves in enumerate(chain.moves):
            for move in moves:
                if (t := number.get((move.to, move.gained))) is not None and not move.winner:
                    self.weight[c, t] += move.chance


class _Grid:
    """Every score from `low` to `high` for both sides, in every control state."""

    def __init__(self, settings: Settings, classes: tuple[str, str], chain: Chain, sudden: Array, low: int, high: int) -> None:
        self.low, self.size = low, high - low + 1
        self._floored, self._target = low == settings.floor, settings.target
        controls = len(chain.controls)
        regime = self._regimes(*np.indices((self.size, self.size)))
        self._open = np.zeros((controls, 12), dtype=bool)
        self._flat = np.zeros((controls * self.size**2 + 1, COLUMNS))  # the last row is where what crosses an edge goes: it stays zero
        self.values = self._flat[:-1].reshape(controls, self.size, self.size, COLUMNS)
        for c, control in enumerate(chain.controls):
            for r in np.unique(regime):
                fate = _fate(settings, classes, control, int(r))
                self._open[c, r] = fate is None
                if fate is not None:
                    self.values[c, regime == r] = sudden[c] if fate < 0 else np.eye(COLUMNS)[fate]
        self._lay_out(chain, regime)
        self._solve()

    def covers(self, score: tuple[int, int]) -> bool:
        """Whether both scores lie on the grid."""
        return all(0 <= points - self.low < self.size for points in score)

    def at(self, c: int, score: tuple[int, int]) -> Array:
        """The solved columns of one state."""
        row: Array = self.values[c, score[0] - self.low, score[1] - self.low]
        return row

    def _regimes(self, x: Places, y: Places) -> Places:
        """The regime of scores (see `_fate`) at these places of the grid."""
        goal = self._target - self.low
        return (x >= goal) * 6 + (y >= goal) * 3 + np.sign(x - y) + 1

    def _lay_out(self, chain: Chain, regime: Places) -> None:
        """Puts the cells where the match goes on in the order in which they are solved, and works out once where each move leads from them."""
        somewhere: NDArray[np.bool_] = np.any(self._open, axis=0)
        x, y = np.nonzero(somewhere[regime])
        alike = np.unique(self._open, axis=1, return_inverse=True)[1].ravel()[regime[x, y]]  # regimes in which the same control states go on
        order = np.lexsort((y, alike, -(x + y)))
        self._x, self._y, self._regime = x[order], y[order], regime[x, y][order]
        totals = (self._x + self._y) * 12 + alike[order]
        self._groups = np.split(np.arange(len(order)), np.flatnonzero(np.diff(totals)) + 1)
        self._up = _Terms(chain, lambda a, b: min(a, b) >= 0 and max(a, b) > 0)
        self._down = _Terms(chain, lambda a, b: min(a, b) < 0)
        self._still = np.zeros((len(chain.controls), len(chain.controls)))
        still = _Terms(chain, lambda a, b: a == b == 0)
        self._still[:, still.to] = still.weight
        self._known = np.zeros((len(chain.controls), len(order), COLUMNS))
        self._known[:, :, ROUNDS] = 1
        for c, moves in enumerate(chain.moves):
            for move in moves:
                if move.winner:
                    self._known[c, :, ENDS.index(move.winner)] += move.chance
        self._up_cells, self._down_cells = (self._targets(terms) for terms in (self._up, self._down))

    def _targets(self, terms: _Terms) -> Places:
        """The flat place each term leads to from each cell.

        Beyond the top both scores are moved down alike; where that or the bottom would matter, the place is the one for what is dropped.
        """
        x, y = (at[None, :] + terms.gained[:, side, None] for side, at in enumerate((self._x, self._y)))
        to, over = terms.to[:, None], np.maximum(np.maximum(x, y) - (self.size - 1), 0)
        cx, cy = np.maximum(x - over, 0), np.maximum(y - over, 0)
        meant, kept = self._regimes(x, y), self._regimes(cx, cy)
        outside = over > 0 if self._floored else (over > 0) | (x < 0) | (y < 0)
        lost = outside & (self._open[to, meant] | (meant != kept))
        place: Places = np.where(lost, len(self._flat) - 1, (to * self.size + cx) * self.size + cy)
        return place

    def _solve(self) -> None:
        """Passes over the grid from the highest total down until a pass changes nothing."""
        inverse = {
            int(r): np.linalg.inv(np.eye(len(self._still)) - self._still * self._open[:, r] * self._open[:, r, None]) for r in set(self._regime)
        }
        while True:
            before = self.values[:, self._x, self._y]
            base = self._known + _mixed(self._down.weight, self._flat[self._down_cells])
            for cells in self._groups:
                self._solve_total(base[:, cells], cells, inverse)
            now = self.values[:, self._x, self._y]
            if not now.size or np.abs(now - before).max() <= SETTLED * max(1.0, float(now.max())):
                return

    def _solve_total(self, base: Array, cells: Places, inverse: dict[int, Array]) -> None:
        """Solves the cells of one total and regime: higher totals are known, and control states are bound by the rounds that change no score."""
        r, x, y = int(self._regime[cells[0]]), self._x[cells], self._y[cells]
        going = self._open[:, r]
        known = base + _mixed(self._up.weight, self._flat[self._up_cells[:, cells]])
        if not going.all():
            known += _mixed(self._still[:, ~going], self.values[~going][:, x, y])
        solved = _mixed(inverse[r], known * going[:, None, None])
        where = np.nonzero(going)[0]
        self.values[where[:, None], x[None, :], y[None, :]] = solved[where]


def _mixed(weight: Array, values: Array) -> Array:
    """Weighted sums over the first axis of `values`."""
    shape = values.shape[1:]
    return (weight @ values.reshape(len(values), prod(shape))).reshape(len(weight), *shape)


def odds_outcome(settings: Settings, given: Mapping[str, Any]) -> dict[str, float]:
    """The outcome of an arena.odds case: `classes`, `men_at_arms`, and optionally the `score` (or any state that arena.match takes) to start from."""
    chance = Odds().at(started(settings, given))
    return {"A": chance.a, "B": chance.b, "draw": chance.draw, "rounds": chance.rounds}
