"""All acts with their rounds: what counts, and what of the sealed ones is ever made known (K4, K52)."""

from __future__ import annotations

import pytest

from rules.campaign import acts
from rules.campaign.ledger import Line, ledger
from rules.campaign.records import UMPIRE
from tests.rules.campaign.builders import Journal, begun, ring
from tests.rules.campaign.test_corrections import ALL_FOUR, two_rounds


def lines(journal: Journal, *kinds: str) -> list[Line]:
    return [line for line in ledger(journal.season.entries) if not kinds or line.entry.act.kind in kinds]


@pytest.mark.clause("K52")
def test_an_act_belongs_to_its_round_and_one_on_a_battle_to_the_round_of_the_battle():
    journal = two_rounds()
    late = journal.do(acts.Report("1.1", UMPIRE, None, 5, 5), reason="misread")
    assert {line.round for line in lines(journal, "enter", "draw_map")} == {0}
    assert [line.round for line in lines(journal, "begin", "declare", "close_diplomacy")] == [1, *[1] * 5, *[2] * 5]
    assert {line.entry.seq: line.round for line in lines(journal, "report")}[late] == 1


@pytest.mark.clause("K52")
def test_it_knows_what_struck_or_replaced_an_act_and_when_that_was_taken_back():
    journal = two_rounds()
    declared = lines(journal, "declare")[0].entry.seq
    new = journal.do(acts.Declare("a", "d"), corrects=declared, reason="misread")
    told = {line.entry.seq: line for line in lines(journal, "declare")}
    assert (told[declared].gone, told[new].gone, told[new].round, told[new].revealed) == (new, None, 1, True)
    journal.do(acts.Strike(journal.do(acts.Strike(new), reason="no")), reason="yes")
    assert {line.entry.seq: line.gone for line in lines(journal, "declare")}[new] is None


@pytest.mark.clause("K4")
def test_only_the_last_word_of_each_is_made_known_by_the_close():
    journal = begun(ring(*"abcd"))
    journal.play(ALL_FOUR, "won", "drawn")
    journal.declare(c="a", d="b")
    journal.declare(c="b")
    journal.do(acts.Order("a", "b", "d"), by="a")
    journal.do(acts.Order("a", "b", None), by="a")
    journal.do(acts.Order("a", "b", "c"), by="a")
    assert not any(line.revealed for line in lines(journal, "declare", "order") if line.round == 2)
    journal.close()
    known = [line.entry.act for line in lines(journal, "declare", "order") if line.round == 2 and line.revealed]
    assert known == [acts.Declare("d", "b"), acts.Declare("c", "b"), acts.Order("a", "b", "c")]


@pytest.mark.clause("K4", "K43", "K52")
def test_what_became_void_is_never_made_known():
    journal = begun(ring(*"abcd"))
    journal.play(ALL_FOUR, "drawn", "drawn")
    journal.declare(a="d", b="c")
    journal.do(acts.Reopen())
    journal.end()
    journal.declare(c="b", d="a")
    journal.do(acts.Leave("d"))
    journal.close()
    assert [line.entry.act for line in lines(journal, "declare") if line.round == 2 and line.revealed] == [acts.Declare("c", "b")]
