"""A match's clock: every limit to its last minute, who may move what, and that the clock itself never takes anything from anybody."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from rules.arena import clocks
from rules.arena.clocks import Fixture, Officials, Terms, Verdict
from rules.arena.settings import Settings
from rules.rulings import Refusal

DEFAULT = Settings.of({})
POSTED = datetime(2000, 5, 1, 12, tzinfo=UTC)
COURT = Officials(frozenset({"Guardian"}), frozenset({"Judge", "Knight"}), frozenset({"Dice"}))
MINUTE = timedelta(minutes=1)


def after(hours: float) -> datetime:
    return POSTED + timedelta(hours=hours)


@pytest.fixture
def posted() -> Fixture:
    return clocks.post(DEFAULT, "A", "B", POSTED)


@pytest.fixture
def played(posted) -> Fixture:
    return clocks.play(posted, "A", after(10))


@pytest.fixture
def disputed(played) -> Fixture:
    return clocks.dispute(DEFAULT, played, "B", "he moved", after(11))


@pytest.fixture
def missed(posted) -> Fixture:
    """Both told to come at 30 hours."""
    f = clocks.contact_judge(posted, "A", after(20))
    return clocks.judge_schedule(DEFAULT, COURT, f, "Judge", after(30), after(21))


@pytest.mark.clause("R8", "A36", "post_hours=72", "post_hours=24")
@pytest.mark.parametrize("hours", [72, 24])
def test_a_time_can_be_agreed_up_to_the_last_minute(hours):
    f = clocks.post(Settings.of({"post_hours": hours}), "A", "B", POSTED)
    assert clocks.agree(f, after(hours), after(1)).state == "scheduled"
    with pytest.raises(Refusal) as refusal:
        clocks.agree(f, after(hours) + MINUTE, after(1))
    assert refusal.value.clause == "A36"


@pytest.mark.clause("R8")
def test_a_time_that_has_passed_cannot_be_agreed(posted):
    assert clocks.agree(posted, after(2), after(2)).time == after(2)
    with pytest.raises(Refusal, match="passed"):
        clocks.agree(posted, after(2), after(2) + MINUTE)


@pytest.mark.clause("A36")
def test_a_match_may_be_fought_after_its_hours_and_both_may_choose_another_time(posted):
    f = clocks.agree(clocks.agree(posted, after(72), after(1)), after(70), after(2))
    assert f.time == after(70)
    assert clocks.play(f, "B", after(80)).winner == "B"


@pytest.mark.clause("R8", "A37", "judge_hours=36", "judge_hours=12")
@pytest.mark.parametrize("hours", [36, 12])
def test_a_judges_time_lies_within_his_hours_of_the_report_even_past_the_limit(posted, hours):
    settings = Settings.of({"judge_hours": hours})
    f = clocks.contact_judge(posted, "A", after(71))
    assert clocks.judge_schedule(settings, COURT, f, "Judge", after(71 + hours), after(72)).by_judge
    with pytest.raises(Refusal) as refusal:
        clocks.judge_schedule(settings, COURT, f, "Judge", after(71 + hours) + MINUTE, after(72))
    assert refusal.value.clause == "A37"
    with pytest.raises(Refusal, match="passed"):
        clocks.judge_schedule(settings, COURT, f, "Judge", after(72), after(72) + MINUTE)


@pytest.mark.clause("R8")
def test_a_judge_sets_no_time_before_he_is_told(posted):
    with pytest.raises(Refusal, match="reported"):
        clocks.judge_schedule(DEFAULT, COURT, posted, "Judge", after(5), after(1))


@pytest.mark.clause("A37")
def test_a_second_report_does_not_start_the_judges_hours_again(posted):
    f = clocks.contact_judge(posted, "A", after(20))
    with pytest.raises(Refusal, match="knows"):
        clocks.contact_judge(f, "B", after(30))


@pytest.mark.clause("R8", "D3")
def test_only_the_two_combatants_report_accept_and_dispute(posted, played):
    with pytest.raises(Refusal):
        clocks.contact_judge(posted, "C", after(1))
    with pytest.raises(Refusal):
        clocks.dispute(DEFAULT, played, "C", "", after(11))
    with pytest.raises(Refusal):
        clocks.accept(DEFAULT, played, "C", after(11))
    with pytest.raises(Refusal):
        clocks.play(posted, "C", after(1))


@pytest.mark.clause("D1", "D2", "R1")
@pytest.mark.parametrize("who", ["A", "C", "Dice", None])
def test_nobody_but_a_judge_sets_times_gives_more_or_declares_a_no_show(posted, missed, who):
    reported = clocks.contact_judge(posted, "A", after(20))
    with pytest.raises(Refusal, match="Guardian or a judge"):
        clocks.judge_schedule(DEFAULT, COURT, reported, who, after(30), after(21))
    with pytest.raises(Refusal, match="Guardian or a judge"):
        clocks.extend(COURT, posted, who, after(100), "exams")
    with pytest.raises(Refusal, match="Guardian or a judge"):
        clocks.no_show(DEFAULT, COURT, missed, who, ("B",), after(31))


@pytest.mark.clause("A41")
def test_a_judge_does_not_judge_his_own_match():
    f = clocks.contact_judge(clocks.post(DEFAULT, "Judge", "B", POSTED), "B", after(1))
    with pytest.raises(Refusal) as refusal:
        clocks.judge_schedule(DEFAULT, COURT, f, "Judge", after(5), after(2))
    assert refusal.value.clause == "A41"
    assert clocks.judge_schedule(DEFAULT, COURT, f, "Knight", after(5), after(2)).by_judge


@pytest.mark.clause("R9")
def test_more_time_needs_a_reason_and_is_more(posted):
    f = clocks.extend(COURT, posted, "Judge", after(100), "exams")
    assert clocks.agree(f, after(100), after(90)).state == "scheduled"
    with pytest.raises(Refusal, match="reason"):
        clocks.extend(COURT, posted, "Judge", after(100), "  ")
    with pytest.raises(Refusal, match="more"):
        clocks.extend(COURT, posted, "Judge", after(72), "exams")


@pytest.mark.clause("R9")
def test_more_time_sends_the_two_back_to_finding_one(missed, played):
    f = clocks.extend(COURT, missed, "Knight", after(100), "a storm")
    assert f.state == "posted"
    assert f.time is None
    assert clocks.agree(f, after(90), after(40)).state == "scheduled"
    with pytest.raises(Refusal, match="decided"):
        clocks.extend(COURT, played, "Judge", after(200), "exams")


@pytest.mark.clause("R8", "A38", "no_show_grace_min=0", "no_show_grace_min=15")
@pytest.mark.parametrize("grace", [0, 15])
def test_nobody_is_absent_before_the_time_and_the_grace(missed, grace):
    settings = Settings.of({"no_show_grace_min": grace})
    late = after(30) + timedelta(minutes=grace)
    f = clocks.no_show(settings, COURT, missed, "Judge", ("B",), late)
    assert (f.state, f.absent, f.winner) == ("forfeited", ("B",), "A")
    with pytest.raises(Refusal, match="late before"):
        clocks.no_show(settings, COURT, missed, "Judge", ("B",), late - MINUTE)


@pytest.mark.clause("A38")
def test_both_can_be_absent_and_then_nobody_wins(missed):
    f = clocks.no_show(DEFAULT, COURT, missed, "Judge", ("B", "A"), after(31))
    assert f.absent == ("A", "B")
    assert f.winner is None


@pytest.mark.clause("A38")
def test_only_a_judges_time_can_be_missed_and_only_by_the_two(posted, missed):
    agreed = clocks.agree(posted, after(30), after(1))
    reported = clocks.contact_judge(agreed, "A", after(31))
    for f in (posted, agreed, reported):
        with pytest.raises(Refusal, match="time set by a judge"):
            clocks.no_show(DEFAULT, COURT, f, "Judge", ("B",), after(40))
    for absent in ((), ("C",), ("B", "B"), ("A", "C")):
        with pytest.raises(Refusal, match="can be missing"):
            clocks.no_show(DEFAULT, COURT, missed, "Judge", absent, after(31))


@pytest.mark.clause("A38")
def test_a_judges_time_stands_above_what_the_two_agree(missed):
    with pytest.raises(Refusal, match="judge has taken it up"):
        clocks.agree(missed, after(40), after(22))
    assert clocks.contact_judge(missed, "B", after(22)).state == "conflict"


@pytest.mark.clause("D3", "A39", "dispute_hours=24", "dispute_hours=48")
@pytest.mark.parametrize("hours", [24, 48])
def test_a_scroll_is_in_time_to_the_last_minute_after_the_end_of_play(played, hours):
    settings = Settings.of({"dispute_hours": hours})
    assert clocks.dispute_until(settings, played) == after(10 + hours)
    assert clocks.dispute(settings, played, "B", "", after(10 + hours)).state == "disputed"
    assert not clocks.is_final(settings, played, after(10 + hours))
    assert clocks.is_final(settings, played, after(10 + hours) + MINUTE)
    with pytest.raises(Refusal) as refusal:
        clocks.dispute(settings, played, "B", "", after(10 + hours) + MINUTE)
    assert refusal.value.clause == "D3"


@pytest.mark.clause("A39")
@pytest.mark.parametrize("fought,until", [(25, 54), (30, 54), (33, 57)])
def test_the_time_for_scrolls_runs_from_the_later_of_the_time_set_and_the_end(posted, fought, until):
    f = clocks.play(clocks.agree(posted, after(30), after(1)), "A", after(fought))
    assert clocks.dispute_until(DEFAULT, f) == after(until)


@pytest.mark.clause("A39", "A38")
def test_after_a_no_show_it_runs_from_the_judges_word(missed):
    f = clocks.no_show(DEFAULT, COURT, missed, "Judge", ("B",), after(50))
    assert clocks.dispute_until(DEFAULT, f) == after(74)
    assert clocks.dispute(DEFAULT, f, "B", "I was there", after(74)).state == "disputed"


@pytest.mark.clause("D3", "D4")
def test_both_can_send_their_scrolls(disputed):
    f = clocks.dispute(DEFAULT, disputed, "A", "I did not", after(12))
    assert [who for who, _, _ in f.scrolls] == ["B", "A"]
    with pytest.raises(Refusal):
        clocks.dispute(DEFAULT, disputed, "A", "too late", after(35))


@pytest.mark.clause("A40")
def test_both_accepting_makes_it_final_one_does_not(played):
    one = clocks.accept(DEFAULT, played, "A", after(11))
    assert not clocks.is_final(DEFAULT, clocks.accept(DEFAULT, one, "A", after(11)), after(12))
    both = clocks.accept(DEFAULT, one, "B", after(12))
    assert clocks.is_final(DEFAULT, both, after(12))
    with pytest.raises(Refusal, match="accepted"):
        clocks.dispute(DEFAULT, both, "A", "", after(13))
    assert clocks.dispute(DEFAULT, one, "A", "on second thoughts", after(12)).accepted == ()


@pytest.mark.clause("A40", "D4")
def test_an_open_scroll_keeps_the_result_open_for_ever(disputed):
    assert not clocks.is_final(DEFAULT, disputed, after(10_000))
    with pytest.raises(Refusal, match="ruling"):
        clocks.accept(DEFAULT, disputed, "A", after(12))


@pytest.mark.clause("D1", "D4", "A41", "ruling_quorum=1")
def test_one_judge_rules_and_nobody_rules_again(disputed):
    upheld = clocks.rule(DEFAULT, COURT, disputed, "Judge", Verdict("uphold"), after(40))
    assert (upheld.state, upheld.winner) == ("final", "A")
    awarded = clocks.rule(DEFAULT, COURT, disputed, "Knight", Verdict("award", "B"), after(40))
    assert (awarded.state, awarded.winner) == ("final", "B")
    for f in (upheld, awarded):
        with pytest.raises(Refusal) as refusal:
            clocks.rule(DEFAULT, COURT, f, "Guardian", Verdict("award", "B"), after(41))
        assert refusal.value.clause == "D1"
        with pytest.raises(Refusal):
            clocks.dispute(DEFAULT, f, "B", "", after(12))


@pytest.mark.clause("D4")
def test_there_is_nothing_to_rule_without_a_scroll_and_nobody_else_to_award_it_to(played, disputed):
    with pytest.raises(Refusal, match="no scroll"):
        clocks.rule(DEFAULT, COURT, played, "Judge", Verdict("uphold"), after(12))
    with pytest.raises(Refusal, match="awarded"):
        clocks.rule(DEFAULT, COURT, disputed, "Judge", Verdict("award", "C"), after(12))
    with pytest.raises(Refusal, match="awarded"):
        clocks.rule(DEFAULT, COURT, disputed, "Judge", Verdict("award"), after(12))


@pytest.mark.clause("A41", "ruling_quorum=2")
def test_where_two_must_agree_one_is_a_vote(disputed):
    two = Settings.of({"ruling_quorum": 2})
    f = clocks.rule(two, COURT, disputed, "Judge", Verdict("uphold"), after(12))
    assert f.state == "disputed"
    assert clocks.rule(two, COURT, f, "Judge", Verdict("uphold"), after(13)).state == "disputed"
    against = clocks.rule(two, COURT, f, "Knight", Verdict("award", "B"), after(13))
    assert against.state == "disputed"
    assert clocks.rule(two, COURT, against, "Knight", Verdict("uphold"), after(14)).winner == "A"
    assert clocks.rule(two, COURT, against, "Guardian", Verdict("award", "B"), after(14)).winner == "B"


@pytest.mark.clause("A41", "D5", "A42")
def test_only_the_guardian_reopens(disputed):
    verdict = Verdict("reopen", terms=Terms(after(60), (9, 7)))
    with pytest.raises(Refusal) as refusal:
        clocks.rule(DEFAULT, COURT, disputed, "Judge", verdict, after(40))
    assert refusal.value.clause == "D5"
    f = clocks.rule(DEFAULT, COURT, disputed, "Guardian", verdict, after(40))
    assert (f.state, f.time, f.winner) == ("reopened", after(60), None)
    with pytest.raises(Refusal):
        clocks.dispute(DEFAULT, f, "A", "unfair", after(41))
    again = clocks.play(f, "B", after(61))
    assert clocks.dispute_until(DEFAULT, again) == after(85)
    assert clocks.dispute(DEFAULT, again, "A", "", after(85)).state == "disputed"


@pytest.mark.clause("D5", "A42")
def test_reopening_needs_a_score_and_a_time_to_come(disputed):
    with pytest.raises(Refusal, match="score and a time"):
        clocks.rule(DEFAULT, COURT, disputed, "Guardian", Verdict("reopen"), after(40))
    with pytest.raises(Refusal, match="past"):
        clocks.rule(DEFAULT, COURT, disputed, "Guardian", Verdict("reopen", terms=Terms(after(39), (1, 1))), after(40))


@pytest.mark.clause("A38", "D5")
def test_the_time_the_guardian_sets_can_be_missed_and_moved(disputed):
    f = clocks.rule(DEFAULT, COURT, disputed, "Guardian", Verdict("reopen", terms=Terms(after(60), (9, 7))), after(40))
    assert clocks.no_show(DEFAULT, COURT, f, "Judge", ("A",), after(60)).winner == "B"
    moved = clocks.extend(COURT, f, "Judge", after(65), "a train")
    assert (moved.state, moved.time) == ("reopened", after(65))


@pytest.mark.clause("A41")
def test_in_the_guardians_own_match_two_judges_stand_in_for_him():
    f = clocks.play(clocks.post(DEFAULT, "Guardian", "B", POSTED), "B", after(10))
    f = clocks.dispute(DEFAULT, f, "Guardian", "", after(11))
    verdict = Verdict("reopen", terms=Terms(after(60), (9, 7)))
    with pytest.raises(Refusal):
        clocks.rule(DEFAULT, COURT, f, "Guardian", verdict, after(12))
    one = clocks.rule(DEFAULT, COURT, f, "Judge", verdict, after(12))
    assert one.state == "disputed"
    other = Verdict("reopen", terms=Terms(after(60), (8, 7)))
    assert clocks.rule(DEFAULT, COURT, one, "Knight", other, after(13)).state == "disputed"
    assert clocks.rule(DEFAULT, COURT, one, "Knight", verdict, after(13)).state == "reopened"
    three = Settings.of({"ruling_quorum": 3})
    vote = clocks.rule(three, COURT, f, "Judge", Verdict("uphold"), after(12))
    assert clocks.rule(three, COURT, vote, "Knight", Verdict("uphold"), after(12)).state == "final"


@pytest.mark.clause("R3")
def test_a_match_is_decided_once(played, disputed):
    for f in (played, disputed):
        with pytest.raises(Refusal) as refusal:
            clocks.play(f, "B", after(12))
        assert refusal.value.clause == "R3"


@pytest.mark.clause("A40")
def test_a_result_taken_back_leaves_the_clock_as_it_ran(posted):
    agreed = clocks.agree(posted, after(30), after(1))
    assert clocks.unplay(clocks.play(agreed, "A", after(30))) == agreed
    assert clocks.unplay(clocks.play(posted, "A", after(30))) == posted


@pytest.mark.clause("A40")
def test_a_match_that_had_to_wait_gets_its_hours_anew(posted):
    assert clocks.repost(DEFAULT, posted, after(20)).limit == after(92)
    longer = replace(posted, limit=after(200))
    assert clocks.repost(DEFAULT, longer, after(20)).limit == after(200)


PEOPLE = ["A", "B", "C", "Judge", "Guardian"]


def anything(data: st.DataObject, f: Fixture, by: list[str]) -> Fixture:
    """Some act or other at some hour or other; a refused one changes nothing."""
    who, now, time = data.draw(st.sampled_from(by)), after(data.draw(st.integers(0, 400))), after(data.draw(st.integers(0, 400)))
    winner = data.draw(st.sampled_from(["A", "B"]))
    acts = {
        "agree": lambda: clocks.agree(f, time, now),
        "propose": lambda: clocks.propose(f, who, time, now),
        "contact": lambda: clocks.contact_judge(f, who, now),
        "schedule": lambda: clocks.judge_schedule(DEFAULT, COURT, f, who, time, now),
        "extend": lambda: clocks.extend(COURT, f, who, time, "so"),
        "no_show": lambda: clocks.no_show(DEFAULT, COURT, f, who, (winner,), now),
        "play": lambda: clocks.play(f, winner, now),
        "dispute": lambda: clocks.dispute(DEFAULT, f, who, "", now),
        "accept": lambda: clocks.accept(DEFAULT, f, who, now),
        "uphold": lambda: clocks.rule(DEFAULT, COURT, f, who, Verdict("uphold"), now),
        "award": lambda: clocks.rule(DEFAULT, COURT, f, who, Verdict("award", winner), now),
        "reopen": lambda: clocks.rule(DEFAULT, COURT, f, who, Verdict("reopen", terms=Terms(time, (3, 4))), now),
    }
    try:
        return acts[data.draw(st.sampled_from(sorted(acts)))]()
    except Refusal:
        return f


@pytest.mark.clause("A38", "A45", "R8")
@hypothesis_settings(max_examples=30, deadline=None)
@given(st.data())
def test_no_sequence_of_acts_and_hours_forfeits_anybody_without_a_judge(data):
    f = clocks.post(DEFAULT, "A", "B", POSTED)
    for _ in range(25):
        f = anything(data, f, ["A", "B", "C"])
        assert f.state in ("posted", "scheduled", "conflict", "played", "disputed")
        assert f.absent == ()
        assert clocks.state_at(DEFAULT, f, after(100_000)) != "forfeited"


@pytest.mark.clause("D1")
@hypothesis_settings(max_examples=30, deadline=None)
@given(st.data())
def test_what_an_official_has_ruled_final_nothing_changes(data):
    f = clocks.post(DEFAULT, "A", "B", POSTED)
    for _ in range(30):
        before, f = f, anything(data, f, PEOPLE)
        if before.state == "final":
            assert f == before
        assert (f.winner is None) or f.winner in f.pair
        assert f.winner not in f.absent or f.state == "final"
