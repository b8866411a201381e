"""Where a match can get: which scores it comes to with more than a negligible chance, and after how many falls.

A fall is a round that takes points away on the whole. Give every point and every fall a weight, so that a match counts exp(each n - ax - by) at the
scores (x, y) after n falls. Where the weights make no round gain on average, the count never grows on average, and so a match that starts from
(0, 0) stands at (x, y) after n falls with a chance of about exp(ax + by - each n) at most (Chernoff). Many such weights together rule out
nearly all of what is improbable.
"""

from __future__ import annotations

from itertools import count
from math import log
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.arena.chain import Chain
from rules.arena.settings import Settings

Array = NDArray[np.floating[Any]]
Places = NDArray[np.intp]
DEEPEST = -400
"""No grid goes deeper: the work grows with the square of its depth."""
ABOVE = 24
"""How far a grid reaches at first above the target: more points than any round gives."""
DIRECTIONS = 80
"""In so many directions weights are sought."""
SLIGHT = 1e-6
"""A weight of a fall that is none."""
HALVINGS, DOUBLINGS = 12, 12
"""How closely a weight is sought, and after how many rounds (a power of two) one looks whether it lets anything grow."""
ENDLESS = 1000
"""More falls than any match has."""


class Span(NamedTuple):
    """The scores of a grid. Those from `core` up (A's and B's) are asked about; `loss` is the most that one round takes from one side, `low` the
    lowest score that is looked at, `weights` are rows (a, b, each) as above, and a chance below `aim` does not count."""

    low: int
    core: tuple[int, int]
    high: int
    target: int
    loss: int
    weights: Array
    aim: float


class Unreckoned(ArithmeticError):
    """Under these settings a side sinks so deep, or a match goes on so endlessly, that its chances are not worked out."""


def span_of(settings: Settings, chain: Chain, score: tuple[int, int], aim: float, times: int) -> Span:
    """What a grid spans that leaves out what has less than this chance and covers the score, made for the so-many-th time: a match that stands one
    fall lower is covered as well."""
    loss = max([0, *(-points for moves in chain.moves for move in moves if not move.winner for points in move.gained)])
    most = max([0, *(points for moves in chain.moves for move in moves if not move.winner for points in move.gained)])
    floor, above = settings.floor, max(ABOVE, 2 * most + 8) * (1 + times) // 2
    above = max(above, 2 * loss + 2)
    core_a, core_b = (min(0, points) - loss if floor is None else max(floor, min(0, points) - loss) for points in score)
    weights = _weights(chain)
    if floor is not None:  # a floor makes falls cheaper, and only where points never count against a match can that but lower the count
        weights = weights[(weights[:, :2] >= 0).all(axis=1)]
    span = Span(0, (core_a, core_b), max(settings.target, *score) + above, settings.target, loss, weights, aim)
    low = _lowest(span, floor) - loss
    return span._replace(low=low if floor is None else max(floor, low))


def falls_to(span: Span, x: Places, y: Places) -> tuple[Places, Places]:
    """The fewest and the most falls with which a match gets to each of these scores of A and of B, but for chances that do not count: a most below
    the fewest means never."""
    fewest, most = np.zeros((len(x), len(y))), np.full((len(x), len(y)), float(ENDLESS))
    for a, b, each in span.weights.tolist():
        start_a, start_b = span.core[0] if a > 0 else span.target, span.core[1] if b > 0 else span.target
        by_a, by_b = a * (np.minimum(x, span.target) - start_a) - log(span.aim), b * (np.minimum(y, span.target) - start_b)
        if abs(each) < SLIGHT:
            most[by_a[:, None] + by_b < 0] = -1
        elif each > 0:
            np.minimum(most, (by_a / each)[:, None] + by_b / each, out=most)
        else:
            np.maximum(fewest, (by_a / each)[:, None] + by_b / each, out=fewest)
    return np.ceil(fewest).astype(np.intp), np.floor(most).astype(np.intp)


def _lowest(span: Span, floor: int | None) -> int:
    """The first score from `core` down, in steps of a fall, that neither side gets to, or the floor; Unreckoned below `DEEPEST`."""
    for low in count(min(span.core), -max(span.loss, 1)):
        if floor is not None and low <= floor:
            return floor
        if low < DEEPEST:
            raise Unreckoned(low)
        along = np.arange(low, span.target + 1)
        limits = falls_to(span, along[:1], along), falls_to(span, along, along[:1])
        if all((fewest > most).all() for fewest, most in limits):
            return low
    raise AssertionError


def _weights(chain: Chain) -> Array:
    """Weights with which no round gains on average, in all directions from the ones with which rounds lose most, as far as they go."""
    controls, rounds = len(chain.controls), dict[tuple[int, int], Array]()
    for c, moves in enumerate(chain.moves):
        for move in moves:
            if not move.winner:
                rounds.setdefault(move.gained, np.zeros((controls, controls)))[c, move.to] += move.chance
    gains = np.array(list(rounds), dtype=float).reshape(-1, 2)
    exponents = np.stack((-gains[:, 0], -gains[:, 1], (gains.sum(axis=1) <= 0) & gains.any(axis=1)))
    chances = np.array(list(rounds.values())).reshape(len(gains), -1)

    def weighed(weights: Array) -> Array:
        return np.asarray((np.exp(np.clip(weights @ exponents, -200, 200)) @ chances).reshape(-1, controls, controls))

    def reach(start: Array, directions: Array) -> Array:
        low, high = np.zeros(len(directions)), np.full(len(directions), 16.0)
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            fine = _dwindles(weighed(start + middle[:, None] * directions))
            low, high = np.where(fine, middle, low), np.where(fine, high, middle)
        return low

    steps = (-1, -0.3, -0.1, -0.03, 0, 0.03, 0.06, 0.1, 0.2, 0.4, 0.8)
    tries = np.array([(a, b, 0) for a in steps for b in steps])
    centre = tries[np.abs(np.linalg.eigvals(weighed(tries))).max(axis=1).argmin()]
    axes = np.concatenate((np.eye(3), -np.eye(3)))
    extent = np.maximum(reach(centre, axes).reshape(2, 3).min(axis=0), 1e-3)
    directions = np.concatenate((_sphere(), axes)) * extent
    return np.asarray(centre + reach(centre, directions)[:, None] * directions)


def _dwindles(matrices: Array) -> Array:
    """Whether each matrix, applied very often, lets nothing grow."""
    with np.errstate(over="ignore", invalid="ignore"):
        for _ in range(DOUBLINGS):
            matrices = matrices @ matrices
        return np.asarray(matrices.sum(axis=2).max(axis=1) <= 1)


def _sphere() -> Array:
    """Directions spread evenly (a spiral from pole to pole)."""
    n = np.arange(DIRECTIONS) + 0.5
    z, turn = 1 - 2 * n / DIRECTIONS, n * np.pi * (1 + 5**0.5)
    return np.stack((np.sqrt(1 - z * z) * np.cos(turn), np.sqrt(1 - z * z) * np.sin(turn), z), axis=1)
