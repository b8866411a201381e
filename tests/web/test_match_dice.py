"""POST /arenas/<slug>/matches/<match>/dice, and typed dice taken back."""

from __future__ import annotations

import pytest

from rules.arena import acts
from tests.web.arena_cast import SLUG, arena, do, kinds, person, state, typed

URL = f"/arenas/{SLUG}/matches/W1.1"


def fight(club, slot="W1.1"):
    return state(club).fights[slot]


@pytest.mark.clause("R1")
def test_an_official_types_what_real_dice_showed_and_the_log_says_so(club, signed_in, visitor):
    arena(club)
    elsa = signed_in("Elsa")
    assert 'inputmode="numeric"' in elsa.get(URL).text
    answer = elsa.post(f"{URL}/dice", data={"round": "1", "A_1": "15", "A_2": "9", "B_1": "3", "B_2": "4", "key": "k"})
    assert answer.status_code == 303
    assert fight(club).score == (1, 0)
    assert fight(club).throws[1, "A"].typed
    page = visitor.get(URL).text
    assert "Real dice</span> typed by Elsa" in page
    assert "Take back" not in page, "only officials take dice back"


def test_one_throw_at_a_time_is_enough(club, signed_in):
    arena(club)
    assert signed_in("Xena").post(f"{URL}/dice", data={"round": "1", "B_1": "15", "B_2": "9"}).status_code == 303
    assert (1, "B") in fight(club).throws


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"A_1": "21", "A_2": "3"}, "A die shows 1 to 20."),
        ({"A_1": "0", "A_2": "3"}, "A die shows 1 to 20."),
        ({"A_1": "five", "A_2": "3"}, "Not a valid integer value"),
        ({"A_1": "7"}, "Type the other die too."),
        ({}, "Type both dice of a throw first."),
    ],
)
def test_what_no_dice_show_is_said_at_the_field_and_stays_typed(club, signed_in, sent, said):
    arena(club)
    answer = signed_in("Elsa").post(f"{URL}/dice", data={"round": "1"} | sent)
    assert answer.status_code == 422
    assert said in answer.text
    for value in sent.values():
        assert f'value="{value}"' in answer.text
    assert "throw" not in kinds(club)


@pytest.mark.clause("P1")
def test_dice_for_a_round_that_is_not_due_are_refused_with_the_clause(club, signed_in):
    arena(club)
    answer = signed_in("Elsa").post(f"{URL}/dice", data={"round": "4", "A_1": "5", "A_2": "6"})
    assert answer.status_code == 422
    assert "round 1 needs the throw" in answer.text
    assert 'value="5"' in answer.text


def test_other_dice_for_a_throw_that_stands_are_refused_and_the_same_form_twice_is_not(club, signed_in):
    arena(club)
    elsa = signed_in("Elsa")
    sent = {"round": "1", "A_1": "5", "A_2": "6", "key": "once"}
    assert [elsa.post(f"{URL}/dice", data=sent).status_code for _ in range(2)] == [303, 303]
    answer = elsa.post(f"{URL}/dice", data=sent | {"A_1": "20", "key": "other"})
    assert answer.status_code == 422
    assert fight(club).throws[1, "A"].dice == (5, 6)


@pytest.mark.clause("R1", "A41")
def test_contestants_never_type_dice(club, signed_in):
    arena(club, ("Anna", "Elsa"))
    assert signed_in("Anna").post(f"{URL}/dice", data={"round": "1", "A_1": "20", "A_2": "20"}).status_code == 403
    answer = signed_in("Elsa").post(f"{URL}/dice", data={"round": "1", "B_1": "20", "B_2": "20"})
    assert answer.status_code == 422, "nor an official in his own match"
    assert "throw" not in kinds(club)


@pytest.mark.clause("A40")
def test_taking_dice_back_shows_first_what_it_changes(club, signed_in):
    arena(club)
    with club.app_context():
        do(*typed("W1.1", 1, A=(15, 9), B=(3, 4)), *typed("W1.1", 2, A=(16, 17), B=(3, 4)))
    seq = fight(club).throws[1, "A"].seq
    elsa = signed_in("Elsa")
    assert f"{URL}/take-back/{seq}" in elsa.get(URL).text
    page = elsa.get(f"{URL}/take-back/{seq}").text
    assert '<b class="num">3–0</b> to <b class="num">0–0</b>' in page
    assert "1 later round counts again" in page
    assert fight(club).score == (3, 0), "nothing is written by looking"
    assert elsa.post(f"{URL}/take-back/{seq}/done", data={"reason": " "}).status_code == 422
    assert elsa.post(f"{URL}/take-back/{seq}/done", data={"reason": "it was an 11"}).status_code == 303
    assert (1, "A") not in fight(club).throws
    elsa.post(f"{URL}/dice", data={"round": "1", "A_1": "11", "A_2": "9"})
    assert fight(club).score == (2, 0), "the later round counts again"


@pytest.mark.clause("A40")
def test_what_falls_with_it_is_shown_and_needs_a_judge(club, signed_in):
    arena(club)
    with club.app_context():
        do(*typed("W1.1", 1, A=(20, 20), B=(3, 4)))
        do(*typed("GF", 1, A=(15, 2), B=(3, 4)))
    seq = fight(club).throws[1, "A"].seq
    elsa, xena = signed_in("Elsa"), signed_in("Xena")
    assert "<b>GF falls:</b>" in elsa.get(f"{URL}/take-back/{seq}").text
    sent = {"reason": "misread", "void": "y"}
    answer = elsa.post(f"{URL}/take-back/{seq}/done", data=sent)
    assert answer.status_code == 422
    assert "misread" in answer.text
    answer = xena.post(f"{URL}/take-back/{seq}/done", data={"reason": "misread"})
    assert answer.status_code == 422, "a judge who has not agreed that it falls"
    assert xena.post(f"{URL}/take-back/{seq}/done", data=sent).status_code == 303
    assert state(club).void[0].slot == "GF"


def test_only_typed_dice_of_this_match_can_be_taken_back(club, signed_in):
    arena(club)
    elsa = signed_in("Elsa")
    elsa.post(f"{URL}/throw", data={"round": "1", "role": "A", "key": "k"})
    seq = fight(club).throws[1, "A"].seq
    assert elsa.get(f"{URL}/take-back/{seq}").status_code == 404
    assert elsa.get(f"{URL}/take-back/999").status_code == 404
    assert signed_in("Anna").get(f"{URL}/take-back/{seq}").status_code == 403


@pytest.mark.clause("M5", "A46")
def test_a_mage_picks_his_man_at_arms_until_the_first_throw(club, signed_in):
    arena(club, mages=("Bram",), guards={"Bram": "Otto"})
    bram = signed_in("Bram")
    with club.app_context():
        sent = {"player": person("Bram"), "name": "  Ida   the Tall ", "key": "g"}
    page = bram.get(URL).text
    assert "Who guards you" in page
    assert 'value="Otto"' in page
    assert bram.post(f"{URL}/guard", data=sent).status_code == 303
    assert "guarded by Ida the Tall" in bram.get(URL).text
    assert bram.post(f"{URL}/guard", data=sent | {"name": "", "key": "h"}).status_code == 303
    assert "mage, alone" in bram.get(URL).text
    assert bram.post(f"{URL}/guard", data=sent | {"name": "x" * 41, "key": "i"}).status_code == 422
    with club.app_context():
        do(*typed("W1.1", 1, A=(2, 3)))
    answer = bram.post(f"{URL}/guard", data=sent | {"key": "j"})
    assert answer.status_code == 422
    assert "A46" in answer.text
    assert "Who guards you" not in bram.get(URL).text


@pytest.mark.clause("M5", "K53")
def test_a_fighter_has_no_man_at_arms_to_pick_and_nobody_picks_for_another(club, signed_in):
    arena(club, mages=("Bram",))
    anna = signed_in("Anna")
    assert "Who guards" not in anna.get(URL).text
    with club.app_context():
        hers, his = person("Anna"), person("Bram")
    assert anna.post(f"{URL}/guard", data={"player": hers, "name": "Otto"}).status_code == 422
    assert anna.post(f"{URL}/guard", data={"player": his, "name": ""}).status_code == 422
    assert signed_in("Xena").post(f"{URL}/guard", data={"player": his, "name": "Otto"}).status_code == 303
    assert [a for a in kinds(club) if a == acts.PickGuard.kind] == ["pick_guard"]


@pytest.mark.clause("R7", "A31", "A32")
def test_resigning_says_first_what_it_does_and_wants_to_be_meant(club, signed_in):
    arena(club)
    anna = signed_in("Anna")
    page = anna.get(f"/arenas/{SLUG}/resign").text
    assert "as if you had lost twice" in page
    assert "W1.1 goes to your opponent" in page
    assert anna.post(f"/arenas/{SLUG}/resign/done", data={}).status_code == 422
    assert "resign" not in kinds(club)
    assert anna.post(f"/arenas/{SLUG}/resign/done", data={"sure": "y"}).status_code == 303
    with club.app_context():
        assert state(club).bracket.champion == person("Bram")
    answer = anna.post(f"/arenas/{SLUG}/resign/done", data={"sure": "y"})
    assert answer.status_code == 422
    assert "the tournament is over" in answer.text
    assert signed_in("Cleo").get(f"/arenas/{SLUG}/resign").status_code == 403
