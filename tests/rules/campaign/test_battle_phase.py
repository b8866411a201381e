"""Reports, answers, votes, joint armies, and the close of a round."""

from __future__ import annotations

import pytest

from rules.campaign import acts
from rules.campaign.records import ALLY, ATTACKERS, CINC, DEFENDER, SUB_GENERAL, UMPIRE, Command, Demoralised, Share
from rules.campaign.season import preview_close, preview_report, standings, warnings
from rules.rulings import Refusal
from tests.rules.campaign.builders import Journal, begun, ring, row
from tests.rules.campaign.test_signup import refused

clause = pytest.mark.clause


def duel() -> Journal:
    """a attacks b, battle 1.1."""
    journal = begun(row(*"abc"))
    journal.declare(a="b", b="a", c="b")
    journal.close()
    journal.publish(("b", "a"), reason="c is ill")
    return journal


def double() -> Journal:
    """a and c attack b, battle 1.1."""
    journal = begun(row(*"abc"))
    journal.declare(a="b", b="a", c="b")
    journal.close()
    journal.publish()
    return journal


def report(side: str, broken: str | None, attackers: int | None = None, defender: int | None = None, **more) -> acts.Report:
    return acts.Report("1.1", side, broken, attackers, defender, **more)


def standing(journal: Journal) -> str:
    return journal.season.fight("1.1").standing


@clause("C7")
def test_a_report_waits_for_the_other_side_to_confirm_it():
    journal = duel()
    assert standing(journal) == "missing"
    journal.do(report(ATTACKERS, DEFENDER, 10, 0), by="a")
    assert standing(journal) == "reported"
    journal.do(acts.Confirm("1.1", DEFENDER), by="b")
    assert standing(journal) == "confirmed"
    assert refused(journal, report(DEFENDER, None, 5, 5), by="b") == "C7"
    journal.do(report(ATTACKERS, DEFENDER, 10, 0), by="a")
    assert standing(journal) == "confirmed"
    journal.end()
    assert journal.season.lord["b"] == "a"


@clause("C7")
def test_two_reports_that_agree_confirm_each_other_and_two_that_differ_are_contested():
    journal = duel()
    journal.do(report(ATTACKERS, None, 6, 4), by="a")
    journal.do(report(DEFENDER, None, 5, 5), by="b")
    assert (standing(journal), journal.season.fight("1.1").filed) == ("contested", None)
    assert refused(journal, acts.CloseRound()) == "C7"
    journal.do(report(DEFENDER, None, 6, 4), by="b")
    assert standing(journal) == "confirmed"
    assert refused(journal, acts.Contest("1.1", DEFENDER), by="b", reason="no") == "C7"


@clause("C7")
def test_a_contested_report_is_settled_by_the_umpire_or_by_a_new_one():
    journal = duel()
    assert refused(journal, acts.Contest("1.1", DEFENDER), by="b", reason="x") == "C7"
    journal.do(report(ATTACKERS, DEFENDER, 10, 0), by="a")
    assert refused(journal, acts.Contest("1.1", DEFENDER), by="b") == "C7"
    journal.do(acts.Contest("1.1", DEFENDER), by="b", reason="it never broke")
    assert standing(journal) == "contested"
    assert refused(journal, acts.CloseRound()) == "C7"
    journal.do(report(ATTACKERS, None, 8, 2), by="a")
    assert standing(journal) == "reported"
    journal.do(acts.Contest("1.1", DEFENDER), by="b", reason="still wrong")
    journal.result("1.1", None, 7, 3)
    assert (standing(journal), journal.season.fight("1.1").filed.attackers) == ("settled", 7)
    for act in (report(ATTACKERS, None, 8, 2), acts.Confirm("1.1", ATTACKERS), acts.Contest("1.1", ATTACKERS)):
        assert refused(journal, act, by="a", reason="again") == "C7"


@clause("C7")
def test_who_takes_the_other_sides_word_gives_up_his_own_report():
    journal = duel()
    journal.do(report(ATTACKERS, None, 6, 4), by="a")
    journal.do(report(DEFENDER, None, 4, 6), by="b")
    journal.do(acts.Confirm("1.1", ATTACKERS), by="a")
    assert (standing(journal), journal.season.fight("1.1").filed.said) == ("confirmed", (None, 4, 6))


@clause("C2", "C7", "K45")
def test_a_round_is_not_closed_while_a_result_is_missing():
    journal = duel()
    with pytest.raises(Refusal) as no:
        journal.end()
    assert "1.1" in no.value.text
    journal.drawn("1.1")
    journal.end()
    assert journal.season.round == 2


@clause("K53", "C7")
def test_only_the_sides_and_the_umpire_report():
    journal = duel()
    journal.do(acts.Appoint("u", "umpire"))
    assert refused(journal, report(ATTACKERS, None, 5, 5), by="b") == "K53"
    assert refused(journal, report(UMPIRE, None, 5, 5), by="a") == "K53"
    assert refused(journal, report("judge", None, 5, 5), by="a") == "C7"
    assert refused(journal, acts.Report("1.9", ATTACKERS, None, 5, 5), by="a") == "C5"
    journal.do(report(DEFENDER, None, 5, 5), by="u", for_="b")
    assert standing(journal) == "reported"


@clause("C10", "K50", "C7a")
@pytest.mark.parametrize(("act", "expected"), [
    (report(UMPIRE, None, 11, 0), "K50"),
    (report(UMPIRE, None, -1, 0), "K50"),
    (report(UMPIRE, None, 5, None), "C10"),
    (report(UMPIRE, "everybody", 5, 5), "C7a"),
    (report(UMPIRE, None, demoralised=(Demoralised("umpire", CINC),)), "C10"),
    (report(UMPIRE, None), "K40"),
])  # fmt: skip
def test_an_impossible_result_is_refused(act: acts.Report, expected: str):
    assert refused(duel(), act) == expected


@clause("C10", "K51", "K40")
def test_points_are_worked_out_from_what_the_table_saw():
    journal = duel()
    three = (Command(CINC), Command(SUB_GENERAL), Command(SUB_GENERAL))
    journal.do(acts.Organise("a", three), by="a")
    seen = report(UMPIRE, DEFENDER, demoralised=(Demoralised(ATTACKERS, SUB_GENERAL),))
    assert (preview_report(journal.season, seen).attackers, preview_report(journal.season, seen).defender) == (9, 1)
    typed = report(UMPIRE, DEFENDER, 10, 0, demoralised=(Demoralised(ATTACKERS, SUB_GENERAL),))
    assert [p.code for p in preview_report(journal.season, typed).doubts] == ["points_differ"]
    stated = report(UMPIRE, None, attackers_commands=2, defender_commands=4, demoralised=(Demoralised(DEFENDER, CINC),))
    assert preview_report(journal.season, stated).attackers == 7
    journal.do(seen)
    journal.end()
    assert {r.player: r.total for r in standings(journal.season)} == {"a": 9, "b": 1, "c": 0}


@clause("K45")
def test_a_battle_unfinished_in_time_counts_as_it_stands():
    journal = duel()
    journal.result("1.1", None, 7, 3)
    journal.end()
    assert (journal.season.lord["b"], journal.season.closed[0].outcome.points["a"]) == (None, 7)


@clause("K24", "C7b")
def test_a_double_of_one_mind_names_a_lord_before_the_close():
    journal = double()
    assert refused(journal, acts.Vote("b", "1.1", "a"), by="b") == "L6"
    assert refused(journal, acts.Vote("a", "1.1", "b"), by="a") == "C7b"
    journal.do(acts.Vote("a", "1.1", "c"), by="a")
    journal.won("1.1")
    assert preview_close(journal.season).lord["b"] is None
    journal.do(acts.Vote("c", "1.1", "c"), by="c")
    assert preview_close(journal.season).lord["b"] == "c"
    journal.end()
    assert journal.season.lord == {"a": None, "b": "c", "c": None}
    assert refused(journal, acts.Vote("a", "1.1", "a"), by="a", reason="changed my mind") == "K52"


@clause("C7b")
def test_a_lone_attacker_has_nothing_to_vote_on():
    assert refused(duel(), acts.Vote("a", "1.1", "a"), by="a") == "C7b"


@clause("K24")
def test_a_vote_can_be_changed_and_may_be_for_nobody():
    journal = double()
    for p in "ac":
        journal.do(acts.Vote(p, "1.1", "a"), by=p)
    journal.do(acts.Vote("c", "1.1", None), by="c")
    journal.won("1.1")
    journal.end()
    assert journal.season.lord["b"] is None
    assert "named_none" in [r.code for r in journal.season.closed[0].rulings]


@clause("L6", "K41")
def test_the_joint_army_of_a_double_is_refused_until_it_is_right_and_agreed_by_each():
    journal = double()
    shares = (Share("a", 400, 1, CINC), Share("c", 400, 1, ALLY))
    assert refused(journal, acts.AgreeArmy("c", "1.1"), by="c") == "L6"
    assert refused(journal, acts.JointArmy("b", "1.1", shares), by="b") == "L6"
    assert refused(journal, acts.JointArmy("a", "1.1", shares[:1]), by="a") == "L6"
    assert refused(journal, acts.JointArmy("a", "1.1", (shares[0], Share("c", 402, 1, ALLY))), by="a") == "C6"
    assert refused(journal, acts.JointArmy("a", "1.1", (shares[0], Share("c", 400, 1, SUB_GENERAL))), by="a") == "L6"
    journal.do(acts.JointArmy("a", "1.1", shares), by="a")
    assert journal.season.fight("1.1").agreed == ("a",)
    journal.do(acts.AgreeArmy("c", "1.1"), by="c")
    assert journal.season.fight("1.1").agreed == ("a", "c")
    journal.do(acts.JointArmy("c", "1.1", shares), by="c")
    assert journal.season.fight("1.1").agreed == ("c",)


@clause("K40", "L6")
def test_the_umpire_is_told_whose_army_has_no_commands():
    journal = double()
    assert [(w.code, w.who) for w in warnings(journal.season)] == [
        ("not_organised", "b"), ("not_organised", "a"), ("not_organised", "c"), ("no_joint_army", "b"),
    ]  # fmt: skip
    journal.do(acts.Organise("b", (Command(CINC),)), by="b")
    journal.do(acts.JointArmy("a", "1.1", (Share("a", 400, 1, CINC), Share("c", 400, 1, ALLY))), by="a")
    journal.result("1.1", DEFENDER, 2, 7)
    codes = [(w.code, w.grave) for w in warnings(journal.season)]
    assert ("points_not_ten", False) in codes
    assert ("points_against_break", False) in codes
    assert "not_organised" in {c for c, _ in codes}


@clause("C7", "C7c", "C9", "C10")
def test_the_preview_of_a_close_is_what_the_close_then_brings():
    journal = begun(ring(*"abcdef"))
    journal.play({"a": "b", "b": "a", "c": "d", "d": "c", "e": "f", "f": "e"}, "won", "won", "drawn")
    journal.declare(a="c", b="c", c="b", d="a", e="d", f="a")
    journal.close()
    journal.publish()
    reports = [acts.Report(battle, UMPIRE, DEFENDER, 10, 0) for battle in journal.season.current.fights]
    before = journal.season
    seen = preview_close(before, reports)
    assert preview_close(before).missing == tuple(journal.season.current.fights)
    assert journal.season is before
    assert all(f.standing == "missing" for f in before.current.fights.values())
    for act in reports:
        journal.do(act)
    journal.end()
    assert journal.season.closed[-1].outcome == seen
    assert (journal.season.lord, journal.season.peace) == (seen.lord, seen.peace)
    assert sum(seen.points.values()) > 0


@clause("C7")
def test_the_preview_of_one_report_tells_what_that_battle_alone_decides():
    journal = double()
    journal.do(acts.Vote("a", "1.1", "a"), by="a")
    journal.do(acts.Vote("c", "1.1", "a"), by="c")
    told = preview_report(journal.season, report(UMPIRE, DEFENDER, 10, 0)).rulings
    assert [r.code for r in told] == ["battle", "named", "new_lord"]
    with pytest.raises(Refusal):
        preview_report(journal.season, acts.Report("9.9", UMPIRE, None, 5, 5))
