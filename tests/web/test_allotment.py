"""The umpire drafts who fights whom, seat by seat, each clause checked as he goes, and publishes it; nobody else sees the draft."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from rules.campaign import acts
from rules.campaign.state import ASSIGN, BATTLE
from tests.conftest import SQLITE
from tests.web.campaign_cast import SLUG, Campaign, in_diplomacy
from tests.web.test_desk_close import text
from tests.web.test_desk_report import DESK

PAGE = f"{DESK}/allotment"
WARS = (("Anna", "Dirk"), ("Bram", "Gijs"), ("Elsa", "Finn"), ("Gijs", "Bram"))
"""Table 1: Anna against Dirk; 2: Elsa against Finn; 3: Bram and Gijs against each other; Cleo has declared nothing."""


@pytest.fixture
def small(club: Flask) -> Campaign:
    made = in_diplomacy(club)
    made.write(*(made.umpire(acts.Declare(made.id(a), made.id(b))) for a, b in WARS), made.umpire(acts.CloseDiplomacy()))
    return made


def fields(page: str) -> dict[str, str]:
    """The hidden fields of the page's forms, which are the same in all of them."""
    return dict(re.findall(r'<input[^>]*name="(key|seen|mark|round)"[^>]*value="([^"]*)"', page))


def table(page: str, number: int) -> str:
    """What the page says at one table."""
    return text(page.split(f'id="table-{number}"')[1].split('id="table-')[0])


def moved(browser: FlaskClient, small: Campaign, name: str, to: str, drawn: str | None = None):
    data = fields(drawn or browser.get(PAGE).text) | {"player": small.id(name), "to": to}
    return browser.post(f"{PAGE}/move", data=data)


def publish(browser: FlaskClient, **more: str):
    return browser.post(f"{PAGE}/publish", data=fields(browser.get(PAGE).text) | {"do": "publish", "reason": ""} | more)


def number_of(small: Campaign, browser: FlaskClient, name: str) -> int:
    """The table at which somebody sits."""
    page = browser.get(PAGE).text
    at = page.index(f'aria-label="Move {name}"')
    return int(re.findall(r'id="table-(\d+)"', page[:at])[-1])


@SQLITE
@pytest.mark.clause("C5", "K18", "K20", "K22")
def test_it_starts_with_the_proposal_its_reasons_and_the_lot(small, umpire):
    assert PAGE in umpire.get(DESK).text
    page = umpire.get(PAGE).text
    assert "As proposed 3 tables, 1 without a battle" in text(page)
    assert "both sides wanted this war, and it is one battle. C5 K22" in text(page)
    assert "Cleo is at war with nobody of his own" in text(page)
    lot = text(page.split("The lot of round 4")[1])
    assert "a seed|lot|4|" in lot
    order = [small.id(name) for name in re.findall(r"Anna|Bram|Cleo|Dirk|Elsa|Finn|Gijs", lot.split("Anybody can draw it")[0])]
    assert tuple(order) == small.season.current.lot


@SQLITE
@pytest.mark.clause("C5", "C8", "K21")
def test_every_table_says_whether_somebody_may_sit_there(small, umpire):
    page = umpire.get(f"{PAGE}?player={small.id('Cleo')}").text
    assert "Where does Cleo go?" in text(page)
    at = number_of(small, umpire, "Anna")
    assert "Attack Dirk Cleo did not declare war on Dirk , but may" in table(page, at)
    bram = number_of(small, umpire, "Bram")
    assert "Not possible" in table(page, bram)  # Bram is his lord
    assert f'value="{at}.attackers"' in page
    assert page.count(f'value="{bram}.attackers"') == (0 if small.season.current.proposal.battles[bram - 1].defender == small.id("Bram") else 1)


@SQLITE
@pytest.mark.clause("K20", "K21")
def test_moving_somebody_makes_a_draft_that_departs_from_the_proposal(small, umpire):
    at = number_of(small, umpire, "Anna")
    assert moved(umpire, small, "Cleo", f"{at}.attackers").status_code == 303
    page = umpire.get(PAGE).text
    assert "Departs from the proposal" in text(page)
    assert "double" in table(page, at)
    assert "Cleo did not declare war on Dirk , but may. K21" in table(page, at)
    assert "Last changed by Xena" in text(page)


@SQLITE
@pytest.mark.clause("K9")
def test_a_place_that_the_rules_forbid_is_refused_with_its_clause(small, umpire):
    at = number_of(small, umpire, "Bram")
    bram_defends = small.season.current.proposal.battles[at - 1].defender == small.id("Bram")
    answer = moved(umpire, small, "Cleo" if bram_defends else "Anna", f"{at}.attackers")  # his own lord, or with whom he is at peace
    assert answer.status_code == 422
    assert "may not" in text(answer.text)
    assert "#rule-" in answer.text.split('notice bad" role="alert"')[1][:600]
    assert "As proposed" in text(umpire.get(PAGE).text)


@SQLITE
@pytest.mark.clause("C5")
def test_a_place_that_does_not_exist_is_refused(small, umpire):
    for to in ("", "1.judges", "x.attackers", "1000.defender"):
        answer = moved(umpire, small, "Cleo", to)
        assert answer.status_code == 422, to
    answer = moved(umpire, small, "Yves", "1.attackers")
    assert answer.status_code == 422
    assert "is not in the campaign" in text(answer.text)


@SQLITE
@pytest.mark.clause("C5")
def test_a_fifth_attacker_is_refused(small, umpire):
    """Everybody who may is sent against Dirk; the double holds four."""
    for name in ("Bram", "Gijs", "Finn"):
        assert moved(umpire, small, name, "0.attackers").status_code == 303
    at = number_of(small, umpire, "Dirk")
    answers = [moved(umpire, small, name, f"{at}.attackers").status_code for name in ("Cleo", "Finn", "Gijs", "Bram")]
    assert answers == [303, 303, 303, 422]


@SQLITE
@pytest.mark.clause("C5")
def test_a_table_without_a_defender_is_marked_and_cannot_be_published(small, umpire):
    at = number_of(small, umpire, "Anna")
    assert moved(umpire, small, "Dirk", "0.attackers").status_code == 303
    page = umpire.get(PAGE).text
    assert f"Table {at} needs one defender and at least one attacker. C5" in table(page, at)
    assert "Cannot be published yet" in text(page)
    answer = publish(umpire, reason="because")
    assert answer.status_code == 422
    assert "needs one defender" in text(answer.text)
    assert small.season.phase == ASSIGN


@SQLITE
@pytest.mark.clause("K17")
def test_taking_the_defenders_place_changes_places_with_him(small, umpire):
    at = number_of(small, umpire, "Anna")
    assert moved(umpire, small, "Anna", f"{at}.defender").status_code == 303
    assert "Dirk attacks" in table(umpire.get(PAGE).text, at)
    assert "Anna defends" in table(umpire.get(PAGE).text, at)


@pytest.mark.clause("K21")
def test_two_idle_lawful_enemies_are_paired_by_hand(small, umpire):
    moved(umpire, small, "Dirk", "0.attackers")
    page = umpire.get(PAGE).text
    pair = fields(page) | {"player": small.id("Cleo"), "enemy": small.id("Dirk")}
    assert f'name="enemy" value="{small.id("Dirk")}"' in page
    assert umpire.post(f"{PAGE}/pair", data=pair).status_code == 303
    assert umpire.post(f"{PAGE}/pair", data=pair).status_code == 303  # twice is once
    assert number_of(small, umpire, "Cleo") == number_of(small, umpire, "Dirk")
    assert "the umpire paired Cleo with him by hand" in text(umpire.get(PAGE).text)
    busy = umpire.post(
        f"{PAGE}/pair", data=fields(umpire.get(PAGE).text) | {"player": small.id("Elsa"), "enemy": small.id("Finn")} | {"enemy": small.id("Bram")}
    )
    assert busy.status_code == 422
    assert "only players without a battle are paired" in text(busy.text).lower()


@SQLITE
def test_tables_get_the_numbers_of_the_hall(small, umpire):
    at = number_of(small, umpire, "Anna")
    numbers = {f"table-{n}": str(n) for n in (1, 2, 3)} | {f"table-{at}": "12"}
    assert umpire.post(f"{PAGE}/number", data=fields(umpire.get(PAGE).text) | numbers).status_code == 303
    assert number_of(small, umpire, "Anna") == 12
    assert "As proposed" in text(umpire.get(PAGE).text)  # a number is no departure
    assert publish(umpire).status_code == 303
    assert small.season.fight("4.12").battle.attackers == (small.id("Anna"),)


@SQLITE
def test_two_battles_cannot_have_one_table(small, umpire):
    for numbers in ({"table-1": "2"}, {"table-1": "0"}, {"table-1": "one"}):
        answer = umpire.post(f"{PAGE}/number", data=fields(umpire.get(PAGE).text) | numbers)
        assert answer.status_code == 422
        assert "#rule-c5" in answer.text


@SQLITE
def test_it_starts_again_from_the_proposal(small, umpire):
    moved(umpire, small, "Dirk", "0.attackers")
    page = umpire.get(PAGE).text
    assert "Start again from the proposal" in text(page)
    assert umpire.post(f"{PAGE}/restart", data=fields(page)).status_code == 303
    again = text(umpire.get(PAGE).text)
    assert "As proposed" in again
    assert "Start again" not in again


@pytest.mark.clause("K20")
def test_a_departure_needs_a_reason_and_everybody_reads_it(small, umpire, visitor):
    at = number_of(small, umpire, "Anna")
    moved(umpire, small, "Cleo", f"{at}.attackers")
    answer = publish(umpire)
    assert answer.status_code == 422
    assert "a departure from the proposal needs a reason" in text(answer.text).lower()
    assert small.season.phase == ASSIGN
    assert publish(umpire, reason="Cleo came for a game").status_code == 303
    assert small.season.phase == BATTLE
    assert small.season.fight(f"4.{at}").battle.attackers == tuple(sorted((small.id("Anna"), small.id("Cleo"))))
    seen = text(visitor.get(f"/campaigns/{SLUG}/battles").text)
    assert "The umpire changed the allotment: Cleo came for a game" in seen
    assert "The lot of round 4" in seen


@SQLITE
def test_a_reason_is_kept_with_the_draft(small, umpire):
    moved(umpire, small, "Dirk", "0.attackers")
    assert publish(umpire, do="keep", reason="Dirk is ill").status_code == 303
    assert ">Dirk is ill</textarea>" in umpire.get(PAGE).text.replace("\r\n", "").replace("\n", "")
    assert small.season.phase == ASSIGN


def test_the_proposal_is_published_without_a_reason_and_twice_is_once(small, umpire):
    one, other = (fields(umpire.get(PAGE).text) | {"do": "publish"} for _ in range(2))
    answers = [umpire.post(f"{PAGE}/publish", data=d) for d in (one, one, other)]
    assert [a.status_code for a in answers] == [303, 303, 303]
    assert "published the battles" in text(umpire.get(answers[0].location).text)
    assert sum(e.act.kind == "publish_allotment" for e in small.season.entries) == 4
    assert umpire.get(PAGE).status_code == 303  # nothing left to assign


def test_a_change_of_another_device_is_not_overwritten(small, umpire, signed_in):
    drawn = umpire.get(PAGE).text
    moved(signed_in("Xena"), small, "Dirk", "0.attackers")
    late = moved(umpire, small, "Finn", "0.attackers", drawn)
    assert late.status_code == 409
    assert "Somebody changed the draft meanwhile" in late.text
    assert "4 without a battle" not in text(late.text)
    assert umpire.post(f"{PAGE}/publish", data=fields(drawn) | {"do": "publish"}).status_code == 409
    assert umpire.post(f"{PAGE}/restart", data=fields(drawn)).status_code == 409
    assert moved(umpire, small, "Dirk", "0.attackers", drawn).status_code == 303  # the same move is there already
    assert small.season.phase == ASSIGN


def test_publishing_is_stale_when_somebody_left_meanwhile(small, umpire):
    drawn = fields(umpire.get(PAGE).text) | {"do": "publish"}
    small.write(small.umpire_for("Finn", acts.Leave(small.id("Finn"))))
    assert umpire.post(f"{PAGE}/publish", data=drawn).status_code == 409
    assert small.season.phase == ASSIGN


@SQLITE
@pytest.mark.clause("K43")
def test_a_draft_with_somebody_who_left_cannot_be_published(small, umpire):
    moved(umpire, small, "Cleo", "0.attackers")
    moved(umpire, small, "Dirk", "0.attackers")
    small.write(small.umpire_for("Finn", acts.Leave(small.id("Finn"))))
    page = text(umpire.get(PAGE).text)
    assert "Finn is not in the campaign, or has left it. K43" in page
    assert publish(umpire, reason="x").status_code == 422


@SQLITE
def test_the_draft_is_live(small, umpire, signed_in):
    page = umpire.get(PAGE).text
    beat = re.search(r'id="pulse" hx-get="([^"]+)"', page).group(1)
    region = re.search(r'id="allotment" data-region hx-get="([^"]+)"', page).group(1).replace("&amp;", "&")
    assert umpire.get(beat).status_code == 204
    assert umpire.get(region).status_code == 204
    moved(signed_in("Xena"), small, "Dirk", "0.attackers")
    assert umpire.get(beat).headers["HX-Trigger"] == "banneret:changed"
    assert "Departs" in umpire.get(region).text or "Cannot be published" in umpire.get(region).text


@SQLITE
def test_nobody_but_the_umpire_sees_or_makes_the_draft(small, umpire, signed_in, visitor):
    moved(umpire, small, "Dirk", "0.attackers")
    player = signed_in("Anna")
    for path in ("", "/part", "/pulse"):
        assert player.get(PAGE + path).status_code == 403
        assert visitor.get(PAGE + path).status_code in (303, 302, 401)
    for path in ("move", "pair", "number", "restart", "publish"):
        assert player.post(f"{PAGE}/{path}").status_code == 403
    assert small.season.phase == ASSIGN


@SQLITE
@pytest.mark.clause("C2")
def test_there_is_no_allotment_in_another_phase(small, umpire):
    drawn = fields(umpire.get(PAGE).text)
    small.write(small.umpire(acts.PublishAllotment(()), "nobody came"))
    assert umpire.get(PAGE).status_code == 303
    assert "The battles are assigned" in umpire.get(f"{PAGE}/part").text
    assert umpire.post(f"{PAGE}/move", data=drawn | {"player": small.id("Anna"), "to": "0.attackers"}).status_code == 422
