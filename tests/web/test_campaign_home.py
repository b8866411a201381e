"""What the home page and the members' pages say about a campaign."""

from __future__ import annotations

from rules.campaign import acts
from rules.campaign.records import DEFENDER, UMPIRE
from tests.conftest import SQLITE
from tests.web.campaign_cast import Campaign
from tests.web.forms import said as text

pytestmark = SQLITE


def finish(small: Campaign) -> None:
    small.write(small.umpire(acts.Report("3.1", UMPIRE, DEFENDER, 10, 0)), small.umpire(acts.Report("3.2", UMPIRE, None, 5, 5)))


def test_it_says_how_the_campaign_stands_in_every_phase(small, visitor):
    assert "Round 3 of 4: 0 of 2 results are in." in text(visitor.get("/").text)
    finish(small)
    small.write(small.umpire(acts.CloseRound()))
    assert "Round 4 of 4: talk, then one sealed declaration each." in text(visitor.get("/").text)
    small.write(small.umpire(acts.CloseDiplomacy()))
    assert "Round 4 of 4: the declarations are open" in text(visitor.get("/").text)
    small.write(small.umpire(acts.PublishAllotment(()), "nobody could come"), small.umpire(acts.CloseRound()))
    assert "Won by" in text(visitor.get("/").text)


def test_news_are_results_and_after_the_close_new_lords(small, visitor):
    finish(small)
    page = text(visitor.get("/").text)
    assert "Bram against Cleo : 10-0; the army of Cleo broke." in page
    assert "Cleo is beaten by Bram , who becomes his lord." not in page
    small.write(small.umpire(acts.CloseRound()))
    page = text(visitor.get("/").text)
    assert "Cleo is beaten by Bram , who becomes his lord." in page
    assert "Dirk goes free" in page


def test_a_round_opened_again_takes_its_news_back(small, visitor):
    finish(small)
    small.write(small.umpire(acts.CloseRound()), small.umpire(acts.Reopen()))
    page = text(visitor.get("/").text)
    assert "Cleo is beaten by Bram" not in page
    assert "Bram against Cleo" in page


def test_the_umpires_next_step_is_his_desk(small, signed_in):
    xena = signed_in("Xena")
    page = xena.get("/").text
    assert "2 battles of round 3 miss a result." in text(page)
    assert "/campaigns/small/desk" in page
    finish(small)
    assert "close the round" in text(xena.get("/").text)


def test_a_players_next_step_is_his_battle(small, signed_in):
    page = signed_in("Bram").get("/").text
    assert "Fight at table 1 against Cleo , then report how it ended." in text(page)
    assert "/campaigns/small/battles/3.1" in page
    assert "Fight at table" not in text(signed_in("Dirk").get("/").text)


def test_a_members_page_tells_his_record(small, visitor):
    page = text(visitor.get(f"/members/{small.id('Dirk')}").text)
    assert "Plays Army of Dirk: 11 battle points, +5 for lordship, subordinate of Cleo ." in page
    assert "A small campaign" in page
