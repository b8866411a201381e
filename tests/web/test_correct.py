"""Corrections of any earlier act: everything that changes is shown first, nothing is lost, and what has changed since is told (K52)."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from rules.campaign import acts
from rules.campaign.records import DEFENDER, SUB_GENERAL, UMPIRE, Demoralised
from tests.web.campaign_cast import Campaign, in_diplomacy
from tests.web.forms import sentences as text
from tests.web.test_desk_report import DESK

pytestmark = [pytest.mark.clause("K52"), pytest.mark.parametrize("database", ["sqlite"], indirect=True)]
ACTS = f"{DESK}/acts"


def seq_of(small: Campaign, kind: str, **fields) -> int:
    """The last act of that kind that says so."""
    told = small.snapshot().entries
    return next(e.seq for e in reversed(told) if e.act.kind == kind and all(getattr(e.act, f) == v for f, v in fields.items()))


def fields(page: str) -> dict[str, str]:
    """The hidden fields of a correction's form."""
    return dict(re.findall(r'<input[^>]*name="(key|seen|told)"[^>]*value="([^"]*)"', page))


DRAWN = {"battle": "1.1", "broken": "neither", "attackers": "6", "defender": "4", "attackers_commands": "3", "defender_commands": "3"}


def looked(umpire: FlaskClient, seq: int, **typed: str) -> tuple[str, dict[str, str]]:
    """The page that shows what another result for battle 1.1 changes, and the form under it."""
    url = f"{ACTS}/{seq}/correct"
    data = DRAWN | typed
    page = umpire.post(url, data=fields(umpire.get(url).text) | data | {"step": "look"}).text
    return page, fields(page) | data | {"step": "do", "reason": "the army had not broken"}


def test_the_list_shows_every_act_of_a_round_newest_first_and_leads_to_the_others(small, umpire):
    page = umpire.get(f"{ACTS}?round=1").text
    numbers = [int(n) for n in re.findall(r'id="act-(\d+)"', page)]
    assert numbers == sorted(numbers, reverse=True)
    assert "Dirk against Elsa: 10–0, the defender’s army broke." in text(page)
    assert "Xena sealed a declaration for Dirk. War on Elsa." in text(page)
    assert f"{ACTS}?round=3" in page
    listed = {int(n) for r in range(4) for n in re.findall(r'id="act-(\d+)"', umpire.get(f"{ACTS}?round={r}").text)}
    assert listed == {e.seq for e in small.snapshot().entries}


def test_what_was_published_or_closed_offers_no_correction(small, umpire):
    seq = seq_of(small, "close_round")
    row = next(li for li in umpire.get(f"{ACTS}?round=2").text.split("<li") if f'id="act-{seq}"' in li)
    assert "Strike" not in row
    page = umpire.get(f"{ACTS}/{seq}/strike").text
    assert "what was published or closed stands" in text(page).lower()
    assert 'value="do"' not in page


def test_the_right_result_of_an_earlier_round_takes_the_place_of_the_wrong_one(small, umpire):
    seq, published = seq_of(small, "report", battle="1.1"), [f.battle for f in small.season.current.fights.values()]
    page, form = looked(umpire, seq)
    assert "After round 1, Elsa is free, not under Dirk." in text(page)
    assert "In round 1, Dirk scores 6, not 10." in text(page)
    assert small.lord("Elsa") == "Dirk"
    answer = umpire.post(f"{ACTS}/{seq}/correct", data=form)
    assert answer.status_code == 303
    assert "Reason: the army had not broken" in umpire.get(answer.location).text
    new = small.snapshot().entries[-1]
    assert (new.corrects, new.reason, small.lord("Elsa")) == (seq, "the army had not broken", None)
    assert [f.battle for f in small.season.current.fights.values()] == published
    old = next(li for li in umpire.get(f"{ACTS}?round=1").text.split("<li") if f'id="act-{seq}"' in li)
    assert f"replaced by act {new.seq}" in old
    assert umpire.post(f"{ACTS}/{seq}/correct", data=form).status_code == 303
    assert small.snapshot().version == new.seq


def test_a_correction_needs_a_reason_and_a_possible_result(small, umpire):
    seq = seq_of(small, "report", battle="1.1")
    _, form = looked(umpire, seq)
    answer = umpire.post(f"{ACTS}/{seq}/correct", data=form | {"reason": ""})
    assert (answer.status_code, "Say in a few words why." in answer.text) == (422, True)
    answer = umpire.post(f"{ACTS}/{seq}/correct", data=form | {"attackers": "11"})
    assert (answer.status_code, "Points go from 0 to 10." in answer.text) == (422, True)
    assert small.lord("Elsa") == "Dirk"


def test_it_is_stale_when_it_would_change_something_else_by_now(small, umpire):
    seq = seq_of(small, "report", battle="1.1")
    _, form = looked(umpire, seq)
    small.write(small.umpire(acts.Report("1.1", UMPIRE, DEFENDER, 8, 2), "misread"))
    answer = umpire.post(f"{ACTS}/{seq}/correct", data=form)
    assert answer.status_code == 409
    assert "Xena entered the result of battle 1.1." in text(answer.text)
    assert small.season.closed[0].outcome.points[small.id("Dirk")] == 8


def test_an_edit_under_what_was_shown_is_shown_anew_before_it_is_written(small, umpire):
    seq = seq_of(small, "report", battle="1.1")
    _, form = looked(umpire, seq)
    answer = umpire.post(f"{ACTS}/{seq}/correct", data=form | {"attackers": "9", "defender": "1"})
    assert answer.status_code == 409
    assert "Nothing was written" in answer.text
    assert "Dirk scores 9, not 10" in text(answer.text)
    assert small.lord("Elsa") == "Dirk"


def test_the_lord_a_double_names_is_corrected_with_its_result(small, umpire):
    small.write(*(small.umpire(a) for a in (acts.Report("3.1", UMPIRE, None, 5, 5), acts.Report("3.2", UMPIRE, None, 5, 5), acts.CloseRound())))
    seq = seq_of(small, "report", battle="3.2")
    page, form = looked(umpire, seq, battle="3.2", broken="defender", attackers="", defender="", lord=small.id("Finn"))
    assert "after round 3, Gijs is under Finn, not free" in text(page).replace("After", "after")
    assert umpire.post(f"{ACTS}/{seq}/correct", data=form).status_code == 303
    assert small.lord("Gijs") == "Finn"


def test_an_act_is_struck_with_a_reason_and_brought_back(small, umpire):
    seq = seq_of(small, "organise", player=small.id("Anna"))
    url = f"{ACTS}/{seq}/strike"
    page = umpire.get(url).text
    assert "Nothing else changes by it." in page
    assert umpire.post(url, data=fields(page) | {"step": "do"}).status_code == 422
    form = fields(page) | {"step": "do", "reason": "it was Bram’s"}
    assert umpire.post(url, data=form).status_code == 303
    assert small.season.people[small.id("Anna")].organisation is None
    assert umpire.post(url, data=form).status_code == 303
    struck = small.snapshot().version
    listed = umpire.get(f"{ACTS}?round=0").text
    assert f"{ACTS}/{struck}/strike" in next(li for li in listed.split("<li") if f'id="act-{seq}"' in li)
    back = fields(umpire.get(f"{ACTS}/{struck}/strike").text) | {"step": "do", "reason": "it was Anna’s after all"}
    assert umpire.post(f"{ACTS}/{struck}/strike", data=back).status_code == 303
    assert small.season.people[small.id("Anna")].organisation is not None
    assert small.snapshot().version == struck + 1


def test_a_strike_that_leaves_a_round_without_a_result_is_refused_and_leads_to_the_right_result(small, umpire):
    seq = seq_of(small, "report", battle="1.1")
    page = umpire.get(f"{ACTS}/{seq}/strike").text
    assert "no result yet for battle 1.1" in text(page).lower()
    assert f"{ACTS}/{seq}/correct" in page
    assert 'value="do"' not in page


def test_a_strike_is_stale_when_it_would_change_something_else_by_now(small, umpire):
    seq = small.write(small.umpire(acts.Report("3.1", UMPIRE, DEFENDER, 10, 0)))
    form = fields(umpire.get(f"{ACTS}/{seq}/strike").text) | {"step": "do"}
    small.write(small.umpire(acts.Report("3.1", UMPIRE, None, 5, 5)))
    assert umpire.post(f"{ACTS}/{seq}/strike", data=form).status_code == 409
    assert seq in {e.seq for e in small.snapshot().entries}
    assert small.snapshot().entries[-1].act.kind == "report"


def test_a_result_of_the_open_round_is_corrected_on_the_desk(small, umpire):
    seq = small.write(small.umpire(acts.Report("3.1", UMPIRE, DEFENDER, 10, 0)))
    assert umpire.get(f"{ACTS}/{seq}/correct").location == f"{DESK}?battle=3.1"


def test_a_result_that_was_told_anew_still_says_what_it_came_to(small, umpire):
    """Told by commands, its points are worked out; a later word does not take them away."""
    told = acts.Report("3.1", UMPIRE, None, None, None, 3, 3, (Demoralised(DEFENDER, SUB_GENERAL),))
    small.write(small.umpire(told))
    seq = seq_of(small, "report", battle="3.1")
    line = re.compile(rf'id="act-{seq}".*?</li>', re.DOTALL)
    before = re.search(r"\d+–\d+", text(line.search(umpire.get(f"{ACTS}?round=3").text)[0]))
    small.write(small.umpire(acts.Report("3.1", UMPIRE, DEFENDER, 10, 0)))
    after = text(line.search(umpire.get(f"{ACTS}?round=3").text)[0])
    assert before
    assert before[0] in after


def flagged(small: Campaign) -> int:
    """Round 4: Elsa declares war on Dirk; then it turns out that he broke Finn, not she him, and so on: her lord again."""
    small.write(small.umpire(acts.Declare(small.id("Bram"), small.id("Anna"))))
    seq = small.snapshot().version
    small.write(small.umpire(acts.Report("1.2", UMPIRE, DEFENDER, 10, 0), "it did break"))
    return seq


def test_a_flagged_act_waits_on_the_desk_to_be_let_stand_or_struck(club, signed_in):
    small, umpire = in_diplomacy(club), signed_in("Xena")
    seq = flagged(small)
    assert "1 act no longer lawful waits for your word" in umpire.get(f"{ACTS}?did={seq + 1}").text
    page = umpire.get(DESK).text
    assert "Waiting for your word" in page
    assert "a declaration for Bram. War on Anna." in text(page)
    assert f"{ACTS}/{seq}/strike" in page
    stand = f"{ACTS}/{seq}/stand"
    for key in ("one", "one", "two"):
        assert umpire.post(stand, data={"key": key}).status_code == 303
    assert small.season.flagged[seq].let_stand
    assert "waits for your word" not in umpire.get(f"{ACTS}?did={seq + 1}").text
    assert "Waiting for your word" not in umpire.get(DESK).text
    assert umpire.post(f"{ACTS}/1/stand", data={"key": "three"}).status_code == 422


def test_a_flagged_act_is_struck(club, signed_in):
    small, umpire = in_diplomacy(club), signed_in("Xena")
    seq = flagged(small)
    form = fields(umpire.get(f"{ACTS}/{seq}/strike").text) | {"step": "do", "reason": "Anna is his lord"}
    assert umpire.post(f"{ACTS}/{seq}/strike", data=form).status_code == 303
    assert (small.season.open_flags, small.season.current.own) == ((), {})


def test_a_correction_that_will_flag_an_act_says_so_first(club, signed_in):
    small, umpire = in_diplomacy(club), signed_in("Xena")
    small.write(small.umpire(acts.Declare(small.id("Bram"), small.id("Anna"))))
    seq = seq_of(small, "report", battle="1.2")
    page, _ = looked(umpire, seq, battle="1.2", broken="defender", attackers="10", defender="0")
    assert "Acts that will wait for your word" in page
    assert "Anna is lord of Bram" in text(page)


@pytest.mark.clause("K4")
def test_an_umpire_who_plays_finds_nothing_sealed_in_the_list(club, signed_in):
    small = in_diplomacy(club)
    small.write(small.umpire(acts.Appoint(small.id("Bram"), "umpire")))
    seq = small.write(
        small.umpire(acts.Declare(small.id("Anna"), small.id("Dirk"))), small.umpire(acts.Order(small.id("Dirk"), small.id("Elsa"), small.id("Anna")))
    )
    playing, other = signed_in("Bram"), signed_in("Xena")
    assert "War on Dirk." in text(other.get(f"{ACTS}?round=4").text)
    page = text(playing.get(f"{ACTS}?round=4").text)
    assert ("sealed a declaration" in page, "gave an order" in page, "left out here" in page) == (False, False, True)
    assert playing.get(f"{ACTS}/{seq}/strike").status_code == 404
    assert playing.get(f"{ACTS}/{seq}/correct").status_code == 404


@pytest.mark.clause("K4")
def test_a_replaced_declaration_is_told_to_nobody_ever(club, signed_in):
    small, umpire = in_diplomacy(club), signed_in("Xena")
    small.write(*(small.umpire(acts.Declare(small.id("Anna"), small.id(t))) for t in ("Dirk", "Elsa")))
    for _ in range(2):
        page = text(umpire.get(f"{ACTS}?round=4").text)
        assert ("War on Dirk" in page, "War on Elsa" in page, "no longer the last word" in page) == (False, True, True)
        small.write(small.umpire(acts.CloseDiplomacy()) if small.season.phase == "diplomacy" else small.umpire(acts.PublishAllotment(()), "none"))


@pytest.mark.clause("K4")
def test_a_flagged_act_that_is_sealed_is_let_stand_or_struck_unread_by_an_umpire_who_plays(club, signed_in):
    small, playing = in_diplomacy(club), signed_in("Cleo")
    small.write(small.umpire(acts.Appoint(small.id("Cleo"), "umpire")))
    seq = flagged(small)
    page = text(playing.get(DESK).text)
    assert "Something sealed." in page
    assert "War on Anna" not in page
    assert ("Bram sealed a declaration" in page, "Anna is lord of Bram" in page, "a declaration for Bram" in page) == (False, False, False)
    page = playing.get(f"{ACTS}/{seq}/strike").text
    assert f"Act {seq} is sealed" in text(page)
    assert "Anna" not in text(page)
    assert playing.post(f"{ACTS}/{seq}/strike", data=fields(page) | {"step": "do"}).status_code == 303
    assert small.season.open_flags == ()


def named(umpire: FlaskClient, seq: int, name: str) -> tuple[str, dict[str, str]]:
    """The page that shows what another name in an act changes, and the form under it."""
    url = f"{ACTS}/{seq}/name"
    page = umpire.post(url, data=fields(umpire.get(url).text) | {"name": name, "step": "look"}).text
    return page, fields(page) | {"name": name, "step": "do", "reason": "misread from the slip"}


def test_a_revealed_declaration_is_set_right_before_battles_are_made_of_it(club, signed_in):
    """The umpire misread a slip and closed diplomacy: the right name takes its place, and the proposal follows."""
    small, umpire = in_diplomacy(club), signed_in("Xena")
    small.write(small.umpire(acts.Declare(small.id("Anna"), small.id("Bram"))), small.umpire(acts.CloseDiplomacy()))
    seq = seq_of(small, "declare", player=small.id("Anna"), target=small.id("Bram"))
    assert f"{ACTS}/{seq}/name" in umpire.get(ACTS).text
    page, form = named(umpire, seq, small.id("Cleo"))
    assert "Correct it" in page
    assert small.season.current.effective.target[small.id("Anna")] == small.id("Bram"), "looking changes nothing"
    assert umpire.post(f"{ACTS}/{seq}/name", data=form).status_code == 303
    assert small.season.current.effective.target[small.id("Anna")] == small.id("Cleo")
    entry = small.season.entries[-1]
    assert (entry.corrects, entry.for_, entry.reason) == (seq, small.id("Anna"), "misread from the slip")


def test_a_wrong_province_is_set_right_with_what_that_does_to_borders(small, umpire):
    seq = seq_of(small, "assign_province", player=small.id("Anna"))
    page, form = named(umpire, seq, "BRA")
    assert "C1" in text(page)
    assert "Correct it" not in page
    assert umpire.post(f"{ACTS}/{seq}/name", data=form).status_code == 422
    assert small.season.people[small.id("Anna")].province == "ANN"


def test_another_name_needs_a_reason_and_a_name_that_there_is(club, signed_in):
    small, umpire = in_diplomacy(club), signed_in("Xena")
    small.write(small.umpire(acts.Declare(small.id("Anna"), small.id("Bram"))), small.umpire(acts.CloseDiplomacy()))
    seq = seq_of(small, "declare", player=small.id("Anna"), target=small.id("Bram"))
    _, form = named(umpire, seq, small.id("Cleo"))
    assert umpire.post(f"{ACTS}/{seq}/name", data=form | {"reason": ""}).status_code == 422
    assert umpire.post(f"{ACTS}/{seq}/name", data=form | {"name": "nobody at all"}).status_code == 422
    assert small.season.current.effective.target[small.id("Anna")] == small.id("Bram")


def test_what_is_still_sealed_is_filed_anew_instead(club, signed_in):
    small, umpire = in_diplomacy(club), signed_in("Xena")
    small.write(small.umpire(acts.Declare(small.id("Anna"), small.id("Bram"))))
    seq = seq_of(small, "declare", player=small.id("Anna"), target=small.id("Bram"))
    assert umpire.get(f"{ACTS}/{seq}/name").status_code == 303
    assert f"{ACTS}/{seq}/name" not in umpire.get(ACTS).text
