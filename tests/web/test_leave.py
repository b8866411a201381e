"""Somebody leaves the campaign: the umpire sees first what that changes, and the reason is kept (K43)."""

from __future__ import annotations

import pytest
from flask import Flask

from rules.campaign import acts
from rules.campaign.records import UMPIRE
from tests.conftest import SQLITE
from tests.web.campaign_cast import SLUG, Campaign, build, in_diplomacy, in_signup
from tests.web.test_desk_close import text
from tests.web.test_desk_report import DESK
from tests.web.test_desk_undo import fields

pytestmark = [SQLITE, pytest.mark.clause("K43")]


@pytest.fixture
def small(club: Flask) -> Campaign:
    return in_diplomacy(club)


def address(small: Campaign, name: str) -> str:
    return f"{DESK}/leave?player={small.id(name)}"


def test_it_shows_what_a_departure_changes(small, umpire):
    assert address(small, "Dirk") in umpire.get(f"{DESK}/leave").text
    page = text(umpire.get(address(small, "Dirk")).text)
    assert "Elsa goes free" in page
    assert "Whatever he declared or ordered is void" in page
    assert "Bram loses him" in text(umpire.get(address(small, "Cleo")).text)
    assert not small.season.left


def test_the_umpire_takes_a_player_out_with_a_reason(small, umpire):
    page = umpire.get(address(small, "Dirk")).text
    answer = umpire.post(address(small, "Dirk"), data=fields(page) | {"reason": "moved to the coast"})
    assert answer.status_code == 303
    assert small.season.left == (small.id("Dirk"),)
    assert small.lord("Elsa") is None
    last = small.season.entries[-1]
    assert (last.by, last.for_, last.reason) == (small.id("Xena"), small.id("Dirk"), "moved to the coast")
    assert "Dirk leaves the campaign" in text(umpire.get(f"/campaigns/{SLUG}/chronicle").text)


def test_a_departure_needs_a_reason(small, umpire):
    answer = umpire.post(address(small, "Dirk"), data=fields(umpire.get(address(small, "Dirk")).text))
    assert answer.status_code == 422
    assert "Say in a few words why" in answer.text
    assert not small.season.left


def test_leaving_twice_is_leaving_once(small, umpire):
    one, other = (fields(umpire.get(address(small, "Dirk")).text) | {"reason": "moved"} for _ in range(2))
    assert [umpire.post(address(small, "Dirk"), data=d).status_code for d in (one, one, other)] == [303, 303, 303]
    assert sum(e.act.kind == "leave" for e in small.season.entries) == 1


def test_it_is_stale_when_the_declarations_were_revealed_meanwhile(small, umpire):
    data = fields(umpire.get(address(small, "Dirk")).text) | {"reason": "moved"}
    small.write(small.umpire(acts.CloseDiplomacy()))
    assert umpire.post(address(small, "Dirk"), data=data).status_code == 409
    assert not small.season.left


def test_somebody_who_does_not_play_cannot_leave(small, umpire):
    stranger = f"{DESK}/leave?player={small.id('Yves')}"
    assert umpire.get(stranger).location.endswith(f"{DESK}/leave")
    answer = umpire.post(stranger, data={"reason": "why not"})
    assert answer.status_code == 422
    assert "has not entered this campaign" in text(answer.text)


def test_his_battle_of_this_round_is_still_reported(club, signed_in):
    small = build(club)
    assert "is still played and reported" in text(signed_in("Xena").get(address(small, "Cleo")).text)
    small.write(small.umpire_for("Cleo", acts.Leave(small.id("Cleo"))), small.umpire(acts.Report("3.1", UMPIRE, None, 5, 5)))
    assert small.season.fight("3.1").filed is not None


def test_nobody_leaves_once_the_campaign_is_over(small, umpire):
    small.write(small.umpire(acts.CloseRound(True), "the hall burnt down"))
    assert umpire.get(address(small, "Dirk")).status_code == 303
    answer = umpire.post(address(small, "Dirk"), data={"reason": "late"})
    assert answer.status_code == 422
    assert "nobody can leave any more" in text(answer.text)


def test_an_outsider_has_no_page_to_leave_by(small, signed_in):
    assert signed_in("Yves").get(f"/campaigns/{SLUG}/leave").status_code == 403


def test_a_player_sees_what_his_leaving_changes_and_asks_the_umpire(small, signed_in):
    page = signed_in("Dirk").get(f"/campaigns/{SLUG}/leave").text
    assert "Elsa goes free" in text(page)
    assert "your umpire takes you out; ask him" in text(page)
    assert f"/letters/new?to={small.id('Xena')}" in page
    assert 'name="reason"' not in page


def test_only_who_plays_finds_the_way_out_on_the_campaigns_page(small, signed_in, visitor):
    way = f'href="/campaigns/{SLUG}/leave"'
    assert way in signed_in("Dirk").get(f"/campaigns/{SLUG}").text
    assert way not in signed_in("Xena").get(f"/campaigns/{SLUG}").text
    assert way not in visitor.get(f"/campaigns/{SLUG}").text
    small.write(small.umpire_for("Dirk", acts.Leave(small.id("Dirk"))))
    assert way not in signed_in("Dirk").get(f"/campaigns/{SLUG}").text


def test_a_player_cannot_take_himself_out_once_round_1_has_begun(small, signed_in):
    answer = signed_in("Dirk").post(f"/campaigns/{SLUG}/leave", data={"reason": "moved"})
    assert answer.status_code == 422
    assert "the umpire confirms that somebody leaves" in text(answer.text).lower()
    assert "#rule-k43" in answer.text
    assert not small.season.left


def test_a_player_leaves_by_himself_while_players_sign_up(club, signed_in):
    small = in_signup(club)
    page = signed_in("Dirk").get(f"/campaigns/{SLUG}/leave").text
    assert "Dirk is taken off the list, and his province is free again. C1 K43" in text(page)
    assert signed_in("Dirk").post(f"/campaigns/{SLUG}/leave", data=fields(page)).status_code == 422  # a reason, here too
    answer = signed_in("Dirk").post(f"/campaigns/{SLUG}/leave", data=fields(page) | {"reason": "no time"})
    assert answer.status_code == 303
    assert small.id("Dirk") not in small.season.people
    assert signed_in("Dirk").get(f"/campaigns/{SLUG}/leave").status_code == 403  # he is no player any more


def test_the_umpire_takes_a_player_off_the_list_while_players_sign_up(club, signed_in):
    small = in_signup(club)
    browser = signed_in("Xena")
    assert "7 have entered" in text(browser.get(DESK).text)
    page = browser.get(address(small, "Dirk")).text
    assert "anybody can enter again" in text(page)
    assert browser.post(address(small, "Dirk"), data=fields(page) | {"reason": "no list"}).status_code == 303
    assert small.id("Dirk") not in small.season.people
    small.write(small.umpire(acts.Enter(small.id("Dirk"), "Another army")))
    assert small.season.people[small.id("Dirk")].province is None
