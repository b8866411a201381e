"""What a throw of two twenty-sided dice shows."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rules.arena.dice import checked, die_points, faces, read
from rules.rulings import Refusal

ALL = [(a, b) for a in range(1, 21) for b in range(1, 21)]
FIGHTER, MAGE = 15, 14


@pytest.mark.clause("P3", "P5", "fighter_low=15")
def test_a_fighter_scores_from_15_and_twice_from_19() -> None:
    assert [die_points(die, FIGHTER) for die in range(1, 21)] == [0] * 14 + [1] * 4 + [2] * 2


@pytest.mark.clause("P4", "P5", "mage_low=14")
def test_a_mage_scores_from_14_and_twice_from_19() -> None:
    assert [die_points(die, MAGE) for die in range(1, 21)] == [0] * 13 + [1] * 5 + [2] * 2


@pytest.mark.clause("A1", "P2")
@pytest.mark.parametrize("dice, points", [((15, 9), 1), ((16, 17), 2), ((15, 15), 2), ((19, 19), 4), ((18, 20), 3), ((14, 14), 0), ((1, 20), 2)])
def test_each_die_counts_for_itself(dice: tuple[int, int], points: int) -> None:
    assert read(dice, FIGHTER).points == points


@pytest.mark.clause("A1")
@pytest.mark.parametrize("low", [FIGHTER, MAGE])
def test_the_two_dice_add_up_in_every_throw(low: int) -> None:
    assert all(read(dice, low).points == die_points(dice[0], low) + die_points(dice[1], low) == read(dice[::-1], low).points for dice in ALL)


@pytest.mark.clause("P6", "P7", "A2")
def test_a_double_20_and_a_double_1_are_one_throw_in_400_each() -> None:
    assert [dice for dice in ALL if read(dice, FIGHTER).double20] == [(20, 20)]
    assert [dice for dice in ALL if read(dice, FIGHTER).double1] == [(1, 1)]


@pytest.mark.clause("P2")
@pytest.mark.parametrize("low", [2, 14, 15, 19])
def test_the_kinds_of_throw_are_counted_right(low: int) -> None:
    counted = Counter(read(dice, low)[1:] for dice in ALL)
    assert {read(dice, low)[1:]: count for dice, count in faces(low)} == counted
    assert sum(count for _, count in faces(low)) == 400


@pytest.mark.clause("P2")
@pytest.mark.parametrize("value", [[3], (1, 2, 3), (0, 5), (5, 21), (True, 5), ("5", 5), (2.0, 5), "12", None, 7])
def test_it_refuses_what_two_dice_cannot_show(value: Any) -> None:
    with pytest.raises(Refusal) as refused:
        checked(value)
    assert refused.value.clause == "P2"


@pytest.mark.clause("P2")
def test_dice_may_come_as_a_list() -> None:
    assert checked([20, 1]) == (20, 1)
