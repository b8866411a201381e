"""The odds: worked cases, and every setting against a slow computation that shares nothing with the fast one but the match machine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rules.arena.cases import outcome
from rules.arena.dice import faces
from rules.arena.match import Match, at, begin, low_of, next_throws, play_round
from rules.arena.odds import Chance, Odds
from rules.arena.odds_reach import Unreckoned
from rules.arena.settings import MATCH_TABLE, Settings
from rules.arena.whatif import alternatives, under
from rules.choices import show

FILES = sorted((Path(__file__).parents[1] / "cases").glob("odds_*.json"))
PAIRS: dict[str, tuple[tuple[str, str], tuple[str, str]]] = {
    "fighters": (("fighter", "fighter"), ("none", "none")),
    "lone mage": (("fighter", "mage"), ("none", "none")),
    "guarded mage": (("fighter", "mage"), ("none", "present")),
    "mages": (("mage", "mage"), ("present", "none")),
}
NEGLIGIBLE, ENOUGH = 1e-14, 1e-11
BOUND = 2e-11
"""How exact the chances are, and some more for what the sums of many round off."""


def worth(match: Match) -> tuple[float, float, float, float]:
    chance = Odds().at(match)
    return chance.a, chance.b, chance.draw, chance.rounds


def rounds_of(match: Match) -> Iterator[tuple[float, Match]]:
    """Every way in which the next round can go, real scores and all, with its chance."""
    roles = next_throws(match)
    for picked in product(*(faces(low_of(match, role)) for role in roles)):
        after, _ = play_round(match, {role: dice for role, (dice, _) in zip(roles, picked, strict=True)})
        yield prod(count for _, count in picked) / 400 ** len(roles), replace(after, log=(), rounds=0)


State = tuple[Any, ...]


def state_of(match: Match) -> State:
    """All that tells one state of the same match from another; sudden death looks at scores no more."""
    return None if match.sudden else match.score, match.men_at_arms, match.step, match.free, match.winner, match.barred, match.sudden


def played_out(match: Match) -> tuple[float, float, float, float]:
    """The chances and rounds by spreading the chance of the start over all states, round by round, until next to nothing is left under way."""
    ways: dict[State, list[tuple[State, float]]] = {}
    matches = {state_of(match): match}
    ended = {"A": 0.0, "B": 0.0, "D": 0.0}
    under_way, rounds = {state_of(match): 1.0}, 0.0
    while (left := sum(under_way.values())) > ENOUGH:
        rounds += left
        spread: dict[State, float] = {}
        for state, chance in under_way.items():
            if state not in ways:
                ways[state] = merged(matches, state)
            for after, share in ways[state]:
                if winner := after[4]:
                    ended[winner] += chance * share
                elif chance * share > NEGLIGIBLE:
                    spread[after] = spread.get(after, 0.0) + chance * share
        under_way = spread
    return ended["A"], ended["B"], ended["D"], rounds


def merged(matches: dict[State, Match], state: State) -> list[tuple[State, float]]:
    """The ways of a round with like results put together."""
    total: dict[State, float] = {}
    for chance, after in rounds_of(matches[state]):
        matches.setdefault(state_of(after), after)
        total[state_of(after)] = total.get(state_of(after), 0.0) + chance
    return list(total.items())


def test_the_worked_cases_are_all_here() -> None:
    assert len(FILES) >= 3


@pytest.mark.clause("R5", "P6", "P7", "M2", "M3", "M6", "A8", "A28", "A29")
@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_the_worked_case_comes_out(path: Path) -> None:
    case = json.loads(path.read_text())
    got = outcome(case["kind"], case["settings"], case["input"])
    assert {key: got[key] for key in case["expected"]} == pytest.approx(case["expected"], abs=5e-10, rel=0)


DEFAULTS = [f"{c.name}={show(c.default)}" for c in MATCH_TABLE]
OTHERS = [(c.name, v) for c in MATCH_TABLE for v in alternatives(c, c.default)]


@pytest.mark.clause(*DEFAULTS)
@pytest.mark.parametrize("pair", PAIRS)
def test_a_state_is_worth_what_its_next_round_makes_of_it(pair: str) -> None:
    odds = Odds()
    for score in ((0, 0), (-9, 3), (12, -30), (14, 14), (21, 21)):
        check_one_step(odds, at(Settings.of({}), *PAIRS[pair], score=score))


@pytest.mark.parametrize(
    "name, value", [pytest.param(name, v, id=f"{name}={show(v)}", marks=pytest.mark.clause(f"{name}={show(v)}")) for name, v in OTHERS]
)
def test_under_every_setting_a_state_is_worth_what_its_next_round_makes_of_it(name: str, value: Any) -> None:
    odds, start = Odds(), begin(Settings.of({"target": 6, name: value}), *PAIRS["guarded mage"])
    for control, score in product(odds.table(start).place, ((0, 0), (5, 5))):
        match = at(start.settings, start.classes, control.men_at_arms, score, control.step, control.free, control.barred)
        if not match.winner:
            check_one_step(odds, match)


def check_one_step(odds: Odds, match: Match) -> None:
    here, ahead = odds.at(match), [(chance, odds.at(after)) for chance, after in rounds_of(match)]
    assert here.a + here.b + here.draw == pytest.approx(1, abs=BOUND)
    assert here.a == pytest.approx(sum(chance * then.a for chance, then in ahead), abs=BOUND)
    assert here.b == pytest.approx(sum(chance * then.b for chance, then in ahead), abs=BOUND)
    assert here.rounds == pytest.approx(1 + sum(chance * then.rounds for chance, then in ahead), rel=10 * BOUND)


@pytest.mark.clause("tie_rule=higher_then_extra", "tie_rule=draw", "tie_rule=first_roller", "tie_rule=sudden_death")
@pytest.mark.parametrize(
    "pair, tie_rule",
    [
        ("fighters", "draw"),
        ("fighters", "sudden_death"),
        ("lone mage", "higher_then_extra"),
        ("guarded mage", "first_roller"),
        ("mages", "higher_then_extra"),
    ],
)
def test_it_agrees_with_playing_everything_out_for_every_pair(pair: str, tie_rule: str) -> None:
    match = begin(Settings.of({"target": 2, "floor": -1, "tie_rule": tie_rule}), *PAIRS[pair])
    assert worth(match) == pytest.approx(played_out(match), abs=1e-9, rel=0)


@pytest.mark.clause("A42")
@pytest.mark.parametrize(
    "classes, men, state, chosen",
    [
        (
            ("fighter", "mage"),
            ("none", "present"),
            {"score": (1, 0), "step": (1, 2), "free": "A"},
            {"mage_last_cast": True, "block": "subtract"},
        ),
        (("fighter", "mage"), ("none", "out"), {"score": (-1, 1), "free": "B"}, {"lone_conjure": "mage_defends", "lone_double20": "five"}),
        (("mage", "mage"), ("present", "none"), {"step": (2, 1)}, {"struck_forever": True, "tie_rule": "sudden_death"}),
        (("mage", "fighter"), ("present", "none"), {"barred": (True, False)}, {"struck_forever": True, "free_cast": "bonus"}),
        (("fighter", "fighter"), ("none", "none"), {"score": (5, 5)}, {}),
        (("fighter", "fighter"), ("none", "none"), {"score": (0, -2)}, {"floor": -2, "fumble_loss": 3, "fighter_low": 19}),
        (
            ("mage", "mage"),
            ("present", "present"),
            {"step": (1, 2), "score": (2, 2)},
            {"mage_last_cast": True, "tie_rule": "draw", "crit_through": "break"},
        ),
    ],
)
def test_it_agrees_with_playing_everything_out_from_the_middle(classes: Any, men: Any, state: dict[str, Any], chosen: dict[str, Any]) -> None:
    match = at(Settings.of({"target": 2, "floor": -1, **chosen}), classes, men, **state)
    assert worth(match) == pytest.approx(played_out(match), abs=1e-9, rel=0)


@pytest.mark.clause("A8", "tie_rule=sudden_death")
def test_it_knows_the_odds_within_sudden_death() -> None:
    match = at(Settings.of({"target": 2, "floor": -2, "tie_rule": "sudden_death"}), *PAIRS["lone mage"], score=(2, 4), step=(1, 2))
    assert match.sudden
    assert worth(match) == pytest.approx(played_out(match), abs=1e-9, rel=0)


@pytest.mark.parametrize("pair", PAIRS)
def test_the_sides_can_be_swapped(pair: str) -> None:
    classes, men = PAIRS[pair]
    a, b, draw, rounds = worth(at(Settings.of({"target": 9}), classes, men, (1, 5)))
    assert worth(at(Settings.of({"target": 9}), classes[::-1], men[::-1], (5, 1))) == pytest.approx((b, a, draw, rounds), abs=1e-10)


@pytest.mark.clause("A5", "floor=null", "fumble_loss=9")
def test_scores_that_may_fall_far_need_a_larger_grid_and_get_it() -> None:
    check_one_step(Odds(), begin(Settings.of({"target": 5, "fumble_loss": 9}), *PAIRS["fighters"]))
    deep = at(Settings.of({}), *PAIRS["fighters"], score=(-60, -60))
    assert worth(deep)[:3] == pytest.approx((0.5, 0.5, 0), abs=BOUND)


@pytest.mark.clause("A5")
def test_a_deep_floor_is_as_good_as_none() -> None:
    match = begin(Settings.of({}), *PAIRS["guarded mage"])
    assert worth(under(match, Settings.of({"floor": -100}))) == pytest.approx(worth(match), abs=1e-10)
    assert worth(under(match, Settings.of({"floor": 0})))[0] > worth(match)[0]


Way = tuple[int, int, tuple[int, int], str | None, float]


def ways_of(start: Match) -> tuple[int, list[Way]]:
    """How many control states there are, and the ways of a round between them: from, to, points, who wins at once, chance."""
    bare = replace(start, settings=replace(start.settings, target=10**6, floor=None))
    found, ways = [bare], dict[tuple[int, int, tuple[int, int], str | None], float]()
    numbers = {state_of(bare)[1:]: 0}
    for number, match in enumerate(found):  # grows while it is walked
        for chance, after in rounds_of(match):
            there = replace(match if after.winner else after, score=(0, 0))
            if numbers.setdefault(state_of(there)[1:], len(found)) == len(found):
                found.append(there)
            key = number, numbers[state_of(there)[1:]], after.score, after.winner
            ways[key] = ways.get(key, 0.0) + chance
    return len(found), [(*key, chance) for key, chance in ways.items()]


def spread_out(match: Match, low: int, high: int) -> tuple[float, float, float, float]:
    """The chances and rounds by moving the chances of all scores from `low` to `high` at once, round by round; a level end is a draw. Nobody falls
    below `low`: the floor, or so far down that it makes no difference."""
    controls, ways = ways_of(match)
    scores, target = np.arange(low, high + 1), match.settings.target
    over = (scores[:, None] >= target) | (scores >= target)
    leads = np.sign(scores[:, None] - scores)
    now = np.zeros((controls, len(scores), len(scores)))
    now[0, match.score[0] - low, match.score[1] - low] = 1
    ended, rounds = {"A": 0.0, "B": 0.0, "D": 0.0}, 0.0
    inside = target - low  # only these scores are still under way
    while (left := float(now.sum())) > ENOUGH:
        rounds += left
        after = np.zeros_like(now)
        for number, to, (a, b), winner, chance in ways:
            here = now[number, :inside, :inside]
            if winner:
                ended[winner] += chance * float(here.sum())
            else:
                there = shifted(shifted(here, a).T, b).T * chance
                after[to, : there.shape[0], : there.shape[1]] += there
        for winner, lead in (("A", 1), ("B", -1), ("D", 0)):
            ended[winner] += float(after[:, over & (leads == lead)].sum())
        now = np.where(over, 0, after)
    return ended["A"], ended["B"], ended["D"], rounds


def shifted(chances: np.ndarray[Any, Any], by: int) -> np.ndarray[Any, Any]:
    """Chances of scores with so many points more; what would fall below the first stays there."""
    if by >= 0:
        return np.concatenate((np.zeros((by, chances.shape[1])), chances)) if by else chances
    kept = chances[-by:].copy() if -by < len(chances) else np.zeros((1, chances.shape[1]))
    kept[0] += chances[:-by].sum(axis=0)
    return kept


@pytest.mark.clause("A5", "floor=null", "tie_rule=draw", "fumble_loss=20", "target=60")
@pytest.mark.parametrize(
    "pair, low, chosen",
    [
        pytest.param("fighters", -140, {"target": 6}, id="points are rare and falls are deep"),
        pytest.param("guarded mage", -9, {"target": 5, "floor": -9, "man_at_arms_low": 19, "mage_low": 19}, id="a floor stops deep falls"),
        pytest.param("lone mage", 0, {"target": 60, "floor": 0, "mage_low": 2, "double20": 20}, id="a far target"),
        pytest.param("fighters", -60, {"target": 60, "fighter_low": 2, "floor": -60, "double20": 20}, id="every point is sure"),
        pytest.param("mages", -3, {"target": 6, "floor": -3, "mage_low": 19, "man_at_arms_low": 2, "own_strike": "opp_plus"}, id="a slow match"),
    ],
)
def test_several_extremes_at_once_agree_with_spreading_out_the_chances(pair: str, low: int, chosen: dict[str, Any]) -> None:
    match = begin(Settings.of({"tie_rule": "draw", "fumble_loss": 20, "fighter_low": 19, **chosen}), *PAIRS[pair])
    a, b, draw, rounds = worth(match)
    expected = spread_out(match, low, match.settings.target + 20)
    assert (a, b, draw) == pytest.approx(expected[:3], abs=1e-10, rel=0)
    assert rounds == pytest.approx(expected[3], rel=5e-10)


@pytest.mark.parametrize("pair", PAIRS)
def test_at_all_extremes_a_state_is_worth_what_its_next_round_makes_of_it(pair: str) -> None:
    odds = Odds()
    far = {"target": 60, "fumble_loss": 20, "fighter_low": 19, "mage_low": 19, "man_at_arms_low": 19, "double20": 20}
    check_one_step(odds, at(Settings.of(far), *PAIRS[pair], score=(59, -20)))


def test_a_match_that_is_over_has_no_odds_left() -> None:
    over, _ = play_round(begin(Settings.of({}), *PAIRS["fighters"]), {"A": (20, 20), "B": (2, 3)})
    assert Odds().at(over) == Chance(1.0, 0.0, 0.0, 0.0)
    drawn = at(Settings.of({"tie_rule": "draw"}), *PAIRS["fighters"], score=(15, 15))
    assert Odds().at(drawn) == Chance(0.0, 0.0, 1.0, 0.0)


def test_only_a_rule_of_draws_makes_draws() -> None:
    draws = {rule: worth(begin(Settings.of({"tie_rule": rule}), *PAIRS["fighters"]))[2] for rule in ("higher_then_extra", "draw", "sudden_death")}
    assert draws["higher_then_extra"] == draws["sudden_death"] == 0
    assert draws["draw"] > 0.01


def test_a_table_serves_every_state_of_a_match_and_settings_that_make_no_difference() -> None:
    odds = Odds()
    match = begin(Settings.of({}), *PAIRS["guarded mage"])
    table = odds.table(match)
    for throws in ({"A": (16, 2), "CB": (1, 1)}, {"A": (2, 3)}, {"A": (2, 3), "B": (16, 2)}):
        match, _ = play_round(match, throws)
        assert odds.table(match) is table
    fighters = begin(Settings.of({}), *PAIRS["fighters"])
    assert odds.table(under(fighters, Settings.of({"mage_low": 12, "post_hours": 3}))) is odds.table(fighters)
    assert odds.table(under(fighters, Settings.of({"fighter_low": 12}))) is not odds.table(fighters)


def test_it_tells_what_each_setting_would_change() -> None:
    odds, match = Odds(), at(Settings.of({}), *PAIRS["fighters"], score=(8, 6))
    told = {(choice.name, value): chance for choice, value, chance in odds.sensitivity(match)}
    assert {name for name, _ in told} == {c.name for c in MATCH_TABLE}
    assert ("tie_rule", "draw") in told
    assert ("tie_rule", "higher_then_extra") not in told
    assert told["fighter_low", 14] == Odds().at(at(Settings.of({"fighter_low": 14}), *PAIRS["fighters"], score=(8, 6)))
    assert told["fighter_low", 14] != odds.at(match)
    assert told["tie_rule", "draw"].draw > 0
    assert told["man_at_arms_low", 16] == odds.at(match)


def test_a_number_is_moved_by_one_and_a_floor_is_put_in_or_taken_away() -> None:
    by_name = {c.name: c for c in MATCH_TABLE}
    assert alternatives(by_name["target"], 15) == (14, 16)
    assert alternatives(by_name["target"], 1) == (2,)
    assert alternatives(by_name["floor"], None) == (0,)
    assert alternatives(by_name["floor"], 0) == (-1, None)
    assert alternatives(by_name["tie_rule"], "draw") == ("higher_then_extra", "first_roller", "sudden_death")


def test_the_same_state_is_taken_to_other_settings() -> None:
    match = at(Settings.of({"tie_rule": "sudden_death"}), *PAIRS["fighters"], score=(15, 15))
    assert under(match, Settings.of({"tie_rule": "draw"})).winner == "D"
    assert under(match, Settings.of({"tie_rule": "sudden_death", "double20": 4})).sudden
    assert under(at(Settings.of({}), *PAIRS["fighters"], score=(-4, 1)), Settings.of({"floor": 0})).score == (0, 1)
    assert under(at(Settings.of({}), *PAIRS["fighters"], score=(14, 1)), Settings.of({"target": 14})).winner == "A"


@pytest.mark.parametrize("deep", [{}, {"double20": 20, "free_double20": "five", "mage_last_cast": True, "crit_through": "break"}])
def test_a_match_that_may_never_end_is_said_to_be_beyond_reckoning(deep):
    """The mage is barred for good, nothing can be won at once, and the fighter sinks a little every round."""
    far = {"mage_low": 2, "fumble_loss": 20, "double20": 0, "lone_double20": "five", "lone_conjure": "mage_defends", "struck_forever": True} | deep
    with pytest.raises(Unreckoned):
        Odds().at(begin(Settings.of(far), ("fighter", "mage"), ("none", "none")))
