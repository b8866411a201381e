"""The chances in a match: exact, from any state and under any settings, by solving the chain of its rounds (no simulation).

Scores span a grid, and each control state has one. Rounds that take no points away lead to a higher total, so a grid is solved from the top down,
one total at a time; the rare rounds that take points away are put in from the pass before, until nothing changes. Without a floor scores may fall
for ever, and level scores may climb for ever: there the grid ends, and what crosses its edge is dropped. So each chance is right to within the chance
that is missing from their sum, and a grid that drops too much for the state asked about is made larger.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count, pairwise
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.arena.chain import Chain, Control, control_of, derive
from rules.arena.match import Match, started, verdict
from rules.arena.settings import MATCH_TABLE, Settings
from rules.arena.whatif import alternatives, under
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
FALLS, BELOW, ABOVE = 7, 16, 24
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
    go_on, known = np.zeros((len(chain.controls), len(chain.controls))), _known(chain)
    for c, moves in enumerate(chain.moves):
        for move in moves:
            if move.winner:
                continue
            winner = verdict(settings, classes, (0, 0), (1, 1), True, move.gained)[0]
            if winner:
                known[c, ENDS.index(winner)] += move.chance
            else:
                go_on[c, move.to] += move.chance
    return np.linalg.solve(np.eye(len(go_on)) - go_on, known)


class _Terms:
    """The moves of a chain that share a direction: which control state and gains each leads to, and its chance from each control state."""

    def __init__(self, chain: Chain, wanted: Callable[[int, int], bool]) -> None:
        keys = sorted({(m.to, m.gained) for moves in chain.moves for m in moves if not m.winner and wanted(*m.gained)})
        self.to = np.array([to for to, _ in keys], dtype=np.intp)
        self.gained = np.array([gained for _, gained in keys], dtype=np.intp).reshape(-1, 2)
        self.weight = np.zeros((len(chain.controls), len(keys)))
        number = {key: t for t, key in enumerate(keys)}
        for c, moves in enumerate(chain.moves):
            for move in moves:
                if (t := number.get((move.to, move.gained))) is not None and not move.winner:
                    self.weight[c, t] += move.chance


class _Step(NamedTuple):
    """Cells of one total that are solved together: which they are, where rounds that gain points lead from them, their own places in the control
    states that go on, and how these states hang together by rounds that change no score."""

    cells: slice
    up: Places
    own: Places
    bound: Array


class _Grid:
    """Every score from `low` to `high` for both sides, in every control state. A place is a row of `_flat`: control state, A's score, B's score."""

    def __init__(self, settings: Settings, classes: tuple[str, str], chain: Chain, sudden: Array, low: int, high: int) -> None:
        self.low, self.size = low, high - low + 1
        self._floored, self._target = low == settings.floor, settings.target
        controls = len(chain.controls)
        regime = self._regimes(*np.indices((self.size, self.size)))
        self._open = np.zeros((controls, 12), dtype=bool)
        self._flat = np.zeros((controls * self.size**2 + 1, COLUMNS))  # the last row is where what crosses an edge goes: it stays zero
        values = self._flat[:-1].reshape(controls, self.size, self.size, COLUMNS)
        for c, control in enumerate(chain.controls):
            for r in np.unique(regime):
                fate = _fate(settings, classes, control, int(r))
                self._open[c, r] = fate is None
                if fate is not None:
                    values[c, regime == r] = sudden[c] if fate < 0 else np.eye(COLUMNS)[fate]
        self._solve(chain, regime)

    def covers(self, score: tuple[int, int]) -> bool:
        """Whether both scores lie on the grid."""
        return all(0 <= points - self.low < self.size for points in score)

    def at(self, c: int, score: tuple[int, int]) -> Array:
        """The solved columns of one state."""
        row: Array = self._flat[self._place(c, score[0] - self.low, score[1] - self.low)]
        return row

    def _place(self, c: Any, x: Any, y: Any) -> Any:
        """The place of control states and scores, these counted from `low`."""
        return (c * self.size + x) * self.size + y

    def _regimes(self, x: Places, y: Places) -> Places:
        """The regime of scores (see `_fate`), these counted from `low`."""
        goal = self._target - self.low
        return (x >= goal) * 6 + (y >= goal) * 3 + np.sign(x - y) + 1

    def _solve(self, chain: Chain, regime: Places) -> None:
        """Passes over the cells where the match goes on, from the highest total down, until a pass changes nothing."""
        x, y, groups = self._order(regime)
        up, down = _Terms(chain, lambda a, b: min(a, b) >= 0 and max(a, b) > 0), _Terms(chain, lambda a, b: min(a, b) < 0)
        here, risen, fallen = self._place(np.arange(len(chain.controls))[:, None], x, y), self._targets(up, x, y), self._targets(down, x, y)
        known = _known(chain)[:, None, :] + _mixed(_still(chain), self._flat[here])  # so far the places hold nothing but ends
        bounds = {r: self._bound(_still(chain), r) for r, _ in groups}
        steps = [_Step(cells, risen[:, cells].copy(), here[self._open[:, r], cells], bounds[r]) for r, cells in groups]
        while True:
            before = self._flat[here]
            base = known + _mixed(down.weight, self._flat[fallen])
            for step in steps:
                self._flat[step.own] = _mixed(step.bound, base[:, step.cells] + _mixed(up.weight, self._flat[step.up]))
            change = np.abs(self._flat[here] - before)
            if not change.size or change.max() <= SETTLED * max(1.0, float(before.max())):
                return

    def _order(self, regime: Places) -> tuple[Places, Places, list[tuple[int, slice]]]:
        """The scores at which the match goes on, highest total first, and the groups in which they are solved, each with a regime it stands for.

        A group has one total, and the same control states go on in all of it.
        """
        x, y = np.nonzero(np.asarray(self._open.any(axis=0))[regime])
        alike = np.unique(self._open, axis=1, return_inverse=True)[1].ravel()[regime[x, y]]
        order = np.lexsort((alike, -(x + y)))
        x, y, alike = x[order], y[order], alike[order]
        starts = [0, *(np.flatnonzero(np.diff((x + y) * 12 + alike)) + 1).tolist(), len(x)]
        return x, y, [(int(regime[x[start], y[start]]), slice(start, end)) for start, end in pairwise(starts) if start < end]

    def _bound(self, still: Array, r: int) -> Array:
        """How control states that go on in this regime hang together by rounds that change no score: their worth from what is known of each."""
        going = self._open[:, r]
        bound: Array = (np.linalg.inv(np.eye(len(still)) - still * going * going[:, None]) * going)[going]
        return bound

    def _targets(self, terms: _Terms, x: Places, y: Places) -> Places:
        """The place each term leads to from each cell.

        Beyond the top both scores are moved down alike; where that or the bottom would matter, the place is the one for what is dropped.
        """
        to, tx, ty = terms.to[:, None], x + terms.gained[:, :1], y + terms.gained[:, 1:]
        over = np.maximum(np.maximum(tx, ty) - (self.size - 1), 0)
        kx, ky = np.maximum(tx - over, 0), np.maximum(ty - over, 0)
        meant, kept = self._regimes(tx, ty), self._regimes(kx, ky)
        outside = over > 0 if self._floored else (over > 0) | (tx < 0) | (ty < 0)
        lost = outside & (self._open[to, meant] | (meant != kept))
        place: Places = np.where(lost, len(self._flat) - 1, self._place(to, kx, ky))
        return place


def _known(chain: Chain) -> Array:
    """What each control state is worth by the round itself: one round, and the ends that come at once."""
    known = np.zeros((len(chain.controls), COLUMNS))
    known[:, ROUNDS] = 1
    for c, moves in enumerate(chain.moves):
        for move in moves:
            if move.winner:
                known[c, ENDS.index(move.winner)] += move.chance
    return known


def _still(chain: Chain) -> Array:
    """The chance of each change of control state that changes no score."""
    still = np.zeros((len(chain.controls), len(chain.controls)))
    for c, moves in enumerate(chain.moves):
        for move in moves:
            if not move.winner and move.gained == (0, 0):
                still[c, move.to] += move.chance
    return still


def _mixed(weight: Array, values: Array) -> Array:
    """Weighted sums over the first axis of `values`."""
    shape = values.shape[1:]
    return (weight @ values.reshape(len(values), prod(shape))).reshape(len(weight), *shape)


def odds_outcome(settings: Settings, given: Mapping[str, Any]) -> dict[str, float]:
    """The outcome of an arena.odds case: `classes`, `men_at_arms`, and optionally the `score` (or any state that arena.match takes) to start from."""
    chance = Odds().at(started(settings, given))
    return {"A": chance.a, "B": chance.b, "draw": chance.draw, "rounds": chance.rounds}
