"""What a result would do is shown before it is recorded, with script and without, and nothing is written."""

from __future__ import annotations

from flask.testing import FlaskClient

from rules.campaign import acts
from rules.campaign.records import ATTACKERS, UMPIRE
from tests.conftest import SQLITE
from tests.web.forms import said as text
from tests.web.test_desk_report import DESK, form

pytestmark = SQLITE


def ask(umpire: FlaskClient, battle: str, **typed: object) -> str:
    answer = umpire.post(f"{DESK}/would", data=form(umpire, battle, **typed), headers={"HX-Request": "true"})
    assert answer.status_code == 200
    return text(answer.text)


def test_it_shows_new_lord_freed_man_points_and_peace(small, umpire):
    version = small.snapshot().version
    shown = ask(umpire, "3.1", broken="defender")
    assert "Cleo is beaten by Bram , who becomes his lord." in shown
    assert "Dirk goes free and keeps Elsa" in shown
    assert "Bram +10, Cleo +0" in shown
    assert "Bram and Cleo are at peace through round 4" in shown
    assert "Record 10–0 for Bram" in shown
    assert small.snapshot().version == version


def test_it_warns_about_odd_points_without_forbidding_them(small, umpire):
    shown = ask(umpire, "3.1", broken="defender", attackers="4", defender="4")
    assert "The points add up to 8" in shown
    assert "has not fewer points" in shown
    assert "Record 4–4 for Bram" in shown


def test_it_shows_whom_the_double_names(small, umpire):
    assert "he stays free" in ask(umpire, "3.2", broken="defender")
    assert "Gijs is beaten by Finn , who becomes his lord." in ask(umpire, "3.2", broken="defender", lord=small.id("Finn"))
    assert "he stays free" in ask(umpire, "3.2", broken="defender", lord="nobody")


def test_it_tells_only_what_this_result_adds_to_the_others(small, umpire):
    small.write(small.umpire(acts.Report("3.2", UMPIRE, ATTACKERS, 0, 10)))
    shown = ask(umpire, "3.1", broken="defender")
    assert "Gijs" not in shown
    assert "Cleo is beaten by Bram" in shown


def test_without_script_the_whole_desk_shows_it(small, umpire):
    answer = umpire.post(f"{DESK}/would", data=form(umpire, "3.1", broken="defender"))
    assert answer.status_code == 200
    assert "<!doctype html>" in answer.text
    assert "Dirk" in text(answer.text).split("What this would do")[1]
    assert small.season.fight("3.1").filed is None


def test_an_impossible_result_says_why(small, umpire):
    shown = ask(umpire, "3.2", broken="neither", attackers_commands="1", attackers_down=["0", "1"])
    assert "more are named as demoralised" in shown


def test_an_unfinished_form_asks_for_the_rest(small, umpire):
    assert "Say which army broke" in ask(umpire, "3.1", attackers_down=["0"])
