"""The campaign's pages for everybody: what a visitor reads, now and as it stood."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from rules.campaign import acts
from rules.campaign.records import DEFENDER, UMPIRE, Dated
from rules.entry import SettingValue
from tests.conftest import SQLITE
from tests.web.campaign_cast import SLUG
from tests.web.forms import said as text

pytestmark = SQLITE


def test_it_shows_every_page_to_a_visitor(small, visitor):
    for path in ("", "/battles", "/chronicle", "/rules", "?after=1", "?after=0&province=CLE", "?after=99&province=NO"):
        answer = visitor.get(f"/campaigns/{SLUG}{path}")
        assert answer.status_code == 200, path
        assert "A small campaign" in answer.text
    assert "A small campaign" in visitor.get("/campaigns").text


def test_it_says_so_when_there_is_no_campaign(club, visitor):
    assert "No campaign yet" in visitor.get("/campaigns").text
    assert visitor.get("/campaigns/nowhere").status_code == 404


def test_it_draws_every_province_with_its_holder_and_realm(small, visitor):
    page = visitor.get(f"/campaigns/{SLUG}").text
    assert page.count('data-code="') == 7 + 1  # seven provinces, and the panel
    assert "Land of Elsa (ELS), Elsa, in the realm of Cleo" in page
    assert "Land of Cleo (CLE), Cleo, own lord" in page


def test_it_shows_the_pyramid_and_the_map_as_they_stood(small, visitor):
    now, once, start = (visitor.get(f"/campaigns/{SLUG}{q}").text for q in ("", "?after=1", "?after=0"))
    assert "Land of Elsa (ELS), Elsa, in the realm of Dirk" in once
    assert "Land of Elsa (ELS), Elsa, own lord" in start
    assert "leads 2" in now
    assert "leads 2" not in once
    assert "This is how things stood after round 1" in text(once)


def test_it_reads_a_province(small, visitor):
    panel = text(visitor.get(f"/campaigns/{SLUG}/parts/province?province=DIR").text)
    assert "Land of Dirk DIR, Army of Dirk, list 2/10" in panel
    assert "Holder Dirk Lord Cleo Leads Elsa" in panel
    assert "At peace with C9 Cleo in round 3" in panel


def test_it_ranks_by_battle_points_and_keeps_lordship_apart(small, visitor):
    table = visitor.get(f"/campaigns/{SLUG}/parts/standings").text
    first = text(table.split("<tbody>")[1].split("</tr>")[0])
    assert first == "1 Cleo Army of Cleo own lord 6 9 15 +10"


def test_it_lists_the_battles_of_every_round_with_their_state(small, visitor):
    page = text(visitor.get(f"/campaigns/{SLUG}/battles").text)
    assert page.count("No result yet") == 2
    assert "Table 2, double" in page
    assert "Without a battle" in page


def test_a_recorded_result_is_told_before_the_close_and_done_after_it(small, visitor):
    small.write(small.umpire(acts.Report("3.1", UMPIRE, DEFENDER, 10, 0)))
    for path in ("/battles", "/chronicle", ""):
        page = text(visitor.get(f"/campaigns/{SLUG}{path}").text)
        assert "When the round closes" in page, path
        assert "Cleo is beaten by Bram , who becomes his lord" in page, path
        assert "Dirk goes free and keeps Elsa" in page, path
    assert "Land of Cleo (CLE), Cleo, own lord" in visitor.get(f"/campaigns/{SLUG}").text
    small.write(small.umpire(acts.Report("3.2", UMPIRE, None, 5, 5)), small.umpire(acts.CloseRound()))
    after = visitor.get(f"/campaigns/{SLUG}").text
    assert "Land of Cleo (CLE), Cleo, in the realm of Bram" in after
    assert "Land of Elsa (ELS), Elsa, in the realm of Dirk" in after


def test_it_tells_every_ruling_with_a_clause_that_stands_on_the_rules_page(small, visitor):
    rules = visitor.get(f"/campaigns/{SLUG}/rules").text
    anchors = set(re.findall(r'/rules#([\w-]+)"', visitor.get(f"/campaigns/{SLUG}/chronicle").text))
    assert {"rule-c7a", "rule-k21", "rule-c5"} <= anchors
    for anchor in anchors:
        assert f'id="{anchor}"' in rules


def test_the_rules_page_marks_what_this_event_changed(small, visitor):
    assert "Played differently here" not in visitor.get(f"/campaigns/{SLUG}/rules").text
    small.write(small.umpire(acts.SetSettings((SettingValue("count_mode", '"direct"'), SettingValue("rounds", "3"))), "the club voted"))
    page = text(visitor.get(f"/campaigns/{SLUG}/rules").text)
    assert "Played differently here" in page
    assert "Direct subordinates only." in page
    assert "The sheet says: 4." in page


def test_an_idle_player_reads_why(small, visitor):
    page = text(visitor.get(f"/campaigns/{SLUG}/battles").text)
    assert "Dirk is at war with nobody of his own" in page


def test_what_has_begun_is_marked_among_the_next_dates(small, visitor):
    lines = tuple(Dated(3, what, datetime.now(UTC) + timedelta(hours=h)) for what, h in (("Battles", -1), ("Prizes", 5), ("Breakfast", -9)))
    small.write(small.umpire(acts.SetSchedule(lines), "the hall opens later"))
    dates = text(visitor.get(f"/campaigns/{SLUG}/parts/dates").text)
    assert "Now Battles" in dates
    assert "Now Prizes" not in dates
    assert "Breakfast" not in dates


def test_no_date_of_a_round_that_is_over_is_told(small, visitor):
    soon = datetime.now(UTC) + timedelta(hours=1)
    lines = tuple(Dated(n, what, soon) for n, what in ((2, "Old battles"), (3, "Battles"), (4, "Last battles"), (0, "Prizes")))
    small.write(small.umpire(acts.SetSchedule(lines), "the hall opens later"))
    at, whats = f"/campaigns/{SLUG}/parts/dates", [d.what for d in lines]
    assert [what for what in whats if what in text(visitor.get(at).text)] == ["Battles", "Last battles", "Prizes"]
    small.write(*(small.umpire(acts.Report(battle, UMPIRE, None, 5, 5)) for battle in ("3.1", "3.2")), small.umpire(acts.CloseRound()))
    assert [what for what in whats if what in text(visitor.get(at).text)] == ["Last battles", "Prizes"]


def test_a_campaign_without_anything_in_it_is_no_dead_end(club, visitor, signed_in):
    from webapp import db
    from webapp.models import Event

    with club.app_context(), db.writing() as own:
        own.add(Event(slug="bare", kind="campaign", name="A bare campaign", lede="", made=datetime.now(UTC)))
    for path in ("", "/battles", "/chronicle", "/rules", "/pulse"):
        assert visitor.get(f"/campaigns/bare{path}").status_code == 200, path
    page = text(visitor.get("/campaigns/bare").text)
    assert "The map is still blank" in page
    assert "Nobody has entered yet" in page


def test_a_closed_battle_tells_what_all_battles_together_decided(demo):
    """Joris and Nico each broke the other's lord: alone each battle would have taken the other along, together both go free (K38)."""
    page = demo.test_client().get("/campaigns/mm99/battles").text
    assert "would end up below himself" in page
    second = page[page.index("Round 2") : page.index("Round 1", page.index("Round 2"))]
    assert not re.search(r"Nico</a> stays under|Joris</a> stays under", second)
