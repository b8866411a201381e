"""Everybody reads a battle: who fights whom, in which commands, what was said so far."""

from __future__ import annotations

from rules.campaign import acts
from rules.campaign.records import ATTACKERS, DEFENDER
from tests.conftest import SQLITE
from tests.web.campaign_cast import SLUG
from tests.web.test_desk_close import text

BATTLE = f"/campaigns/{SLUG}/battles/3.1"
DOUBLE = f"/campaigns/{SLUG}/battles/3.2"


def test_everybody_reads_who_fights_whom(small, visitor):
    assert BATTLE in visitor.get(f"/campaigns/{SLUG}/battles").text
    assert BATTLE in visitor.get(f"/campaigns/{SLUG}").text
    page = visitor.get(BATTLE)
    assert "Bram v Cleo" in text(page.text)
    assert "Round 3, table 1" in text(page.text)
    assert "Army of Bram" in text(page.text)
    assert text(page.text).count("Commander-in-chief") == 2  # each army in its commands
    assert "How did it end?" not in page.text


@SQLITE
def test_an_earlier_battle_says_what_it_did(small, visitor):
    page = text(visitor.get(f"/campaigns/{SLUG}/battles/1.1").text)
    assert "Dirk v Elsa" in page
    assert "What it did" in page
    assert "Elsa is beaten by Dirk" in page
    assert "10–0" in page


@SQLITE
def test_a_battle_that_there_is_not_is_not_found(small, visitor):
    assert visitor.get(f"/campaigns/{SLUG}/battles/9.9").status_code == 404
    assert visitor.get(f"/campaigns/{SLUG}/battles/9.9/parts/battle").status_code == 404


@SQLITE
def test_its_region_is_fresh_once_a_report_came_in(small, visitor):
    version = small.snapshot().version
    assert visitor.get(f"{BATTLE}/parts/battle?v={version}").status_code == 204
    small.write(small.umpire_for("Bram", acts.Report("3.1", ATTACKERS, DEFENDER, 10, 0)))
    answer = visitor.get(f"{BATTLE}/parts/battle?v={version}")
    assert answer.status_code == 200
    assert "The attacker says" in answer.text
    assert "Xena for Bram" in text(answer.text)


@SQLITE
def test_the_players_next_steps_stand_on_it_and_nobody_elses(small, signed_in):
    assert "How did it end?" in signed_in("Bram").get(BATTLE).text
    assert "How did it end?" in signed_in("Cleo").get(BATTLE).text
    for name in ("Anna", "Xena", "Yves"):
        assert "How did it end?" not in signed_in(name).get(BATTLE).text


@SQLITE
def test_only_the_umpire_writes_for_somebody_else(small, signed_in):
    for_bram = f"{BATTLE}?for={small.id('Bram')}"
    assert "How did it end?" not in signed_in("Cleo").get(for_bram).text
    assert "How did it end?" in signed_in("Xena").get(for_bram).text
