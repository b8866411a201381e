"""The desk in the diplomacy phase: who has filed, what the umpire may know of it, and the close that reveals everything at once."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from rules.campaign import acts
from rules.campaign.records import Dated
from rules.campaign.state import ASSIGN, DIPLOMACY, FINISHED
from rules.entry import SettingValue
from tests.conftest import SQLITE
from tests.web.campaign_cast import SLUG, Campaign, in_diplomacy
from tests.web.test_desk_close import text
from tests.web.test_desk_report import DESK
from tests.web.test_desk_undo import fields

pytestmark = SQLITE

CLOSE = f"{DESK}/close-diplomacy"


@pytest.fixture
def small(club: Flask) -> Campaign:
    return in_diplomacy(club)


def declare(small: Campaign, *pairs: tuple[str, str]) -> None:
    small.write(*(small.umpire(acts.Declare(small.id(a), small.id(b))) for a, b in pairs))


def filing(page: str, name: str) -> str:
    """What the desk says about one player's declaration."""
    row = next(li for li in page.split('aria-label="Declarations"')[1].split("</ul>")[0].split("<li>") if f">{name}</a>" in li)
    return text(row)


@pytest.mark.clause("C4", "K4")
def test_it_shows_who_has_filed_and_who_has_not(small, umpire):
    declare(small, ("Anna", "Dirk"))
    page = umpire.get(DESK).text
    assert "1 of 7 sealed" in text(page)
    assert "Sealed" in filing(page, "Anna")
    assert "Nothing yet" in filing(page, "Gijs")


def test_the_list_of_who_has_filed_is_live(small, umpire):
    page = umpire.get(DESK).text
    regions = [re.search(rf'id="{name}" data-region hx-get="([^"]+)"', page).group(1) for name in ("deskbar", "waiting")]
    assert [umpire.get(region).status_code for region in regions] == [204, 204]
    declare(small, ("Anna", "Dirk"))
    bar, waiting = (umpire.get(region).text for region in regions)
    assert "1 of 7 sealed" in text(bar)
    assert "Sealed" in filing(waiting, "Anna")


@pytest.mark.clause("K4")
def test_an_umpire_who_does_not_play_reads_what_was_filed(small, umpire):
    declare(small, ("Anna", "Dirk"))
    small.write(small.umpire(acts.Order(small.id("Dirk"), small.id("Elsa"), small.id("Finn"))))
    page = umpire.get(DESK).text
    assert "Anna declares war on Dirk" in filing(page, "Anna")
    assert "by order of Dirk" in filing(page, "Elsa")


@pytest.mark.clause("K4", "umpire_sees=unless_playing")
def test_an_umpire_who_plays_sees_who_has_filed_and_never_what(small, signed_in):
    small.write(small.umpire(acts.Appoint(small.id("Anna"), "umpire")))
    declare(small, ("Bram", "Dirk"))
    small.write(small.umpire(acts.Order(small.id("Dirk"), small.id("Elsa"), small.id("Finn"))))
    for page in (signed_in("Anna").get(DESK).text, signed_in("Anna").get(CLOSE).text):
        assert "declares war" not in page
        assert "by order" not in page
    assert "Sealed" in filing(signed_in("Anna").get(DESK).text, "Bram")


@pytest.mark.clause("umpire_sees=never")
def test_an_umpire_who_may_see_nothing_sees_nothing(small, signed_in):
    """A setting holds from the next round on, so it is looked at in round 5 of a longer season."""
    values = (SettingValue("rounds", "5"), SettingValue("umpire_sees", '"never"'))
    small.write(small.umpire(acts.SetSettings(values), "agreed by all"))
    small.write(small.umpire(acts.CloseRound(True), "agreed by all"))
    assert small.season.settings.umpire_sees == "never"
    declare(small, ("Bram", "Dirk"))
    page = signed_in("Xena").get(DESK).text
    assert "declares war" not in page
    assert "sealed from you too" in text(page)


@pytest.mark.clause("C4", "K5", "K8", "K10")
def test_the_close_says_first_what_becomes_of_those_who_filed_nothing(small, umpire):
    declare(small, ("Anna", "Dirk"))
    page = text(umpire.get(CLOSE).text)
    assert "1 of 7 have filed" in page
    assert "cannot be undone" in page
    free, below = page.split("Still missing")[1].split("filed nothing: ")[:2]
    assert ("Gijs" in free, "Anna" in free, "Elsa" in free) == (True, False, False)
    assert below.startswith("he starts no war, but can be attacked. C4 K5 K8")
    assert "Elsa" in below
    assert "filed nothing: unless a lord’s order speaks for him" in page
    assert small.season.phase == DIPLOMACY


@pytest.mark.clause("K6")
def test_whoever_has_nobody_to_name_misses_nothing(small, umpire):
    for name in ("Bram", "Cleo", "Dirk", "Elsa", "Finn"):
        small.write(small.umpire_for(name, acts.Leave(small.id(name))))
    assert "Gijs has nobody he may declare war on" in text(umpire.get(CLOSE).text)  # Anna and Gijs fought last round and are at peace
    assert "Nobody to name" in filing(umpire.get(DESK).text, "Gijs")


@pytest.mark.clause("C4")
def test_closing_reveals_all_declarations_at_once(small, umpire, visitor):
    declare(small, ("Anna", "Dirk"), ("Bram", "Gijs"))
    before = visitor.get(f"/campaigns/{SLUG}/chronicle").text
    assert "declares war on" not in text(before).split("Round 3")[0]
    answer = umpire.post(CLOSE, data=fields(umpire.get(CLOSE).text) | {"round": "4"})
    assert answer.status_code == 303
    assert small.season.phase == ASSIGN
    after = text(umpire.get(answer.location).text)
    assert "closed the diplomacy phase" in after
    assert "Anna declares war on Dirk" in after
    assert "Bram declares war on Gijs" in after
    assert "Anna declares war on Dirk" in text(visitor.get(f"/campaigns/{SLUG}/chronicle").text)


def test_closing_diplomacy_twice_closes_it_once(small, umpire):
    one, other = (fields(umpire.get(CLOSE).text) | {"round": "4"} for _ in range(2))
    assert [umpire.post(CLOSE, data=d).status_code for d in (one, one, other)] == [303, 303, 303]
    assert sum(e.act.kind == "close_diplomacy" for e in small.season.entries) == 4


def test_one_more_declaration_does_not_make_the_close_stale(small, umpire):
    data = fields(umpire.get(CLOSE).text) | {"round": "4"}
    declare(small, ("Anna", "Dirk"))
    assert umpire.post(CLOSE, data=data).status_code == 303


def test_the_close_is_stale_when_somebody_left_meanwhile(small, umpire):
    data = fields(umpire.get(CLOSE).text) | {"round": "4"}
    small.write(small.umpire_for("Gijs", acts.Leave(small.id("Gijs"))))
    assert umpire.post(CLOSE, data=data).status_code == 409
    assert small.season.phase == DIPLOMACY


@pytest.mark.clause("C2")
def test_there_is_nothing_to_close_once_diplomacy_is_closed(small, umpire):
    small.write(small.umpire(acts.CloseDiplomacy()))
    assert umpire.get(CLOSE).status_code == 303
    assert "Close diplomacy" not in umpire.get(DESK).text


@pytest.mark.clause("K46")
def test_a_round_without_battles_needs_a_reason_while_somebody_could_declare(small, umpire):
    page = umpire.get(f"{DESK}/skip").text
    assert "These could still declare war" in text(page)
    refused = umpire.post(f"{DESK}/skip", data=fields(page) | {"round": "4"})
    assert refused.status_code == 422
    assert "give a reason" in text(refused.text)
    assert umpire.post(f"{DESK}/skip", data=fields(page) | {"round": "4", "reason": "the hall burnt down"}).status_code == 303
    assert small.season.phase == FINISHED


@pytest.mark.clause("S1", "C2")
def test_it_says_since_when_the_phase_runs_and_what_the_schedule_has_next(small, umpire):
    bar = text(umpire.get(DESK).text)
    assert "Round 4: diplomacy" in bar
    assert "since" in bar
    assert "Next in the schedule Battles" in bar
    late = Dated(4, "Prizes", datetime.now(UTC) - timedelta(hours=1))
    small.write(small.umpire(acts.SetSchedule((late,)), "moved"))
    assert "Next in the schedule" not in umpire.get(DESK).text


@pytest.mark.clause("C4")
def test_all_declarations_stand_on_the_desk_after_the_close(small, umpire):
    declare(small, ("Anna", "Dirk"), ("Bram", "Gijs"))
    small.write(small.umpire(acts.Order(small.id("Dirk"), small.id("Elsa"), small.id("Finn"))), small.umpire(acts.CloseDiplomacy()))
    page = text(umpire.get(DESK).text)
    for told in (
        "Anna declares war on Dirk",
        "Bram declares war on Gijs",
        "Elsa declares war on Finn , by order of Dirk",
        "Gijs handed in no declaration",
    ):
        assert told in page


@pytest.mark.parametrize("path", ["close-diplomacy", "skip", "leave"])
def test_only_the_umpire_ends_a_phase(small, signed_in, path):
    assert signed_in("Anna").post(f"{DESK}/{path}", data={"round": "4"}).status_code == 403
    assert small.season.phase == DIPLOMACY
