"""A lord's orders: given and taken back on his page, read by the subordinate with what they do, and refused where they cannot be."""

from __future__ import annotations

import pytest

from tests.conftest import SQLITE
from tests.web.campaign_cast import SLUG, Campaign, in_diplomacy
from tests.web.forms import filled, said

PAGE = f"/campaigns/{SLUG}/declare"


@pytest.fixture
def small(club) -> Campaign:
    """Cleo is under Bram, Elsa under Dirk."""
    return in_diplomacy(club)


def order(browser, c: Campaign, vassal: str, target: str | None):
    page = browser.get(PAGE).text
    data = filled(page, "the order", loose=True, vassal=c.id(vassal), target=c.id(target) if target else "none")
    return browser.post(f"{PAGE}/order", data=data)


def test_a_subordinate_reads_his_order_and_that_it_counts(small, signed_in):
    bram, cleo = signed_in("Bram"), signed_in("Cleo")
    assert "orders you" not in said(cleo.get(PAGE).text)
    assert order(bram, small, "Cleo", "Dirk").status_code == 303
    told = said(cleo.get(PAGE).text)
    assert "Bram orders you to declare war on Dirk . That counts, whatever you seal" in told
    cleo.post(PAGE, data=filled(cleo.get(PAGE).text, "Seal", target=small.id("Anna")))
    told = said(cleo.get(f"{PAGE}/sealed").text)
    assert "War on Anna" in told
    assert "instead of war on Anna" in told


@SQLITE
def test_an_order_is_changed_and_taken_back(small, signed_in):
    bram, cleo = signed_in("Bram"), signed_in("Cleo")
    order(bram, small, "Cleo", "Dirk")
    assert "ordered against Dirk" in said(bram.get(PAGE).text)
    order(bram, small, "Cleo", "Anna")
    assert "orders you to declare war on Anna" in said(cleo.get(PAGE).text)
    order(bram, small, "Cleo", None)
    assert "orders you" not in said(cleo.get(PAGE).text)
    assert "ordered against" not in said(bram.get(PAGE).text)


@SQLITE
def test_only_those_on_it_read_an_order(small, signed_in):
    order(signed_in("Bram"), small, "Cleo", "Dirk")
    for name in ("Anna", "Dirk", "Elsa"):
        told = said(signed_in(name).get(PAGE).text)
        assert "orders you" not in told, name
        assert "ordered against" not in told, name


@SQLITE
@pytest.mark.parametrize(
    ("who", "vassal", "target", "clause", "words"),
    [
        ("Anna", "Cleo", "Dirk", "K10", "is no lord of"),
        ("Cleo", "Bram", "Dirk", "K10", "is no lord of"),
        ("Bram", "Cleo", "Bram", "K10b", "may not declare war on"),
        ("Bram", "Xena", "Dirk", "C1", ""),
    ],
)
def test_an_order_that_cannot_be_given_is_refused_with_its_clause(small, signed_in, who, vassal, target, clause, words):
    browser = signed_in(who)
    data = filled(browser.get(PAGE).text, "Seal", loose=True, vassal=small.id(vassal), target=small.id(target))
    answer = browser.post(f"{PAGE}/order", data=data)
    assert answer.status_code == 422
    assert words in said(answer.text)
    assert small.season.current
    assert small.season.current.orders == []


@SQLITE
def test_nobody_gives_orders_for_somebody_elses_subordinates(small, signed_in):
    anna = signed_in("Anna")
    data = filled(anna.get(PAGE).text, "Seal", loose=True, vassal=small.id("Cleo"), target=small.id("Dirk"))
    answer = anna.post(f"{PAGE}/order?for={small.id('Bram')}", data=data)
    assert answer.status_code in (403, 422)
    assert small.season.current
    assert small.season.current.orders == []


@SQLITE
def test_who_leads_nobody_sees_no_orders(small, signed_in):
    assert 'id="orders"' not in signed_in("Anna").get(PAGE).text
    assert 'id="orders"' in signed_in("Dirk").get(PAGE).text
