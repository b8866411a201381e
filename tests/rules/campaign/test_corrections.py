"""Undo, corrections of what has been, and the reopening of a round (K52)."""

from __future__ import annotations

import pytest

from rules.campaign import acts
from rules.campaign.records import ATTACKERS, DEFENDER, UMPIRE
from rules.campaign.season import apply, as_of, changes, replay, standings, targets, warnings
from rules.entry import Entry
from rules.rulings import Refusal
from tests.rules.campaign.builders import Journal, begun, ring, row, signed_up
from tests.rules.campaign.test_signup import refused

pytestmark = pytest.mark.clause("K52")
ALL_FOUR = {"a": "b", "b": "a", "c": "d", "d": "c"}


def two_rounds(first: str = "won") -> Journal:
    """a against b and c against d in round 1 (the first ends as said, the second undecided); then c attacks b, and d attacks a."""
    journal = begun(ring(*"abcd"))
    journal.play(ALL_FOUR, first, "drawn")
    journal.declare(a="d", b="c", c="b", d="a")
    journal.close()
    journal.publish()
    return journal


def test_an_undo_strikes_a_report_and_the_one_before_it_stands_again():
    journal = two_rounds()
    battle = next(iter(journal.season.current.fights))
    journal.do(acts.Report(battle, ATTACKERS, None, 5, 5), by=journal.season.fight(battle).battle.attackers[0])
    settled = journal.won(battle)
    assert journal.season.fight(battle).standing == "settled"
    journal.do(acts.Strike(settled))
    assert journal.season.fight(battle).standing == "reported"


def test_striking_a_strike_brings_the_act_back():
    journal = two_rounds()
    battle = next(iter(journal.season.current.fights))
    strike = journal.do(acts.Strike(journal.won(battle)))
    assert journal.season.fight(battle).standing == "missing"
    journal.do(acts.Strike(strike))
    assert journal.season.fight(battle).standing == "settled"


def test_a_result_corrected_later_changes_lords_points_and_peace_but_not_what_was_published():
    journal = two_rounds()
    published = [f.battle for f in journal.season.current.fights.values()]
    before = journal.season
    journal.result("1.1", None, 6, 4, reason="the army had not broken")
    after = journal.season
    assert before.lord["b"] == "a"
    assert after.lord["b"] is None
    assert after.closed[0].outcome.points == {"a": 6, "b": 4, "c": 5, "d": 5}
    assert [f.battle for f in after.current.fights.values()] == published
    assert [r.say() for r in changes(before, after)] == [
        "in round 1, a scores 6, not 10", "after round 1, b is free, not under a", "in round 1, b scores 4, not 0",
    ]  # fmt: skip


def test_a_war_that_turns_out_to_be_on_ones_own_lord_stands_flagged_until_the_umpire_speaks():
    journal = begun(ring(*"abcd"), rounds=4)
    journal.play(ALL_FOUR, "drawn", "drawn")
    journal.play({"a": "d", "b": "c", "c": "b", "d": "a"}, "drawn", "drawn")
    journal.declare(**ALL_FOUR)
    filed = journal.season.version - 3, journal.season.version - 2
    journal.do(acts.Report("1.1", UMPIRE, DEFENDER, 10, 0), reason="it did break")
    assert [flag.entry.seq for flag in journal.season.open_flags] == list(filed)
    assert {flag.clause for flag in journal.season.open_flags} == {"C8"}
    assert [w.code for w in warnings(journal.season) if w.clause == "K52"] == ["flagged", "flagged"]
    journal.do(acts.LetStand(filed[0]))
    journal.do(acts.Strike(filed[1]))
    assert journal.season.open_flags == ()
    journal.close()
    assert journal.season.current.effective.target == {"a": "b", "b": None, "c": "d", "d": "c"}
    journal.publish()
    assert ("b", ("a",)) in [(f.battle.defender, f.battle.attackers) for f in journal.season.current.fights.values()]


def test_a_new_declaration_takes_the_place_of_a_flagged_one():
    journal = begun(ring(*"abcd"))
    journal.play(ALL_FOUR, "drawn", "drawn")
    journal.play({"a": "d", "b": "c", "c": "b", "d": "a"}, "drawn", "drawn")
    journal.declare(**ALL_FOUR)
    journal.do(acts.Report("1.1", UMPIRE, DEFENDER, 10, 0), reason="it did break")
    journal.declare(a="c", b="d")
    assert journal.season.open_flags == ()
    assert refused(journal, acts.LetStand(3)) == "K52"


def test_a_published_war_that_became_unlawful_is_fought_all_the_same():
    journal = begun(ring(*"abcd"))
    journal.play(ALL_FOUR, "drawn", "drawn")
    journal.play({"a": "d", "b": "c", "c": "b", "d": "a"}, "drawn", "drawn")
    journal.play(ALL_FOUR, "drawn", "won")
    battles = [f.battle for f in journal.season.closed[2].fights.values()]
    journal.do(acts.Report("1.1", UMPIRE, DEFENDER, 10, 0), reason="it did break")
    assert [f.battle for f in journal.season.closed[2].fights.values()] == battles
    assert len(journal.season.open_flags) == 2
    assert journal.season.lord == {"a": None, "b": "a", "c": None, "d": "c"}


def paired_by_hand() -> Journal:
    """Two drawn rounds; in the third b attacks a without a declaration, for the umpire paired them."""
    journal = begun(ring(*"abcd"))
    journal.play(ALL_FOUR, "drawn", "drawn")
    journal.play({"a": "d", "b": "c", "c": "b", "d": "a"}, "drawn", "drawn")
    journal.declare(c="d", d="c")
    journal.close()
    journal.publish(("b", "a"), ("d", "c"), reason="both wanted to play")
    return journal


def test_a_published_war_without_a_declaration_is_flagged_when_it_becomes_unlawful():
    """Two idle men are paired by hand; then it turns out that one of them had become the other's lord the round before."""
    journal = paired_by_hand()
    published = journal.season.version
    assert journal.season.open_flags == ()
    before = journal.season
    journal.do(acts.Report("1.1", UMPIRE, DEFENDER, 10, 0), reason="it did break")
    (flag,) = journal.season.open_flags
    assert (flag.entry.seq, flag.clause) == (published, "C8")
    assert "⟦a⟧ did not declare war on ⟦b⟧, and may not" in flag.text
    assert [w.text.endswith("it was published, so let it stand") for w in warnings(journal.season) if w.code == "flagged"] == [True]
    assert [r.code for r in changes(before, journal.season) if r.code == "flagged"] == ["flagged"]
    assert refused(journal, acts.Strike(published), reason="no") == "K52"
    journal.do(acts.LetStand(published))
    assert journal.season.open_flags == ()
    assert [f.battle.attackers for f in journal.season.current.fights.values()] == [("a",), ("c",)]
    assert replay(journal.season.entries) == journal.season


@pytest.mark.clause("K4")
def test_a_flag_tells_of_a_sealed_declaration_only_to_who_may_read_it():
    """In the third round b names a, who then turns out to have become his lord: that b named him stays sealed."""
    journal = begun(ring(*"abcd"))
    journal.play(ALL_FOUR, "drawn", "drawn")
    journal.play({"a": "d", "b": "c", "c": "b", "d": "a"}, "drawn", "drawn")
    journal.do(acts.Appoint("u", "umpire"))
    journal.declare(b="a")
    before = journal.season
    journal.do(acts.Report("1.1", UMPIRE, DEFENDER, 10, 0), reason="it did break")
    season = journal.season
    (flag,) = season.open_flags
    assert "⟦a⟧" in flag.text
    for reader, told in ((None, False), ("c", False), ("u", True)):
        said = [w.text for w in warnings(season, reader) if w.code == "flagged"] + [
            r.text for r in changes(before, season, reader) if r.code == "flagged"
        ]
        assert [flag.text in text for text in said] == [told, told], reader


def test_a_published_war_that_stays_lawful_is_not_flagged():
    journal = paired_by_hand()
    journal.do(acts.Report("1.1", UMPIRE, None, 6, 4), reason="misread")
    assert journal.season.open_flags == ()


def test_a_vote_that_comes_late_by_the_umpire_counts_in_its_round():
    journal = begun(row(*"abc"), rounds=2)
    journal.play({"a": "b", "b": "a", "c": "b"}, "won")
    assert journal.season.lord["b"] is None
    journal.do(acts.Vote("a", "1.1", "c"), reason="said so at the table")
    journal.do(acts.Vote("c", "1.1", "c"), reason="said so at the table")
    assert journal.season.lord["b"] == "c"
    assert journal.season.closed[0].outcome.lord["b"] == "c"


def test_a_result_of_the_last_round_can_be_corrected_when_all_is_over():
    journal = begun(row(*"ab"), rounds=1)
    journal.play({"a": "b", "b": "a"}, "drawn")
    journal.result("1.1", DEFENDER, 10, 0, reason="misread")
    assert journal.season.phase == "finished"
    assert [(r.player, r.total) for r in standings(journal.season)] == [("a", 15), ("b", 0)]


def test_a_declaration_is_corrected_in_its_place_and_the_allotment_stands():
    journal = two_rounds()
    declared = next(e.seq for e in journal.season.entries if isinstance(e.act, acts.Declare) and e.act.player == "a")
    journal.do(acts.Declare("a", "d"), corrects=declared, reason="misread his note")
    assert journal.season.closed[0].own["a"] == "d"
    assert journal.season.closed[0].fights["1.1"].battle.attackers == ("a",)
    assert [e.seq for e in journal.season.entries] == list(range(1, journal.season.version + 1))


def test_a_province_drawn_wrongly_is_corrected_from_the_start():
    journal = signed_up([*row(*"abc"), ("pa", "_1"), ("_1", "pb"), ("pa", "pc")])
    journal.do(acts.Begin("s", ("a", "b", "c")))
    journal.declare(a="b", c="b")
    given = next(e.seq for e in journal.season.entries if isinstance(e.act, acts.AssignProvince) and e.act.player == "a")
    journal.do(acts.AssignProvince("a", "_1"), corrects=given, reason="wrong name")
    assert targets(journal.season, "a").lawful == ("b",)
    assert journal.season.open_flags == ()


@pytest.mark.clause("K53")
def test_corrections_are_the_umpires_and_need_a_reason():
    journal = two_rounds()
    journal.do(acts.Appoint("u", "umpire"))
    late = acts.Report("1.1", UMPIRE, None, 5, 5)
    assert refused(journal, late, by="u") == "K52"
    assert refused(journal, late, by="a", reason="I won") == "K52"
    assert refused(journal, acts.Strike(20), by="a", reason="mine") == "K52"
    journal.do(late, by="u", reason="misread")


def test_what_was_published_or_closed_stands():
    journal = two_rounds()
    for entry in journal.season.entries:
        if isinstance(entry.act, acts.Begin | acts.CloseDiplomacy | acts.PublishAllotment | acts.CloseRound | acts.Enter):
            assert refused(journal, acts.Strike(entry.seq), reason="no") == "K52"
    assert refused(journal, acts.Strike(999), reason="no") == "K52"


def test_no_round_is_left_without_a_result_and_no_act_is_corrected_into_an_unlawful_one():
    journal = two_rounds()
    reported = next(e.seq for e in journal.season.entries if isinstance(e.act, acts.Report))
    assert refused(journal, acts.Strike(reported), reason="wrong") == "C7"
    assert refused(journal, acts.Strike(reported)) == "K52"
    assert refused(journal, acts.Report("1.1", UMPIRE, None, 11, 0), reason="wrong") == "K50"
    declared = next(e.seq for e in journal.season.entries if isinstance(e.act, acts.Declare) and e.act.player == "a")
    assert refused(journal, acts.Declare("a", "c"), corrects=declared, reason="wrong") == "C4"
    assert refused(journal, acts.Declare("b", "a"), corrects=declared, reason="wrong") == "K52"
    assert refused(journal, acts.Dispatch("a", 1, "x"), corrects=declared, reason="wrong") == "K52"
    journal.do(acts.Declare("a", "d"), corrects=declared, reason="misread")
    assert refused(journal, acts.Declare("a", "b"), corrects=declared, reason="again") == "K52"


def test_answers_to_a_report_that_was_struck_lapse():
    journal = two_rounds()
    battle = next(iter(journal.season.current.fights))
    one = journal.season.fight(battle).battle
    filed = journal.do(acts.Report(battle, ATTACKERS, None, 5, 5), by=one.attackers[0])
    journal.do(acts.Confirm(battle, DEFENDER), by=one.defender)
    journal.do(acts.Strike(filed))
    assert journal.season.fight(battle).standing == "missing"
    assert journal.season.open_flags == ()


def test_the_last_battle_phase_can_be_opened_again_until_the_next_declarations_are_revealed():
    journal = begun(ring(*"abcd"))
    assert refused(journal, acts.Reopen()) == "K52"
    journal.play(ALL_FOUR, "won", "drawn")
    journal.declare(a="d")
    journal.do(acts.Reopen(), reason="two results swapped")
    assert (journal.season.phase, journal.season.round, journal.season.lord["b"], journal.season.peace) == ("battle", 1, None, ())
    journal.held("1.1")
    journal.end()
    assert journal.season.lord == {"a": "b", "b": None, "c": None, "d": None}
    assert journal.season.current.own == {}
    journal.close()
    assert refused(journal, acts.Reopen(), reason="no") == "K52"


def test_the_last_round_of_all_can_be_opened_again_too_and_one_closed_without_battles():
    journal = begun(row(*"ab"), rounds=1)
    journal.do(acts.CloseRound(without_battles=True), reason="snow")
    journal.do(acts.Reopen(), reason="it thawed")
    assert (journal.season.phase, journal.season.current.skipped) == ("diplomacy", False)
    journal.close()
    journal.do(acts.CloseRound(without_battles=True), reason="snow")
    journal.do(acts.Reopen(), reason="it thawed")
    assert journal.season.phase == "assign"
    journal.publish()
    journal.end()
    assert journal.season.phase == "finished"


def test_a_correction_after_a_reopening_finds_the_close_that_counts():
    journal = begun(ring(*"abcd"))
    journal.play(ALL_FOUR, "won", "drawn")
    journal.do(acts.Reopen(), reason="swapped")
    journal.held("1.1")
    journal.end()
    journal.result("1.1", None, 5, 5, reason="neither broke")
    assert set(journal.season.lord.values()) == {None}


def test_how_things_stood_after_each_round_can_be_asked():
    journal = two_rounds()
    for battle in list(journal.season.current.fights):
        journal.drawn(battle)
    journal.end()
    assert as_of(journal.season, 0).lord == dict.fromkeys("abcd")
    assert as_of(journal.season, 1).lord["b"] == "a"
    assert as_of(journal.season, 1).peace == (("a", "b"), ("c", "d"))
    assert as_of(journal.season, 2).round == 2


def test_acts_come_in_order_and_replaying_them_gives_the_same_season():
    journal = two_rounds()
    journal.result("1.1", None, reason="misread")
    assert replay(journal.season.entries) == journal.season
    old = Entry(1, journal.at, None, acts.StartClock())
    with pytest.raises(Refusal):
        apply(journal.season, old)


def test_a_correction_can_be_corrected_in_its_turn_and_struck_again():
    journal = two_rounds()
    first = journal.result("1.1", None, 6, 4, reason="misread")
    second = journal.do(acts.Report("1.1", UMPIRE, None, 7, 3), reason="misread again", corrects=first)
    scored = [journal.season.closed[0].outcome.points["a"]]
    for one in (second, first):
        journal.do(acts.Strike(one), reason="it was right before")
        scored.append(journal.season.closed[0].outcome.points["a"])
    assert scored == [7, 6, 10]
    assert replay(journal.season.entries) == journal.season
