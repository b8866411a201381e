"""The other side takes a report's word, or says that it is wrong; the umpire settles what stays contested."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from rules.campaign import acts
from rules.campaign.records import ATTACKERS, DEFENDER, UMPIRE
from rules.campaign.state import CONFIRMED, CONTESTED, REPORTED, SETTLED
from tests.web.campaign_cast import Campaign, build
from tests.web.test_battle_page import BATTLE, SQLITE
from tests.web.test_battle_report import form
from tests.web.test_desk_close import text
from tests.web.test_desk_report import DESK


@pytest.fixture
def small(club: Flask) -> Campaign:
    made = build(club)
    made.write(made.umpire_for("Bram", acts.Report("3.1", ATTACKERS, DEFENDER, 10, 0)))
    return made


def answered(browser: FlaskClient, answer: str, **typed: str) -> dict[str, str]:
    html = browser.get(BATTLE).text.split('id="answer-title"')[0].rsplit("<form", 1)[1]
    return dict(re.findall(r'<input[^>]*name="(\w+)"[^>]*value="([^"]*)"', html)) | {"answer": answer, **typed}


def test_the_other_side_confirms(small, signed_in):
    cleo = signed_in("Cleo")
    assert "The attacker says 10–0 . Is that right?" in text(cleo.get(BATTLE).text)
    data = answered(cleo, "confirm")
    assert [cleo.post(f"{BATTLE}/answer", data=d).status_code for d in (data, data)] == [303, 303]
    assert small.season.fight("3.1").standing == CONFIRMED
    page = text(cleo.get(BATTLE).text)
    assert "Both sides agree" in page
    assert "Is that right?" not in page


def test_the_other_side_contests_with_a_reason_and_the_umpire_settles(small, signed_in):
    cleo = signed_in("Cleo")
    assert cleo.post(f"{BATTLE}/answer", data=answered(cleo, "contest", reason="my camp never fell")).status_code == 303
    assert small.season.fight("3.1").standing == CONTESTED
    umpire = signed_in("Xena")
    page = umpire.get(BATTLE).text
    assert "my camp never fell" in page
    assert "Settle it on the desk" in page
    assert "Cleo: “my camp never fell”" in text(umpire.get(f"{DESK}?battle=3.1").text).replace(" :", ":")
    small.write(small.umpire(acts.Report("3.1", UMPIRE, None, 6, 4)))
    assert small.season.fight("3.1").standing == SETTLED
    assert "If it is wrong, ask the umpire" in text(cleo.get(BATTLE).text)


@SQLITE
def test_contesting_needs_a_reason(small, signed_in):
    cleo = signed_in("Cleo")
    answer = cleo.post(f"{BATTLE}/answer", data=answered(cleo, "contest", reason=" "))
    assert answer.status_code == 422
    assert "say what is wrong with the report" in answer.text
    assert small.season.fight("3.1").standing == REPORTED


@SQLITE
def test_after_contesting_one_may_still_take_their_word(small, signed_in):
    cleo = signed_in("Cleo")
    cleo.post(f"{BATTLE}/answer", data=answered(cleo, "contest", reason="no"))
    assert cleo.post(f"{BATTLE}/answer", data=answered(cleo, "confirm")).status_code == 303
    assert small.season.fight("3.1").standing == CONFIRMED


@SQLITE
def test_a_report_that_changed_meanwhile_is_not_confirmed(small, signed_in):
    cleo, bram = signed_in("Cleo"), signed_in("Bram")
    data = answered(cleo, "confirm")
    bram.post(f"{BATTLE}/report", data=form(bram, broken="neither", attackers="7", defender="3"))
    assert cleo.post(f"{BATTLE}/answer", data=data).status_code == 409
    assert small.season.fight("3.1").standing == REPORTED


@SQLITE
@pytest.mark.parametrize("name, side, words", [("Anna", "defender", "only Cleo can do this"), ("Bram", "attackers", "reported nothing yet")])
def test_nobody_else_confirms(small, signed_in, name, side, words):
    answer = signed_in(name).post(f"{BATTLE}/answer", data={"side": side, "answer": "confirm"})
    assert answer.status_code == 422
    assert words in text(answer.text)
    assert small.season.fight("3.1").standing == REPORTED


@SQLITE
def test_an_answer_says_yes_or_no(small, signed_in):
    answer = signed_in("Cleo").post(f"{BATTLE}/answer", data={"side": "defender", "answer": "perhaps"})
    assert answer.status_code == 422
    assert small.season.fight("3.1").standing == REPORTED


@SQLITE
def test_a_reason_outlives_a_report_that_changed_meanwhile(small, signed_in):
    cleo = signed_in("Cleo")
    data = answered(cleo, "contest", reason="my camp never fell")
    small.write(small.umpire_for("Bram", acts.Report("3.1", ATTACKERS, None, 6, 4)))
    answer = cleo.post(f"{BATTLE}/answer", data=data)
    assert answer.status_code == 409
    assert "my camp never fell" in answer.text
    assert small.season.fight("3.1").standing == REPORTED


@SQLITE
def test_another_reason_takes_the_place_of_the_first(small, signed_in):
    cleo = signed_in("Cleo")
    data = answered(cleo, "contest", reason="my camp never fell")
    assert cleo.post(f"{BATTLE}/answer", data=data).status_code == 303
    seen = {"key": "another", "seen": str(small.snapshot().version)}
    for _ in range(2):
        assert cleo.post(f"{BATTLE}/answer", data=data | seen | {"reason": "nor did my general"}).status_code == 303
    assert [e.reason for e in small.season.entries if e.act.kind == "contest"] == ["my camp never fell", "nor did my general"]
    assert "nor did my general" in cleo.get(BATTLE).text
