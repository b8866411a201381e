"""Receipts: their owner holds one at once, everybody can check all of them after the reveal, and none of it is told before."""

from __future__ import annotations

import hashlib
import re

import pytest

from rules.campaign import acts
from tests.conftest import SQLITE
from tests.web.campaign_cast import SLUG, Campaign, in_diplomacy
from tests.web.forms import filled, said
from webapp import journal

PAGE = f"/campaigns/{SLUG}/declare"
OPEN = f"/campaigns/{SLUG}/declarations"
LINE = re.compile(rf"banneret\|{SLUG}\|4\|[^<\s]+\|[0-9a-f]{{32}}")


@pytest.fixture
def small(club) -> Campaign:
    return in_diplomacy(club)


def seal(browser, c: Campaign, target: str) -> tuple[str, str]:
    """Seal a declaration: the receipt that its page shows then, and what it is made of."""
    browser.post(PAGE, data=filled(browser.get(PAGE).text, "Seal", target=c.id(target)))
    page = browser.get(PAGE).text
    line = LINE.search(page)
    receipt = re.search(r"<code>([0-9a-f]{64})</code>", page)
    assert line
    assert receipt
    return receipt[1], line[0]


def test_a_receipt_is_the_hash_of_its_line_and_stands_at_the_reveal(small, signed_in, visitor):
    receipt, line = seal(signed_in("Anna"), small, "Bram")
    assert line.startswith(f"banneret|{SLUG}|4|{small.id('Anna')}|{small.id('Bram')}|")
    assert hashlib.sha256(line.encode()).hexdigest() == receipt
    assert receipt not in visitor.get(OPEN).text
    small.write(small.umpire(acts.CloseDiplomacy()))
    page = visitor.get(OPEN).text
    assert receipt in page
    assert line in page
    assert "Anna declares war on Bram" in said(page)


@SQLITE
def test_what_was_replaced_is_never_revealed(small, signed_in, visitor):
    anna = signed_in("Anna")
    first, last = seal(anna, small, "Cleo"), seal(anna, small, "Bram")
    assert first[0] != last[0]
    small.write(small.umpire(acts.CloseDiplomacy()))
    page = visitor.get(OPEN).text
    assert last[1] in page
    assert first[0] not in page
    assert first[1] not in page


@SQLITE
def test_nobody_else_sees_a_receipt_before_the_reveal(small, signed_in, visitor):
    receipt, line = seal(signed_in("Anna"), small, "Bram")
    for browser in (visitor, signed_in("Bram"), signed_in("Yves")):
        for path in (OPEN, f"/campaigns/{SLUG}", f"/campaigns/{SLUG}/chronicle", f"/campaigns/{SLUG}/battles"):
            text = browser.get(path).text
            assert receipt not in text
            assert line.rpartition("|")[2] not in text


@SQLITE
@pytest.mark.clause("K53")
def test_what_the_umpire_entered_for_somebody_says_so_to_him_and_at_the_reveal(small, signed_in, visitor):
    small.write(small.umpire(acts.Declare(small.id("Anna"), small.id("Bram"))))
    seal(signed_in("Cleo"), small, "Anna")
    assert "This was entered by Xena for you" in said(signed_in("Anna").get(PAGE).text)
    assert "entered by" not in said(signed_in("Cleo").get(PAGE).text)
    small.write(small.umpire(acts.CloseDiplomacy()))
    page = visitor.get(OPEN).text
    round_4 = said(page[page.index("declared-4") : page.index("declared-3")])
    assert round_4.count("Entered by") == 1
    assert "Anna Entered by Xena K53" in round_4


@SQLITE
def test_an_order_has_a_receipt_too(small, signed_in, visitor):
    bram = signed_in("Bram")
    data = filled(bram.get(PAGE).text, "the order", vassal=small.id("Cleo"), target=small.id("Dirk"))
    bram.post(f"{PAGE}/order", data=data)
    line = LINE.search(bram.get(PAGE).text)
    assert line
    assert f"|{small.id('Bram')}|{small.id('Cleo')}|{small.id('Dirk')}|" in line[0]
    small.write(small.umpire(acts.CloseDiplomacy()))
    assert hashlib.sha256(line[0].encode()).hexdigest() in visitor.get(OPEN).text


@SQLITE
def test_an_act_that_this_request_cannot_see_yet_has_no_receipt_yet(small, signed_in, monkeypatch):
    """What is kept in memory may be an act ahead of what a request reads that began before it."""
    anna = signed_in("Anna")
    receipt, _ = seal(anna, small, "Bram")
    monkeypatch.setattr(journal, "nonces", lambda *_: {})
    answer = anna.get(f"{PAGE}/sealed")
    assert answer.status_code == 200
    assert receipt not in answer.text


def test_before_anything_is_open_the_page_says_when_it_will_be(club, visitor):
    from datetime import UTC, datetime

    from webapp import db
    from webapp.models import Event

    with club.app_context(), db.writing() as own:
        own.add(Event(slug="bare", kind="campaign", name="A bare campaign", lede="", made=datetime.now(UTC)))
    assert "sealed until the umpire closes diplomacy" in said(visitor.get("/campaigns/bare/declarations").text)
