"""The end of a campaign: lordship counted after the last round, the winner, honours (C10, K34, K35, K44)."""

from __future__ import annotations

import pytest

from rules.campaign.ending import Honour, honours, lordship, won
from tests.rules.campaign.builders import Journal, begun, ring, row

ALL_FOUR = {"a": "b", "b": "a", "c": "d", "d": "c"}


def ended(**chosen: str) -> Journal:
    """a breaks b; then d breaks a, and has him and his man below him."""
    journal = begun(ring(*"abcd"), rounds=2, **chosen)
    journal.play(ALL_FOUR, "won", "drawn")
    assert (lordship(journal.season), won(journal.season), honours(journal.season)) == ((), None, ())
    journal.play({"a": "d", "d": "a", "c": "b", "b": "c"}, "drawn", "held")
    return journal


@pytest.mark.clause("C10", "K34", "K35", "lord_points=transitive", "lord_points=direct", "lord_points=top_only")
@pytest.mark.parametrize(
    "lord_points, said",
    [
        ("transitive", ["d is lord of a and b at the end: +10", "a is lord of b at the end: +5"]),
        ("direct", ["a is lord of b at the end: +5", "d is lord of a at the end: +5"]),
        ("top_only", ["d is lord of a and b at the end: +10"]),
    ],
)
def test_every_bonus_is_told_with_the_men_it_is_for(lord_points: str, said: list[str]):
    season = ended(lord_points=lord_points).season
    assert season.lord == {"a": "d", "b": "a", "c": None, "d": None}
    assert [r.say() for r in lordship(season)] == said


@pytest.mark.clause("C10", "K35")
def test_the_winner_is_told_with_battle_points_and_lordship_apart():
    season = ended().season
    assert won(season).say() == "d wins the campaign with 25 points: 15 from battles and 10 for lordship"
    assert honours(season) == (Honour("winner", ("d",), 25), Honour("field", ("d",), 15), Honour("lord", ("d",), 10))


@pytest.mark.clause("K44")
def test_equals_share_the_first_place_and_what_nobody_earned_is_no_honour():
    journal = begun(row(*"ab"), rounds=1)
    journal.play({"a": "b", "b": "a"}, "drawn")
    assert won(journal.season).say() == "a and b share the first place with 5 points each"
    assert honours(journal.season) == (Honour("winner", ("a", "b"), 5), Honour("field", ("a", "b"), 5))
    assert [r.code for r in lordship(journal.season)] == ["no_lordship"]
