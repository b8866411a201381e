"""Army lists, commands, and the joint army of a double."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from rules.campaign import muster
from rules.campaign.acts import HandInList
from rules.campaign.muster import army_sheet, command_problems, list_problems, points_text, roles, team_problems
from rules.campaign.records import ALLY, CINC, SUB_GENERAL, Command, Part, Share, TroopLine
from rules.campaign.settings import Settings

clause = pytest.mark.clause


def a_list(**change) -> HandInList:
    """A list without a fault, with these changes."""
    given = {
        "player": "A", "book": 2, "number": 32, "edition": "2nd", "external_allies": False, "ap_half": 800, "received": datetime(1999, 9, 16, 23, 59)
    }  # fmt: skip
    return HandInList(**{**given, **change})


def faults(**change) -> list[tuple[str, bool]]:
    return [(p.code, p.grave) for p in list_problems(a_list(**change), Settings.of({}))]


@clause("L1", "L2", "L3", "L4", "army_points=400", "list_deadline=1999-09-17T00:00:00")
def test_a_list_of_exactly_four_hundred_points_before_the_day_is_right():
    assert faults() == []


@clause("L2")
@pytest.mark.parametrize("book", [0, 3])
def test_other_books_are_refused(book: int):
    assert faults(book=book) == [("wrong_book", True)]


@clause("L2")
@pytest.mark.parametrize(("book", "number", "known"), [(1, 64, True), (1, 65, False), (2, 84, True), (2, 85, False), (1, 0, False)])
def test_a_list_must_be_one_of_its_book(book: int, number: int, known: bool):
    assert faults(book=book, number=number) == ([] if known else [("unknown_list", True)])


@clause("L3", "C6")
def test_half_a_point_too_many_is_too_many():
    assert faults(ap_half=801) == [("over_army_points", True)]
    assert points_text(801) == "400.5"
    assert points_text(800) == "400"


@clause("L3", "army_points=350")
def test_the_limit_can_be_another_number():
    assert [p.code for p in list_problems(a_list(ap_half=702), Settings.of({"army_points": 350}))] == ["over_army_points"]


@clause("L4")
def test_external_allies_are_refused():
    assert faults(external_allies=True) == [("external_allies", True)]


@clause("L1", "K39", "late_lists=flag")
def test_a_late_list_earns_a_mark_and_the_seventeenth_itself_is_late():
    assert faults(received=datetime(1999, 9, 17)) == [("late", False)]


@clause("K39", "late_lists=reject")
def test_by_choice_a_late_list_is_refused():
    found = list_problems(a_list(received=datetime(1999, 9, 18)), Settings.of({"late_lists": "reject"}))
    assert [(p.code, p.grave) for p in found] == [("late", True)]


@clause("L1", "list_deadline=2024-05-01T12:00:00+02:00")
def test_a_deadline_with_an_offset_is_an_instant():
    chosen = Settings.of({"list_deadline": "2024-05-01T12:00:00+02:00"})
    assert not muster.is_late(datetime(2024, 5, 1, 9, 59, tzinfo=UTC), chosen)
    assert muster.is_late(datetime(2024, 5, 1, 10, 0, tzinfo=UTC), chosen)
    assert muster.is_late(datetime(1999, 9, 17, tzinfo=UTC), Settings.of({}))


@clause("L3")
def test_the_points_of_a_list_with_lines_are_added_up():
    lines = (TroopLine(12, "Reg", "Bd", "O"), TroopLine(1, "Irr", "Kn", "F", general=CINC))
    given = a_list(ap_half=5, troops=lines)
    assert muster.list_ap(given) == 2 * (12 * 7 + 9 + 10)
    assert faults(troops=(TroopLine(1, "Reg", "Bd", "Q"),)) == [("unknown_troop", True)]


TROOPS = (TroopLine(8, "Reg", "Bd", "O"), TroopLine(6, "Irr", "Ps", "O"))
COMMANDS = (Command(CINC, "centre"), Command(SUB_GENERAL, "left"))


@clause("L5", "K40")
def test_the_list_has_no_commands_and_a_round_gives_it_some():
    parts = (Part(0, 0, 5), Part(1, 0, 3), Part(1, 1, 6))
    assert command_problems(COMMANDS, parts, TROOPS) == ()
    sheet = army_sheet(COMMANDS, parts, TROOPS)
    assert [(c.elements, c.equivalents, c.demoralised_at) for c in sheet.commands] == [(5, 10, 4), (9, 12, 4)]
    assert (sheet.equivalents, sheet.broken_at) == (22, 11)


@clause("L5")
@pytest.mark.parametrize(("commands", "parts", "code"), [
    ((), (), "not_one_commander"),
    ((Command(CINC), Command(CINC)), (), "not_one_commander"),
    ((Command(CINC), Command("king")), (), "wrong_role"),
    (COMMANDS, (Part(0, 0, 5), Part(1, 0, 4)), "too_many_elements"),
    (COMMANDS, (Part(2, 0, 1),), "unknown_part"),
    (COMMANDS, (Part(0, 2, 1),), "unknown_part"),
    (COMMANDS, (Part(0, 0, 0),), "unknown_part"),
])  # fmt: skip
def test_impossible_commands_are_refused(commands: tuple[Command, ...], parts: tuple[Part, ...], code: str):
    assert [p.code for p in command_problems(commands, parts, TROOPS)] == [code]


LORDS = {"L": None, "S": "L", "T": "S", "A": None, "B": None}


def team(text: str, **chosen) -> list[tuple[str, str | None]]:
    """ "L 100 1 cinc, S 50 1 ally": player, points, commands, role."""
    shares = []
    for one in text.split(", "):
        p, ap, commands, role = one.split()
        shares.append(Share(p, int(ap) * 2, int(commands), role))
    return [(p.code, p.who) for p in team_problems(shares, LORDS, Settings.of(chosen))]


@clause("L6", "K42", "C6")
def test_members_may_share_the_points_as_they_like():
    assert team("A 300 2 cinc, B 100 1 ally") == []


@clause("L6", "K41")
def test_a_subordinate_of_the_commander_in_chief_serves_as_sub_general_however_deep():
    assert team("L 200 1 cinc, T 100 1 sub-general, A 100 1 ally") == []
    assert team("L 200 1 cinc, T 100 1 ally, A 100 1 sub-general") == [("wrong_role", "T"), ("wrong_role", "A")]


@clause("K41")
def test_a_subordinate_of_a_mere_ally_is_an_ally():
    assert team("A 200 1 cinc, L 100 1 ally, S 100 1 ally") == []
    assert team("A 200 1 cinc, L 100 1 ally, S 100 1 sub-general") == [("wrong_role", "S")]
    assert roles("ALS", "A", LORDS) == {"A": CINC, "L": ALLY, "S": ALLY}


@clause("K41")
def test_nobody_commands_his_own_lord():
    assert team("T 200 1 cinc, L 200 1 ally") == [("commands_own_lord", "T")]


@clause("L6")
def test_each_member_brings_a_command_and_one_of_them_commands():
    assert team("A 200 0 cinc, B 200 1 ally") == [("no_command", "A")]
    assert team("A 200 1 ally, B 200 1 ally") == [("not_one_commander", None)]
    assert team("A 200 1 cinc, B 200 1 cinc") == [("not_one_commander", None)]


@clause("C5", "C6", "team_cap=4", "army_points=400")
def test_five_players_or_more_than_four_hundred_points_are_too_many():
    assert team("A 200 1 cinc, B 201 1 ally") == [("over_army_points", None)]
    five = "A 80 1 cinc, B 80 1 ally, L 80 1 ally, S 80 1 ally, T 80 1 ally"
    assert team(five) == [("team_too_large", None)]
    assert team(five, team_cap=5) == []
