"""The umpire takes a result back: what that changes is shown first."""

from __future__ import annotations

import re

import pytest

from rules.campaign import acts
from rules.campaign.records import DEFENDER, UMPIRE
from tests.web.campaign_cast import SLUG, Campaign, in_diplomacy
from tests.web.test_desk_report import DESK


@pytest.fixture
def seq(small: Campaign) -> int:
    return small.write(small.umpire(acts.Report("3.1", UMPIRE, DEFENDER, 10, 0)))


def fields(page: str) -> dict[str, str]:
    return dict(re.findall(r'<input[^>]*name="(key|seen)"[^>]*value="([^"]*)"', page))


def test_it_shows_what_would_no_longer_happen(small, umpire, seq):
    page = umpire.get(f"{DESK}/undo/{seq}").text
    assert "without a result" in page
    assert page.count("No longer:") == 3  # the result, the new lord, the freed man
    assert small.season.fight("3.1").filed is not None


def test_it_takes_the_result_back(small, umpire, seq):
    answer = umpire.post(f"{DESK}/undo/{seq}", data=fields(umpire.get(f"{DESK}/undo/{seq}").text))
    assert answer.status_code == 303
    assert small.season.fight("3.1").filed is None
    assert "took act" in umpire.get(answer.location).text


def test_an_undo_goes_back_to_the_result_before(small, umpire, seq):
    second = small.write(small.umpire(acts.Report("3.1", UMPIRE, None, 6, 4)))
    page = umpire.get(f"{DESK}/undo/{second}").text
    assert "10–0</b> again" in page
    umpire.post(f"{DESK}/undo/{second}", data=fields(page))
    assert small.season.fight("3.1").filed.report.broken == DEFENDER


def test_taking_back_twice_is_once(small, umpire, seq):
    one, other = (fields(umpire.get(f"{DESK}/undo/{seq}").text) for _ in range(2))
    assert umpire.post(f"{DESK}/undo/{seq}", data=one).status_code == 303
    version = small.snapshot().version
    assert umpire.post(f"{DESK}/undo/{seq}", data=one).status_code == 303
    assert umpire.post(f"{DESK}/undo/{seq}", data=other).status_code == 303
    assert small.snapshot().version == version


def test_it_is_stale_when_the_battle_changed_meanwhile(small, umpire, seq):
    data = fields(umpire.get(f"{DESK}/undo/{seq}").text)
    small.write(small.umpire(acts.Report("3.1", UMPIRE, None, 6, 4)))
    assert umpire.post(f"{DESK}/undo/{seq}", data=data).status_code == 409
    assert small.season.fight("3.1").filed.report.broken is None


def test_the_desk_offers_undo_for_each_recorded_result(small, umpire, seq):
    assert f"{DESK}/undo/{seq}" in umpire.get(f"/campaigns/{SLUG}/desk").text


def test_other_acts_have_no_undo_here(small, umpire, seq):
    assert umpire.get(f"{DESK}/undo/1").status_code == 303
    data = fields(umpire.get(f"{DESK}/undo/{seq}").text)
    assert umpire.post(f"{DESK}/undo/1", data=data).status_code in (303, 422)
    assert small.season.umpires == (small.id("Xena"),)


@pytest.mark.clause("K4", "K52")
@pytest.mark.parametrize("kind", ["declare", "dispatch", "assign_province", "report"])
def test_nothing_but_a_result_of_the_open_round_is_taken_back_unseen(club, signed_in, kind):
    small = in_diplomacy(club)
    small.write(small.umpire(acts.Appoint(small.id("Bram"), "umpire")))  # who plays, so what is sealed is sealed from him
    small.write(small.umpire(acts.Dispatch(small.id("Gijs"), 3, "We met again.")))
    small.write(small.umpire(acts.Declare(small.id("Anna"), small.id("Elsa"))))
    before = small.snapshot()
    seq = max(e.seq for e in before.entries if e.act.kind == kind)
    answer = signed_in("Bram").post(f"{DESK}/undo/{seq}", data={"key": "one", "reason": "a slip"})
    assert answer.status_code == 422
    assert "the list of acts corrects everything else" in answer.text
    assert small.snapshot().version == before.version
