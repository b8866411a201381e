"""A side tells how its battle ended: once is enough, the same from both sides is one result, and what differs stands side by side."""

from __future__ import annotations

import re
import threading

import pytest
from flask.testing import FlaskClient

from rules.campaign import acts
from rules.campaign.records import ATTACKERS, DEFENDER, UMPIRE
from rules.campaign.state import CONFIRMED, CONTESTED, MISSING, REPORTED
from tests.web.campaign_cast import SLUG, Campaign, in_diplomacy
from tests.web.test_battle_page import BATTLE, SQLITE
from tests.web.test_desk_close import text


def form(browser: FlaskClient, page: str = BATTLE, **typed: object) -> dict[str, object]:
    """What a browser would send from the form of a report."""
    html = browser.get(page).text.split('id="entry"')[1]
    hidden = dict(re.findall(r'<input[^>]*name="(key|seen|battle|side)"[^>]*value="([^"]*)"', html))
    assert set(hidden) == {"key", "seen", "battle", "side"}
    return {**hidden, **dict(re.findall(r'name="(\w+_commands)" value="(\d)" checked', html)), **typed}


def reports(small: Campaign) -> list[acts.Report]:
    return [e.act for e in small.season.entries if e.act.kind == "report" and e.act.battle == "3.1"]


def test_a_side_tells_what_broke_and_the_points_are_worked_out(small, signed_in):
    bram = signed_in("Bram")
    answer = bram.post(f"{BATTLE}/report", data=form(bram, broken="neither", attackers_down=["1"], defender_down=["0", "2"]))
    assert answer.status_code == 303
    assert answer.location.endswith(BATTLE)
    fight = small.season.fight("3.1")
    assert (fight.standing, fight.filed.attackers, fight.filed.defender) == (REPORTED, 8, 2)
    assert fight.filed.entry.by == small.id("Bram")
    page = text(bram.get(answer.location).text)
    assert "Your side reported 8–2" in page
    assert "Demoralised: 1 other command of Bram ; the commander-in-chief’s and 1 other command of Cleo" in page


@SQLITE
def test_it_shows_first_what_the_report_would_do(small, signed_in):
    bram = signed_in("Bram")
    page = bram.post(f"{BATTLE}/would", data=form(bram, broken="defender"), headers={"HX-Request": "true"})
    assert "Cleo is beaten by Bram" in text(page.text)
    assert "Report 10–0 for Bram" in text(page.text)
    without_script = bram.post(f"{BATTLE}/would", data=form(bram, broken="neither", attackers="6", defender="3"))
    assert "The points add up to 9" in without_script.text  # K50
    odd = bram.post(f"{BATTLE}/would", data=form(bram, broken="defender", attackers="2", defender="8"))
    assert "#rule-k51" in odd.text
    assert small.season.fight("3.1").standing == MISSING


@SQLITE
def test_just_the_points_are_enough(small, signed_in):
    cleo = signed_in("Cleo")
    cleo.post(f"{BATTLE}/report", data=form(cleo, broken="neither", attackers="6", defender="4"))
    assert small.season.fight("3.1").filed.said == (None, 6, 4)


def test_the_same_from_both_sides_is_one_result(small, signed_in):
    bram, cleo = signed_in("Bram"), signed_in("Cleo")
    one, other = form(bram, broken="defender"), form(cleo, broken="defender")
    assert [b.post(f"{BATTLE}/report", data=d).status_code for b, d in ((bram, one), (cleo, other), (bram, one))] == [303] * 3
    assert small.season.fight("3.1").standing == CONFIRMED
    assert "Both sides agree" in bram.get(BATTLE).text
    assert "How did it end?" not in bram.get(BATTLE).text
    assert len(reports(small)) == 2


@SQLITE
def test_the_same_side_telling_the_same_twice_tells_it_once(small, signed_in):
    bram = signed_in("Bram")
    one, other = form(bram, broken="defender"), form(bram, broken="defender")
    assert [bram.post(f"{BATTLE}/report", data=d).status_code for d in (one, one, other)] == [303] * 3
    assert len(reports(small)) == 1


def test_a_different_result_shows_both_side_by_side(small, signed_in):
    bram, cleo = signed_in("Bram"), signed_in("Cleo")
    mine = form(cleo, broken="neither", attackers="6", defender="4")
    bram.post(f"{BATTLE}/report", data=form(bram, broken="defender"))
    answer = cleo.post(f"{BATTLE}/report", data=mine)
    assert answer.status_code == 409
    now, typed = text(answer.text).split("What you typed")
    assert "10 – 0" in now
    assert "6 – 4" in typed
    assert small.season.fight("3.1").standing == REPORTED
    again = dict(re.findall(r'<input[^>]*name="(\w+)"[^>]*value="([^"]*)"', answer.text.split("What you typed")[1]))
    assert cleo.post(f"{BATTLE}/report", data=again).status_code == 303
    assert small.season.fight("3.1").standing == CONTESTED
    page = text(cleo.get(BATTLE).text)
    assert "The sides disagree" in page
    assert "The umpire settles it" in page


@pytest.mark.parametrize("cleos", [("defender", "", ""), ("neither", "6", "4")])
def test_two_simultaneous_reports_give_one_result(small, signed_in, cleos):
    """Whoever is first stands; the same is joined, something else is shown beside it and changes nothing."""
    broken, attackers, defender = cleos
    bram, cleo = signed_in("Bram"), signed_in("Cleo")
    sent = [(bram, form(bram, broken="defender")), (cleo, form(cleo, broken=broken, attackers=attackers, defender=defender))]
    ready, answers = threading.Barrier(2), []

    def send(browser: FlaskClient, data: dict[str, object]) -> None:
        ready.wait()
        answers.append(browser.post(f"{BATTLE}/report", data=data).status_code)

    threads = [threading.Thread(target=send, args=one) for one in sent]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    fight = small.season.fight("3.1")
    assert sorted(answers) == ([303, 303] if broken == "defender" else [303, 409])
    assert fight.standing == (CONFIRMED if broken == "defender" else REPORTED)
    assert fight.filed.said in (("defender", 10, 0), (None, 6, 4))


@SQLITE
def test_what_the_umpire_settled_alike_meanwhile_is_success(small, signed_in):
    bram = signed_in("Bram")
    same, other = form(bram, broken="defender"), form(bram, broken="attackers")
    small.write(small.umpire(acts.Report("3.1", UMPIRE, DEFENDER, 10, 0)))
    assert bram.post(f"{BATTLE}/report", data=same).status_code == 303
    assert bram.post(f"{BATTLE}/report", data=other).status_code == 409
    assert [r.side for r in reports(small)] == [UMPIRE]


def refused(browser: FlaskClient, data: dict[str, object], clause: str) -> str:
    answer = browser.post(f"{BATTLE}/report", data=data)
    assert answer.status_code == 422
    assert f"#rule-{clause.lower()}" in answer.text or f">{clause}<" in answer.text
    return text(answer.text)


@SQLITE
def test_points_of_11_are_refused_and_what_was_typed_stays(small, signed_in):
    bram = signed_in("Bram")
    answer = bram.post(f"{BATTLE}/report", data=form(bram, broken="neither", attackers="11", defender="0", defender_down=["1"]))
    assert answer.status_code == 422
    assert "Points go from 0 to 10." in answer.text
    assert 'value="11"' in answer.text
    assert re.search(r'name="defender_down" value="1" checked', answer.text)
    assert reports(small) == []


@SQLITE
def test_a_player_who_is_not_in_the_battle_is_refused(small, signed_in):
    forged = {"battle": "3.1", "side": ATTACKERS, "broken": "defender"}
    assert "only Bram can do this" in refused(signed_in("Anna"), forged, "K53")
    assert reports(small) == []


@SQLITE
@pytest.mark.parametrize("side, words", [("defender", "only Cleo can do this"), ("umpire", "only the umpire"), ("third", "no side called third")])
def test_a_forged_side_is_refused(small, signed_in, side, words):
    bram = signed_in("Bram")
    answer = bram.post(f"{BATTLE}/report", data=form(bram, broken="defender") | {"side": side})
    assert answer.status_code == 422
    assert words in text(answer.text)
    assert reports(small) == []


@SQLITE
def test_a_stranger_who_repeats_what_stands_is_refused_too(small, signed_in):
    small.write(small.umpire_for("Bram", acts.Report("3.1", ATTACKERS, DEFENDER, 10, 0)))
    refused(signed_in("Anna"), {"battle": "3.1", "side": ATTACKERS, "broken": "defender", "attackers": "10", "defender": "0"}, "K53")


@SQLITE
@pytest.mark.parametrize("battle", ["4.1", "3.1"])
def test_a_result_in_diplomacy_is_refused(club, signed_in, battle):
    small = in_diplomacy(club)
    answer = signed_in("Bram").post(f"/campaigns/{SLUG}/battles/{battle}/report", data={"battle": battle, "side": ATTACKERS, "broken": "defender"})
    assert answer.status_code == 422
    assert "results are told in the battle phase: it is the diplomacy phase" in text(answer.text).lower()
    assert small.season.round == 4


@SQLITE
@pytest.mark.clause("K4")
def test_a_form_of_a_made_up_version_tells_of_its_battle_alone(small, signed_in):
    small.write(small.umpire_for("Bram", acts.Report("3.1", ATTACKERS, None, 7, 3)))
    cleo = signed_in("Cleo")
    answer = cleo.post(f"{BATTLE}/report", data=form(cleo, broken="neither", attackers="5", defender="5") | {"seen": "1"})
    assert answer.status_code == 409
    assert "7–3" in text(answer.text).replace(" ", "")
    assert "sealed" not in text(answer.text)
    assert "closed the diplomacy" not in text(answer.text)


@SQLITE
def test_a_form_from_before_the_close_is_stale(small, signed_in):
    bram = signed_in("Bram")
    data = form(bram, broken="defender")
    small.write(*(small.umpire(a) for a in (acts.Report("3.1", UMPIRE, None, 5, 5), acts.Report("3.2", UMPIRE, None, 5, 5), acts.CloseRound())))
    assert bram.post(f"{BATTLE}/report", data=data).status_code in (409, 422)
    assert small.season.fight("3.1").filed.said == (None, 5, 5)


@SQLITE
def test_the_umpire_reports_for_a_player_from_paper(small, signed_in):
    umpire = signed_in("Xena")
    page = f"{BATTLE}?for={small.id('Cleo')}"
    data = form(umpire, page, broken="attackers")
    assert umpire.post(f"{BATTLE}/report?for={small.id('Cleo')}", data=data).status_code == 303
    entry = small.season.fight("3.1").filed.entry
    assert (entry.by, entry.for_) == (small.id("Xena"), small.id("Cleo"))
