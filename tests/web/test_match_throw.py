"""POST /arenas/<slug>/matches/<match>/throw: the dice of the house."""

from __future__ import annotations

import re

import pytest

from rules.arena import acts, proof
from tests.web.arena_cast import SLUG, arena, do, event, kinds, person, state, typed

URL = f"/arenas/{SLUG}/matches/W1.1"


def form(page: str, role: str) -> dict[str, str]:
    """What the button for a role sends."""
    found = next(
        f for f in re.findall(r"<form[^>]*/throw\".*?</form>", page, re.S) if f.count('name="role"') == 1 and f'name="role" value="{role}"' in f
    )
    return dict(re.findall(r'name="(\w+)" value="([^"]*)"', found))


def throws(club):
    return state(club).fights["W1.1"].throws


@pytest.mark.clause("R1")
def test_a_combatant_throws_for_himself_and_everybody_sees_it(club, signed_in, visitor):
    arena(club)
    anna = signed_in("Anna")
    answer = anna.post(f"{URL}/throw", data=form(anna.get(URL).text, "A"))
    assert answer.status_code == 303
    thrown = throws(club)[1, "A"]
    assert (thrown.typed, thrown.chain) == (False, 1)
    assert f'Anna threw <b class="num">{thrown.dice[0]} · {thrown.dice[1]}' in visitor.get(URL).text


@pytest.mark.clause("R1")
def test_a_combatant_has_no_button_for_his_opponent_and_cannot_throw_for_him(club, signed_in):
    arena(club)
    anna = signed_in("Anna")
    page = anna.get(URL).text
    assert "Waiting for Bram to throw" in page
    answer = anna.post(f"{URL}/throw", data=form(page, "A") | {"role": "B"})
    assert answer.status_code == 422
    assert "K53" in answer.text
    assert (1, "B") not in throws(club)


@pytest.mark.clause("R1", "K53")
def test_the_dice_master_throws_the_whole_round_at_once(club, signed_in):
    arena(club)
    elsa = signed_in("Elsa")
    page = elsa.get(URL).text
    assert "Throw for Anna" in page
    assert "Throw the whole round" in page
    answer = elsa.post(f"{URL}/throw", data={"round": "1", "role": ["A", "B"], "key": "one"})
    assert answer.status_code == 303
    assert state(club).fights["W1.1"].match.rounds == 1
    assert [e for e in kinds(club) if e == "throw"] == ["throw", "throw"]


def test_a_double_tap_throws_once_whatever_its_key(club, signed_in):
    arena(club)
    anna = signed_in("Anna")
    sent = form(anna.get(URL).text, "A")
    for key in (sent["key"], sent["key"], "another"):
        assert anna.post(f"{URL}/throw", data=sent | {"key": key}).status_code == 303
    assert kinds(club).count("throw") == 1
    assert kinds(club).count("open_chain") == 1


@pytest.mark.clause("A7")
def test_two_pages_drawn_before_either_threw_both_count(club, signed_in):
    arena(club)
    anna, bram = signed_in("Anna"), signed_in("Bram")
    hers, his = form(anna.get(URL).text, "A"), form(bram.get(URL).text, "B")
    assert anna.post(f"{URL}/throw", data=hers).status_code == 303
    assert bram.post(f"{URL}/throw", data=his).status_code == 303
    assert state(club).fights["W1.1"].match.rounds == 1


def test_every_throw_can_be_checked_against_the_anchor_published_before_it(club, signed_in):
    arena(club)
    elsa = signed_in("Elsa")
    for n in (1, 2):
        elsa.post(f"{URL}/throw", data={"round": str(n), "role": ["A", "B"], "key": f"r{n}"})
    fight = state(club).fights["W1.1"]
    from rules.arena.record import check, record

    published = record(fight)
    assert [f for f in check(published) if f.code != "cut_short"] == []
    order = kinds(club)
    assert order.index("open_chain") < order.index("throw")
    assert proof.leads_to(bytes.fromhex(fight.throws[1, "A"].link), proof.place(1, "A")[1], bytes.fromhex(fight.chains[0]))


def test_the_same_place_always_gives_the_same_dice_and_the_key_is_private(club, tmp_path):
    from webapp.arena import dice

    arena(club)
    with club.app_context():
        fight = state(club).fights["W1.1"]
        import dataclasses

        opened = dataclasses.replace(fight, chains=(dice.anchor(event(), fight, 1).anchor,))
        first = dice.throw(event(), opened, 3, "B")
        dice._links.cache_clear()
        assert dice.throw(event(), opened, 3, "B") == first
        assert dice.throw(event(), opened, 4, "B").link != first.link
    key = tmp_path / "instance" / "dice_key"
    assert key.stat().st_mode & 0o777 == 0o600


@pytest.mark.clause("R1")
def test_dice_of_another_house_are_not_gone_on_with(club, signed_in):
    arena(club)
    with club.app_context():
        do(acts.OpenChain("W1.1", 1, 1, "ab" * 32))
    anna = signed_in("Anna")
    answer = anna.post(f"{URL}/throw", data=form(anna.get(URL).text, "A"))
    assert answer.status_code == 422
    assert "another computer" in answer.text
    assert (1, "A") not in throws(club)


def test_a_page_from_before_dice_were_taken_back_is_stale(club, signed_in):
    arena(club)
    with club.app_context():
        do(*typed("W1.1", 1, A=(2, 3), B=(4, 5)))
    anna = signed_in("Anna")
    sent = form(anna.get(URL).text, "A")
    with club.app_context():
        seq = state(club).fights["W1.1"].throws[1, "A"].seq
        do(acts.Strike(seq), reason="misread")
    answer = anna.post(f"{URL}/throw", data=sent)
    assert answer.status_code == 409
    assert "took act" in answer.text
    assert (2, "A") not in throws(club)


@pytest.mark.clause("R3")
def test_a_throw_after_the_end_is_refused_with_words(club, signed_in):
    arena(club)
    anna = signed_in("Anna")
    sent = form(anna.get(URL).text, "A")
    with club.app_context():
        do(*typed("W1.1", 1, A=(20, 20), B=(2, 2)))
    answer = anna.post(f"{URL}/throw", data=sent | {"round": "2"})
    assert answer.status_code == 422
    assert "W1.1 is over" in answer.text
    assert "late_hit" not in kinds(club), "a page that had not caught up is no late hit"


@pytest.mark.clause("R3")
def test_a_blow_from_a_page_that_showed_the_winner_is_kept_for_the_officials(club, signed_in):
    arena(club)
    with club.app_context():
        do(*typed("W1.1", 1, A=(20, 20), B=(2, 2)))
    bram = signed_in("Bram")
    seen = str(state(club).seq)
    answer = bram.post(f"{URL}/throw", data={"round": "2", "role": "B", "key": "late", "seen": seen})
    assert answer.status_code == 422
    assert kinds(club)[-1] == "late_hit"


@pytest.mark.clause("M2", "A10", "A30")
def test_two_mages_conjure_without_dice_and_the_page_asks_for_their_casts(club, signed_in):
    arena(club, mages=("Anna", "Bram"))
    anna = signed_in("Anna")
    page = anna.get(URL).text
    assert "Round 2" in page
    assert anna.post(f"{URL}/throw", data=form(page, "A")).status_code == 303
    assert (2, "A") in throws(club)


@pytest.mark.clause("M5", "A28")
def test_the_man_at_arms_throws_for_a_conjuring_mage_and_the_mage_taps_for_him(club, signed_in):
    arena(club, mages=("Bram",), guards={"Bram": "Otto"})
    bram = signed_in("Bram")
    page = bram.get(URL).text
    assert "guarded by Otto" in page
    assert "Throw for your man-at-arms" in page
    assert bram.post(f"{URL}/throw", data=form(page, "CB")).status_code == 303
    assert (1, "CB") in throws(club)


@pytest.mark.clause("A25", "M10")
def test_an_uncontested_round_asks_for_one_throw_alone(club, signed_in):
    arena(club, mages=("Bram",), guards={"Bram": "Otto"})
    with club.app_context():
        do(*typed("W1.1", 1, A=(2, 3), CB=(20, 20)))
    page = signed_in("Elsa").get(URL).text
    assert "An uncontested throw for" in page
    assert "Throw for Bram" in page
    assert "Throw for Anna" not in page
    assert "Throw the whole round" not in page


@pytest.mark.clause("R10")
def test_nothing_is_thrown_before_the_rules_meeting(club, signed_in):
    from datetime import UTC, datetime, timedelta

    arena(club)
    with club.app_context():
        do(acts.RulesMeeting(datetime.now(UTC) + timedelta(days=1)))
    anna = signed_in("Anna")
    assert "after the rules meeting" in anna.get(URL).text
    answer = anna.post(f"{URL}/throw", data={"round": "1", "role": "A", "key": "early"})
    assert answer.status_code == 422
    assert "R10" in answer.text


def test_a_page_with_script_gets_no_page_back_but_looks_at_its_regions(club, signed_in):
    arena(club)
    anna = signed_in("Anna")
    answer = anna.post(f"{URL}/throw", data=form(anna.get(URL).text, "A"), headers={"HX-Request": "true"})
    assert answer.status_code == 204
    assert answer.headers["HX-Trigger"] == "banneret:changed"


@pytest.mark.parametrize("sent", [{}, {"round": "x", "role": "A"}, {"round": "1"}, {"round": "0", "role": "A"}])
def test_nonsense_is_no_throw(club, signed_in, sent):
    arena(club)
    assert signed_in("Anna").post(f"{URL}/throw", data=sent).status_code == 400
    assert signed_in("Anna").post(f"{URL}/throw", data={"round": "1", "role": "Z"}).status_code == 422
    assert throws(club) == {}


def test_a_visitor_and_a_member_who_is_not_in_it_cannot_throw(club, signed_in, visitor):
    arena(club)
    assert visitor.post(f"{URL}/throw", data={"round": "1", "role": "A"}).status_code == 401
    assert signed_in("Cleo").post(f"{URL}/throw", data={"round": "1", "role": "A"}).status_code == 403
    assert person
