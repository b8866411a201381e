"""What the home page and a member's page tell of an arena."""

from __future__ import annotations

import re

import pytest

from rules.arena import acts
from tests.conftest import SQLITE
from tests.web.arena_cast import arena, do, person, typed

pytestmark = SQLITE


def test_a_contestant_is_led_to_his_throw_and_then_told_whose_turn_it_is(club, signed_in):
    arena(club)
    anna = signed_in("Anna")
    page = anna.get("/").text
    assert "Your throw in W1.1 against" in page
    assert 'href="/arenas/lists/matches/W1.1"' in page
    with club.app_context():
        do(*typed("W1.1", 1, A=(2, 3)))
    assert "throws next" in anna.get("/").text


def test_the_dice_master_is_led_to_matches_being_fought(club, signed_in):
    arena(club)
    elsa = signed_in("Elsa")
    assert "Nothing waits for you" in elsa.get("/").text
    with club.app_context():
        do(*typed("W1.1", 1, A=(2, 3)))
    assert "Throw for whoever is away" in elsa.get("/").text


@pytest.mark.clause("A40")
def test_a_match_that_waits_for_a_ruling_says_so(club, signed_in):
    arena(club)
    with club.app_context():
        do(acts.Result("W1.1", person("Anna"), 15, 9))
        do(acts.Scroll("W1.1", person("Bram"), "I was not asked"), by="Bram")
    assert "waits for the result of W1.1" in signed_in("Anna").get("/").text


def test_visitors_see_the_score_of_what_is_fought_and_the_latest_news(club, visitor):
    arena(club)
    with club.app_context():
        do(*typed("W1.1", 1, A=(19, 19), B=(3, 4)))
    page = visitor.get("/").text
    assert "Playing now" in page
    assert 'aria-label="4 to 0"' in page
    assert re.findall(r"<b>(Anna|Bram)</b>", page)[:2] == ["Anna", "Bram"]
    with club.app_context():
        do(*typed("W1.1", 2, A=(20, 20), B=(3, 4)))
    assert "by a critical hit or a fumble" in visitor.get("/").text


def test_a_finished_arena_names_its_champion_at_home_and_on_his_own_page(club, visitor):
    arena(club, mages=("Anna",))
    with club.app_context():
        do(acts.Result("W1.1", person("Anna"), 15, 9), acts.Result("GF", person("Anna"), 15, 2))
        anna, bram = person("Anna"), person("Bram")
    assert "<b>Anna</b> is champion." in visitor.get("/").text
    assert "A mage: 2 won, 0 lost, champion." in visitor.get(f"/members/{anna}").text
    assert "A fighter: 0 won, 2 lost, out in Final." in visitor.get(f"/members/{bram}").text
