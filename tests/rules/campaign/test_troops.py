"""Army points and element equivalents."""

from __future__ import annotations

import pytest

from rules.campaign.records import ALLY, CINC, SUB_GENERAL, TroopLine
from rules.campaign.troops import DBM_3, SORTS, army_ap, army_breaks_at, command_breaks_at, line_ap, line_equivalents, line_problems

clause = pytest.mark.clause


@clause("L3", "C6")
@pytest.mark.parametrize(("line", "ap", "weight"), [
    (TroopLine(12, "Reg", "Bd", "O"), 84, 12),
    (TroopLine(4, "Irr", "Hd", "I"), 2, 0),
    (TroopLine(6, "Irr", "Ps", "O"), 12, 3),
    (TroopLine(1, "Reg", "Wwg", "I"), 3, 3),
    (TroopLine(2, "Irr", "Cv", "O", extra="chariot"), 12, 2),
    (TroopLine(4, "Reg", "Ax", "S", extra="mounted"), 24, 4),
    (TroopLine(6, "Fort", "TF", ""), 12, 0),
    (TroopLine(2, "Reg", "Bge", "O"), 0, 0),
    (TroopLine(1, "Reg", "Kn", "F", general=CINC), 31, 1),
    (TroopLine(1, "Irr", "Kn", "F", general=SUB_GENERAL), 19, 1),
    (TroopLine(1, "Reg", "Cv", "O", general=ALLY), 28, 1),
])  # fmt: skip
def test_a_line_costs_and_weighs(line: TroopLine, ap: int, weight: int):
    assert line_ap(line) == ap * 2
    assert line_equivalents(line) == weight * 2
    assert line_problems([line]) == ()


@clause("L3")
def test_ally_generals_are_cheaper_in_the_third_version():
    assert army_ap([TroopLine(1, "Reg", "Cv", "O", general=ALLY), TroopLine(1, "Irr", "Cv", "O", general=ALLY)], DBM_3) == 2 * (18 + 12)


@clause("L3")
def test_the_table_knows_every_sort_once():
    assert len(SORTS) == 114
    assert all(ap >= 0 and weight in (0, 1, 2, 6) for ap, weight in SORTS.values())


@clause("L3")
@pytest.mark.parametrize(("line", "codes"), [
    (TroopLine(1, "Reg", "Hd", "O"), ["unknown_troop"]),
    (TroopLine(0, "Reg", "Bd", "O"), ["no_elements"]),
    (TroopLine(1, "Reg", "Bd", "O", general="king"), ["unknown_general"]),
    (TroopLine(1, "Fort", "TF", "", general=CINC), ["unknown_general"]),
    (TroopLine(1, "Reg", "Bd", "O", extra="elephant"), ["unknown_extra"]),
])  # fmt: skip
def test_what_the_table_does_not_know_is_told(line: TroopLine, codes: list[str]):
    found = line_problems([line])
    assert [p.code for p in found] == codes
    assert found[0].text.startswith("line 1:")


@clause("L5")
@pytest.mark.parametrize(("halves", "command", "army"), [(0, 0, 0), (1, 1, 1), (6, 2, 3), (7, 3, 4), (48, 16, 24)])
def test_commands_break_at_a_third_and_armies_at_a_half_rounded_up_to_a_half(halves: int, command: int, army: int):
    assert (command_breaks_at(halves), army_breaks_at(halves)) == (command, army)
