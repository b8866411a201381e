"""What declarations and orders come to when diplomacy closes."""

from __future__ import annotations

import pytest

from rules.campaign.declarations import Effective, Given, drawn, effective
from rules.campaign.settings import Settings
from tests.rules.campaign.builders import ring, row, where

clause = pytest.mark.clause


def close(now, own, *orders: str, lot: str = "seed|1", standing=(), entered="", **chosen) -> Effective:
    """Closes diplomacy; an order "abc" is a's, to b, against c."""
    given = [Given(*order) for order in orders]
    return effective(now.lawful, now.lord, own, given, Settings.of(chosen), lot, entered, standing)


def codes(found: Effective) -> list[tuple[str, str | None]]:
    return [(p.code, p.who) for p in found.problems]


@clause("C4")
def test_a_lawful_declaration_counts():
    found = close(where(row(*"abc")), {"a": "b", "b": "c", "c": "b"})
    assert found.target == {"a": "b", "b": "c", "c": "b"}
    assert found.problems == ()
    assert [r.code for r in found.rulings] == ["declared"] * 3


@clause("C4", "K5", "K8", "missing_declaration=none")
def test_who_hands_in_nothing_or_something_unlawful_starts_no_war_and_can_still_be_attacked():
    found = close(where(row(*"abcd")), {"a": "b", "b": "d", "d": None})
    assert found.target == {"a": "b", "b": None, "c": None, "d": None}
    assert codes(found) == [("target_not_lawful", "b"), ("no_declaration", "c"), ("no_declaration", "d")]
    assert "can be attacked" in found.rulings[1].text


@clause("K5", "missing_declaration=random")
def test_by_choice_the_lot_draws_a_lawful_target_for_him():
    now = where(ring(*"abcde"))
    found = close(now, {"a": "b", "b": "e"}, entered="badec", missing_declaration="random")
    assert found.target["a"] == "b"
    assert all(found.target[p] == drawn("seed|1", p, now.lawful[p], "badec") for p in "bcde")
    assert all(found.target[p] in now.lawful[p] for p in "bcde")
    assert codes(found)[0] == ("target_not_lawful", "b")


@clause("K5", "missing_declaration=random")
def test_the_draw_depends_on_the_published_lot_alone_and_reaches_every_target():
    lawful = ("a", "b", "c")
    assert {drawn(f"seed|{n}", "p", lawful, "pcab") for n in range(40)} == set(lawful)
    assert drawn("seed|7", "p", lawful, "pcab") == drawn("seed|7", "p", lawful[::-1], "pcab")
    assert drawn("seed|1", "p", (), "pcab") is None


@clause("K6", "K7")
def test_an_empty_declaration_is_no_fault_where_nobody_can_be_named():
    found = close(where(row(*"ab"), peace=[("a", "b")]), {"a": None})
    assert (found.target, found.problems) == ({"a": None, "b": None}, ())
    assert found.rulings[0].code == "empty"


@clause("K6")
def test_naming_somebody_where_nobody_is_lawful_is_told():
    assert codes(close(where(row(*"ab"), peace=[("a", "b")]), {"a": "b"})) == [("target_not_lawful", "a")]


@clause("C8", "K10", "K10c", "K11")
def test_a_lords_order_outranks_whatever_his_subordinate_filed():
    found = close(where(ring(*"abcde"), lord={"b": "a"}), {"a": "e", "b": "c"}, "abe")
    assert found.target["b"] == "e"
    assert found.rulings[1].say() == "b declares war on e instead of on c, by order of a"


@clause("K10a")
def test_of_two_lords_the_highest_is_obeyed_whoever_spoke_last():
    now = where([*row(*"abcd"), ("pc", "pe")], lord={"b": "a", "c": "b"})
    for orders in (("bcd", "ace"), ("ace", "bcd")):
        assert close(now, {}, *orders).target["c"] == "e"


@clause("K10a")
def test_of_one_lords_orders_the_latest_counts():
    now = where([*row(*"abd"), ("pb", "pe")], lord={"b": "a"})
    assert close(now, {}, "abd", "abe").target["b"] == "e"
    assert close(now, {}, "abe", "abd").target["b"] == "d"


@clause("K10b")
def test_an_unlawful_order_is_void_and_the_subordinates_own_choice_counts():
    found = close(where(row(*"abcd"), lord={"b": "a"}), {"b": "c"}, "abd", "cbc")
    assert found.target["b"] == "c"
    assert codes(found)[:2] == [("order_target_not_lawful", "b"), ("order_not_from_a_lord", "b")]
    assert {r.code for r in found.rulings} >= {"order_target_not_lawful", "order_not_from_a_lord"}


@clause("K10b")
def test_an_unlawful_order_of_the_highest_lord_leaves_the_lower_lords_order_standing():
    now = where([*row(*"abcd"), ("pc", "pe")], lord={"b": "a", "c": "b"})
    assert close(now, {"c": "e"}, "bcd", "acb").target["c"] == "d"


@clause("K10b")
def test_without_any_order_a_subordinate_decides_himself():
    assert close(where(row(*"abc"), lord={"b": "a"}), {"b": "c"}).target["b"] == "c"


@clause("K10")
def test_a_subordinate_cannot_order_his_lord_nor_anybody_himself():
    found = close(where(row(*"abc"), lord={"b": "a"}), {}, "bac", "bbc")
    assert codes(found)[:2] == [("order_not_from_a_lord", "a"), ("order_not_from_a_lord", "b")]


@clause("K52")
def test_what_a_correction_made_unlawful_counts_as_long_as_it_stands():
    now = where(row(*"abcd"))
    assert close(now, {"a": "d"}, standing=["a"]).target["a"] == "d"
    stands = effective(now.lawful, now.lord, {}, [Given("d", "a", "c", stands=True)], Settings.of({}))
    assert stands.target["a"] == "c"
