"""Players add dispatches to a round in their own words, and everybody reads them in the chronicle."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from rules.campaign import acts
from tests.conftest import SQLITE
from tests.web.campaign_cast import SLUG, Campaign
from tests.web.test_desk_close import text
from tests.web.test_desk_undo import fields

pytestmark = pytest.mark.clause("C3")
CHRONICLE = f"/campaigns/{SLUG}/chronicle"


def send(browser: FlaskClient, words: str, **more: str):
    """Fill in the form of the chronicle and send it."""
    return browser.post(f"/campaigns/{SLUG}/dispatches", data={"round": "3", "text": words, "key": "one"} | more)


def dispatches(small: Campaign) -> list[tuple[str | None, int, str]]:
    return [(e.by, e.act.round, e.act.text) for e in small.season.dispatches]


def test_a_player_adds_one_and_everybody_reads_it(small, signed_in, visitor):
    anna = signed_in("Anna")
    form = fields(anna.get(CHRONICLE).text.split('id="dispatch"')[1])
    answer = anna.post(f"/campaigns/{SLUG}/dispatches", data=form | {"round": "3", "text": " We held the ford.\r\n\r\nBarely. \n"})
    assert (answer.status_code, answer.location) == (303, f"{CHRONICLE}#round-3")
    assert dispatches(small) == [(small.id("Anna"), 3, "We held the ford.\n\nBarely.")]
    assert "We held the ford. Barely. Anna" in text(visitor.get(CHRONICLE).text)


@SQLITE
def test_it_can_be_about_an_earlier_round(small, signed_in):
    page = signed_in("Anna").get(CHRONICLE).text
    assert re.findall(r'<option (selected )?value="(\d)"', page) == [("selected ", "3"), ("", "2"), ("", "1")]
    send(signed_in("Anna"), "It rained.", round="1")
    told = signed_in("Anna").get(CHRONICLE).text
    assert "It rained." in told.split('id="round-1"')[1]


@SQLITE
def test_its_words_are_plain_text(small, signed_in, visitor):
    send(signed_in("Anna"), "<b>Victory</b> & ⟦1⟧ <script>")
    page = visitor.get(CHRONICLE).text
    assert "&lt;b&gt;Victory&lt;/b&gt; &amp; ⟦1⟧ &lt;script&gt;" in page


@SQLITE
def test_sending_it_twice_adds_it_once(small, signed_in):
    assert [send(signed_in("Anna"), "Once.").status_code for _ in range(2)] == [303, 303]
    assert len(dispatches(small)) == 1


@SQLITE
@pytest.mark.parametrize("words, said", [(" \n ", "Write a few words first."), ("x" * 601, "up to 600 characters; this one has 601")])
def test_what_is_wrong_is_said_at_the_field_and_what_was_typed_stays(small, signed_in, words, said):
    answer = send(signed_in("Anna"), words, round="2")
    assert answer.status_code == 422
    assert said in answer.text.split('class="error"')[1]
    assert words.strip() in answer.text
    assert '<option selected value="2">' in answer.text
    assert not dispatches(small)


@SQLITE
@pytest.mark.parametrize("number", ["4", "0", "-1"])
def test_a_round_that_has_not_begun_has_no_dispatches(small, signed_in, number):
    answer = send(signed_in("Anna"), "From the future.", round=number)
    assert answer.status_code == 422
    assert "a round that has begun" in answer.text
    assert "#rule-c3" in answer.text
    assert "From the future." in answer.text


@SQLITE
def test_only_players_add_them(small, signed_in, visitor):
    for name in ("Xena", "Yves"):
        assert send(signed_in(name), "I was there too.").status_code == 403
        assert 'id="dispatch"' not in signed_in(name).get(CHRONICLE).text
    assert send(visitor, "So was I.").status_code == 401
    assert not dispatches(small)


@SQLITE
@pytest.mark.clause("K53")
def test_the_umpire_takes_one_back_and_its_author_cannot(small, signed_in):
    send(signed_in("Anna"), "Bram cheats.")
    seq = small.season.dispatches[0].seq
    assert signed_in("Anna").post(f"/campaigns/{SLUG}/desk/undo/{seq}").status_code == 403
    small.write(small.umpire(acts.Strike(seq), "rude"))
    assert "Bram cheats." not in signed_in("Anna").get(CHRONICLE).text


def test_the_chronicle_is_live_and_the_form_stands_outside_it(small, signed_in):
    page = signed_in("Anna").get(CHRONICLE).text
    region = re.search(r'id="chronicle" data-region hx-get="([^"]+)"', page).group(1)
    assert page.index('id="dispatch"') < page.index('id="chronicle"')
    assert signed_in("Bram").get(region).status_code == 204
    send(signed_in("Anna"), "We held the ford.")
    fresh = signed_in("Bram").get(region).text
    assert "We held the ford." in fresh
    assert 'id="dispatch"' not in fresh
