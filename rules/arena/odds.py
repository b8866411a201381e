"""The chances in a match: exact, from any state and under any settings, by solving the chain of its rounds (no simulation).

Scores span a grid, and each control state has one. Rounds that take no points away lead to a higher total, so a grid is solved from the top down,
one total at a time. A round that takes points away, a fall, is rare: each pass lets a match have one more of them, and so needs only the scores at
which it can be after that many (see `odds_reach`). What is not solved counts as nothing.

So the chances found are too small, never too large, and each of them is right to within what their sum lacks of 1, however the grid was chosen: a
grid that lacks more than `DROPPED` for the state asked about is made larger. The rounds found are too few by that same chance times the rounds
still to come where it was lost, which are few beside 1 / `DROPPED`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.arena.chain import Chain, Control, control_of, derive
from rules.arena.match import Match, started, verdict
from rules.arena.odds_reach import Array, Places, Span, Unreckoned, falls_to, span_of
from rules.arena.settings import MATCH_TABLE, Settings
from rules.arena.whatif import alternatives, under
from rules.choices import Choice

ENDS = ("A", "B", "D")
ROUNDS = 3
COLUMNS = 4
"""What is solved for in each state: the chance of each end, and the rounds to come."""
DROPPED = 1e-11
"""The chance that a grid may lose, for the state asked about."""
AIM = 2e-11
"""The chance with which a score is left out at first: bounds are wide, so that less than `DROPPED` comes of it."""
KEPT = 64
TRIES = 9
"""So often a grid is enlarged at most."""
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
        """The chances from this state of a match; a match that is over has its one outcome and no rounds to come. Unreckoned where they are too far
        to find: where a barred mage can neither win nor lose, a match may never end."""
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
        aim = AIM
        for times in range(1, TRIES):
            if self._grid is None or not self._grid.covers(score):
                self._grid = _Grid(self.settings, self.classes, self.chain, self._sudden, span_of(self.settings, self.chain, score, aim, times))
            row = self._grid.at(c, score)
            if (missing := 1 - float(row[:ROUNDS].sum())) <= DROPPED:
                return row
            aim *= max(DROPPED / missing, 0.04) / 4  # the top edge may be to blame as well
            self._grid = None
        raise Unreckoned(score)  # what is missing does not come: such a match may never end


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


class _Cells(NamedTuple):
    """The cells where the match goes on, highest total first: scores (counted from `low`), the falls that lead to each, and their regimes. Those from
    one start to the next are a group: one total, the same control states go on, and all or none of them near an edge."""

    x: Places
    y: Places
    fewest: Places
    most: Places
    regime: Places
    edge: NDArray[np.bool_]
    starts: Places


class _Step(NamedTuple):
    """A group of cells, solved together: the place of each, where moves lead (from each, or how far from all), the control states that go on, what
    the round itself is worth and the weights of what the moves lead to, both with rounds that change no score played out, and, where all goes on, the
    values themselves."""

    place: Places
    to: Places
    afar: bool
    own: Places
    known: Array
    weight: Array
    values: Array | None


class _Grid:
    """Every score from `low` to `high` for both sides, in every control state. A place is a row of `_flat`: total, control state, A's score."""

    def __init__(self, settings: Settings, classes: tuple[str, str], chain: Chain, sudden: Array, span: Span) -> None:
        self._span, self._target = span, settings.target
        self.low, self.size = span.low, span.high - span.low + 1
        self._floored = span.low == settings.floor
        self._controls = controls = len(chain.controls)
        x, y = (side.ravel() for side in np.indices((self.size, self.size)))
        regime = self._regimes(x, y)
        self._open = np.zeros((controls, 12), dtype=bool)
        fates = {(c, int(r)): _fate(settings, classes, control, int(r)) for c, control in enumerate(chain.controls) for r in np.unique(regime)}
        self._flat = np.zeros((2 * self.size * controls * self.size + 1, COLUMNS))  # what crosses an edge goes to the last row: it stays zero
        for (c, r), fate in fates.items():
            self._open[c, r] = fate is None
            if fate is not None:
                here = regime == r
                self._flat[self._place(c, x[here], y[here])] = sudden[c] if fate < 0 else np.eye(COLUMNS)[fate]
        self._solve(chain, x, y, regime)

    def covers(self, score: tuple[int, int]) -> bool:
        """Whether both scores are among those it is solved for."""
        return all(core <= points <= self._span.high for core, points in zip(self._span.core, score, strict=True))

    def at(self, c: int, score: tuple[int, int]) -> Array:
        """The solved columns of one state."""
        row: Array = self._flat[self._place(c, score[0] - self.low, score[1] - self.low)]
        return row

    def _place(self, c: Any, x: Any, y: Any) -> Any:
        """The place of control states and scores, these counted from `low`."""
        return ((x + y) * self._controls + c) * self.size + x

    def _regimes(self, x: Places, y: Places) -> Places:
        """The regime of scores (see `_fate`), these counted from `low`."""
        goal = self._target - self.low
        return (x >= goal) * 6 + (y >= goal) * 3 + np.sign(x - y) + 1

    def _solve(self, chain: Chain, x: Places, y: Places, regime: Places) -> None:
        """Passes over the cells where the match goes on, from the highest total down; each allows one fall more from the scores asked about."""
        terms = _Terms(chain)
        cells = self._cells(terms, x, y, regime)
        steps = self._steps(chain, terms, cells)
        number = np.arange(len(cells.x))
        for falls in range(int(cells.most.max(initial=0)), -1, -1):
            now = (cells.fewest <= falls) & (falls <= cells.most)
            first = np.minimum.reduceat(np.where(now, number, len(number)), cells.starts) - cells.starts
            last = np.maximum.reduceat(np.where(now, number, -1), cells.starts) + 1 - cells.starts
            some = last > 0
            for i, start, end in zip(np.flatnonzero(some).tolist(), first[some].tolist(), last[some].tolist(), strict=True):
                self._take(steps[i], slice(start, end))

    def _take(self, step: _Step, part: slice) -> None:
        """Solve part of a group from the values that its moves lead to."""
        place = step.place[part]
        ahead = self._flat.take(step.to + place if step.afar else step.to[:, part], axis=0, mode="clip")
        known = step.known if step.known.shape[1] == 1 else step.known[:, part]
        if step.values is None:
            self._flat[step.own + place] = known + _mixed(step.weight, ahead)
        else:
            np.add(known, _mixed(step.weight, ahead), out=step.values[:, part])

    def _cells(self, terms: _Terms, x: Places, y: Places, regime: Places) -> _Cells:
        """The cells that the passes go over, in order. Within a group, those that so many falls lead to are neighbours."""
        scores = np.arange(self.size) + self.low
        fewest, most = (limit.ravel() for limit in falls_to(self._span, scores, scores))
        near = np.flatnonzero(np.asarray(self._open.any(axis=0))[regime] & (fewest <= most))
        x, y, regime = x[near], y[near], regime[near]
        edge = (np.maximum(x, y) + terms.gained.max(initial=0) >= self.size) | (np.minimum(x, y) < self._span.loss)
        alike = np.unique(self._open, axis=1, return_inverse=True)[1].ravel()[regime] * 2 + edge
        order = np.lexsort((x, alike, -(x + y)))
        changes = np.flatnonzero(np.diff(((x + y) * 24 + alike)[order])) + 1
        return _Cells(x[order], y[order], fewest[near][order], most[near][order], regime[order], edge[order], np.array([0, *changes], dtype=np.intp))

    def _steps(self, chain: Chain, terms: _Terms, cells: _Cells) -> list[_Step]:
        """What there is to solve for each group."""
        still, known, place = _still(chain), _known(chain)[:, None], self._place(0, cells.x, cells.y)
        afar = self._place(terms.to, terms.gained[:, 0], terms.gained[:, 1])[:, None]
        plain = {r: self._bound(still, r) for r in np.unique(cells.regime).tolist()}
        weights: dict[int, Array] = {r: bound @ terms.weight for r, bound in plain.items()}
        steps = []
        for start, end in pairwise([*cells.starts.tolist(), len(place)]):
            here, r, x, y = place[start:end], int(cells.regime[start]), cells.x[start:end], cells.y[start:end]
            bound, weight = plain[r], weights[r]
            worth: Array = known
            values: Array | None = None
            if x[0] == y[0] == self.size - 1:
                bound, weight = self._top(still, terms, r)
            if not self._open[:, r].all():  # so far the places hold nothing but ends
                worth = known + _mixed(still, self._flat[np.arange(self._controls)[:, None] * self.size + here])
            elif x[-1] - x[0] == end - start - 1:
                values = self._flat[:-1].reshape(-1, self._controls, self.size, COLUMNS)[x[0] + y[0], :, x[0] : x[-1] + 1]
            to = self._over_the_edge(terms, x, y) if cells.edge[start] else afar
            own = np.flatnonzero(self._open[:, r])[:, None] * self.size
            steps.append(_Step(here, to, not cells.edge[start], own, _mixed(bound, worth), weight, values))
        return steps

    def _top(self, still: Array, terms: _Terms, r: int) -> tuple[Array, Array]:
        """The bound and the weights of the highest cell, where gaining alike changes nothing (see `_over_the_edge`)."""
        alike = (terms.gained[:, 0] == terms.gained[:, 1]) & (terms.gained[:, 0] > 0)
        up = np.stack([(terms.weight * (alike & (terms.to == c))).sum(axis=1) for c in range(self._controls)], axis=1)
        bound = self._bound(still + up, r)
        return bound, bound @ (terms.weight * ~alike)

    def _bound(self, still: Array, r: int) -> Array:
        """How control states that go on in this regime hang together by rounds that change no score: their worth from what is known of each."""
        going = self._open[:, r]
        bound: Array = (np.linalg.inv(np.eye(len(still)) - still * going * going[:, None]) * going)[going]
        return bound

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
