"""Times, no-shows, scrolls, rulings and corrections in the midst of a tournament."""

from datetime import timedelta

import pytest

from rules.arena import acts, status
from rules.arena.tourney import replay
from tests.rules.arena.stage import CRITICAL, DICE, GUARDIAN, HIT, JUDGE, KNIGHT, MISS, START, Stage, four


def after(hours):
    return START + timedelta(hours=hours)


def rule(match, verdict, **terms):
    return acts.Rule(match, verdict, **terms)


@pytest.mark.clause("R8", "A36")
def test_a_time_is_proposed_by_one_and_agreed_by_the_other():
    stage = four()
    stage.refused("R8", acts.Agree("W1.1", "A", after(10)), "A", match="not proposed")
    stage.do(acts.Propose("W1.1", "A", after(10)), "A")
    stage.refused("R8", acts.Agree("W1.1", "A", after(10)), "A")
    stage.refused("R8", acts.Agree("W1.1", "D", after(11)), "D")
    stage.do(acts.Propose("W1.1", "A", after(11)), "A")
    stage.refused("R8", acts.Agree("W1.1", "D", after(10)), "D")
    stage.refused("A36", acts.Propose("W1.1", "D", after(80)), "D")
    assert stage.status("W1.1").until == stage.fight("W1.1").fixture.limit
    stage.do(acts.Agree("W1.1", "D", after(11)), "D")
    assert stage.status("W1.1").state == "scheduled"
    assert stage.status("W1.1").until == after(11)
    stage.do(acts.Agree("W1.2", "B", after(12)), JUDGE)
    assert stage.fight("W1.2").fixture.time == after(12)


@pytest.mark.clause("A45", "R8")
def test_hours_that_pass_are_flagged_and_cost_nobody_anything():
    stage = four()
    limit = (stage.fight("W1.1").fixture.limit - START).total_seconds() / 3600
    assert not stage.status("W1.1", limit).overdue
    assert stage.status("W1.1", limit + 0.1).overdue
    assert stage.status("W1.1", 100_000).state == "posted"
    assert stage.t.bracket.out() == []
    stage.do(acts.ContactJudge("W1.1", "A", "no answer"), "A", hours=70)
    assert stage.status("W1.1").state == "conflict"
    assert not stage.status("W1.1", 106).overdue
    assert stage.status("W1.1", 106.1).overdue


@pytest.mark.clause("R8", "A37", "A38", "A32")
def test_who_misses_a_judges_time_has_resigned():
    stage = four()
    stage.do(acts.ContactJudge("W1.1", "A"), "A", hours=10)
    stage.refused("A37", acts.JudgeTime("W1.1", after(47)), JUDGE)
    stage.do(acts.JudgeTime("W1.1", after(30)), JUDGE)
    assert stage.status("W1.1", 30.5).overdue
    stage.refused("A38", acts.NoShow("W1.1", ("D",)), JUDGE, hours=29)
    stage.do(acts.NoShow("W1.1", ("D",)), JUDGE, hours=30)
    assert stage.status("W1.1").state == "forfeited"
    assert stage.t.bracket.losses()["D"] == 2
    assert stage.t.bracket.row("W1.1").winner == "A"
    assert stage.status("W1.1", 54.1).state == "final"
    stage.refused("R3", acts.NoShow("W1.1", ("A",)), JUDGE, match="over")


@pytest.mark.clause("R8", "A38")
def test_both_absent_from_the_last_match_leave_no_champion():
    stage = Stage().enter("A", "B").draw().win("W1.1", "A")
    stage.do(acts.ContactJudge("GF", "A"), "A", hours=10)
    stage.do(acts.JudgeTime("GF", after(30)), JUDGE)
    stage.do(acts.NoShow("GF", ("A", "B")), JUDGE, hours=31)
    assert stage.t.bracket.champion is None
    assert stage.codes()[-1] == "no_champion"


@pytest.mark.clause("R9")
def test_a_judge_gives_more_time():
    stage = four()
    stage.refused("D1", acts.Extend("W1.1", after(100)), DICE, reason="exams")
    stage.do(acts.Extend("W1.1", after(100)), JUDGE, reason="exams")
    assert stage.status("W1.1", 99).until == after(100)
    assert not stage.status("W1.1", 99).overdue


@pytest.mark.clause("A40", "advance_only_when_final=false")
def test_the_next_match_is_posted_at_once_and_provisional_until_the_result_is_final():
    stage = four().win("W1.1", "A", hours=1).win("W1.2", "B", hours=1)
    assert stage.status("W1.1").state == "played"
    assert not stage.status("W1.1").provisional
    assert stage.status("W2.1").state == "posted"
    assert stage.status("W2.1").provisional
    assert stage.status("GF").provisional
    assert not stage.status("W2.1", 26).provisional
    stage.do(acts.Accept("W1.1", "A"), "A")
    stage.do(acts.Accept("W1.1", "D"), "D")
    stage.do(acts.Accept("W1.2", "B"), "B")
    assert stage.status("W2.1").provisional
    stage.do(acts.Accept("W1.2", "C"), "C")
    assert not stage.status("W2.1").provisional
    assert stage.status("W1.2").state == "final"


@pytest.mark.clause("A40", "advance_only_when_final=true")
def test_by_setting_the_next_match_waits_until_the_result_is_final():
    stage = four(advance_only_when_final="true").win("W1.1", "A", hours=1).win("W1.2", "B", hours=1)
    assert stage.status("W2.1").waits_for == "W1.1"
    stage.refused("A40", stage.typed("W2.1", "A", HIT), DICE, hours=20, match="waits for W1.1")
    assert stage.fight("W2.1").fixture.limit >= after(25 + 72)
    stage.do(stage.typed("W2.1", "A", HIT), DICE, hours=25.5)
    assert stage.status("W2.1").state == "playing"


@pytest.mark.clause("D3", "A40")
def test_a_scroll_in_time_holds_every_follower_that_has_not_begun():
    stage = four().win("W1.1", "A", hours=1).win("W1.2", "B").round("W2.1", A=HIT)
    stage.do(acts.Scroll("W1.1", "D", "unfair"), "D", hours=2)
    assert stage.status("W1.1").state == "disputed"
    assert stage.status("L1.1").waits_for == "W1.1"
    stage.refused("A40", stage.typed("L1.1", "A", HIT), DICE, match="waits for W1.1")
    stage.refused("A40", acts.Result("L1.1", "C", 15, 2), JUDGE)
    stage.do(stage.typed("W2.1", "B", MISS), DICE)
    assert stage.fight("W2.1").match.rounds == 1
    old = stage.fight("L1.1").fixture.limit
    stage.do(rule("W1.1", "uphold"), JUDGE, hours=50)
    assert stage.fight("L1.1").fixture.limit == after(50 + 72) > old
    stage.do(stage.typed("L1.1", "A", HIT), DICE)


@pytest.mark.clause("D3")
def test_nobody_disputes_a_strangers_match_or_too_late():
    stage = four().win("W1.1", "A", hours=1)
    stage.refused("R2", acts.Scroll("W1.1", "B", "unfair"), "B")
    stage.refused("K53", acts.Scroll("W1.1", "D", "unfair"), "B")
    stage.refused("D3", acts.Scroll("W1.1", "D", "unfair"), "D", hours=25.1)
    stage.refused("D3", acts.Scroll("W1.2", "C", "unfair"), "C", hours=2, match="no result")


@pytest.mark.clause("D1", "D4", "A40")
def test_an_award_to_the_other_pairs_anew_what_has_not_begun():
    stage = four().win("W1.1", "A", hours=1).win("W1.2", "B")
    stage.do(acts.Scroll("W1.1", "D", "unfair"), "D")
    stage.refused("D1", rule("W1.1", "award", winner="D"), DICE)
    stage.refused("D4", rule("W1.1", "shrug"), JUDGE)
    stage.do(rule("W1.1", "award", winner="D"), JUDGE)
    assert stage.fight("W2.1").pair == ("D", "B")
    assert stage.fight("W2.1").game == 2
    assert stage.fight("L1.1").pair == ("A", "C")
    assert stage.t.bracket.losses() == {"A": 1, "B": 0, "C": 1, "D": 0}
    assert stage.status("W1.1").state == "final"
    assert "void" not in stage.codes()
    stage.refused("A40", acts.Throw("W2.1", 1, 1, "A", 3, 4, typed=True), DICE, match="paired anew")


@pytest.mark.clause("A40")
def test_a_follower_that_has_begun_falls_only_when_a_judge_agrees_having_seen_what_falls():
    stage = four().win("W1.1", "A", hours=1).win("W1.2", "B").round("W2.1", A=HIT, B=HIT).win("L1.1", "D")
    stage.do(acts.Scroll("W1.1", "D", "unfair"), "D")
    assert [f.slot for f in status.falls(stage.t, "W1.1", "D")] == ["L1.1", "W2.1"]
    assert status.falls(stage.t, "W1.1", "A") == ()
    refusal = stage.refused("A40", rule("W1.1", "award", winner="D"), JUDGE)
    assert "L1.1, W2.1" in refusal.text
    stage.do(rule("W1.1", "award", winner="D", void=True), JUDGE)
    assert {(f.slot, f.game, f.pair) for f in stage.t.void if f.begun} == {("W2.1", 1, ("A", "B")), ("L1.1", 1, ("D", "C"))}
    assert stage.fight("L1.1").pair == ("A", "C")
    assert not stage.fight("L1.1").begun
    assert stage.t.bracket.out() == []
    assert "void" in stage.codes()
    assert replay(stage.entries) == stage.t


@pytest.mark.clause("D1", "A38")
def test_an_absentee_who_is_awarded_his_match_is_back_in():
    stage = four()
    stage.do(acts.ContactJudge("W1.1", "A"), "A", hours=10)
    stage.do(acts.JudgeTime("W1.1", after(30)), JUDGE)
    stage.do(acts.NoShow("W1.1", ("D",)), JUDGE, hours=30)
    stage.do(acts.Scroll("W1.1", "D", "the door was locked"), "D")
    stage.win("W1.2", "B")
    stage.do(rule("W1.1", "award", winner="D"), KNIGHT)
    assert stage.fight("W2.1").pair == ("D", "B")
    assert stage.t.bracket.losses() == {"A": 1, "B": 0, "C": 1, "D": 0}
    assert stage.t.bracket.row("W1.1").winner == "D"


@pytest.mark.clause("D5", "A42", "A38")
def test_a_missed_match_can_be_taken_up_from_the_start():
    stage = four()
    stage.do(acts.ContactJudge("W1.1", "A"), "A", hours=10)
    stage.do(acts.JudgeTime("W1.1", after(30)), JUDGE)
    stage.do(acts.NoShow("W1.1", ("A", "D")), JUDGE, hours=30)
    stage.do(acts.Scroll("W1.1", "D", "the door was locked"), "D")
    stage.do(rule("W1.1", "reopen", score_a=0, score_b=0, time=after(60)), GUARDIAN)
    assert stage.t.bracket.out() == []
    assert stage.status("W1.1").state == "reopened"
    assert stage.status("W1.1").until == after(60)
    stage.win("W1.1", "D")
    assert stage.t.bracket.row("W1.1").winner == "D"


@pytest.mark.clause("D5", "A41", "A42")
def test_the_guardian_takes_a_match_up_again_from_the_state_he_sets():
    stage = Stage().enter("A").enter("M", klass="mage", guard="Cuno").enter("B").draw("A", "B", "M")
    assert stage.fight("W1.2").pair == ("B", "M")
    stage.round("W1.2", A=MISS, CB=HIT).round("W1.2", A=CRITICAL, B=MISS)
    stage.do(acts.Scroll("W1.2", "M", "he stepped over the line"), "M")
    terms = {"score_a": 4, "score_b": 2, "step_b": 2, "guard_b": "out", "time": after(40)}
    stage.refused("D5", rule("W1.2", "reopen", **terms), JUDGE)
    stage.refused("D5", rule("W1.2", "reopen", score_a=4, time=after(40)), GUARDIAN)
    stage.refused("A42", rule("W1.2", "reopen", **{**terms, "score_a": 15}), GUARDIAN)
    stage.refused("M5", rule("W1.2", "reopen", **{**terms, "guard_a": "present"}), GUARDIAN)
    stage.do(rule("W1.2", "reopen", **terms), GUARDIAN)
    match = stage.fight("W1.2").match
    assert (match.score, match.step, match.men_at_arms, match.rounds) == ((4, 2), (1, 2), ("none", "out"), 2)
    assert [(n.round, n.role) for n in status.needs(stage.t, "W1.2")] == [(3, "A"), (3, "B")]
    assert stage.t.bracket.state("W2.1") == "waiting"
    assert stage.t.bracket.losses()["M"] == 0
    stage.refused("D3", acts.Scroll("W1.2", "B", "no"), "B")
    stage.round("W1.2", A=CRITICAL, B=MISS)
    assert stage.t.bracket.row("W1.2").winner == "B"
    assert {number for number, _ in stage.fight("W1.2").rulings()} == {1, 2, 3}
    stage.do(acts.Scroll("W1.2", "M", "again"), "M")
    assert stage.status("W1.2").state == "disputed"


@pytest.mark.clause("A42")
def test_a_free_round_can_be_what_comes_next():
    stage = four().win("W1.1", "A")
    stage.do(acts.Scroll("W1.1", "D", "unfair"), "D")
    stage.do(rule("W1.1", "reopen", score_a=3, score_b=0, free="B", time=after(10)), GUARDIAN)
    assert [(n.role, n.player) for n in status.needs(stage.t, "W1.1")] == [("B", "D")]


@pytest.mark.clause("A41", "ruling_quorum=2")
def test_where_two_must_agree_the_first_is_only_a_vote():
    stage = four(ruling_quorum="2").win("W1.1", "A", hours=1).win("W1.2", "B")
    stage.do(acts.Scroll("W1.1", "D", "unfair"), "D")
    stage.do(rule("W1.1", "award", winner="D"), JUDGE)
    assert stage.status("W1.1").state == "disputed"
    assert stage.fight("W2.1").pair == ("A", "B")
    assert stage.codes()[-1] == "vote"
    stage.do(rule("W1.1", "award", winner="D"), KNIGHT)
    assert stage.fight("W2.1").pair == ("D", "B")
    stage.refused("D1", rule("W1.1", "uphold"), GUARDIAN)


@pytest.mark.clause("A40", "R1")
def test_dice_typed_wrongly_are_taken_back_and_later_rounds_count_again():
    stage = four().round("W1.1", A=HIT, B=MISS).round("W1.1", A=MISS, B=(16, 17)).round("W1.1", A=(19, 19), B=MISS)
    assert stage.fight("W1.1").score == (5, 2)
    wrong = stage.fight("W1.1").throws[2, "B"].seq
    stage.refused("A40", acts.Strike(wrong), JUDGE, reason="")
    stage.refused("R1", acts.Strike(wrong), "A", reason="misread")
    stage.refused("A40", acts.Strike(1), JUDGE, reason="misread")
    stage.do(acts.Strike(wrong), JUDGE, reason="misread")
    assert stage.fight("W1.1").score == (1, 0)
    assert [(n.round, n.role, n.thrown) for n in status.needs(stage.t, "W1.1")] == [(2, "A", True), (2, "B", False)]
    stage.do(stage.typed("W1.1", "B", (16, 7), 2), DICE)
    assert stage.fight("W1.1").score == (5, 1)
    assert stage.fight("W1.1").match.rounds == 3


@pytest.mark.clause("A40")
def test_a_throw_that_no_longer_counts_is_taken_back_without_undoing_the_result():
    stage = four().round("W1.1", A=HIT, B=MISS).round("W1.1", A=MISS, B=MISS)
    first, second = (stage.fight("W1.1").throws[place].seq for place in ((1, "A"), (2, "A")))
    stage.do(acts.Strike(first), DICE, reason="misread")
    stage.do(stage.typed("W1.1", "A", CRITICAL, 1), DICE)
    assert stage.t.bracket.row("W1.1").winner == "A"
    stage.do(acts.Strike(second), DICE, reason="misread as well")
    assert stage.t.bracket.row("W1.1").winner == "A"
    assert (2, "A") not in stage.fight("W1.1").throws


@pytest.mark.clause("A40")
def test_the_first_throw_taken_back_leaves_a_match_that_has_not_begun():
    stage = four().round("W1.1", A=HIT)
    stage.do(acts.Strike(stage.entries[-1].seq), DICE, reason="misread")
    assert not stage.fight("W1.1").begun
    stage.do(acts.ChangeClass("A", "mage"), "A")
    assert status.match_of(stage.t, "W1.1").classes == ("mage", "fighter")


@pytest.mark.clause("A40")
def test_a_typed_throw_that_decided_a_match_is_taken_back_with_what_hung_on_it():
    stage = four().win("W1.1", "A").win("W1.2", "B")
    last = stage.fight("W1.1").throws[1, "B"].seq
    stage.do(acts.Strike(last), DICE, reason="misread")
    assert stage.t.bracket.playable() == {"W1.1": ("A", "D")}
    assert stage.fight("W1.1").fixture.state == "posted"
    assert "W2.1" not in stage.t.fights
    stage.do(stage.typed("W1.1", "B", HIT, 1), DICE)
    assert stage.fight("W1.1").score == (5, 1)
    stage.win("W1.1", "D")
    assert stage.fight("W2.1").pair == ("D", "B")
    assert stage.fight("W2.1").game == 2


@pytest.mark.clause("A40", "D3")
def test_a_paper_result_is_taken_back_while_it_is_not_final_and_a_judge_voids_what_has_begun():
    stage = four().win("W1.2", "B", hours=1)
    stage.do(acts.Result("W1.1", "A", 15, 3), JUDGE)
    seq = stage.entries[-1].seq
    stage.round("W2.1", A=HIT)
    stage.refused("A40", acts.Strike(seq), JUDGE, reason="sheets swapped")
    stage.refused("D1", acts.Strike(seq, void=True), DICE, reason="sheets swapped")
    stage.refused("D3", acts.Strike(seq, void=True), JUDGE, hours=26, reason="sheets swapped")
    stage.do(acts.Strike(seq, void=True), JUDGE, hours=20, reason="sheets swapped")
    assert stage.t.bracket.playable() == {"W1.1": ("A", "D")}
    stage.do(acts.Result("W1.1", "D", 3, 15), JUDGE)
    assert stage.fight("W2.1").pair == ("D", "B")
    assert [f.pair for f in stage.t.void if f.begun] == [("A", "B")]


@pytest.mark.clause("A40", "A33", "R2")
def test_the_final_itself_is_corrected_and_its_second_final_falls():
    stage = Stage().enter("A", "B").draw().win("W1.1", "A")
    stage.do(acts.Result("GF", "B", 3, 15), JUDGE)
    seq = stage.entries[-1].seq
    stage.win("GF2", "B")
    assert stage.t.bracket.champion == "B"
    stage.do(acts.Strike(seq, void=True), JUDGE, reason="wrong column")
    assert stage.t.bracket.playable() == {"GF": ("A", "B")}
    stage.do(acts.Result("GF", "A", 15, 3), JUDGE)
    assert stage.t.bracket.champion == "A"
    assert stage.codes()[-1] == "champion"
    assert replay(stage.entries) == stage.t


@pytest.mark.clause("D5", "A40")
def test_dice_from_before_the_guardians_score_stay():
    stage = four().win("W1.1", "A")
    seq = stage.fight("W1.1").throws[1, "A"].seq
    stage.do(acts.Scroll("W1.1", "D", "unfair"), "D")
    stage.do(rule("W1.1", "reopen", score_a=3, score_b=0, time=after(10)), GUARDIAN)
    stage.refused("D5", acts.Strike(seq), JUDGE, reason="misread")
    stage.round("W1.1", A=HIT)
    stage.do(acts.Strike(stage.entries[-1].seq), JUDGE, reason="misread")
    assert stage.fight("W1.1").score == (3, 0)
    assert stage.fight("W1.1").begun


@pytest.mark.clause("A41")
def test_nobody_is_the_official_of_his_own_match():
    stage = Stage().enter(JUDGE, "B").draw()
    stage.refused("A41", stage.typed("W1.1", "B", HIT), JUDGE)
    stage.do(acts.ContactJudge("W1.1", "B"), "B")
    stage.refused("A41", acts.JudgeTime("W1.1", after(9)), JUDGE)
    stage.do(acts.JudgeTime("W1.1", after(9)), KNIGHT)
    stage.refused("A41", acts.NoShow("W1.1", ("B",)), JUDGE, hours=9)
    stage.win("W1.1", "B", hours=9)
    stage.do(acts.Scroll("W1.1", JUDGE, "unfair"), JUDGE)
    stage.refused("A41", rule("W1.1", "award", winner=JUDGE), JUDGE)
