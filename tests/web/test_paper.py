"""What the umpire enters from paper for somebody else, with an account or without: for whom, then what, marked as his everywhere (K53)."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from rules.campaign import acts
from tests.conftest import SQLITE
from tests.web.campaign_cast import SLUG, Campaign, build, in_diplomacy
from tests.web.forms import filled, said
from tests.web.test_desk_report import DESK
from tests.web.test_phase_diplomacy import declare

pytestmark = pytest.mark.clause("K53")
PAPER = f"{DESK}/paper"
PAGE = f"/campaigns/{SLUG}"


@pytest.fixture
def small(club: Flask) -> Campaign:
    return in_diplomacy(club)


def card(html: str, name: str) -> str:
    """What the page says of one player among all."""
    whom = html.split('id="whom"')[1].split("</ul>")[0]
    return said(next(li for li in whom.split("<li>") if f"<b>{name}</b>" in li))


def task(browser: FlaskClient, small: Campaign, name: str, button: str) -> str:
    """Where the button of something that can be entered for somebody leads."""
    html = browser.get(f"{PAPER}?player={small.id(name)}").text.split('id="what"')[1].split("</section>")[0]
    links = {
        said(words).removesuffix(" …"): href.replace("&amp;", "&") for href, words in re.findall(r'class="btn[^"]*" href="([^"]+)">([^<]+)</a>', html)
    }
    assert button in links, links
    return links[button].partition("#")[0]


def round_4(browser: FlaskClient) -> str:
    """What the chronicle tells of round 4."""
    return said(browser.get(f"{PAGE}/chronicle").text).split("Round 4")[-1].split("Round 3")[0]


@SQLITE
@pytest.mark.clause("K4")
def test_the_chronicle_tells_nothing_of_what_is_sealed_or_was_replaced(small, umpire, visitor):
    declare(small, ("Gijs", "Bram"), ("Anna", "Bram"))
    assert "declaration, by" not in round_4(visitor)
    small.write(small.umpire(acts.Strike(small.season.version), "he does it himself"))
    small.write(small.umpire(acts.CloseDiplomacy()))
    told = round_4(visitor)
    assert "Gijs declaration, by Xena" in told
    assert "Anna declaration" not in told


@SQLITE
def test_it_lists_everybody_with_whom_is_awaited_first(small, umpire):
    declare(small, ("Finn", "Dirk"))
    page = umpire.get(PAPER).text
    assert PAPER in umpire.get(DESK).text
    assert card(page, "Gijs") == "Gijs no account Nothing yet"
    assert card(page, "Finn") == "Finn no account Sealed"
    assert card(page, "Anna") == "Anna Nothing yet"
    order = [page.index(f"<b>{name}</b>") for name in ("Gijs", "Anna", "Bram", "Finn")]
    assert order == sorted(order)


def test_a_declaration_of_somebody_without_an_account_counts_and_is_marked(small, umpire, visitor):
    there = task(umpire, small, "Gijs", "His declaration")
    form = umpire.get(there).text
    assert "You write this for Gijs" in said(form)
    assert umpire.post(there, data=filled(form, "Seal", target=small.id("Bram"))).status_code == 303
    entry = small.season.entries[-1]
    assert (entry.act, entry.by, entry.for_) == (acts.Declare(small.id("Gijs"), small.id("Bram")), small.id("Xena"), small.id("Gijs"))
    assert card(umpire.get(PAPER).text, "Gijs") == "Gijs no account Sealed"
    small.write(small.umpire(acts.CloseDiplomacy()))
    assert "Entered by Xena K53" in said(visitor.get(f"{PAGE}/declarations").text)
    assert "Gijs declaration, by Xena" in round_4(visitor)


@SQLITE
@pytest.mark.clause("C9", "C4")
def test_what_he_may_not_declare_is_refused_with_its_clause(small, umpire):
    there = task(umpire, small, "Gijs", "His declaration")
    answer = umpire.post(there, data=filled(umpire.get(there).text, "Seal", loose=True, target=small.id("Anna")))
    assert answer.status_code == 422
    assert ">C9</a>" in answer.text
    assert "at peace" in said(answer.text)
    assert small.id("Gijs") not in small.season.current.own


@pytest.mark.clause("C8", "K10")
def test_a_lords_order_is_entered_for_him(small, umpire):
    there = task(umpire, small, "Dirk", "An order")
    answer = umpire.post(there.replace("/declare", "/declare/order"), data=filled(umpire.get(there).text, "order", target=small.id("Gijs")))
    assert answer.status_code == 303
    entry = small.season.entries[-1]
    assert entry.act == acts.Order(small.id("Dirk"), small.id("Elsa"), small.id("Gijs"))
    assert entry.for_ == small.id("Dirk")
    assert "An order" not in umpire.get(f"{PAPER}?player={small.id('Anna')}").text


@SQLITE
@pytest.mark.clause("L5")
def test_commands_are_entered_for_him(small, umpire):
    there = task(umpire, small, "Gijs", "His commands")
    answer = umpire.post(there, data=filled(umpire.get(there).text, "Keep these commands"))
    assert answer.status_code == 303
    assert (small.season.entries[-1].act.kind, small.season.entries[-1].for_) == ("organise", small.id("Gijs"))


@pytest.mark.clause("C7", "C7b")
def test_in_the_battle_phase_it_offers_his_report_and_his_vote(club, signed_in):
    small, umpire = build(club), signed_in("Xena")
    assert card(umpire.get(PAPER).text, "Finn") == "Finn no account No result yet"
    assert "His vote" not in umpire.get(f"{PAPER}?player={small.id('Gijs')}").text
    there = task(umpire, small, "Finn", "His report")
    data = filled(umpire.get(there).text, "Tell|end", broken="defender", attackers="10", defender="0")
    assert umpire.post(there.replace("3.2", "3.2/report"), data=data).status_code == 303
    entry = small.season.entries[-1]
    assert (entry.act.kind, entry.act.side, entry.for_) == ("report", "attackers", small.id("Finn"))
    there = task(umpire, small, "Finn", "His vote")
    assert umpire.post(there.replace("3.2", "3.2/vote"), data={"candidate": small.id("Anna")}).status_code == 303
    assert small.season.fight("3.2").votes == {small.id("Finn"): small.id("Anna")}


@SQLITE
@pytest.mark.clause("K4")
def test_it_recalls_what_he_entered_without_what_is_sealed_in_it(small, umpire, signed_in):
    small.write(small.umpire(acts.Appoint(small.id("Anna"), "umpire")))
    declare(small, ("Gijs", "Bram"))
    small.write(small.umpire(acts.Order(small.id("Dirk"), small.id("Elsa"), small.id("Finn"))))
    page = said(umpire.get(PAPER).text)
    assert "Xena sealed a declaration for Gijs" in page
    assert "Xena gave an order for Dirk" in page
    assert "Bram" not in page.split("Entered by you in round 4")[1]
    other = said(signed_in("Anna").get(PAPER).text)
    assert "gave an order" not in other
    assert "sealed a declaration" not in other


@SQLITE
def test_the_page_is_live(small, umpire):
    page = umpire.get(f"{PAPER}?player={small.id('Gijs')}").text
    region = re.search(r'id="paper" data-region hx-get="([^"]+)"', page).group(1).replace("&amp;", "&")
    assert umpire.get(region).status_code == 204
    declare(small, ("Gijs", "Bram"))
    fresh = umpire.get(region).text
    assert "For Gijs" in said(fresh)
    assert card(fresh, "Gijs").endswith("Sealed")


@SQLITE
def test_only_the_umpire_enters_from_paper(small, signed_in, visitor):
    assert signed_in("Anna").get(PAPER).status_code == 403
    assert "/sign-in" in visitor.get(PAPER).location
    assert signed_in("Anna").post(f"{PAGE}/declare?for={small.id('Gijs')}", data={"target": small.id("Bram")}).status_code in (403, 422)
    assert small.id("Gijs") not in small.season.current.own


@SQLITE
@pytest.mark.clause("K43")
def test_nothing_is_entered_for_somebody_who_has_left(small, umpire):
    small.write(small.umpire_for("Gijs", acts.Leave(small.id("Gijs"))))
    page = umpire.get(f"{PAPER}?player={small.id('Gijs')}").text
    assert 'id="what"' not in page
    answer = umpire.post(f"{PAGE}/declare?for={small.id('Gijs')}", data={"target": small.id("Bram")})
    assert answer.status_code == 422
    assert ">K43</a>" in answer.text
