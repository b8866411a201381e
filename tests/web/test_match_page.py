"""GET /arenas/<slug>/matches/<match> and its parts."""

from __future__ import annotations

import re

import pytest

from rules.arena import acts
from tests.conftest import SQLITE
from tests.web.arena_cast import SLUG, arena, do, person, typed

pytestmark = SQLITE

URL = f"/arenas/{SLUG}/matches"


def test_live_leads_to_the_match_worth_looking_at(club, visitor):
    arena(club, ("Anna", "Bram", "Cleo", "Dirk"))
    assert visitor.get(f"{URL}/live").headers["Location"] == f"{URL}/W1.1"
    with club.app_context():
        do(*typed("W1.2", 1, A=(2, 3)))
    answer = visitor.get(f"{URL}/live")
    assert (answer.status_code, answer.headers["Location"]) == (302, f"{URL}/W1.2")
    assert f'href="{URL}/W1.2"' in visitor.get(f"{URL}/W1.1").text.split("Also playing")[1]


@pytest.mark.clause("X1", "X3", "M7", "A48")
def test_it_shows_score_tracks_last_throw_and_log_with_clauses(club, visitor):
    arena(club, mages=("Bram",), guards={"Bram": "Otto"})
    with club.app_context():
        do(*typed("W1.1", 1, A=(20, 20), CB=(15, 9)))
    page = visitor.get(f"{URL}/W1.1").text
    assert 'aria-label="5 to 0"' in page
    assert page.count('<i class="new">') == 5
    assert page.count('class="die hit"') == 3, "three of the four dice scored"
    assert "Bram’s man-at-arms threw" in page
    log = page[page.index('id="log-h"') :]
    assert "Anna 20·20, Bram’s man-at-arms 15·9" in log
    for clause in ("P6", "X1", "M7"):
        assert f'href="/arenas/{SLUG}/rules#rule-{clause.lower()}"' in log
    with club.app_context():
        do(*typed("W1.1", 2, A=(2, 3), B=(4, 5)), *typed("W1.1", 3, A=(17, 9), CB=(1, 1)))
    page = visitor.get(f"{URL}/W1.1").text
    assert "Otto is out of the match" in page
    assert page.index("Round </span>3") < page.index("Round </span>2") < page.index("Round </span>1"), "newest first"


@pytest.mark.clause("A5")
def test_a_score_below_zero_has_a_proper_minus(club, visitor):
    arena(club)
    with club.app_context():
        do(*typed("W1.1", 1, A=(1, 1), B=(2, 3)))
    assert "\N{MINUS SIGN}2 to 0" in visitor.get(f"{URL}/W1.1").text


def test_the_chances_are_exact_and_drawn_over_the_rounds(club, visitor):
    arena(club)
    page = visitor.get(f"{URL}/W1.1").text
    assert page.count('<b class="num">50%</b>') == 2, "two fighters begin level"
    assert '<svg class="curve"' not in page, "a curve needs a round"
    with club.app_context():
        do(*typed("W1.1", 1, A=(19, 19), B=(3, 4)))
    page = visitor.get(f"{URL}/W1.1").text
    chance = int(re.search(r'<b class="num">(\d+)%</b> Anna', page).group(1))
    assert 55 < chance < 85
    assert len(re.search(r'class="l" d="([^"]+)"', page).group(1).split("L")) == 2
    with club.app_context():
        do(*typed("W1.1", 2, A=(20, 20), B=(3, 4)))
    assert '<b class="num">100%</b> Anna' in visitor.get(f"{URL}/W1.1").text


def test_a_match_that_waits_says_for_whom_and_an_unknown_one_is_not_found(club, visitor):
    arena(club, ("Anna", "Bram", "Cleo", "Dirk"))
    assert "the winner of W1.1 against the winner of W1.2" in visitor.get(f"{URL}/W2.1").text
    assert visitor.get(f"{URL}/W9.1").status_code == 404
    assert visitor.get(f"{URL}/GF2").status_code == 200


@pytest.mark.clause("R7", "A32")
def test_a_match_decided_by_resignation_shows_no_score_and_says_why(club, visitor):
    arena(club, ("Anna", "Bram", "Cleo", "Dirk"))
    with club.app_context():
        do(acts.Resign(person("Dirk")))
    page = visitor.get(f"{URL}/W1.1").text
    assert "Dirk has left the tournament, so Anna goes through without a fight." in page
    assert "Chance to win" not in page
    assert "decided without a fight" in page


@pytest.mark.clause("K53")
def test_a_match_from_paper_shows_its_score_and_that_there_are_no_throws(club, visitor):
    arena(club)
    with club.app_context():
        do(acts.Result("W1.1", person("Bram"), 11, 15))
    page = visitor.get(f"{URL}/W1.1").text
    assert 'aria-label="11 to 15"' in page
    assert "entered from paper" in page
    assert "dispute it until" in page


def test_its_parts_answer_only_when_out_of_date(club, visitor, signed_in):
    arena(club)
    elsa = signed_in("Elsa")
    page = elsa.get(f"{URL}/W1.1").text
    parts = [a.replace("&amp;", "&") for a in re.findall(rf'hx-get="({URL}/W1.1/\w+\?[^"]*)"', page)]
    assert sorted(re.search(r"/(\w+)\?", a).group(1) for a in parts) == ["board", "hand", "log", "odds", "state"]
    assert {elsa.get(a).status_code for a in parts} == {204}
    with club.app_context():
        do(*typed("W1.1", 1, A=(2, 3), B=(5, 6)))
    assert {elsa.get(a).status_code for a in parts} == {200}
    assert visitor.get(f"{URL}/W1.1/hand").status_code in (302, 401), "typing dice is for officials"


@pytest.mark.clause("A40")
def test_a_match_that_hangs_on_a_disputed_one_waits_for_the_ruling(club, visitor, signed_in):
    arena(club)
    with club.app_context():
        do(acts.Result("W1.1", person("Anna"), 15, 9))
        do(acts.Scroll("W1.1", person("Bram"), "I was not asked"), by="Bram")
    page = signed_in("Anna").get(f"{URL}/GF").text
    assert "cannot begin yet" in page
    assert 'id="throw-A"' not in page
    assert "Protested" in visitor.get(f"{URL}/W1.1").text


def test_names_that_look_like_code_stay_names(club, visitor):
    from webapp import db
    from webapp.accounts.acts import register

    name = "<img src=x onerror=alert(1)>"
    with club.app_context(), db.writing() as own:
        register(own, name, None)
    arena(club, ("Anna", name))
    for url in (f"/arenas/{SLUG}", f"{URL}/W1.1", f"/arenas/{SLUG}/standings"):
        assert "<img src=x" not in visitor.get(url).text
        assert "&lt;img src=x" in visitor.get(url).text
