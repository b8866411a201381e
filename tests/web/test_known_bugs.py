"""Bugs that programs of this kind are known for, each with the test that keeps it out. Those kept out elsewhere are named, and must be there:

- a saved declaration that nobody confirmed is lost at the deadline; a deliberate empty one counts as a no-show (here);
- a pyramid or points move before all battles of the phase are in (here);
- a beaten player's orders still bind men who have another lord by now (here);
- the declaration of somebody who was taken out still counts; lordship is paid before the last round is resolved; two simultaneous reports make two
  results; a game that nobody files anything in comes to a halt (ELSEWHERE).
"""

from __future__ import annotations

import importlib
from itertools import permutations

import pytest

from rules.campaign import acts, filing
from rules.campaign.questions import preview_close, standings, targets, undeclared
from rules.campaign.records import ATTACKERS, DEFENDER, UMPIRE
from tests.rules.campaign.builders import Journal, begun, ring, row
from tests.rules.campaign.test_signup import refused

ELSEWHERE = {
    "tests.rules.campaign.test_rounds": (
        "test_who_leaves_in_diplomacy_voids_what_he_filed_and_what_was_filed_on_him",
        "test_the_bonus_counts_the_pyramid_after_the_last_round",
        "test_nobody_filing_anything_stops_nothing",
    ),
    "tests.web.test_battle_report": ("test_two_simultaneous_reports_give_one_result",),
}
ALL_FOUR = {"a": "b", "b": "a", "c": "d", "d": "c"}


@pytest.mark.parametrize("module, name", [(module, name) for module, names in ELSEWHERE.items() for name in names])
def test_the_tests_that_keep_the_other_bugs_out_are_there(module: str, name: str):
    assert callable(getattr(importlib.import_module(module), name))


@pytest.mark.clause("K3")
def test_a_declaration_counts_at_the_deadline_from_the_moment_it_is_handed_in():
    journal = begun(row(*"abc"))
    journal.declare(a="b")
    assert undeclared(journal.season) == ("b", "c")
    journal.close()
    effective = journal.season.current.effective
    assert effective.target["a"] == "b"
    assert [p.who for p in effective.problems] == ["b", "c"]


@pytest.mark.clause("K6", "K7")
def test_who_hands_in_an_empty_declaration_because_he_must_is_no_no_show():
    """After a and b have fought, each is at peace with his only neighbour."""
    journal = begun(row(*"ab"), rounds=2)
    journal.play({"a": "b", "b": "a"}, "drawn")
    assert targets(journal.season, "a").lawful == ()
    journal.declare(a=None)
    assert undeclared(journal.season) == ()
    assert [r.code for r in filing.silence(journal.season)] == ["empty"]
    journal.close()
    assert journal.season.current.effective.problems == ()


def crossed() -> Journal:
    """a leads b, c leads d; then b attacks c and d attacks a, and both break the other's lord."""
    journal = begun(ring(*"abcd"), rounds=3)
    journal.play(ALL_FOUR, "won", "won")
    lords = journal.season.lord
    low = sorted(p for p in lords if lords[p])
    wars = {p: next(q for q in targets(journal.season, p).lawful if lords[q] is None) for p in low}
    journal.declare(**wars)
    journal.close()
    journal.publish()
    return journal


@pytest.mark.clause("C7", "K38")
def test_neither_pyramid_nor_points_depend_on_which_result_came_first():
    ends = []
    for order in permutations(crossed().season.current.fights):
        journal = crossed()
        lords, table = dict(journal.season.lord), standings(journal.season)
        for battle in order:
            fight = journal.season.fight(battle).battle
            low = next(p for p in fight.players if lords[p])
            broken = ATTACKERS if fight.defender == low else DEFENDER
            assert (journal.season.lord, standings(journal.season)) == (lords, table)
            journal.do(acts.Report(battle, UMPIRE, broken, *((0, 10) if broken == ATTACKERS else (10, 0))))
        foreseen = preview_close(journal.season)
        journal.end()
        assert (foreseen.lord, foreseen.points) == (journal.season.lord, journal.season.closed[-1].outcome.points)
        ends.append((journal.season.lord, standings(journal.season)))
    assert len(ends) == 2
    assert ends[0] == ends[1]


@pytest.mark.clause("C7d", "C8", "K10")
def test_a_beaten_lords_order_binds_nobody_who_has_another_lord_by_now():
    """a orders his man b about; then c breaks b, who serves c from there on. In the next round nothing of a's order is left."""
    journal = begun(ring(*"abcd"), rounds=3)
    journal.play(ALL_FOUR, "won", "drawn")
    journal.do(acts.Order("a", "b", "c"), by="a")
    journal.declare(c="b", d="a")
    journal.close()
    journal.publish(("b", "c"), ("a", "d"), reason="c came first")
    journal.won("2.1")
    journal.drawn("2.2")
    journal.end()
    assert journal.season.lord["b"] == "c"
    assert journal.season.current.orders == []
    assert refused(journal, acts.Order("a", "b", "d"), by="a") == "K10"
    journal.close()
    assert journal.season.current.effective.kept == {}
    assert journal.season.current.effective.target["b"] is None
