"""The umpire records a result: three taps for a clean win, twice is once, and nobody overwrites what is newer."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from rules.campaign import acts
from rules.campaign.records import DEFENDER, UMPIRE
from rules.campaign.state import SETTLED
from tests.web.campaign_cast import SLUG

DESK = f"/campaigns/{SLUG}/desk"


def form(browser: FlaskClient, battle: str, **typed: object) -> dict[str, object]:
    """What the browser would send from the battle's form: what stands in it, and what is typed."""
    page = browser.get(f"{DESK}?battle={battle}").text
    hidden = dict(re.findall(r'<input[^>]*name="(key|seen|battle)"[^>]*value="([^"]*)"', page))
    assert set(hidden) == {"key", "seen", "battle"}
    return {**hidden, **dict(re.findall(r'name="(\w+_commands)" value="(\d)" checked', page)), **typed}


def test_a_clean_win_is_three_taps_from_the_desk(small, umpire):
    page = umpire.get(DESK).text
    assert f"{DESK}?battle=3.1#entry" in page  # tap one: the battle
    opened = umpire.get(f"{DESK}?battle=3.1").text
    assert 'value="defender"' in opened  # tap two: whose army broke
    sent = umpire.post(f"{DESK}/report", data=form(umpire, "3.1", broken="defender"))  # tap three
    assert sent.status_code == 303
    assert small.season.fight("3.1").standing == SETTLED
    assert "Xena</b> entered the result of battle 3.1" in umpire.get(sent.location).text


def test_the_points_are_worked_out_from_what_broke(small, umpire):
    umpire.post(f"{DESK}/report", data=form(umpire, "3.1", broken="neither", attackers_down=["1"], defender_down=["0", "2"]))
    filed = small.season.fight("3.1").filed
    assert (filed.attackers, filed.defender) == (8, 2)


def test_typed_points_count_as_typed(small, umpire):
    umpire.post(f"{DESK}/report", data=form(umpire, "3.1", broken="neither", attackers="6", defender="3"))
    filed = small.season.fight("3.1").filed
    assert (filed.attackers, filed.defender) == (6, 3)
    assert [d.clause for d in filed.doubts] == ["K50"]


def test_a_double_tap_records_once(small, umpire):
    data = form(umpire, "3.1", broken="defender")
    first, second = (umpire.post(f"{DESK}/report", data=data) for _ in range(2))
    assert first.status_code == second.status_code == 303
    assert first.location == second.location
    assert sum(getattr(e.act, "battle", "") == "3.1" for e in small.season.entries) == 1


def test_the_same_result_from_two_tablets_is_one_result(small, umpire):
    one, other = form(umpire, "3.1", broken="defender"), form(umpire, "3.1", broken="defender")
    assert one["key"] != other["key"]
    assert umpire.post(f"{DESK}/report", data=one).status_code == 303
    assert umpire.post(f"{DESK}/report", data=other).status_code == 303
    assert sum(getattr(e.act, "battle", "") == "3.1" for e in small.season.entries) == 1


def test_a_different_result_over_a_newer_one_shows_both(small, umpire):
    one, other = form(umpire, "3.1", broken="defender"), form(umpire, "3.1", broken="attackers")
    umpire.post(f"{DESK}/report", data=one)
    answer = umpire.post(f"{DESK}/report", data=other)
    assert answer.status_code == 409
    assert "On record now" in answer.text
    assert "What you typed" in answer.text
    assert small.season.fight("3.1").filed.report.broken == "defender"
    hidden = dict(re.findall(r'<input[^>]*name="(\w+)"[^>]*value="([^"]*)"', answer.text.split("What you typed")[1]))
    assert umpire.post(f"{DESK}/report", data=hidden).status_code == 303
    assert small.season.fight("3.1").filed.report.broken == "attackers"


def test_another_battles_result_does_not_disturb_the_form(small, umpire):
    data = form(umpire, "3.1", broken="defender")
    small.write(small.umpire(acts.Report("3.2", UMPIRE, None, 5, 5)))
    assert umpire.post(f"{DESK}/report", data=data).status_code == 303


def test_a_form_from_before_the_close_is_stale(small, umpire):
    data = form(umpire, "3.1", broken="defender")
    small.write(*(small.umpire(a) for a in (acts.Report("3.1", UMPIRE, None, 5, 5), acts.Report("3.2", UMPIRE, None, 5, 5), acts.CloseRound())))
    answer = umpire.post(f"{DESK}/report", data=data)
    assert answer.status_code == 409
    assert small.season.round == 4


def test_it_keeps_what_was_typed_when_something_is_wrong(small, umpire):
    answer = umpire.post(f"{DESK}/report", data=form(umpire, "3.1", attackers="11", defender="0", attackers_down=["1"]))
    assert answer.status_code == 422
    assert "Say which army broke" in answer.text
    assert "Points go from 0 to 10." in answer.text
    assert 'value="11"' in answer.text
    assert re.search(r'name="attackers_down" value="1" checked', answer.text)
    assert small.season.fight("3.1").filed is None


def test_one_score_alone_is_refused(small, umpire):
    answer = umpire.post(f"{DESK}/report", data=form(umpire, "3.1", broken="neither", attackers="6"))
    assert answer.status_code == 422
    assert "Type the points of both sides" in answer.text


def test_a_refusal_names_its_clause_beside_the_form(small, umpire):
    data = form(umpire, "3.2", broken="neither", attackers_commands="1", attackers_down=["0", "1"])
    answer = umpire.post(f"{DESK}/report", data=data)
    assert answer.status_code == 422
    assert "more are named as demoralised" in answer.text
    assert "#rule-c10" in answer.text


def test_the_umpire_names_the_lord_for_a_double(small, umpire):
    """7b, K53: the votes are entered for the members, together with the result."""
    umpire.post(f"{DESK}/report", data=form(umpire, "3.2", broken="defender", lord=small.id("Finn")))
    votes = [e for e in small.season.entries if e.act.kind == "vote"]
    assert {(e.by, e.for_, e.act.candidate) for e in votes} == {(small.id("Xena"), small.id(n), small.id("Finn")) for n in ("Anna", "Finn")}
    small.write(small.umpire(acts.Report("3.1", UMPIRE, None, 5, 5)), small.umpire(acts.CloseRound()))
    assert small.lord("Gijs") == "Finn"


def test_a_double_that_did_not_vote_names_nobody(small, umpire):
    umpire.post(f"{DESK}/report", data=form(umpire, "3.2", broken="defender"))
    small.write(small.umpire(acts.Report("3.1", UMPIRE, None, 5, 5)), small.umpire(acts.CloseRound()))
    assert small.lord("Gijs") is None


def test_a_lord_from_outside_the_double_is_refused(small, umpire):
    answer = umpire.post(f"{DESK}/report", data=form(umpire, "3.2", broken="defender", lord=small.id("Dirk")))
    assert answer.status_code == 422
    assert small.season.fight("3.2").filed is None


def test_a_battle_of_nowhere_is_no_form(small, umpire):
    assert 'id="entry"' not in umpire.get(f"{DESK}?battle=9.9").text
    data = form(umpire, "3.1", broken="defender") | {"battle": "9.9"}
    assert umpire.post(f"{DESK}/report", data=data).status_code == 409


def test_it_opens_a_recorded_result_as_it_was_recorded(small, umpire):
    umpire.post(f"{DESK}/report", data=form(umpire, "3.1", broken="neither", defender_down=["0", "1"]))
    page = umpire.get(f"{DESK}?battle=3.1").text
    assert re.search(r'name="broken" value="neither" checked', page)
    assert re.findall(r'name="defender_down" value="(\d)" checked', page) == ["0", "1"]


def test_contested_reports_stand_side_by_side_and_the_umpire_settles(small, umpire):
    small.write(small.umpire_for("Bram", acts.Report("3.1", "attackers", DEFENDER, 10, 0)))
    small.write(small.umpire_for("Cleo", acts.Report("3.1", "defender", None, 6, 4)))
    page = umpire.get(f"{DESK}?battle=3.1").text
    assert "The sides disagree" in page
    assert "the defender’s army broke" in page
    assert "no army broke" in page
    assert "10–0" in page
    assert "6–4" in page
    assert umpire.post(f"{DESK}/report", data=form(umpire, "3.1", broken="defender")).status_code == 303
    assert small.season.fight("3.1").standing == SETTLED


@pytest.mark.parametrize("name", ["Anna", "Yves"])
def test_only_the_umpire_has_a_desk(small, signed_in, name):
    assert signed_in(name).get(DESK).status_code == 403
    assert signed_in(name).post(f"{DESK}/report", data={"battle": "3.1", "broken": "defender"}).status_code == 403


def test_a_battle_can_be_opened_while_the_clock_does_not_run_yet(small, umpire):
    clock = max(e.seq for e in small.snapshot().entries if e.act.kind == "start_clock")
    small.write(small.umpire(acts.Strike(clock), "started by mistake"))
    page = umpire.get(f"{DESK}?battle=3.1").text  # two forms of ours on one page: the client refuses ids that stand twice
    assert f'action="{DESK}/clock"' in page
    assert f'action="{DESK}/report"' in page
