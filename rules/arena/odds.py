"""The chances in a match: exact, from any state and under any settings, by solving the chain of its rounds (no simulation).

Scores span a grid, and each control state has one. Rounds that take no points away lead to a higher total, so a grid is solved from the top down,
one total at a time. Rounds that take points away are rare: each pass lets a match have one more of them, and so needs only the scores that those
still to come can reach. What would take more of them, or cross an edge of the grid, is dropped. So each chance is right to within the chance that
is missing from their sum, and a grid that drops too much for the state asked about is made larger.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count, pairwise
from math import factorial, prod
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
DROPPED = 1e-12
"""The chance that a grid may lose over its edges, for the state asked about."""
FALLS, ABOVE = 10, 24
"""How far a grid reaches at first: so many rounds that take points away, and above the target more points than any round gives."""
FALLS_WITH_MEN = 2
"""So many more where a man-at-arms may hit his own mage."""
KEPT = 64
BOTH_LEVEL = 10
"""The regime in which both have reached the target with the same score."""


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
        falls = FALLS + FALLS_WITH_MEN * ("present" in self.chain.controls[0].men_at_arms)
        for times in count(1):
            if self._grid is None or not self._grid.covers(score):
                self._grid = _Grid(self.settings, self.classes, self.chain, self._sudden, _span(self.settings, self.chain, score, falls, times))
            row = self._grid.at(c, score)
            if (missing := 1 - float(row[:ROUNDS].sum())) <= DROPPED:
                break
            falls = _enough(self._grid.falls, missing)
            self._grid = None
        return row


class _Span(NamedTuple):
    """The scores of a grid. Those from `core` up are asked about; `loss` is the most that one round takes from one side, `falls` how many such
    rounds a match may have; between them they set `low`, the lowest score that is looked at."""

    low: int
    core: int
    high: int
    loss: int
    falls: int


def _enough(falls: int, missing: float) -> int:
    """How many falls to allow when so many let this chance go missing: falls are rare, and so come about as Poisson found."""
    often = (missing * factorial(falls + 1)) ** (1 / (falls + 1))
    return next(n for n in count(falls + 1) if often ** (n + 1) / factorial(n + 1) < DROPPED / 4)


def _span(settings: Settings, chain: Chain, score: tuple[int, int], falls: int, times: int) -> _Span:
    """What a grid spans that allows so many falls and covers the score, made for the so-many-th time: a match that stands one fall lower is covered
    as well."""
    loss = max([0, *(-points for moves in chain.moves for move in moves if not move.winner for points in move.gained)])
    above = max(ABOVE * (1 + times) // 2, 2 * loss + 2)
    core = min(0, *score) - loss
    floor = settings.floor if settings.floor is not None else core - falls * loss
    return _Span(max(floor, core - falls * loss), max(floor, core), max(settings.target, *score) + above, loss, falls if loss else 0)


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
    """The moves of a chain that change the score: which control state and gains each leads to, and its chance from each control state."""

    def __init__(self, chain: Chain) -> None:
        keys = sorted({(m.to, m.gained) for moves in chain.moves for m in moves if not m.winner and m.gained != (0, 0)})
        self.to = np.array([to for to, _ in keys], dtype=np.intp)
        self.gained = np.array([gained for _, gained in keys], dtype=np.intp).reshape(-1, 2)
        self.weight = np.zeros((len(chain.controls), len(keys)))
        number = {key: t for t, key in enumerate(keys)}
        for c, moves in enumerate(chain.moves):
            for move in moves:
                if (t := number.get((move.to, move.gained))) is not None and not move.winner:
                    self.weight[c, t] += move.chance


class _Step(NamedTuple):
    """Cells of one total that are solved together, those that take fewest falls to reach first: how many falls each takes, where rounds lead from
    them, what the round itself is worth, their own places in the control states that go on, and how these hang together by rounds that change no
    score."""

    depth: Places
    to: Places
    known: Array
    own: Places
    bound: Array


class _Grid:
    """Every score from `low` to `high` for both sides, in every control state. A place is a row of `_flat`: control state, A's score, B's score."""

    def __init__(self, settings: Settings, classes: tuple[str, str], chain: Chain, sudden: Array, span: _Span) -> None:
        self._span, self.falls = span, span.falls
        self.low, self.size = span.low, span.high - span.low + 1
        self._floored, self._target = span.low == settings.floor, settings.target
        controls = len(chain.controls)
        regime = self._regimes(*np.indices((self.size, self.size)))
        self._open = np.zeros((controls, 12), dtype=bool)
        fates = {(c, int(r)): _fate(settings, classes, control, int(r)) for c, control in enumerate(chain.controls) for r in np.unique(regime)}
        drawn = 2 in fates.values() or any(move.winner == "D" for moves in chain.moves for move in moves) or sudden[:, 2].any()
        self._columns = [0, 1, 2, ROUNDS] if drawn else [0, 1, ROUNDS]
        self._flat = np.zeros((controls * self.size**2 + 1, len(self._columns)))  # the last row is where what crosses an edge goes: it stays zero
        values = self._flat[:-1].reshape(controls, self.size, self.size, -1)
        for (c, r), fate in fates.items():
            self._open[c, r] = fate is None
            if fate is not None:
                values[c, regime == r] = (sudden[c] if fate < 0 else np.eye(COLUMNS)[fate])[self._columns]
        self._solve(chain, regime)

    def covers(self, score: tuple[int, int]) -> bool:
        """Whether both scores are among those it is solved for."""
        return all(self._span.core <= points <= self._span.high for points in score)

    def at(self, c: int, score: tuple[int, int]) -> Array:
        """The solved columns of one state."""
        row: Array = np.zeros(COLUMNS)
        row[self._columns] = self._flat[self._place(c, score[0] - self.low, score[1] - self.low)]
        return row

    def _place(self, c: Any, x: Any, y: Any) -> Any:
        """The place of control states and scores, these counted from `low`."""
        return (c * self.size + x) * self.size + y

    def _regimes(self, x: Places, y: Places) -> Places:
        """The regime of scores (see `_fate`), these counted from `low`."""
        goal = self._target - self.low
        return (x >= goal) * 6 + (y >= goal) * 3 + np.sign(x - y) + 1

    def _solve(self, chain: Chain, regime: Places) -> None:
        """Passes over the cells where the match goes on, from the highest total down; each allows one fall more from the scores asked about."""
        x, y, depth, groups = self._order(regime)
        terms = _Terms(chain)
        here, to = self._place(np.arange(len(chain.controls))[:, None], x, y), self._targets(terms, x, y)
        still = _still(chain)
        known = _known(chain)[:, None, self._columns] + _mixed(still, self._flat[here])  # so far the places hold nothing but ends
        bounds = {r: self._bound(still, r) for r in {r for r, _ in groups}}
        steps = [_Step(depth[c], to[:, c].copy(), known[:, c], here[self._open[:, r], c], bounds[r]) for r, c in groups]
        for falls in range(self.falls, -1, -1):
            for step in steps:
                n = int(np.searchsorted(step.depth, falls, "right"))
                if n:
                    ahead = np.take(self._flat, step.to[:, :n], axis=0)
                    self._flat[step.own[:, :n]] = _mixed(step.bound, step.known[:, :n] + _mixed(terms.weight, ahead))

    def _order(self, regime: Places) -> tuple[Places, Places, Places, list[tuple[int, slice]]]:
        """The scores at which the match goes on, highest total first, how many falls lead to each, and the groups in which they are solved, each
        with a regime it stands for.

        A group has one total, and the same control states go on in all of it.
        """
        x, y = np.nonzero(np.asarray(self._open.any(axis=0))[regime])
        core = self._span.core - self.low
        falls_a, falls_b = (-(-np.maximum(core - side, 0) // max(self._span.loss, 1)) for side in (x, y))
        depth = falls_a + falls_b
        near = depth <= self.falls
        x, y, depth = x[near], y[near], depth[near]
        alike = np.unique(self._open, axis=1, return_inverse=True)[1].ravel()[regime[x, y]]
        order = np.lexsort((depth, alike, -(x + y)))
        x, y, depth, alike = x[order], y[order], depth[order], alike[order]
        starts = [0, *(np.flatnonzero(np.diff((x + y) * 12 + alike)) + 1).tolist(), len(x)]
        return x, y, depth, [(int(regime[x[start], y[start]]), slice(start, end)) for start, end in pairwise(starts) if start < end]

    def _bound(self, still: Array, r: int) -> Array:
        """How control states that go on in this regime hang together by rounds that change no score: their worth from what is known of each."""
        going = self._open[:, r]
        bound: Array = (np.linalg.inv(np.eye(len(still)) - still * going * going[:, None]) * going)[going]
        return bound

    def _targets(self, terms: _Terms, x: Places, y: Places) -> Places:
        """The place each term leads to from each cell: a fixed step away, but for cells from which a step may cross an edge."""
        place: Places = self._place(terms.to[:, None], x + terms.gained[:, :1], y + terms.gained[:, 1:])
        edge = (np.maximum(x, y) + terms.gained.max(initial=0) >= self.size) | (np.minimum(x, y) < self._span.loss)
        place[:, edge] = self._over_the_edge(terms, x[edge], y[edge])
        return place

    def _over_the_edge(self, terms: _Terms, x: Places, y: Places) -> Places:
        """The same for cells near an edge.

        Beyond the top both scores are moved down alike; where that or the bottom would matter, the place is the one for what is dropped. It matters
        not for level scores beyond the target: how far beyond shows only when three rounds take points from both.
        """
        to, tx, ty = terms.to[:, None], x + terms.gained[:, :1], y + terms.gained[:, 1:]
        over = np.maximum(np.maximum(tx, ty) - (self.size - 1), 0)
        kx, ky = np.maximum(tx - over, 0), np.maximum(ty - over, 0)
        meant, kept = self._regimes(tx, ty), self._regimes(kx, ky)
        outside = over > 0 if self._floored else (over > 0) | (tx < 0) | (ty < 0)
        lost = outside & ((self._open[to, meant] & (meant != BOTH_LEVEL)) | (meant != kept))
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
