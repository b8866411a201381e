"""The umpire closes a round after seeing everything that follows, and can open it again."""

from __future__ import annotations

import re

import pytest

from rules.campaign import acts, questions
from rules.campaign.records import DEFENDER, UMPIRE
from rules.campaign.state import BATTLE, DIPLOMACY
from tests.web.campaign_cast import SLUG, Campaign
from tests.web.forms import said as text
from tests.web.test_desk_report import DESK
from tests.web.test_desk_undo import fields


def finish(small: Campaign) -> None:
    small.write(small.umpire(acts.Report("3.1", UMPIRE, DEFENDER, 10, 0)), small.umpire(acts.Report("3.2", UMPIRE, None, 5, 5)))


@pytest.mark.clause("C7b", "K24")
def test_the_desk_names_whose_vote_is_still_wanted(small, umpire):
    anna, finn = small.id("Anna"), small.id("Finn")
    small.write(small.umpire(acts.Report("3.1", UMPIRE, None, 5, 5)), small.umpire(acts.Report("3.2", UMPIRE, DEFENDER, 10, 0)))
    assert "Anna and Finn have not voted who becomes lord of Gijs" in text(umpire.get(DESK).text)
    small.write(small.umpire_for("Anna", acts.Vote(anna, "3.2", finn)))
    assert "Finn has not voted who becomes lord of Gijs" in text(umpire.get(DESK).text)
    small.write(small.umpire_for("Finn", acts.Vote(finn, "3.2", finn)))
    assert "not voted" not in text(umpire.get(DESK).text)


def test_it_cannot_be_closed_while_a_result_is_missing(small, umpire):
    page = umpire.get(f"{DESK}/close").text
    assert "2 battles still without a result" in text(page)
    assert re.search(r"<button[^>]*disabled", page)
    answer = umpire.post(f"{DESK}/close", data=fields(page) | {"round": "3"})
    assert answer.status_code == 422
    assert "no result yet for battle 3.1, 3.2" in answer.text
    assert small.season.phase == BATTLE


def test_it_shows_everything_that_follows_first(small, umpire):
    finish(small)
    assert f"{DESK}/close" in umpire.get(f"/campaigns/{SLUG}/desk").text
    page = text(umpire.get(f"{DESK}/close").text)
    assert "Cleo is beaten by Bram" in page
    assert "Dirk goes free and keeps Elsa" in page
    assert "Bram +10" in page
    assert "Peace in the next round" in page
    assert small.season.phase == BATTLE


def test_closing_makes_the_new_lord(small, umpire):
    finish(small)
    page = umpire.get(f"{DESK}/close").text
    answer = umpire.post(f"{DESK}/close", data=fields(page) | {"round": "3"})
    assert answer.status_code == 303
    assert (small.lord("Cleo"), small.lord("Dirk"), small.lord("Elsa")) == ("Bram", None, "Dirk")
    after = text(umpire.get(answer.location).text)
    assert "closed the round" in after
    assert "Round 4: diplomacy" in after
    assert "Open it again" in after


def test_closing_twice_closes_once(small, umpire):
    finish(small)
    one, other = (fields(umpire.get(f"{DESK}/close").text) | {"round": "3"} for _ in range(2))
    assert [umpire.post(f"{DESK}/close", data=d).status_code for d in (one, one, other)] == [303, 303, 303]
    assert small.season.round == 4
    assert sum(e.act.kind == "close_round" for e in small.season.entries) == 3


def test_it_is_stale_when_a_result_changed_after_the_preview(small, umpire):
    finish(small)
    data = fields(umpire.get(f"{DESK}/close").text) | {"round": "3"}
    small.write(small.umpire(acts.Report("3.1", UMPIRE, None, 6, 4)))
    assert umpire.post(f"{DESK}/close", data=data).status_code == 409
    assert small.season.phase == BATTLE


def test_a_closed_round_can_be_opened_again(small, umpire):
    finish(small)
    small.write(small.umpire(acts.CloseRound()))
    small.write(small.umpire(acts.Declare(small.id("Anna"), small.id("Dirk"))))
    page = umpire.get(f"{DESK}/reopen").text
    assert "Round 3 goes back to its battle phase" in text(page)
    assert "1 declaration for the next round becomes void" in text(page)
    assert "Cleo is free again, not under Bram" in text(page)
    assert umpire.post(f"{DESK}/reopen", data=fields(page)).status_code == 303
    assert (small.season.phase, small.season.round, small.lord("Cleo")) == (BATTLE, 3, None)
    assert small.season.fight("3.1").filed is not None


def test_it_cannot_be_opened_again_once_declarations_are_revealed(small, umpire):
    finish(small)
    small.write(small.umpire(acts.CloseRound()))
    data = fields(umpire.get(f"{DESK}/reopen").text)
    small.write(small.umpire(acts.CloseDiplomacy()))
    assert umpire.get(f"{DESK}/reopen").status_code == 303
    assert umpire.post(f"{DESK}/reopen", data=data).status_code in (303, 422)
    assert small.season.round == 4
    assert "Open it again" not in umpire.get(f"/campaigns/{SLUG}/desk").text


def test_the_desk_says_what_phase_it_is_in_every_phase(small, umpire):
    seen = [text(umpire.get(DESK).text)]
    finish(small)
    for deeds in ([acts.CloseRound()], [acts.CloseDiplomacy()], [acts.PublishAllotment(())], [acts.CloseRound()]):
        small.write(*(small.umpire(a, "nothing to fight over") for a in deeds))
        seen.append(text(umpire.get(DESK).text))
    for words, page in zip(
        ("results in", "Round 4: diplomacy", "Assign the battles", "All results are in", "The campaign is over"), seen, strict=True
    ):
        assert words in page


def test_the_desk_tells_the_umpire_what_to_know(small, umpire):
    page = text(umpire.get(DESK).text)
    assert "The double against Gijs has agreed on no joint army yet. L6" in page


def test_the_umpire_starts_the_clock(small, umpire):
    finish(small)
    small.write(small.umpire(acts.CloseRound()), small.umpire(acts.CloseDiplomacy()), small.umpire(acts.PublishAllotment(()), "none"))
    page = umpire.get(DESK).text
    assert "Start the clock" in page
    assert umpire.post(f"{DESK}/clock", data=fields(page)).status_code == 303
    assert small.season.current.clock is not None
    assert "left in battle phase 4" in text(umpire.get(DESK).text)
    assert small.season.phase != DIPLOMACY


@pytest.mark.clause("K46")
def test_it_warns_when_nobody_can_fight_in_the_next_round(small, umpire):
    finish(small)
    assert "can declare war" not in text(umpire.get(f"{DESK}/close").text)
    small.write(*(small.umpire_for(name, acts.Leave(small.id(name))) for name in ("Anna", "Dirk", "Elsa", "Finn", "Gijs")))
    page = text(umpire.get(f"{DESK}/close").text)
    assert "Next round nobody can declare war" in page
    assert "K46" in page


@pytest.mark.clause("C7c", "K27")
def test_it_says_who_goes_free_and_why(small, umpire):
    finish(small)
    page = text(umpire.get(f"{DESK}/close").text)
    assert "Dirk goes free and keeps Elsa : before the battles he had 1 subordinate, more than Bram with none. C7c K27" in page


@pytest.mark.clause("K50", "K51")
def test_it_tells_what_looks_odd_in_a_result_that_would_count(small, umpire):
    small.write(small.umpire(acts.Report("3.1", UMPIRE, DEFENDER, 3, 6)), small.umpire(acts.Report("3.2", UMPIRE, None, 5, 5)))
    page = text(umpire.get(f"{DESK}/close").text)
    assert "Bram v Cleo : the points add up to 9" in page
    assert "the side whose army broke has not fewer points" in page


@pytest.mark.clause("K35", "K44")
def test_the_last_close_shows_the_final_table_first(small, umpire):
    finish(small)
    small.write(small.umpire(acts.CloseRound()), small.umpire(acts.Declare(small.id("Anna"), small.id("Dirk"))), small.umpire(acts.CloseDiplomacy()))
    seats = (acts.Seat(1, small.id("Anna"), "attackers"), acts.Seat(1, small.id("Dirk"), "defender"))
    small.write(small.umpire(acts.PublishAllotment(seats), "the only war"))
    assert "The final table" not in umpire.get(f"{DESK}/close").text  # one result is still missing
    small.write(small.umpire(acts.Report("4.1", UMPIRE, None, 6, 4)))
    page = text(umpire.get(f"{DESK}/close").text)
    assert "the campaign is over" in page
    shown = page.split("The final table")[1]
    small.write(small.umpire(acts.CloseRound()))
    for row in questions.standings(small.season):
        name = next(n for n in small.ids if small.id(n) == row.player)
        bonus = f"+{row.bonus}" if row.bonus else "0"
        assert f"{name} {row.battle_points} {bonus} {row.total}" in shown
