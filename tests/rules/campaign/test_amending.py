"""What a correction comes to is told before it is made (K52)."""

from __future__ import annotations

import pytest

from rules.campaign import acts
from rules.campaign.acts import Act
from rules.campaign.amending import Amended, amended, may_correct, opened
from rules.campaign.records import ATTACKERS, DEFENDER, UMPIRE
from rules.entry import Entry
from rules.rulings import Refusal
from tests.rules.campaign.builders import START, Journal, begun, ring
from tests.rules.campaign.test_corrections import ALL_FOUR, two_rounds

pytestmark = pytest.mark.clause("K52")


def ahead(journal: Journal, act: Act, reason: str = "it was wrong") -> Amended:
    return amended(journal.season, [Entry(journal.season.version + 1, START, None, act, reason=reason)])


def test_lords_points_and_places_of_closed_rounds_are_told_and_nothing_is_changed_yet():
    journal = two_rounds()
    before = journal.season
    told = ahead(journal, acts.Report("1.1", UMPIRE, None, 4, 6))
    assert [r.say() for r in told.said] == [
        "in round 1, a scores 4, not 10",
        "after round 1, b is free, not under a",
        "in round 1, b scores 6, not 0",
    ]
    assert [(m.player, m.place, m.total) for m in told.moved] == [("b", (4, 1), (0, 6)), ("a", (1, 4), (10, 4))]
    assert journal.season is before
    assert told.after.lord["b"] is None


def test_striking_a_result_of_the_open_round_tells_what_no_longer_follows():
    journal = two_rounds()
    battle = next(iter(journal.season.current.fights))
    told = ahead(journal, acts.Strike(journal.won(battle)))
    assert "battle" in {r.code for r in told.lost}
    assert (told.gained, told.said, told.nothing) == ((), (), False)


def test_an_answer_that_loses_what_it_answered_is_told():
    journal = two_rounds()
    battle = next(iter(journal.season.current.fights))
    fight = journal.season.fight(battle).battle
    report = journal.do(acts.Report(battle, ATTACKERS, None, 5, 5), by=fight.attackers[0])
    confirmed = journal.do(acts.Confirm(battle, DEFENDER), by=fight.defender)
    assert [e.seq for e in ahead(journal, acts.Strike(report)).lapsed] == [confirmed]
    assert ahead(journal, acts.Strike(confirmed)).lapsed == ()


def test_acts_that_become_unlawful_are_told():
    journal = begun(ring(*"abcd"))
    journal.play(ALL_FOUR, "drawn", "drawn")
    journal.play({"a": "d", "b": "c", "c": "b", "d": "a"}, "drawn", "drawn")
    journal.declare(**ALL_FOUR)
    told = ahead(journal, acts.Report("1.1", UMPIRE, DEFENDER, 10, 0))
    assert [(flag.entry.act.player, flag.clause) for flag in told.flags] == [("a", "C8"), ("b", "C8")]


def test_a_correction_that_leaves_no_possible_course_is_refused():
    journal = two_rounds()
    result = next(e.seq for e in journal.season.entries if isinstance(e.act, acts.Report))
    with pytest.raises(Refusal, match=r"no result yet for battle 1\.1"):
        ahead(journal, acts.Strike(result))


def test_what_was_published_or_closed_says_that_it_stands():
    journal = two_rounds()
    stands = {e.act.kind for e in journal.season.entries if may_correct(journal.season, e)}
    assert stands == {"enter", "begin", "close_diplomacy", "publish_allotment", "close_round"}


def test_a_closed_round_can_be_looked_at_as_if_it_were_open():
    journal = two_rounds()
    then = opened(journal.season, 1)
    assert (then.phase, then.current.number, then.closed, then.lord["b"]) == ("battle", 1, (), None)
    assert then.fight("1.1").filed.said == (DEFENDER, 10, 0)
    with pytest.raises(Refusal, match="round 2"):
        opened(journal.season, 2)
