"""The members of a double name the lord of the man they may beat (7b, K24)."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from rules.campaign import acts
from rules.campaign.records import DEFENDER, UMPIRE
from tests.web.campaign_cast import in_diplomacy
from tests.web.test_battle_page import BATTLE, DOUBLE, SQLITE
from tests.web.test_desk_close import text

pytestmark = pytest.mark.clause("C7b", "K24")


def voting(browser: FlaskClient, page: str, candidate: str) -> dict[str, str]:
    html = browser.get(page).text.split('id="vote-title"')[0].rsplit("<form", 1)[1]
    return dict(re.findall(r'<input[^>]*name="(\w+)"[^>]*value="([^"]*)"', html)) | {"candidate": candidate}


def test_a_member_votes_and_everybody_sees_that_he_has(small, signed_in, visitor):
    anna = signed_in("Anna")
    data = voting(anna, DOUBLE, small.id("Finn"))
    assert [anna.post(f"{DOUBLE}/vote", data=d).status_code for d in (data, data)] == [303, 303]
    assert small.season.fight("3.2").votes == {small.id("Anna"): small.id("Finn")}
    assert "Finn has not voted" in text(anna.get(DOUBLE).text)
    seen = text(visitor.get(DOUBLE).text)
    assert "Anna Has voted Finn To vote" in seen
    assert "names Finn" not in seen


@SQLITE
def test_all_naming_the_same_makes_the_lord(small, signed_in):
    anna, umpire = signed_in("Anna"), signed_in("Xena")
    anna.post(f"{DOUBLE}/vote", data=voting(anna, DOUBLE, small.id("Finn")))
    for_finn = f"?for={small.id('Finn')}"  # who has no account: the umpire votes for him (K53)
    assert umpire.post(f"{DOUBLE}/vote{for_finn}", data=voting(umpire, DOUBLE + for_finn, small.id("Finn"))).status_code == 303
    assert "So far Finn would be his lord" in text(anna.get(DOUBLE).text)
    reports = (acts.Report("3.2", UMPIRE, DEFENDER, 10, 0), acts.Report("3.1", UMPIRE, None, 5, 5))
    small.write(*(small.umpire(a) for a in (*reports, acts.CloseRound())))
    assert small.lord("Gijs") == "Finn"


@SQLITE
def test_another_name_tapped_on_the_same_page_is_another_vote(small, signed_in):
    anna = signed_in("Anna")
    data = voting(anna, DOUBLE, small.id("Anna"))
    for candidate in (small.id("Anna"), small.id("Finn")):
        assert anna.post(f"{DOUBLE}/vote", data=data | {"candidate": candidate}).status_code == 303
    assert small.season.fight("3.2").votes == {small.id("Anna"): small.id("Finn")}


@SQLITE
def test_a_member_may_change_his_mind_and_name_nobody(small, signed_in):
    anna = signed_in("Anna")
    for candidate in (small.id("Anna"), "nobody"):
        anna.post(f"{DOUBLE}/vote", data=voting(anna, DOUBLE, candidate))
    assert small.season.fight("3.2").votes == {small.id("Anna"): None}


@SQLITE
@pytest.mark.parametrize(
    "name, page, candidate, words",
    [
        ("Anna", DOUBLE, "Dirk", "Dirk is not in this double"),
        ("Bram", DOUBLE, "Anna", "Bram is not in this double"),
        ("Bram", BATTLE, "Bram", "nobody fights as a double"),
    ],
)
def test_lords_and_voters_from_outside_are_refused(small, signed_in, name, page, candidate, words):
    answer = signed_in(name).post(f"{page}/vote", data={"candidate": small.id(candidate)})
    assert answer.status_code == 422
    assert words in text(answer.text)
    assert not [e for e in small.season.entries if e.act.kind == "vote"]


@SQLITE
def test_a_vote_names_somebody_or_nobody(small, signed_in):
    answer = signed_in("Anna").post(f"{DOUBLE}/vote", data={})
    assert answer.status_code == 422
    assert "Name somebody, or nobody" in answer.text


@SQLITE
def test_only_the_umpire_votes_for_somebody_else(small, signed_in):
    answer = signed_in("Anna").post(f"{DOUBLE}/vote?for={small.id('Finn')}", data={"candidate": small.id("Anna")})
    assert answer.status_code == 422
    assert "only the umpire can act for somebody else" in answer.text
    assert small.season.fight("3.2").votes == {}


@SQLITE
def test_the_votes_stand_once_the_round_is_closed(club, signed_in):
    small = in_diplomacy(club)
    answer = signed_in("Anna").post(f"{DOUBLE}/vote", data={"candidate": small.id("Anna")})
    assert answer.status_code == 422
    assert "only the umpire corrects what has been" in answer.text
