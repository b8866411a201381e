"""Fighting on the site: who throws what, dice from the house or typed, men-at-arms, the end of a match and what comes of it."""

from dataclasses import replace

import pytest

from rules.arena import acts, status
from rules.arena.tourney import AlreadyThrown, apply, replay
from tests.rules.arena.stage import (
    CRITICAL,
    DICE,
    FUMBLE,
    GUARDIAN,
    HIT,
    JUDGE,
    KNIGHT,
    MISS,
    Stage,
    chain_of,
    four,
    proven,
    seven,
)


@pytest.mark.clause("P1", "A7")
def test_a_round_is_played_when_both_have_thrown_whoever_was_first():
    ab, ba = four(), four()
    ab.round("W1.1", A=HIT, B=MISS)
    ba.round("W1.1", B=MISS, A=HIT)
    assert ab.fight("W1.1").match == ba.fight("W1.1").match
    assert ab.fight("W1.1").score == (1, 0)
    half = four().round("W1.1", A=HIT)
    assert half.fight("W1.1").score == (0, 0)
    assert [(n.role, n.player, n.thrown) for n in status.needs(half.t, "W1.1")] == [("A", "A", True), ("B", "D", False)]


@pytest.mark.clause("R1", "P1")
def test_the_same_throw_twice_is_told_apart_from_a_wrong_one():
    stage = four().round("W1.1", A=HIT)
    again = stage.typed("W1.1", "A", MISS)
    with pytest.raises(AlreadyThrown):
        apply(stage.t, stage.entry(again, DICE))
    stage.round("W1.1", B=MISS)
    with pytest.raises(AlreadyThrown):
        apply(stage.t, stage.entry(again, DICE))
    stage.win("W1.1", "A")
    with pytest.raises(AlreadyThrown):
        apply(stage.t, stage.entry(replace(again, round=2), DICE))
    assert not isinstance(stage.refused("R3", replace(again, round=3), DICE), AlreadyThrown)


@pytest.mark.clause("P1", "P2")
def test_only_the_throws_that_the_round_needs_are_taken():
    stage = four()
    stage.refused("P1", stage.typed("W1.1", "A", HIT, 2), DICE, match="round 1 needs the throw of ⟦A⟧ and ⟦D⟧")
    stage.refused("P1", stage.typed("W1.1", "CA", HIT), DICE)
    stage.refused("P2", stage.typed("W1.1", "A", (0, 21)), DICE)
    stage.refused("R2", replace(stage.typed("W1.1", "A", HIT), match="W7.1"), DICE)
    stage.refused("R2", replace(stage.typed("W1.1", "A", HIT), match="W2.1"), DICE)


@pytest.mark.clause("R1")
def test_contestants_never_type_dice():
    stage = Stage().enter("A", DICE, "C", "D").draw()
    stage.refused("R1", stage.typed("W1.1", "A", HIT), "A")
    assert stage.fight("W1.2").pair == (DICE, "C")
    stage.refused("A41", stage.typed("W1.2", "A", HIT), DICE)
    stage.do(stage.typed("W1.2", "A", HIT), JUDGE)
    stage.refused("R1", replace(stage.typed("W1.2", "B", HIT), chain=1, link="0" * 64), JUDGE)
    stage.do(stage.typed("W1.2", "B", HIT), None)
    assert stage.fight("W1.2").score == (1, 1)


@pytest.mark.clause("R1")
def test_a_combatant_taps_for_his_own_side_and_the_dice_master_for_anyone():
    stage = four()
    stage.do(acts.OpenChain("W1.1", 1, 1, chain_of("W1.1")[0].hex()))
    stage.refused("K53", proven(stage, "W1.1", "A"), "D")
    stage.refused("K53", proven(stage, "W1.1", "A"), "B")
    stage.do(proven(stage, "W1.1", "A"), "A")
    stage.do(proven(stage, "W1.1", "B"), DICE)
    assert stage.fight("W1.1").match.rounds == 1
    assert [n.role for n in status.may_throw(stage.t, "W1.1", "A")] == ["A"]
    assert [n.role for n in status.may_throw(stage.t, "W1.1", DICE)] == ["A", "B"]
    assert status.may_throw(stage.t, "W1.1", "B") == ()


@pytest.mark.clause("R1")
def test_a_throw_of_the_house_shows_its_link_and_its_chain_is_published_first():
    stage = four()
    stage.refused("R1", proven(stage, "W1.1", "A"), "A", match="published first")
    stage.refused("R1", acts.OpenChain("W1.1", 1, 2, "0" * 64))
    stage.refused("R1", acts.OpenChain("W1.1", 1, 1, "Z" * 64))
    stage.refused("A40", acts.OpenChain("W1.1", 2, 1, "0" * 64))
    stage.do(acts.OpenChain("W1.1", 1, 1, chain_of("W1.1")[0].hex()))
    throw = proven(stage, "W1.1", "A")
    stage.refused("R1", replace(throw, link=None), "A")
    stage.refused("R1", replace(throw, chain=2), "A")
    stage.do(throw, "A")


@pytest.mark.clause("R1")
def test_words_come_after_the_anchor_and_are_frozen_with_both_or_with_the_first_throw():
    stage = four()
    stage.refused("R1", acts.Words("W1.1", "A", "sun"), "A", match="anchor")
    stage.do(acts.OpenChain("W1.1", 1, 1, chain_of("W1.1")[0].hex()))
    stage.refused("K53", acts.Words("W1.1", "A", "sun"), "D")
    stage.refused("R2", acts.Words("W1.1", "B", "sun"), "B")
    stage.refused("R1", acts.Words("W1.1", "A", "x" * 501), "A")
    stage.do(acts.Words("W1.1", "A", "sun"), "A")
    stage.do(acts.Words("W1.1", "A", "stars"), "A")
    one = stage.t
    stage.do(acts.Words("W1.1", "D", "moon"), "D")
    stage.refused("R1", acts.Words("W1.1", "A", "sun"), "A", match="frozen")
    assert stage.fight("W1.1").said() == ("stars", "moon")
    stage.t = one
    stage.do(proven(stage, "W1.1", "A"), "A")
    stage.refused("R1", acts.Words("W1.1", "D", "moon"), "D", match="frozen")
    assert stage.fight("W1.1").said() == ("stars", "")


@pytest.mark.clause("R1", "K53")
def test_another_official_confirms_typed_dice():
    stage = four().round("W1.1", A=HIT, B=MISS)
    seq = stage.entries[-1].seq
    stage.refused("R1", acts.ConfirmThrow(seq), DICE)
    stage.refused("R1", acts.ConfirmThrow(seq), "A")
    stage.refused("R1", acts.ConfirmThrow(1), JUDGE)
    stage.do(acts.ConfirmThrow(seq), JUDGE)
    assert stage.fight("W1.1").throws[1, "B"].confirmed == JUDGE
    assert stage.fight("W1.1").throws[1, "A"].confirmed is None


@pytest.mark.clause("M5", "A46")
def test_a_man_at_arms_is_chosen_for_one_match_before_its_first_throw():
    stage = Stage().enter("A", "B").enter("M", klass="mage", guard="Cuno").enter("N", klass="mage").draw("A", "B", "M", "N")
    assert status.match_of(stage.t, "W1.2").men_at_arms == ("none", "present")
    stage.do(acts.PickGuard("W1.2", "M", None), "M")
    assert status.match_of(stage.t, "W1.2").men_at_arms == ("none", "none")
    stage.do(acts.PickGuard("W1.2", "M", "Dodo"), "M")
    stage.refused("M5", acts.PickGuard("W1.2", "B", "Dodo"), "B")
    stage.refused("R2", acts.PickGuard("W1.2", "N", "Dodo"), "N")
    stage.refused("K53", acts.PickGuard("W1.2", "M", None), "B")
    stage.round("W1.2", A=MISS)
    assert stage.fight("W1.2").guards == (None, "Dodo")
    stage.refused("A46", acts.PickGuard("W1.2", "M", None), "M")
    stage.round("W1.2", CB=FUMBLE)
    stage.round("W1.2", A=(19, 2), CB=FUMBLE)
    assert stage.fight("W1.2").match.men_at_arms == ("none", "out")
    stage.round("W1.2", A=MISS)
    stage.round("W1.2", A=FUMBLE, B=HIT)
    stage.do(acts.Resign("N"), "N")
    assert status.match_of(stage.t, "W2.1").men_at_arms == ("none", "present")
    assert stage.fight("W2.1").guards == (None, None)


@pytest.mark.clause("A30", "P1")
def test_two_mages_conjure_without_anybody_throwing():
    stage = Stage().enter("M", "N", klass="mage").draw()
    assert [(n.round, n.role) for n in status.needs(stage.t, "W1.1")] == [(2, "A"), (2, "B")]
    stage.round("W1.1", A=HIT, B=MISS)
    assert stage.fight("W1.1").match.rounds == 3
    assert [(n.round, n.role) for n in status.needs(stage.t, "W1.1")] == [(4, "A"), (4, "B")]
    stage.round("W1.1", A=CRITICAL, B=MISS)
    assert stage.t.bracket.row("W1.1").winner == "M"
    assert stage.fight("W1.1").match.rounds == 4


@pytest.mark.clause("R2", "R5")
def test_the_bracket_moves_on_with_the_last_throw_and_the_chronicle_tells():
    stage = four()
    stage.win("W1.1", "A").win("W1.2", "B")
    assert stage.fight("W2.1").pair == ("A", "B")
    assert stage.fight("W2.1").fixture.posted == stage.now
    stage.win("L1.1", "D")
    note = next(n for n in stage.t.journal if n.ruling.code == "out")
    assert note.ruling.who == ("C",)
    assert note.slot == "L1.1"
    assert [n.ruling.say() for n in stage.t.journal if n.slot == "W1.1"] == ["A beats D in W1.1 at 0 to 0, by a critical hit or a fumble."]


@pytest.mark.clause("R5")
def test_the_chronicle_tells_the_score_from_the_winners_side():
    stage = Stage(target="2").enter("A", "B", "C").draw()
    stage.round("W1.2", A=HIT, B=(16, 17))
    assert [n.ruling.say() for n in stage.t.journal if n.slot == "W1.2"] == ["C beats B in W1.2, 2 to 1."]


def test_rulings_of_a_round_speak_of_the_people():
    stage = four().round("W1.2", A=HIT, B=MISS)
    (number, ruling), *_ = stage.fight("W1.2").rulings()
    assert number == 1
    assert set(ruling.who) <= {"B", "C"}
    assert "⟦A⟧" not in ruling.text
    assert "⟦B⟧" in ruling.text


@pytest.mark.clause("R2")
def test_a_whole_tournament_of_seven_ends_with_a_champion():
    stage = seven()
    while not stage.t.bracket.finished:
        slot, (a, b) = next(iter(stage.t.bracket.playable().items()))
        stage.win(slot, max(a, b) if slot in ("GF", "W1.3") else min(a, b))
    assert stage.t.bracket.champion in stage.t.entrants
    assert stage.codes()[-1] == "champion"
    assert replay(stage.entries) == stage.t


@pytest.mark.clause("A8", "tie_rule=draw")
def test_a_drawn_match_is_fought_again_from_the_start():
    stage = Stage(tie_rule='"draw"', target="2").enter("A", "B").draw()
    stage.round("W1.1", A=(19, 2), B=(19, 2))
    fight = stage.fight("W1.1")
    assert [part.winner for part in fight.parts] == ["D", None]
    assert fight.score == (0, 0)
    assert stage.status("W1.1").state == "playing"
    stage.round("W1.1", A=(19, 2), B=MISS)
    assert stage.t.bracket.row("W1.1").winner == "A"
    assert (2, "A") in stage.fight("W1.1").throws
    assert [number for number, _ in stage.fight("W1.1").rulings()][-1] == 2


@pytest.mark.clause("R3", "A47")
def test_a_late_blow_is_kept_for_a_judge_and_scores_nothing():
    stage = four().round("W1.1", A=HIT, B=MISS)
    stage.refused("R3", acts.LateHit("W1.1", "D"), "D")
    stage.win("W1.1", "A")
    before = stage.fight("W1.1")
    stage.refused("R2", acts.LateHit("W1.1", "B"), "B")
    stage.do(acts.LateHit("W1.1", "D"), "D")
    seq = stage.entries[-1].seq
    assert stage.t.late_hits[seq].guilty is None
    assert stage.fight("W1.1") == before
    stage.refused("D1", acts.JudgeLateHit(seq, True), DICE, reason="saw it")
    stage.refused("R3", acts.JudgeLateHit(1, True), JUDGE, reason="saw it")
    stage.do(acts.JudgeLateHit(seq, True), JUDGE, reason="saw it")
    assert stage.t.late_hits[seq].guilty
    assert "D" not in stage.t.bans


@pytest.mark.clause("K53")
def test_a_match_from_paper_is_entered_by_an_official_who_is_not_in_it():
    stage = Stage().enter("A", "B", "C", GUARDIAN).draw()
    stage.refused("R1", acts.Result("W1.2", "B", 15, 12), "B")
    stage.refused("A41", acts.Result("W1.1", GUARDIAN, 15, 12), GUARDIAN)
    stage.refused("R2", acts.Result("W1.2", "A", 15, 12), JUDGE)
    stage.do(acts.Result("W1.2", "C", 12, 15), JUDGE)
    assert stage.t.bracket.row("W1.2").winner == "C"
    assert stage.fight("W1.2").score == (12, 15)
    assert stage.status("W1.2").state == "played"
    assert stage.t.journal[-1].ruling.say() == "C beats B in W1.2, 15 to 12."
    stage.round("W1.1", by=KNIGHT, A=HIT)
    stage.refused("K53", acts.Result("W1.1", "A", 15, 12), JUDGE, match="begun")


def test_two_posts_to_one_slot_count_once():
    stage = four()
    act = acts.Result("W1.1", "A", 15, 3)
    stage.do(act, JUDGE)
    stage.refused("R3", act, KNIGHT)
    assert stage.t.bracket.losses()["D"] == 1


@pytest.mark.clause("A12", "man_at_arms_low=15", "man_at_arms_low=12")
@pytest.mark.parametrize("low,score", [(15, (1, 0)), (12, (0, 0))])
def test_a_man_at_arms_shields_from_his_own_threshold(low, score):
    stage = Stage(man_at_arms_low=str(low)) if low != 15 else Stage()
    stage.enter("A").enter("M", klass="mage", guard="Cuno").draw().round("W1.1", A=(16, 2), CB=(14, 14))
    assert stage.fight("W1.1").score == score


@pytest.mark.clause("R2", "D3")
def test_the_chronicle_calls_the_finals_by_name():
    stage = Stage().enter("A", "B").draw().win("W1.1", "A").win("GF", "B")
    stage.do(acts.Scroll("GF", "A", "unfair"), "A")
    stage.refused("A40", stage.typed("GF2", "A", HIT, 1), DICE, match="the second final waits for the final")
    stage.do(acts.Rule("GF", "award", winner="A"), GUARDIAN)
    told = [note.ruling.text for note in stage.t.journal]
    assert "⟦B⟧ beats ⟦A⟧ in the final at 0 to 0, by a critical hit or a fumble." in told
    assert "⟦A⟧ disputes the final; its result is open until a ruling." in told
    assert "The final is awarded to ⟦A⟧: so it is" in told
    assert not [text for text in told if "GF" in text]
