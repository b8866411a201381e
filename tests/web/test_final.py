"""The end of a campaign: who won, the final table with lordship apart, the chronicle's last words, members' pages, and the desk after it."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from rules.campaign import acts
from rules.campaign.questions import standings
from rules.campaign.records import ATTACKERS, DEFENDER, UMPIRE, Seat
from tests.web.campaign_cast import SLUG, Campaign, in_diplomacy
from tests.web.forms import sentences as text
from tests.web.test_correct import ACTS, DRAWN, seq_of
from tests.web.test_correct import fields as hidden
from tests.web.test_desk_report import DESK
from tests.web.test_desk_undo import fields

pytestmark = [pytest.mark.clause("C10", "K35"), pytest.mark.parametrize("database", ["sqlite"], indirect=True)]
HOME = f"/campaigns/{SLUG}"


@pytest.fixture
def umpire(club: Flask, signed_in) -> FlaskClient:
    return signed_in("Xena")


def last_round(club: Flask) -> Campaign:
    """Round 4 up to its close: Anna breaks Bram, who leads Cleo; Finn gets just enough of Dirk to end level with Cleo."""
    c = in_diplomacy(club)
    battles = (("Anna", "Bram"), ("Dirk", "Finn"))
    seats = [Seat(n, c.id(p), side) for n, pair in enumerate(battles, 1) for p, side in zip(pair, (ATTACKERS, DEFENDER), strict=True)]
    done = [*(acts.Declare(c.id(a), c.id(d)) for a, d in battles), acts.CloseDiplomacy(), acts.PublishAllotment(tuple(seats))]
    done += [acts.Report("4.1", UMPIRE, DEFENDER, 10, 0), acts.Report("4.2", UMPIRE, None, 8, 2)]
    c.write(*(c.umpire(act, "by hand") for act in done))
    return c


@pytest.fixture
def played(club: Flask, umpire: FlaskClient) -> Campaign:
    """A season played to its end; the umpire closes the last round on his desk."""
    c = last_round(club)
    page = umpire.get(f"{DESK}/close").text
    assert umpire.post(f"{DESK}/close", data=fields(page) | {"round": "4"}).status_code == 303
    assert c.season.phase == "finished"
    return c


def test_the_last_battles_shape_the_pyramid_before_lordship_is_counted(played):
    """Bram falls in the very last battle: he and his man Cleo count for Anna."""
    assert (played.lord("Bram"), played.lord("Cleo")) == ("Anna", "Bram")
    told = {r.player: (r.battle_points, r.bonus, r.total) for r in standings(played.season)}
    assert told[played.id("Anna")] == (26, 10, 36)
    assert told[played.id("Bram")] == (15, 5, 20)


def test_the_campaign_page_starts_with_the_end(played, visitor):
    page = visitor.get(HOME).text
    assert page.index('id="ended"') < page.index('id="standings"') < page.index('id="map"')
    words = text(page)
    assert "Anna wins the campaign with 36 points: 26 from battles and 10 for lordship." in words
    assert "Most points in battle" in words
    assert "Greatest lord" in words
    assert 'id="ended"' not in visitor.get(f"{HOME}?after=2").text
    assert 'id="ended"' in visitor.get(f"{HOME}/parts/end").text


def test_the_final_table_has_battle_points_and_lordship_apart_and_shared_places(played, visitor):
    table = visitor.get(f"{HOME}/parts/standings").text
    row = next(r for r in table.split("<tr")[2:] if ">Anna</a>" in r)
    assert re.findall(r'class="r[^"]*">\+?(\d+)<', row)[-3:] == ["26", "10", "36"]
    totals = [int(re.findall(r'class="r total">(\d+)<', r)[0]) for r in table.split("<tr")[2:]]
    places = [int(re.findall(r'class="place">(\d+)', r)[0]) for r in table.split("<tr")[2:]]
    assert places == [1 + sum(other > mine for other in totals) for mine in totals]


@pytest.mark.clause("K44")
def test_equal_totals_share_their_place(played, visitor):
    table = visitor.get(f"{HOME}/parts/standings").text
    rows = [(re.findall(r'class="place">(\d+)', r)[0], "shared" in r, re.findall(r'class="r total">(\d+)<', r)[0]) for r in table.split("<tr")[2:]]
    same = [row for row in rows if sum(other[2] == row[2] for other in rows) > 1]
    assert same
    assert all(shared for _, shared, _ in same)


def test_the_chronicle_tells_the_last_round_and_lordship_with_their_clauses(played, visitor):
    page = visitor.get(f"{HOME}/chronicle").text
    end = text(page.split("The end</h2>")[1].split("Round 4</h2>")[0])
    assert "Anna is lord of Bram and Cleo at the end: +10. C10 K34 K35" in end
    assert "Bram is lord of Cleo at the end: +5." in end
    assert "Anna wins the campaign" in end
    assert "the army of Bram broke" in text(page.split("Round 4</h2>")[1])


def test_a_members_page_tells_his_place_and_his_honours(played, visitor):
    winner, other = (text(visitor.get(f"/members/{played.id(name)}").text) for name in ("Anna", "Gijs"))
    assert "Winner of the campaign" in winner
    assert "place 1 of 7" in winner
    assert "Winner of the campaign" not in other
    assert "of 7" in other


def test_the_desk_says_that_it_is_over_and_still_opens_the_last_round_again(played, umpire):
    page = umpire.get(DESK).text
    assert "The campaign is over" in page
    assert ACTS in page
    assert umpire.post(f"{DESK}/reopen", data=fields(umpire.get(f"{DESK}/reopen").text)).status_code == 303
    assert played.season.phase == "battle"
    assert 'id="ended"' not in umpire.get(HOME).text


@pytest.mark.clause("K52")
def test_a_result_corrected_after_the_end_makes_another_winner(played, umpire):
    seq = seq_of(played, "report", battle="4.1")
    url = f"{ACTS}/{seq}/correct"
    typed = DRAWN | {"battle": "4.1", "broken": "attackers", "attackers": "0", "defender": "10"}
    page = umpire.post(url, data=hidden(umpire.get(url).text) | typed | {"step": "look"}).text
    assert "In the table" in page
    assert umpire.post(url, data=hidden(page) | typed | {"step": "do", "reason": "misread"}).status_code == 303
    assert played.season.phase == "finished"
    assert "Bram wins the campaign" in text(umpire.get(HOME).text)


@pytest.mark.clause("C9")
def test_no_peace_is_told_that_nobody_will_keep(played, visitor):
    assert "At peace with" in visitor.get(f"{HOME}/parts/province?province=ANN&after=3").text
    assert "At peace with" not in visitor.get(f"{HOME}/parts/province?province=ANN").text
