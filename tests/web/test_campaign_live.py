"""How an open page of a campaign notices that something happened."""

from __future__ import annotations

from rules.campaign import acts
from rules.campaign.records import DEFENDER, UMPIRE
from tests.web.campaign_cast import SLUG

PARTS = ("rounds", "province", "standings", "pyramid", "dates", "latest", "battles", "chronicle")


def test_the_pulse_is_silent_until_something_happens(small, visitor):
    version = small.snapshot().version
    assert visitor.get(f"/campaigns/{SLUG}/pulse?v={version}").status_code == 204
    small.write(small.umpire(acts.Report("3.1", UMPIRE, DEFENDER, 10, 0)))
    answer = visitor.get(f"/campaigns/{SLUG}/pulse?v={version}")
    assert answer.status_code == 200
    assert answer.headers["HX-Trigger"] == "banneret:changed"
    assert "Bram against Cleo: 10-0; the army of Cleo broke." in answer.text
    assert "⟦" not in answer.text


def test_a_region_answers_only_when_it_is_stale(small, visitor):
    version = small.snapshot().version
    for part in PARTS:
        assert visitor.get(f"/campaigns/{SLUG}/parts/{part}?v={version}").status_code == 204, part
        fresh = visitor.get(f"/campaigns/{SLUG}/parts/{part}?v={version - 1}")
        assert fresh.status_code == 200, part
        assert f'id="{part}"' in fresh.text, part
        assert f"v={version}" in fresh.text, part


def test_the_map_stays_while_nobodys_lord_changes(small, visitor):
    page = visitor.get(f"/campaigns/{SLUG}/parts/map").text
    address = page.split('hx-get="')[1].split('"')[0].replace("&amp;", "&")
    assert visitor.get(address).status_code == 204
    small.write(small.umpire(acts.Report("3.1", UMPIRE, DEFENDER, 10, 0)))
    assert visitor.get(address).status_code == 204
    small.write(small.umpire(acts.Report("3.2", UMPIRE, None, 5, 5)), small.umpire(acts.CloseRound()))
    assert visitor.get(address).status_code == 200


def test_a_page_of_the_past_keeps_showing_the_past(small, visitor):
    old = visitor.get(f"/campaigns/{SLUG}/parts/pyramid?after=1").text
    small.write(small.umpire(acts.Report("3.1", UMPIRE, DEFENDER, 10, 0)))
    assert visitor.get(f"/campaigns/{SLUG}/parts/pyramid?after=1").text.split(">", 1)[1] == old.split(">", 1)[1]
