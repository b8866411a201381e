"""Reading a throw: two twenty-sided dice, each worth its own points (P2-P7, A1)."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from rules.rulings import Refusal

Dice = tuple[int, int]
SIDES_OF_A_DIE = 20
DOUBLE_FROM = 19
"""From this die on a throw is worth two points, for everybody (P5)."""


class Throw(NamedTuple):
    """A throw as the rules read it: its dice, the points both dice show together, and whether it is a double 20 or a double 1."""

    dice: Dice
    points: int
    double20: bool
    double1: bool


def die_points(die: int, low: int) -> int:
    """Points of one die for somebody who scores from `low` on: 2 from 19, 1 from `low`, else 0 (P3-P5)."""
    return 2 if die >= DOUBLE_FROM else 1 if die >= low else 0


def read(dice: Dice, low: int) -> Throw:
    """The throw as read for somebody who scores from `low` on; each die counts for itself and the points add up (A1).

    A double 20 shows four points here; what it is worth is for P6 to say.
    """
    return Throw(dice, sum(die_points(die, low) for die in dice), dice == (20, 20), dice == (1, 1))


def checked(value: Any) -> Dice:
    """The value as two dice from 1 to 20; Refusal under P2 for anything else."""
    dice = tuple(value) if isinstance(value, list | tuple) else ()
    if len(dice) == 2 and all(type(die) is int and 1 <= die <= SIDES_OF_A_DIE for die in dice):
        return dice[0], dice[1]
    raise Refusal("P2", f"a throw is two dice, each from 1 to {SIDES_OF_A_DIE}, not {value!r}")


@cache
def faces(low: int) -> tuple[tuple[Dice, int], ...]:
    """Every kind of throw that the rules tell apart for somebody who scores from `low` on: an example, and how many of the 400 throws are like it."""
    count: dict[tuple[int, bool, bool], int] = {}
    example: dict[tuple[int, bool, bool], Dice] = {}
    for dice in ((a, b) for a in range(1, SIDES_OF_A_DIE + 1) for b in range(1, SIDES_OF_A_DIE + 1)):
        kind = read(dice, low)[1:]
        count[kind] = count.get(kind, 0) + 1
        example.setdefault(kind, dice)
    return tuple((example[kind], count[kind]) for kind in count)
