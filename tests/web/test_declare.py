"""Declaring war from the page: sealing, changing one's mind, and every refusal, each told with its clause and without losing what was chosen."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from rules.campaign import acts
from rules.campaign.records import UMPIRE
from tests.conftest import SQLITE
from tests.web.campaign_cast import SLUG, Campaign, build, in_diplomacy
from tests.web.forms import filled, said
from webapp import db, journal
from webapp.models import Event, Person

PAGE = f"/campaigns/{SLUG}/declare"


def read(browser: FlaskClient, path: str) -> str:
    """A page without what tells only that something happened: versions, keys, the count of those who have sealed."""
    return re.sub(r"(?:[?&]|&amp;)v=\d+|name=\"(key|seen)\" [^>]*|value=\"[^\"]*\"|\d+ of \d+ sealed", "", browser.get(path).text)


@pytest.fixture
def small(club) -> Campaign:
    return in_diplomacy(club)


def own(c: Campaign, name: str) -> str | None:
    """Whom somebody has named so far; "" when he has filed nothing."""
    current = c.season.current
    assert current
    named = current.own.get(c.id(name), "")
    return next((n for n, i in c.ids.items() if str(i) == named), named)


def test_it_seals_a_declaration_that_can_be_changed_until_the_close(small, signed_in):
    anna = signed_in("Anna")
    page = anna.get(PAGE).text
    assert "Nothing is sealed yet" in page
    answer = anna.post(PAGE, data=filled(page, "Seal the declaration", target=small.id("Bram")))
    assert (answer.status_code, answer.location) == (303, PAGE)
    assert own(small, "Anna") == "Bram"
    page = anna.get(PAGE).text
    assert "War on Bram" in said(page)
    anna.post(PAGE, data=filled(page, "Seal it anew", target=small.id("Cleo")))
    assert own(small, "Anna") == "Cleo"


@SQLITE
def test_everybody_is_a_target_or_stands_there_with_the_reason_why_not(small, signed_in):
    page = signed_in("Anna").get(PAGE).text
    for name in ("Bram", "Cleo", "Dirk", "Elsa", "Finn"):
        assert f'value="{small.id(name)}"' in page, name
    assert f'name="target" value="{small.id("Gijs")}"' not in page
    barred = said(page[page.index("Whom you may not name") :])
    assert re.search("Gijs .{0,20}fought last round and are at peace", barred)
    assert "C9" in barred


@SQLITE
def test_a_province_on_the_map_chooses_whose_it_is(small, signed_in):
    anna = signed_in("Anna")
    page = anna.get(PAGE).text
    assert f'href="{PAGE}?target={small.id("Bram")}#choose"' in page
    assert f'target={small.id("Gijs")}#choose"' not in page
    chosen = anna.get(f"{PAGE}?target={small.id('Bram')}").text
    assert f'value="{small.id("Bram")}" checked' in chosen


@SQLITE
@pytest.mark.parametrize(
    ("who", "target", "clause", "words"),
    [
        ("Anna", "Gijs", "C9", "at peace"),
        ("Elsa", "Dirk", "K9", "one territory"),
        ("Anna", "Anna", "C4", "himself"),
        ("Anna", "Xena", "C4", "not in this campaign"),
    ],
)
def test_a_forged_target_fails_in_the_rules(small, signed_in, who, target, clause, words):
    browser = signed_in(who)
    forged = filled(browser.get(PAGE).text, "Seal", loose=True, target=small.id(target))
    answer = browser.post(PAGE, data=forged)
    assert answer.status_code == 422
    assert f">{clause}</a>" in answer.text
    assert words in said(answer.text)
    assert own(small, who) == ""


@SQLITE
def test_somebody_whose_land_is_not_reached_cannot_be_named(demo, sign_in_demo):
    with demo.app_context():
        event = db.session().scalars(select(Event).where(Event.slug == "mm99")).one()
        ids = {p.name: p.id for p in db.session().scalars(select(Person))}
        open_ = [b for b, f in journal.snapshot(event).state.current.fights.items() if f.filed is None]
        results = [journal.Deed(acts.Report(b, UMPIRE, None, 5, 5), ids["Xena"]) for b in open_]
        journal.write_all(event, [*results, journal.Deed(acts.CloseRound(), ids["Xena"])], "closed")
    anna = sign_in_demo("Anna")
    page = anna.get("/campaigns/mm99/declare").text
    assert "The land of Olga does not border the territory of Anna" in said(page)
    answer = anna.post("/campaigns/mm99/declare", data=filled(page, "Seal", loose=True, target=str(ids["Olga"])))
    assert answer.status_code == 422
    assert "does not border" in said(answer.text)
    assert "you may name" in said(answer.text)


@SQLITE
def test_an_empty_declaration_is_refused_while_there_is_somebody_to_name(small, signed_in):
    anna = signed_in("Anna")
    answer = anna.post(PAGE, data=filled(anna.get(PAGE).text, "Seal", loose=True, target="none"))
    assert answer.status_code == 422
    assert "must name somebody" in said(answer.text)


@SQLITE
def test_nothing_chosen_is_said_at_the_field(small, signed_in):
    anna = signed_in("Anna")
    answer = anna.post(PAGE, data=filled(anna.get(PAGE).text, "Seal"))
    assert answer.status_code == 422
    assert "Choose on whom." in answer.text


@SQLITE
def test_nobody_seals_for_somebody_else_but_the_umpire(small, signed_in):
    anna, xena = signed_in("Anna"), signed_in("Xena")
    data = filled(anna.get(PAGE).text, "Seal", target=small.id("Bram"))
    answer = anna.post(f"{PAGE}?for={small.id('Cleo')}", data=data)
    assert answer.status_code in (403, 422)
    assert own(small, "Cleo") == ""
    assert anna.get(f"{PAGE}?for={small.id('Cleo')}").status_code == 403
    there = f"{PAGE}?for={small.id('Cleo')}"
    answer = xena.post(there, data=filled(xena.get(there).text, "Seal", target=small.id("Anna")))
    assert answer.status_code == 303
    assert own(small, "Cleo") == "Anna"
    entry = small.season.entries[-1]
    assert (entry.by, entry.for_) == (small.id("Xena"), small.id("Cleo"))


def test_a_form_drawn_before_the_close_seals_nothing_after_it(small, signed_in):
    anna = signed_in("Anna")
    data = filled(anna.get(PAGE).text, "Seal", target=small.id("Bram"))
    small.write(small.umpire(acts.CloseDiplomacy()))
    answer = anna.post(PAGE, data=data)
    assert answer.status_code == 409
    assert own(small, "Anna") == ""
    assert "Not now" in anna.get(PAGE).text
    fresh = {**data, "seen": str(small.season.version), "key": "another"}
    answer = anna.post(PAGE, data=fresh)
    assert answer.status_code == 422
    assert ">C2</a>" in answer.text


@SQLITE
def test_the_battle_phase_takes_no_declaration(club, signed_in):
    small = build(club)
    anna = signed_in("Anna")
    page = anna.get(PAGE).text
    assert "Declarations are handed in during the diplomacy phase" in said(page)
    assert "Seal the declaration" not in page
    data = filled(anna.get(f"/campaigns/{SLUG}/letters/new").text, "", loose=True, target=small.id("Bram"), seen="999")
    answer = anna.post(PAGE, data=data)
    assert answer.status_code == 422
    assert ">C2</a>" in answer.text


def test_the_same_form_sent_twice_seals_once(small, signed_in):
    anna = signed_in("Anna")
    data = filled(anna.get(PAGE).text, "Seal", target=small.id("Bram"))
    version = small.season.version
    assert [anna.post(PAGE, data=data).status_code for _ in range(2)] == [303, 303]
    assert small.season.version == version + 1


@SQLITE
@pytest.mark.clause("K4", "K53", "umpire_sees=unless_playing")
def test_an_umpire_who_plays_writes_for_others_and_reads_nothing_of_theirs(small, signed_in):
    """What Dirk has sealed and ordered leaves no trace on his page and on Elsa's as Bram sees them, nor does Elsa's answer to it."""
    small.write(small.umpire(acts.Appoint(small.id("Bram"), "umpire")))
    bram, theirs = signed_in("Bram"), [f"{PAGE}?for={small.id(name)}" for name in ("Dirk", "Elsa")]
    deeds = [acts.Declare(small.id("Dirk"), small.id("Anna")), acts.Declare(small.id("Elsa"), small.id("Anna"))]
    small.write(*map(small.umpire, deeds))
    before = [read(bram, path) for path in theirs]
    deeds = [acts.Declare(small.id("Dirk"), small.id("Cleo")), acts.Order(small.id("Dirk"), small.id("Elsa"), small.id("Gijs"))]
    small.write(*map(small.umpire, deeds))
    assert [read(bram, path) for path in theirs] == before
    assert all("It is sealed" in page for page in before)
    assert "War on Cleo" in read(signed_in("Xena"), theirs[0])


@SQLITE
@pytest.mark.clause("C4", "K6")
def test_who_has_nobody_to_name_can_file_an_empty_declaration(small, signed_in):
    for name in ("Bram", "Cleo", "Dirk", "Elsa", "Finn"):  # Anna and Gijs are left, and at peace
        small.write(small.umpire_for(name, acts.Leave(small.id(name))))
    anna = signed_in("Anna")
    page = anna.get(PAGE).text
    assert "so nothing is missing" in said(page)
    assert anna.post(PAGE, data=filled(page, "File the empty declaration")).status_code == 303
    assert own(small, "Anna") is None
    page = anna.get(PAGE).text
    assert "An empty declaration" in said(page)
    assert f"banneret|{SLUG}|4|{small.id('Anna')}|none|" in page
