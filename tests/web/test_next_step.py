"""The campaign's page of somebody who takes part begins with what he should do next, or what he waits for."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from rules.campaign import acts
from rules.campaign.records import ALLY, ATTACKERS, CINC, DEFENDER, UMPIRE, Share
from tests.conftest import SQLITE
from tests.web.campaign_cast import SLUG, Campaign, in_diplomacy
from tests.web.test_desk_close import text
from tests.web.test_letters import send
from webapp import db, events
from webapp.campaign import read_next
from webapp.journal import Deed

PAGE = f"/campaigns/{SLUG}"


def steps(browser: FlaskClient) -> list[tuple[str, str]]:
    """What the page begins with: each step's sentence without its clauses, and where its button leads."""
    page = browser.get(PAGE).text
    part = page.split('aria-label="Your next step"')[1].split("</section>")[0] if "Your next step" in page else ""
    items = re.findall(r"<li[^>]*><p>(.*?)<a class=\"clause.*?</p>(?:<a class=\"btn[^\"]*\" href=\"([^\"]*)\")?", part, re.DOTALL)
    return [(re.sub(r" ([,.:])", r"\1", text(said)), address) for said, address in items]


def do(small: Campaign, *deeds: object) -> None:
    small.write(*(small.umpire(act) for act in deeds))


def by(small: Campaign, name: str, act: object, reason: str = "") -> None:
    """A deed of a player himself."""
    small.write(Deed(act, small.ids[name], reason=reason))


@pytest.mark.clause("C4", "K3", "K4")
def test_in_diplomacy_he_declares_and_then_knows_that_it_is_sealed(club, signed_in):
    small = in_diplomacy(club)
    anna = signed_in("Anna")
    [(said, address)] = steps(anna)
    assert said.startswith("Declare war on one of ")
    assert address == f"{PAGE}/declare"
    do(small, acts.Declare(small.id("Anna"), small.id("Dirk")))
    [(said, address)] = steps(anna)
    assert said.startswith("You have sealed your declaration for round 4.")
    assert "Dirk" not in said
    assert address == f"{PAGE}/declare"


@SQLITE
@pytest.mark.clause("K6")
def test_whoever_has_nobody_to_name_misses_nothing(club, signed_in):
    small = in_diplomacy(club)
    for name in ("Bram", "Cleo", "Dirk", "Elsa", "Finn"):
        small.write(small.umpire_for(name, acts.Leave(small.id(name))))
    assert steps(signed_in("Anna"))[0][0] == "There is nobody you may declare war on in round 4, so nothing is missing."
    assert steps(signed_in("Bram")) == []


@SQLITE
@pytest.mark.clause("C8", "K10")
def test_a_lord_hears_that_he_can_order_and_a_subordinate_that_he_was_ordered(club, signed_in):
    small = in_diplomacy(club)
    dirk, elsa = signed_in("Dirk"), signed_in("Elsa")
    assert "orders to your subordinate." in steps(dirk)[0][0]
    before = steps(elsa)
    do(small, acts.Order(small.id("Dirk"), small.id("Elsa"), small.id("Finn")))
    after = steps(elsa)
    assert after[0] == ("A lord above you has given you an order: see what it does.", f"{PAGE}/declare")
    assert after[1:] == before
    assert "has given you an order" not in str(steps(signed_in("Anna")))


@SQLITE
def test_between_the_phases_he_waits_for_the_umpire(club, signed_in):
    small = in_diplomacy(club)
    do(small, acts.CloseDiplomacy())
    assert steps(signed_in("Anna")) == [("All declarations are open. The umpire now assigns the battles.", f"{PAGE}/declarations")]
    assert steps(signed_in("Xena")) == [("The declarations of round 4 are open: assign the battles.", f"{PAGE}/desk/allotment")]


@pytest.mark.clause("C7")
def test_a_battle_is_fought_reported_answered_and_over(small, signed_in):
    bram, cleo, at = signed_in("Bram"), signed_in("Cleo"), f"{PAGE}/battles/3.1"
    assert steps(bram) == [("Fight at table 1 against Cleo, then report how it ended.", at)]
    by(small, "Bram", acts.Report("3.1", ATTACKERS, DEFENDER, 10, 0))
    assert steps(bram) == [("Your side reported 10-0. It counts unless Cleo contests it.", at)]
    assert steps(cleo) == [("Bram reported 10-0: confirm it, or say what is wrong.", at)]
    by(small, "Cleo", acts.Contest("3.1", DEFENDER), "my camp stood")
    assert steps(bram)[0][0].startswith("You and Cleo do not agree on how your battle ended.")
    do(small, acts.Report("3.1", UMPIRE, DEFENDER, 10, 0))
    assert steps(cleo) == [("Your battle against Bram ended 10-0. The umpire closes the round once all results are in.", at)]


@SQLITE
@pytest.mark.clause("C5")
def test_whoever_has_no_battle_is_told_so(small, signed_in):
    assert steps(signed_in("Dirk")) == [("You have no battle in round 3.", f"{PAGE}/battles")]


@SQLITE
@pytest.mark.clause("L6", "C7b")
def test_a_double_agrees_on_its_army_fights_and_votes(small, signed_in):
    anna, at = signed_in("Anna"), f"{PAGE}/battles/3.2"
    assert steps(anna)[0] == ("Agree with Finn on a joint army.", f"{at}/army")
    assert steps(anna)[1] == ("Fight at table 2 beside Finn against Gijs, then report how it ended.", at)
    shares = (Share(small.id("Anna"), 400, 2, CINC), Share(small.id("Finn"), 400, 1, ALLY))
    by(small, "Finn", acts.JointArmy(small.id("Finn"), "3.2", shares))
    assert steps(anna)[0] == ("Finn proposes the joint army of your double: agree to it, or propose another.", at)
    by(small, "Anna", acts.AgreeArmy(small.id("Anna"), "3.2"))
    assert [said for said, _ in steps(anna)] == ["Fight at table 2 beside Finn against Gijs, then report how it ended."]
    do(small, acts.Report("3.2", UMPIRE, DEFENDER, 10, 0))
    assert steps(anna)[0] == ("Vote who of you becomes lord of Gijs, or none.", f"{at}#vote")
    assert 'id="vote"' in anna.get(at).text
    by(small, "Anna", acts.Vote(small.id("Anna"), "3.2", None))
    assert [said.split(" ended")[0] for said, _ in steps(anna)] == ["Your battle against Gijs"]


@SQLITE
@pytest.mark.clause("L5", "K40")
def test_an_army_without_commands_is_put_into_them_first(small, signed_in):
    season, bram = small.season, small.id("Bram")
    unready = replace(season, people=season.people | {bram: replace(season.people[bram], organisation=None)})
    with small.app.test_request_context():
        here = read_next.Here(events.find(db.session(), SLUG), unready, bram)
        told = [step.text for step in read_next.battle_steps(here)]
    assert told[0] == "Put your army into commands before the battle."
    assert len(told) == 2


@pytest.mark.clause("C3")
def test_unread_letters_wait_there_and_it_is_live(small, signed_in):
    dirk = signed_in("Dirk")
    region = re.search(r'id="next" data-region hx-get="([^"]+)"', dirk.get(PAGE).text).group(1)
    assert dirk.get(region).status_code == 204
    send(small, "Anna", "Dirk", "Peace?")
    assert "1 letter waits to be read." in dirk.get(region).text
    assert steps(dirk)[0][1] == f"{PAGE}/letters"
    assert "Peace?" not in dirk.get(PAGE).text


@SQLITE
@pytest.mark.clause("C4", "C7")
def test_the_umpire_is_led_to_his_desk(club, signed_in):
    small = in_diplomacy(club)
    xena = signed_in("Xena")
    assert steps(xena) == [("0 of 7 have sealed a declaration for round 4. You close diplomacy when you see fit.", f"{PAGE}/desk")]
    pairs = ("Anna", "Dirk"), ("Bram", "Dirk"), ("Cleo", "Elsa"), ("Dirk", "Finn"), ("Elsa", "Finn"), ("Finn", "Dirk"), ("Gijs", "Dirk")
    do(small, *(acts.Declare(small.id(a), small.id(b)) for a, b in pairs))
    assert steps(xena)[0][0] == "Everybody who can declare war in round 4 has sealed: close diplomacy."


@SQLITE
def test_others_see_none_and_a_page_of_the_past_has_none(small, visitor, signed_in):
    for browser in (visitor, signed_in("Yves")):
        assert steps(browser) == []
        assert 'id="next"' not in browser.get(PAGE).text
    assert 'id="next"' not in signed_in("Bram").get(f"{PAGE}?after=1").text
    assert signed_in("Yves").get(f"{PAGE}/next").status_code == 403
