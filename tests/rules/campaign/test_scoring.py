"""Points, peace, the score worked out from what the table saw, and the standings."""

from __future__ import annotations

from itertools import product

import pytest

from rules.campaign.battles import Battle, Result
from rules.campaign.records import ALLY, ATTACKERS, BOTH, CINC, DEFENDER, SUB_GENERAL, Demoralised
from rules.campaign.scoring import checked, doubts, peace, peace_told, points, points_told, table, told, worked_out
from rules.campaign.settings import Settings
from rules.rulings import Refusal

clause = pytest.mark.clause
DOUBLE = Battle("D", ("A", "B", "C"))


@clause("C9", "K30", "peace_scope=opponents")
def test_each_attacker_is_at_peace_with_the_defender_even_after_a_draw():
    assert peace([DOUBLE, Battle("E", ("F",))], Settings.of({})) == (("A", "D"), ("B", "D"), ("C", "D"), ("E", "F"))


@clause("K30", "peace_scope=teammates")
def test_by_choice_partners_are_at_peace_with_each_other_too():
    found = peace([DOUBLE], Settings.of({"peace_scope": "teammates"}))
    assert found == (("A", "B"), ("A", "C"), ("A", "D"), ("B", "C"), ("B", "D"), ("C", "D"))


@clause("C10", "K33", "K36", "double_points=full", "idle_points=0")
def test_each_partner_scores_in_full_and_the_idle_nothing():
    assert points("ABCDE", [Result(DOUBLE, None, 7, 3)], Settings.of({})) == {"A": 7, "B": 7, "C": 7, "D": 3, "E": 0}


@clause("K33", "double_points=shared")
def test_by_choice_the_score_of_a_double_is_split_and_rounded_down():
    shared = Settings.of({"double_points": "shared"})
    assert points("ABCD", [Result(DOUBLE, None, 8, 2)], shared) == {"A": 2, "B": 2, "C": 2, "D": 2}
    assert points("AB", [Result(Battle("B", ("A",)), None, 8, 2)], shared) == {"A": 8, "B": 2}


@clause("K36", "idle_points=5")
def test_by_choice_the_idle_score_something():
    assert points("ABE", [Result(Battle("B", ("A",)), None, 8, 2)], Settings.of({"idle_points": 5}))["E"] == 5


@clause("C10", "K50")
@pytest.mark.parametrize("score", [-1, 11])
def test_points_outside_nought_to_ten_are_refused(score: int):
    with pytest.raises(Refusal) as no:
        checked(score, ATTACKERS)
    assert no.value.clause == "K50"
    assert checked(10, ATTACKERS) == 10


def lost(side: str, ranks: str) -> list[Demoralised]:
    """Demoralised commands: C the commander-in-chief's, s a sub-general's, a an ally's."""
    return [Demoralised(side, {"C": CINC, "s": SUB_GENERAL, "a": ALLY}[r]) for r in ranks]


@clause("C10")
@pytest.mark.parametrize(("broken", "ours", "theirs", "expected"), [
    (DEFENDER, "", "", (10, 0)),
    (DEFENDER, "s", "", (9, 1)),
    (DEFENDER, "sa", "C", (8, 2)),
    (DEFENDER, "C", "ss", (7, 3)),
    (BOTH, "", "", (5, 5)),
    (None, "s", "a", (5, 5)),
    (None, "", "", (5, 5)),
    (None, "", "C", (8, 2)),
    (None, "", "ss", (7, 3)),
    (None, "", "s", (6, 4)),
    (None, "s", "C", (7, 3)),
    (ATTACKERS, "", "s", (1, 9)),
])  # fmt: skip
def test_the_score_follows_from_what_the_table_saw_with_three_commands(broken: str | None, ours: str, theirs: str, expected: tuple[int, int]):
    assert worked_out(broken, {ATTACKERS: 3, DEFENDER: 3}, lost(ATTACKERS, ours) + lost(DEFENDER, theirs)) == expected


@clause("C10")
@pytest.mark.parametrize(("commands", "worth"), [(1, 5), (2, 4), (3, 3), (4, 2)])
def test_the_commander_in_chiefs_command_is_worth_what_the_others_leave(commands: int, worth: int):
    assert worked_out(None, {ATTACKERS: 3, DEFENDER: commands}, lost(DEFENDER, "C")) == (5 + worth, 5 - worth)
    everything = lost(DEFENDER, "C" + "s" * (commands - 1))
    assert worked_out(None, {ATTACKERS: 3, DEFENDER: commands}, everything) == (10, 0)


@clause("C10", "K50")
def test_every_worked_out_score_adds_up_to_ten_and_mirrors():
    for a, b, broken in product(range(1, 5), range(1, 5), (None, BOTH, ATTACKERS, DEFENDER)):
        for x, y in product(range(a), range(b)):
            seen = lost(ATTACKERS, "s" * x) + lost(DEFENDER, "s" * y)
            here = worked_out(broken, {ATTACKERS: a, DEFENDER: b}, seen)
            swap = {ATTACKERS: DEFENDER, DEFENDER: ATTACKERS}
            mirrored = [Demoralised(swap[d.side], d.rank) for d in seen]
            there = worked_out(swap.get(broken, broken), {ATTACKERS: b, DEFENDER: a}, mirrored)
            assert sum(here) == 10
            assert here == there[::-1]
            assert all(0 <= p <= 10 for p in here)


@clause("C10")
@pytest.mark.parametrize(("commands", "ranks"), [(0, ""), (5, ""), (2, "ss"), (3, "CC")])
def test_impossible_commands_are_refused(commands: int, ranks: str):
    with pytest.raises(Refusal):
        worked_out(None, {ATTACKERS: 3, DEFENDER: commands}, lost(DEFENDER, ranks))


@clause("K50", "K51")
@pytest.mark.parametrize(("broken", "score", "codes"), [
    (None, (5, 5), []),
    (None, (6, 5), ["points_not_ten"]),
    (DEFENDER, (3, 7), ["points_against_break"]),
    (DEFENDER, (5, 5), ["points_against_break"]),
    (ATTACKERS, (7, 2), ["points_not_ten", "points_against_break"]),
    (BOTH, (9, 1), []),
    (DEFENDER, (10, 0), []),
])  # fmt: skip
def test_odd_points_earn_a_warning_and_no_refusal(broken: str | None, score: tuple[int, int], codes: list[str]):
    found = doubts(broken, *score)
    assert [p.code for p in found] == codes
    assert not any(p.grave for p in found)


@clause("K51")
def test_points_that_differ_from_what_the_table_saw_earn_a_warning():
    assert [p.code for p in doubts(DEFENDER, 9, 1, (10, 0))] == ["points_differ"]
    assert doubts(DEFENDER, 9, 1, (9, 1)) == ()


@clause("C7a", "C10", "K23", "K45")
@pytest.mark.parametrize(("broken", "words"), [
    (DEFENDER, "A, B and C against D: 8-2; the army of D broke"),
    (ATTACKERS, "A, B and C against D: 8-2; the army of A, B and C broke"),
    (BOTH, "A, B and C against D: 8-2; both armies broke, which decides nothing"),
    (None, "A, B and C against D: 8-2; no army broke, so nobody becomes lord"),
])  # fmt: skip
def test_a_result_is_told_in_one_sentence(broken: str | None, words: str):
    assert told(Result(DOUBLE, broken, 8, 2)).say() == words


@clause("C10", "C9", "K36")
def test_points_and_peace_are_told():
    assert [r.say() for r in points_told({"A": 7, "E": 0}, {"A"})] == ["A scores 7", "E had no battle and scores 0"]
    assert [r.say() for r in peace_told([("A", "D")], 3)] == ["A and D are at peace through round 3"]


@clause("C10", "K35", "K44")
def test_equal_totals_share_a_place_and_the_next_place_is_left_out():
    rounds = [{"A": 10, "B": 5, "C": 5, "D": 0}, {"A": 0, "B": 5, "C": 0, "D": 5}]
    rows = table(rounds, {"A": 0, "B": 0, "C": 5, "D": 0}, final=True)
    assert [(r.place, r.shared, r.player, r.total) for r in rows] == [(1, True, "A", 10), (1, True, "B", 10), (1, True, "C", 10), (4, False, "D", 5)]
    assert (rows[2].rounds, rows[2].battle_points, rows[2].bonus) == ((5, 0), 5, 5)


@clause("C10", "K35")
def test_before_the_end_the_bonus_is_shown_but_not_counted():
    row = table([{"A": 3}], {"A": 10}, final=False)[0]
    assert (row.battle_points, row.bonus, row.total) == (3, 10, 3)
