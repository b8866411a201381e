"""Rounds in which both attack, uncontested rounds, the end of a match, and what is refused."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from rules.arena.match import SIDES, Match, at, begin, next_throws, play_round, role_name
from rules.arena.settings import Settings
from rules.rulings import Refusal

Dice = tuple[int, int]
MISS, ONE, FOUR, TWENTY, DOUBLE1 = (2, 3), (16, 2), (19, 20), (20, 20), (1, 1)
KINDS: dict[str, Dice] = {"none": MISS, "one": ONE, "four": FOUR, "20": TWENTY, "1": DOUBLE1}
FIGHTERS, NOBODY = ("fighter", "fighter"), ("none", "none")

MELEE = {
    # mine: what my throw is worth against none, one, four, 20, 1; "win" and "lose" end the match
    "none": (0, 0, 0, 0, 0),
    "one": (1, 1, 1, 1, 1),
    "four": (4, 4, 4, 4, 4),
    "20": ("win", 5, 5, 5, "win"),
    "1": (-2, "lose", "lose", "lose", -2),
}


def duel(score: tuple[int, int] = (0, 0), classes: tuple[str, str] = FIGHTERS, **chosen: Any) -> Match:
    """Both about to attack: fighters, or mages who cast."""
    step = (2 if classes[0] == "mage" else 1, 2 if classes[1] == "mage" else 1)
    return at(Settings.of(chosen), classes, ("none", "none"), score, step)


def after(match: Match, *rounds: dict[str, Dice]) -> Match:
    for throws in rounds:
        match, _ = play_round(match, throws)
    return match


def both(a: Dice, b: Dice) -> dict[str, Dice]:
    return {"A": a, "B": b}


def worth(mine: str, theirs: str) -> int | str:
    return MELEE[mine][list(KINDS).index(theirs)]


@pytest.mark.clause("P1", "P6", "P7", "M4", "M8", "A3", "A4", "A6", "A7", "A48", "double20=5", "fumble_loss=2")
@pytest.mark.parametrize("classes", list(product(("fighter", "mage"), repeat=2)), ids=lambda c: "-".join(c))
@pytest.mark.parametrize("a, b", list(product(KINDS, repeat=2)))
def test_a_round_of_two_attackers_comes_out_throw_by_throw(classes: tuple[str, str], a: str, b: str) -> None:
    ours, theirs = worth(a, b), worth(b, a)
    match = after(duel((3, 4), classes), both(KINDS[a], KINDS[b]))
    winner = "A" if ours == "win" or theirs == "lose" else "B" if theirs == "win" or ours == "lose" else None
    assert match.winner == winner
    assert match.score == tuple(start + (gain if isinstance(gain, int) else 0) for start, gain in ((3, ours), (4, theirs)))
    assert match.step == (1, 1)


@pytest.mark.clause("A48", "P7")
def test_the_winner_by_a_fumble_keeps_the_points_of_his_throw() -> None:
    assert after(duel((12, 0)), both(DOUBLE1, ONE)).score == (12, 1)
    assert after(duel((12, 0)), both(DOUBLE1, TWENTY)).score == (12, 0)


@pytest.mark.clause("A2", "double20=4")
def test_a_club_may_say_what_a_met_double_20_is_worth() -> None:
    assert after(duel(double20=4), both(TWENTY, ONE)).score == (4, 1)


@pytest.mark.clause("P7", "fumble_loss=3")
def test_a_club_may_say_what_a_fumble_costs() -> None:
    assert after(duel(fumble_loss=3), both(DOUBLE1, MISS)).score == (-3, 0)


@pytest.mark.clause("P3", "P4", "fighter_low=14", "mage_low=15")
def test_fighters_and_mages_score_from_their_own_thresholds() -> None:
    assert after(duel(classes=("fighter", "mage")), both((14, 2), (14, 2))).score == (0, 1)
    assert after(duel(classes=("fighter", "mage"), fighter_low=14, mage_low=15), both((14, 2), (14, 2))).score == (1, 0)


@pytest.mark.clause("A5", "floor=null")
def test_a_score_may_fall_below_zero() -> None:
    assert after(duel(), both(DOUBLE1, MISS), both(DOUBLE1, MISS)).score == (-4, 0)


@pytest.mark.clause("A5", "floor=0")
def test_a_club_may_set_a_floor_and_the_log_shows_what_was_lost_in_truth() -> None:
    match = after(duel((1, 0), floor=0), both(DOUBLE1, MISS))
    assert (match.score, match.log[-1].gained) == ((0, 0), (-1, 0))


@pytest.mark.clause("A5", "A22", "own_strike=opp_plus", "floor=0")
def test_a_round_gives_and_takes_at_once_before_the_floor() -> None:
    match = begin(Settings.of({"floor": 0, "own_strike": "opp_plus"}), ("fighter", "mage"), ("none", "present"))
    assert after(match, {"A": DOUBLE1, "CB": DOUBLE1}).score == (0, 0)


# Uncontested rounds


def free(side: str, classes: tuple[str, str] = ("fighter", "mage"), score: tuple[int, int] = (0, 0), **chosen: Any) -> Match:
    """One side's uncontested round comes next, the mages about to cast."""
    step = (2 if classes[0] == "mage" else 1, 2 if classes[1] == "mage" else 1)
    return at(Settings.of(chosen), classes, ("none", "none"), score, step, side)


@pytest.mark.clause("A25", "A26", "A27", "A11", "free_double20=win", "free_fumble=minus2", "free_cast=consumes")
@pytest.mark.parametrize("classes", [("fighter", "mage"), ("mage", "fighter"), ("mage", "mage")])
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("kind, gain", [("none", 0), ("one", 1), ("four", 4), ("1", -2), ("20", "win")])
def test_an_uncontested_round_is_one_throw_of_its_own(side: str, classes: tuple[str, str], kind: str, gain: int | str) -> None:
    match = free(side, classes)
    assert next_throws(match) == (side,)
    match, i = after(match, {side: KINDS[kind]}), SIDES.index(side)
    assert match.winner == (side if gain == "win" else None)
    assert (match.score[i], match.score[1 - i]) == (0 if gain == "win" else gain, 0)
    assert match.free is None
    assert match.step[i] == 1
    assert match.step[1 - i] == (2 if classes[1 - i] == "mage" else 1)


@pytest.mark.clause("A26", "free_double20=five")
def test_an_uncontested_double_20_may_be_worth_five() -> None:
    match = after(free("A", free_double20="five"), {"A": TWENTY})
    assert (match.score, match.winner) == ((5, 0), None)


@pytest.mark.clause("A27", "free_fumble=ignore")
def test_an_uncontested_fumble_may_cost_nothing() -> None:
    assert after(free("A", free_fumble="ignore"), {"A": DOUBLE1}).score == (0, 0)


@pytest.mark.clause("A24", "free_cast=bonus")
def test_a_free_cast_may_come_on_top_of_the_conjure() -> None:
    match = begin(Settings.of({"free_cast": "bonus"}), ("fighter", "mage"), ("none", "present"))
    match = after(match, {"A": MISS, "CB": TWENTY}, {"B": ONE})
    assert (match.score, match.step, next_throws(match)) == ((0, 1), (1, 2), ("A", "B"))


@pytest.mark.clause("A24", "free_cast=consumes", "M10")
def test_a_free_cast_is_the_conjures_cast_and_shown_as_such_while_it_waits() -> None:
    match = after(begin(Settings.of({}), ("fighter", "mage"), ("none", "present")), {"A": MISS, "CB": TWENTY})
    assert (match.step, match.free) == ((1, 2), "B")
    match = after(match, {"B": ONE})
    assert (match.step, next_throws(match)) == ((1, 1), ("A", "CB"))


@pytest.mark.clause("A25", "R5")
def test_totals_are_looked_at_after_an_uncontested_round_and_it_need_not_be_evened_out() -> None:
    match = after(free("A", score=(14, 14)), {"A": ONE})
    assert (match.score, match.winner) == ((15, 14), "A")


@pytest.mark.clause("A25", "R5", "M9")
def test_points_that_win_leave_no_uncontested_round_to_throw() -> None:
    match = at(Settings.of({}), ("fighter", "mage"), ("none", "present"), (14, 0))
    match = after(match, {"A": ONE, "CB": DOUBLE1})
    assert (match.winner, match.free, next_throws(match)) == ("A", None, ())


# Two mages


@pytest.mark.clause("A30", "M2", "A10")
def test_two_mages_conjure_without_dice_and_cast_together() -> None:
    match = begin(Settings.of({}), ("mage", "mage"), ("present", "none"))
    assert next_throws(match) == ()
    match, rulings = play_round(match, {})
    assert [r.code for r in rulings] == ["conjured"]
    assert (match.rounds, match.step, next_throws(match)) == (1, (2, 2), ("A", "B"))
    match = after(match, both((14, 2), MISS))
    assert (match.score, match.step, next_throws(match)) == ((1, 0), (1, 1), ())


@pytest.mark.clause("A30", "A42")
def test_a_casting_mage_meets_the_other_mages_man_at_arms() -> None:
    match = at(Settings.of({}), ("mage", "mage"), ("present", "present"), step=(2, 1))
    assert next_throws(match) == ("A", "CB")
    match = after(match, {"A": (14, 14), "CB": ONE})
    assert (match.score, match.step, next_throws(match)) == ((0, 0), (1, 2), ("B", "CA"))


@pytest.mark.clause("A28", "A30", "lone_conjure=mage_defends")
def test_throws_are_named_in_one_order() -> None:
    match = at(Settings.of({"lone_conjure": "mage_defends"}), ("mage", "mage"), ("none", "present"), step=(1, 2))
    assert next_throws(match) == ("B", "DA")
    assert [role_name(role) for role in ("A", "CB", "DA")] == ["⟦A⟧", "⟦B⟧'s man-at-arms", "⟦A⟧"]


# The end


@pytest.mark.clause("R5", "A8", "target=15", "tie_rule=higher_then_extra")
@pytest.mark.parametrize(
    "start, a, b, winner",
    [
        ((14, 14), ONE, MISS, "A"),
        ((14, 14), ONE, FOUR, "B"),
        ((14, 14), ONE, ONE, None),
        ((14, 0), MISS, FOUR, None),
        ((13, 0), ONE, MISS, None),
        ((0, 11), MISS, FOUR, "B"),
    ],
)
def test_the_first_to_fifteen_wins_at_the_end_of_a_round(start: tuple[int, int], a: Dice, b: Dice, winner: str | None) -> None:
    assert after(duel(start), both(a, b)).winner == winner


@pytest.mark.clause("A8", "tie_rule=higher_then_extra")
def test_level_totals_play_full_rounds_until_they_differ() -> None:
    level = after(duel((14, 14)), both(ONE, ONE))
    assert level.log[-1].rulings[-1].code == "plays_on"
    assert after(level, both(MISS, MISS), both(FOUR, FOUR)).winner is None
    assert after(level, both(ONE, FOUR)).winner == "B"
    back = after(level, both(DOUBLE1, DOUBLE1))
    assert (back.score, back.winner) == ((13, 13), None)
    assert after(back, both(ONE, MISS)).winner is None


@pytest.mark.clause("A8", "tie_rule=draw", "tie_rule=first_roller")
@pytest.mark.parametrize("rule, winner", [("draw", "D"), ("first_roller", "A")])
def test_level_totals_may_end_the_match(rule: str, winner: str) -> None:
    assert after(duel((14, 14), tie_rule=rule), both(ONE, ONE)).winner == winner
    assert after(duel((14, 14), tie_rule=rule), both(ONE, FOUR)).winner == "B"


@pytest.mark.clause("A8", "tie_rule=sudden_death")
def test_in_sudden_death_only_the_gain_of_a_round_counts() -> None:
    match = after(duel((14, 12), tie_rule="sudden_death"), both(FOUR, FOUR))
    assert (match.score, match.winner, match.sudden) == ((18, 16), None, True)
    assert after(match, both(ONE, ONE)).winner is None
    assert after(match, both(ONE, ONE), both(MISS, ONE)).winner == "B"
    assert after(match, both(MISS, DOUBLE1)).winner == "A"
    low = after(match, *[both(DOUBLE1, DOUBLE1)] * 3)
    assert (low.score, low.winner) == ((12, 10), None)
    assert after(low, both(MISS, ONE)).winner == "B"
    assert after(duel((14, 12), tie_rule="sudden_death"), both(ONE, ONE)).winner == "A"


@pytest.mark.clause("A9", "mage_last_cast=false")
def test_a_conjuring_round_was_the_mages_attempt() -> None:
    match = at(Settings.of({}), ("fighter", "mage"), ("none", "present"), (12, 12))
    assert after(match, {"A": TWENTY, "CB": ONE}).winner == "A"


@pytest.mark.clause("A9", "mage_last_cast=true")
@pytest.mark.parametrize("a, b, winner", [(MISS, MISS, "A"), (MISS, TWENTY, "B"), (MISS, FOUR, "A"), (DOUBLE1, FOUR, "B"), (DOUBLE1, MISS, "A")])
def test_a_standing_conjure_may_be_cast_before_the_end(a: Dice, b: Dice, winner: str) -> None:
    match = at(Settings.of({"mage_last_cast": True}), ("fighter", "mage"), ("none", "present"), (12, 12))
    match, rulings = play_round(match, {"A": TWENTY, "CB": ONE})
    assert (match.score, match.winner, rulings[-1].code, next_throws(match)) == ((17, 12), None, "last_cast", ("A", "B"))
    ended = after(match, both(a, b))
    assert ended.winner == winner


@pytest.mark.clause("A9", "mage_last_cast=true")
def test_a_broken_conjure_or_a_cast_just_made_ends_the_match_all_the_same() -> None:
    start = at(Settings.of({"mage_last_cast": True}), ("fighter", "mage"), ("none", "present"), (14, 0))
    assert after(start, {"A": ONE, "CB": MISS}).winner == "A"
    assert after(duel((14, 0), ("fighter", "mage"), mage_last_cast=True), both(ONE, ONE)).winner == "A"


@pytest.mark.clause("A9", "A18", "mage_last_cast=true")
def test_the_last_cast_comes_after_a_free_throw_that_is_due() -> None:
    start = at(Settings.of({"mage_last_cast": True}), ("fighter", "mage"), ("none", "present"), (14, 10))
    match = after(start, {"A": ONE, "CB": DOUBLE1})
    assert (match.winner, next_throws(match)) == (None, ("A",))
    match = after(match, {"A": MISS})
    assert (match.winner, next_throws(match)) == (None, ("A", "B"))


@pytest.mark.clause("R5", "target=3")
def test_a_club_may_play_to_another_target() -> None:
    assert after(duel(target=3), both(FOUR, MISS)).winner == "A"


# What is refused


@pytest.mark.clause("R3", "A47")
def test_nothing_is_thrown_after_the_winner_is_declared() -> None:
    match = after(duel(), both(TWENTY, MISS))
    with pytest.raises(Refusal) as refused:
        play_round(match, both(FOUR, FOUR))
    assert refused.value.clause == "R3"
    assert next_throws(match) == ()


@pytest.mark.clause("P1", "M2", "A10")
@pytest.mark.parametrize("throws", [{}, {"A": ONE, "B": ONE}, {"A": ONE}, {"CB": ONE}, {"A": ONE, "CB": ONE, "B": ONE}, {"A": ONE, "DB": ONE}])
def test_a_round_takes_exactly_its_own_throws(throws: dict[str, Dice]) -> None:
    with pytest.raises(Refusal, match="man-at-arms") as refused:
        play_round(begin(Settings.of({}), ("fighter", "mage"), ("none", "present")), throws)
    assert refused.value.clause == "P1"


@pytest.mark.clause("P1", "A30")
def test_two_conjuring_mages_take_no_dice() -> None:
    with pytest.raises(Refusal, match="both mages conjure"):
        play_round(begin(Settings.of({}), ("mage", "mage"), NOBODY), {"A": ONE})


@pytest.mark.clause("P2")
def test_a_die_has_twenty_sides() -> None:
    with pytest.raises(Refusal) as refused:
        play_round(duel(), both((21, 3), ONE))
    assert refused.value.clause == "P2"


@pytest.mark.clause("A42", "D5", "M5", "R6")
@pytest.mark.parametrize(
    "state, clause",
    [
        ({"classes": ("fighter", "rogue")}, "R6"),
        ({"men_at_arms": ("present", "none")}, "M5"),
        ({"men_at_arms": ("none", "asleep")}, "M5"),
        ({"step": (2, 1)}, "M2"),
        ({"step": (1, 3)}, "M2"),
        ({"free": "C"}, "A42"),
        ({"score": (0, 0.5)}, "A42"),
        ({"score": (0, 116)}, "A42"),
        ({"score": (-101, 0)}, "A42"),
        ({"barred": (False, True)}, "A13"),
        ({"barred": (True, False), "settings": Settings.of({"struck_forever": True})}, "A13"),
        ({"barred": (False, True), "step": (1, 2), "settings": Settings.of({"struck_forever": True})}, "A13"),
        ({"classes": ("mage", "mage"), "barred": (True, True), "settings": Settings.of({"struck_forever": True})}, "A13"),
        ({"score": (-1, 0), "settings": Settings.of({"floor": 0})}, "A5"),
    ],
)
def test_a_match_is_not_taken_up_from_a_state_that_cannot_be(state: dict[str, Any], clause: str) -> None:
    with pytest.raises(Refusal) as refused:
        at(**{"settings": Settings.of({}), "classes": ("fighter", "mage"), "men_at_arms": ("none", "present"), **state})
    assert refused.value.clause == clause


@pytest.mark.clause("A42", "D5")
def test_a_match_goes_on_from_the_state_it_is_set_to() -> None:
    match = at(Settings.of({}), ("fighter", "mage"), ("none", "out"), (9, -2), (1, 2), "A", rounds=7)
    match = after(match, {"A": ONE})
    assert (match.score, match.rounds, match.log[0].number, match.log[0].free) == ((10, -2), 8, 8, "A")
    assert next_throws(match) == ("A", "B")


@pytest.mark.clause("A42", "R5")
def test_a_score_that_decides_is_decided() -> None:
    assert at(Settings.of({}), FIGHTERS, NOBODY, (15, 3)).winner == "A"
    assert at(Settings.of({}), FIGHTERS, NOBODY, (15, 15)).winner is None
    assert at(Settings.of({"tie_rule": "sudden_death"}), FIGHTERS, NOBODY, (15, 19)).sudden


def test_the_log_tells_every_round_anew() -> None:
    match = after(duel(), both(ONE, MISS), both(MISS, FOUR))
    first, second = match.log
    assert (first.number, first.throws, first.gained, first.score) == (1, (("A", ONE), ("B", MISS)), (1, 0), (1, 0))
    assert (second.number, second.gained, second.score, second.free) == (2, (0, 4), (1, 4), None)
