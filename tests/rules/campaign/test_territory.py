"""Who borders whom, and on whom a player may declare war."""

from __future__ import annotations

import pytest

from rules.campaign.territory import why_not
from rules.rulings import Refusal
from tests.rules.campaign.builders import ring, row, where

clause = pytest.mark.clause


@clause("C4")
def test_free_neighbours_may_attack_each_other_and_nobody_else():
    now = where(row(*"abcd"))
    assert now.lawful == {"a": ("b",), "b": ("a", "c"), "c": ("b", "d"), "d": ("c",)}


@clause("C1")
def test_it_refuses_two_players_on_one_province():
    from rules.campaign.settings import DEFAULTS
    from rules.campaign.territory import neighbours

    with pytest.raises(Refusal) as no:
        neighbours(row(*"ab"), {"a": "pa", "b": "pa"}, DEFAULTS)
    assert no.value.clause == "C1"


@clause("C8", "K12", "K14", "realm_sharing=shared")
def test_everybody_in_a_connected_pyramid_attacks_from_its_whole_land():
    now = where(row(*"abcd"), lord={"b": "a", "c": "a"})
    assert now.lawful == {"a": ("d",), "b": ("d",), "c": ("d",), "d": ("a", "b", "c")}


@clause("K12", "realm_sharing=lord_only")
def test_by_choice_only_the_head_of_the_pyramid_attacks_from_its_whole_land():
    now = where(row(*"abcd"), lord={"a": "b", "b": "c"}, realm_sharing="lord_only")
    assert now.lawful["c"] == ("d",)
    assert now.lawful["a"] == now.lawful["b"] == ()
    assert now.lawful["d"] == ("a", "b", "c")
    assert why_not(now, "b", "d").code == "lord_only"


@clause("K13", "realm_exposure=realm")
def test_a_lord_behind_his_subordinates_can_be_attacked():
    assert "a" in where(row(*"abc"), lord={"b": "a"}).lawful["c"]


@clause("K13", "realm_exposure=province")
def test_by_choice_only_the_owner_of_the_touched_province_can_be_attacked():
    now = where(row(*"abc"), lord={"b": "a"}, realm_exposure="province")
    assert now.lawful == {"a": ("c",), "b": ("c",), "c": ("b",)}
    assert why_not(now, "c", "a").code == "behind"


@clause("K14")
def test_a_broken_pyramid_has_separate_lands():
    now = where(row(*"abcde"), lord={"c": "a", "e": "a"})
    assert now.lawful == {"a": ("b",), "b": ("a", "c"), "c": ("b", "d"), "d": ("c", "e"), "e": ("d",)}


@clause("K14")
def test_parts_connected_through_another_subordinate_are_one_land():
    now = where([*row(*"abc"), ("pc", "px")], lord={"b": "c", "c": "a", "a": None})
    assert now.block["a"] == {"a", "b", "c"}
    assert now.lawful["a"] == ("x",)


@clause("K15")
def test_neighbours_at_peace_do_not_lend_each_other_their_land():
    now = where(row(*"abc"), peace=[("a", "b")])
    assert now.lawful == {"a": (), "b": ("c",), "c": ("b",)}


@clause("K16")
def test_a_beaten_lords_own_province_stays_his_and_joins_the_victors_land():
    free, taken = where(row(*"abcd")), where(row(*"abcd"), lord={"b": "a"})
    assert free.lawful["c"] == ("b", "d")
    assert taken.lawful["c"] == ("a", "b", "d")


@clause("C9", "K31")
def test_peace_bars_both_from_war_but_not_their_subordinates():
    now = where(row(*"abcd"), lord={"b": "a", "d": "c"}, peace=[("c", "b")])
    assert now.lawful == {"a": ("c", "d"), "b": ("d",), "c": ("a",), "d": ("a", "b")}
    barred = why_not(now, "b", "c")
    assert (barred.clauses, barred.code) == (("C9", "K31"), "peace")


@clause("K6", "K7", "peace_yields=false")
def test_a_player_whose_neighbours_are_all_at_peace_with_him_may_attack_nobody():
    assert where(row(*"abc"), peace=[("a", "b")]).lawful["a"] == ()


@clause("K7", "peace_yields=true")
def test_by_choice_peace_yields_where_nobody_else_is_left():
    now = where(row(*"abc"), peace=[("a", "b")], peace_yields=True)
    assert now.lawful == {"a": ("b",), "b": ("c",), "c": ("b",)}


@clause("C8", "K9", "internal_war=none")
def test_nobody_attacks_inside_his_own_pyramid():
    now = where(ring(*"abcd"), lord={"b": "a", "d": "a"})
    assert now.lawful["b"] == ("c",)
    assert why_not(now, "b", "a").code == "own_lord"
    assert why_not(now, "a", "b").code == "own_vassal"
    assert why_not(now, "b", "d").code == "fellow_vassal"
    assert all(why_not(now, *two).clauses == ("C8", "K9") for two in ("ba", "ab", "bd"))


@clause("K9", "internal_war=rebellion")
def test_by_choice_a_subordinate_may_attack_any_lord_above_him_whose_province_borders_his():
    now = where([*ring(*"abc"), ("pc", "pd")], lord={"b": "a", "c": "b", "d": "b"}, internal_war="rebellion")
    assert now.lawful == {"a": (), "b": ("a",), "c": ("a", "b"), "d": ()}
    assert why_not(now, "d", "b").code == "own_lord"


@clause("K9", "internal_war=any")
def test_by_choice_anybody_in_a_pyramid_may_attack_whoever_borders_him():
    now = where(row(*"abcd"), lord={"b": "a", "c": "a"}, internal_war="any")
    assert now.lawful == {"a": ("b", "d"), "b": ("a", "c", "d"), "c": ("b", "d"), "d": ("a", "b", "c")}


@clause("K9", "C9", "internal_war=any")
def test_peace_holds_in_a_war_inside_a_pyramid_too():
    now = where(row(*"ab"), lord={"b": "a"}, peace=[("a", "b")], internal_war="any")
    assert now.lawful == {"a": (), "b": ()}
    assert why_not(now, "a", "b").code == "peace"


@clause("K2", "unheld_land=wall")
def test_land_that_nobody_holds_separates():
    now = where([("pa", "_1"), ("_1", "pb"), ("pb", "pc")])
    assert now.lawful == {"a": (), "b": ("c",), "c": ("b",)}


@clause("K2", "unheld_land=passable")
def test_by_choice_whoever_lies_round_one_stretch_of_it_borders_the_others_there():
    borders = [("pa", "_1"), ("_1", "_2"), ("_2", "pb"), ("pb", "pc"), ("_3", "pc"), ("_3", "pd")]
    now = where(borders, unheld_land="passable")
    assert now.lawful == {"a": ("b",), "b": ("a", "c"), "c": ("b", "d"), "d": ("c",)}


@clause("K2", "K14", "unheld_land=passable")
def test_unheld_land_connects_a_pyramid_too_when_it_can_be_crossed():
    borders = [("pa", "_1"), ("_1", "pb"), ("pb", "pc")]
    assert where(borders, lord={"b": "a"}, unheld_land="passable").lawful["a"] == ("c",)
    assert where(borders, lord={"b": "a"}).lawful["a"] == ()


@clause("K43")
def test_who_has_left_is_no_target_has_no_men_and_lends_no_land():
    now = where(row(*"abcd"), lord={"b": "a", "c": "b"}, absent=["b"])
    assert now.lawful == {"a": (), "c": ("d",), "d": ("c",)}
    assert now.lord["c"] is None
    assert (why_not(now, "a", "b").code, why_not(now, "b", "a").code) == ("gone", "gone")


@clause("K2", "K43", "unheld_land=passable")
def test_land_of_one_who_left_can_be_crossed_like_any_unheld_land():
    assert where(row(*"abc"), absent=["b"], unheld_land="passable").lawful == {"a": ("c",), "c": ("a",)}


@clause("C4")
def test_every_other_player_has_a_reason_or_is_a_target():
    now = where(row(*"abcde"), lord={"b": "a"}, peace=[("c", "b")], absent=["e"])
    for p in "abcde":
        for q in "abcde":
            barred = why_not(now, p, q)
            assert (barred is None) == (q in now.lawful.get(p, ()))
            assert barred is None or (barred.clauses and barred.text)
    assert why_not(now, "a", "a").code == "self"
    assert why_not(now, "a", "d").code == "not_a_neighbour"
