"""Lords and subordinates after the battles."""

from __future__ import annotations

from itertools import permutations

import pytest

from rules.campaign.battles import Battle, Result
from rules.campaign.pyramid import after, bonus, sizes, without
from rules.campaign.records import ATTACKERS, BOTH, DEFENDER
from rules.campaign.settings import Settings

clause = pytest.mark.clause


def lords(text: str) -> dict[str, str | None]:
    """ "V L>V S>L": each player, with his lord after the sign."""
    return {p: up or None for p, _, up in (one.partition(">") for one in text.split())}


def beats(winner: str, loser: str) -> Result:
    """A lone attacker breaks the defender."""
    return Result(Battle(loser, (winner,)), DEFENDER)


def holds(defender: str, *attackers: str) -> Result:
    """The defender breaks the attackers."""
    return Result(Battle(defender, attackers), ATTACKERS)


def named(loser: str, team: str, lord: str | None) -> Result:
    """A double breaks the defender and names a lord, or nobody."""
    return Result(Battle(loser, tuple(team)), DEFENDER, named=lord)


def changed(before: str, *results: Result, **chosen: str) -> tuple[dict[str, str | None], list[str]]:
    """The lords afterwards, which must not depend on the order of the battles, and the codes of the rulings."""
    settings = Settings.of(chosen)
    shifts = [after(lords(before), order, settings) for order in permutations(results)]
    assert all(s == shifts[0] for s in shifts)
    return shifts[0].lord, [ruling.code for ruling in shifts[0].rulings]


@clause("C7", "C7a")
def test_a_decisive_victor_becomes_lord():
    assert changed("A B", beats("A", "B")) == (lords("A B>A"), ["new_lord"])


@clause("C7a")
def test_a_defender_becomes_lord_of_all_partners_of_the_double_he_breaks():
    assert changed("V A B", holds("V", "A", "B"))[0] == lords("V A>V B>V")


@clause("C7b")
def test_the_member_whom_a_double_names_becomes_lord():
    assert changed("V A B", named("V", "AB", "B"))[0] == lords("V>B A B")


@clause("C7b", "K25")
def test_a_double_that_names_nobody_leaves_the_beaten_man_his_lord():
    lord, said = changed("A B L S>L", named("S", "AB", None))
    assert (lord, said) == (lords("A B L S>L"), ["no_lord_named"])


@clause("C7a", "K23", "K29")
@pytest.mark.parametrize("broken", [None, BOTH])
def test_without_one_broken_army_nothing_is_decided(broken: str | None):
    result = Result(Battle("B", ("A",)), broken, 9, 1)
    assert changed("A B C>B", result) == (lords("A B C>B"), [])


@clause("C7c", "K26", "structure=pyramid")
def test_subordinates_come_along_under_their_beaten_lord():
    lord, said = changed("V L S>L T>S", beats("V", "L"), structure="pyramid", count_mode="direct")
    assert (lord, said) == (lords("V L>V S T>S"), ["new_lord", "goes_free"])
    assert changed("V W>V L S>L", beats("V", "L"))[0] == lords("V W>V L>V S>L")


@clause("K26", "structure=flat")
def test_by_choice_all_become_the_victors_direct_men():
    lord, said = changed("V W>V X>V L S>L T>S", beats("V", "L"), structure="flat")
    assert lord == lords("V W>V X>V L>V S>V T>V")
    assert said == ["new_lord", "comes_along", "comes_along"]


@clause("K26", "K28", "structure=flat")
def test_under_the_flat_choice_a_freed_man_still_keeps_his_own():
    assert changed("V L S>L T>S", beats("V", "L"), structure="flat")[0] == lords("V L>V S T>S")


@clause("C7c", "K27", "count_mode=transitive")
@pytest.mark.parametrize(("before", "afterwards"), [
    ("V L S>L", "V L>V S>L"),
    ("V L S>L T>S", "V L>V S T>S"),
    ("V W>V L S>L T>S", "V W>V L>V S>L T>S"),
    ("V W>V L S>L T>S U>T", "V W>V L>V S T>S U>T"),
])  # fmt: skip
def test_a_larger_subordinate_than_the_victor_goes_free_and_an_equal_one_does_not(before: str, afterwards: str):
    assert changed(before, beats("V", "L"))[0] == lords(afterwards)


@clause("K27", "count_mode=direct")
def test_by_choice_only_direct_subordinates_count():
    before = "V W>V X>W L S>L T>S U>S"
    assert changed(before, beats("V", "L"), count_mode="direct")[0] == lords("V W>V X>W L>V S T>S U>S")
    assert changed(before, beats("V", "L"))[0] == lords("V W>V X>W L>V S>L T>S U>S")


@clause("K28")
def test_who_goes_free_keeps_everybody_below_him():
    lord, _ = changed("V L S>L T>S U>T L2>L", beats("V", "L"))
    assert lord == lords("V L>V S T>S U>T L2>L")


@clause("K28", "count_mode=direct")
def test_with_direct_counts_a_larger_man_deeper_down_goes_free_as_well():
    before = "V W>V L S>L T>S A>T B>T"
    assert changed(before, beats("V", "L"), count_mode="direct")[0] == lords("V W>V L>V S>L T A>T B>T")


@clause("C7d")
def test_a_beaten_subordinate_changes_lord_and_takes_his_men_with_him():
    assert changed("V W>V L S>L T>S", beats("V", "S"))[0] == lords("V W>V L S>V T>S")


@clause("C7d", "C7a")
def test_a_victor_who_is_a_subordinate_stays_one_and_his_lord_gains():
    lord, _ = changed("L S>L A", beats("S", "A"))
    assert lord == lords("L S>L A>S")
    assert sizes(lord)["L"] == 2


@clause("K27")
def test_sizes_are_those_before_the_phase_even_for_a_victor_who_loses_a_man_in_it():
    lord, _ = changed("V W>V L S>L T>S X", beats("V", "L"), beats("X", "W"))
    assert lord == lords("V W>X L>V S>L T>S X")


@clause("K37", "K9", "internal_war=rebellion")
def test_a_rebel_who_beats_his_lord_is_free_and_lord_of_him():
    assert changed("L V>L U>L", beats("V", "L"))[0] == lords("L>V V U>L")


@clause("K37", "C7c")
def test_when_the_lowest_beats_the_top_the_lord_between_ends_on_top():
    assert changed("T M>T S>M", beats("S", "T"))[0] == lords("T>S M S>M")


@clause("K38")
def test_of_crossed_defeats_both_old_bonds_fall():
    lord, said = changed("L S>L V W>V", beats("S", "V"), beats("W", "L"))
    assert lord == lords("L>W S V>S W")
    assert said.count("old_bond_falls") == 2


@clause("K38")
def test_nobody_is_told_to_come_along_whose_bond_then_falls():
    shift = after(lords("L S>L V W>V"), [beats("S", "V"), beats("W", "L")], Settings.of({}))
    told = [(r.code, r.who[0]) for r in shift.rulings]
    assert [code for code, who in told if who == "S"] == ["old_bond_falls"]
    assert [code for code, who in told if who == "W"] == ["old_bond_falls"]


@clause("K38", "K26", "structure=flat")
def test_crossed_defeats_are_cut_in_the_same_way_under_the_flat_choice():
    assert changed("L S>L V W>V", beats("S", "V"), beats("W", "L"), structure="flat")[0] == lords("L>W S V>S W")


@clause("K47")
def test_lord_and_subordinate_beaten_in_one_double_both_stand_directly_under_the_victor():
    lord, _ = changed("V L S>L U>L", holds("V", "L", "S"))
    assert lord == lords("V L>V S>V U>L")


@clause("K48", "C7d")
def test_lord_and_subordinate_beaten_by_different_victors_go_each_to_his_own():
    lord, said = changed("A B L S>L T>S", beats("A", "L"), beats("B", "S"))
    assert lord["L"] == "A"
    assert lord["S"] == "B"
    assert "own_victor" in said


@clause("K43")
def test_who_leaves_frees_his_men_and_is_nobodys_man():
    assert without(lords("L S>L T>S"), ["S"]) == lords("L S T")


@clause("C10", "K34", "lord_points=transitive", "lord_bonus=5")
def test_a_chain_of_four_pays_fifteen_ten_and_five():
    assert bonus(lords("A B>A C>B D>C"), Settings.of({})) == {"A": 15, "B": 10, "C": 5, "D": 0}


@clause("K34", "lord_points=direct")
def test_by_choice_only_direct_subordinates_pay():
    assert bonus(lords("A B>A C>B D>A"), Settings.of({"lord_points": "direct"})) == {"A": 10, "B": 5, "C": 0, "D": 0}


@clause("K34", "lord_points=top_only")
def test_by_choice_only_the_head_of_the_pyramid_is_paid():
    assert bonus(lords("A B>A C>B D"), Settings.of({"lord_points": "top_only"})) == {"A": 10, "B": 0, "C": 0, "D": 0}


@clause("C10", "lord_bonus=3")
def test_the_bonus_can_be_another_number():
    assert bonus(lords("A B>A"), Settings.of({"lord_bonus": 3})) == {"A": 3, "B": 0}


@clause("C7")
def test_every_change_of_lord_is_told_with_its_clause():
    shift = after(lords("V L S>L T>S U>L"), [beats("V", "L")], Settings.of({}))
    told = {ruling.code: ruling for ruling in shift.rulings}
    assert told["new_lord"].clauses == ("C7a",)
    assert told["goes_free"].say() == "S goes free and keeps T: before the battles he had 1 subordinate, more than V with none"
    assert told["goes_free"].clauses == ("C7c", "K27", "K28")
    assert told["comes_along"].who == ("U", "V")
