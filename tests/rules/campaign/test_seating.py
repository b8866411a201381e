"""The allotment in the making: where somebody may be moved, what that breaks or departs from, and what it makes of the tables."""

from __future__ import annotations

import pytest

from rules.campaign import seating
from rules.campaign.records import ATTACKERS, DEFENDER, Seat
from rules.campaign.state import Round, open_round
from rules.rulings import Refusal
from tests.rules.campaign.builders import Journal, begun, row, seats


@pytest.fixture
def current() -> Round:
    """A row of seven: b attacks a, d attacks c, f and g attack each other, e has declared nothing."""
    journal: Journal = begun(row(*"abcdefg"))
    journal.declare(b="a", d="c", f="g", g="f")
    journal.close()
    return open_round(journal.season)


def sides(seating_: seating.Seats) -> dict[str, tuple[int, str]]:
    return {s.player: (s.table, s.side) for s in seating_}


@pytest.mark.clause("C5", "K18")
def test_the_proposal_has_a_table_for_each_battle_and_nothing_wrong_with_it(current):
    proposed = seating.proposed(current)
    assert proposed == seats(("a", ("b",)), ("c", ("d",)), ("g", ("f",)))
    assert seating.looked_over(current, proposed) == ()
    assert seating.drafted(current, proposed).idle == ("e",)


@pytest.mark.clause("C5")
def test_the_same_battles_at_other_tables_are_no_departure(current):
    other = seating.renumbered(seating.proposed(current), {1: 7, 2: 1, 9: 1})
    assert sides(other)["a"] == (7, DEFENDER)
    assert seating.looked_over(current, other) == ()
    with pytest.raises(Refusal, match="the same table"):
        seating.renumbered(seating.proposed(current), {1: 2})


@pytest.mark.clause("K20", "K21")
def test_a_lawful_war_without_a_declaration_needs_a_reason_only(current):
    then = seating.moved(seating.proposed(current), "e", 3, ATTACKERS)
    problems = seating.looked_over(current, then)
    assert {(p.code, p.who) for p in problems} >= {("not_as_proposed", "e")}
    assert any(p.code == "not_a_lawful_war" and p.grave for p in problems)  # e and g do not touch
    with pytest.raises(Refusal, match="may not"):
        seating.check_move(current, seating.proposed(current), "e", then)
    beside = seating.paired(tuple(s for s in seating.proposed(current) if s.table != 2), "e", "d")
    assert [p.code for p in seating.looked_over(current, beside) if p.who == "e"] == ["paired_by_hand", "not_as_proposed"]


@pytest.mark.clause("C5")
def test_a_table_that_is_not_whole_may_wait_for_its_next_move(current):
    before = seating.proposed(current)
    then = seating.moved(before, "c", 0, ATTACKERS)
    seating.check_move(current, before, "c", then)
    assert [p.code for p in seating.looked_over(current, then) if p.grave] == ["no_battle"]


@pytest.mark.clause("K17")
def test_whoever_takes_the_defence_changes_places_with_the_defender(current):
    before = seating.proposed(current)
    at_one = seating.moved(before, "b", 1, DEFENDER)
    assert (sides(at_one)["b"], sides(at_one)["a"]) == ((1, DEFENDER), (1, ATTACKERS))
    from_elsewhere = seating.moved(before, "b", 2, DEFENDER)
    assert (sides(from_elsewhere)["b"], sides(from_elsewhere)["c"]) == ((2, DEFENDER), (1, ATTACKERS))
    from_nowhere = sides(seating.moved(before, "e", 2, DEFENDER))
    assert from_nowhere["e"] == (2, DEFENDER)
    assert "c" not in from_nowhere


@pytest.mark.clause("C4", "C5", "K21")
def test_every_place_says_what_the_clauses_make_of_it(current):
    places = {(p.table, p.side): p for p in seating.places(current, seating.proposed(current), "e")}
    assert set(places) == {(1, ATTACKERS), (1, DEFENDER), (2, ATTACKERS), (2, DEFENDER), (3, ATTACKERS), (3, DEFENDER), (4, DEFENDER)}
    assert not places[1, ATTACKERS].lawful
    assert places[1, ATTACKERS].problems[0].clause == "C4"
    assert places[2, DEFENDER].lawful  # d attacks e instead of c: they border each other
    assert places[4, DEFENDER].new
    for place in places.values():
        then = seating.moved(seating.proposed(current), "e", place.table, place.side)
        try:
            seating.check_move(current, seating.proposed(current), "e", then)
        except Refusal:
            assert not place.lawful
        else:
            assert place.lawful


def test_a_seated_player_may_also_be_left_without_a_battle_but_not_alone_at_another_table(current):
    seated = {(p.table, p.side) for p in seating.places(current, seating.proposed(current), "b")}
    assert (0, ATTACKERS) in seated
    assert (1, ATTACKERS) not in seated  # there he sits
    alone = seating.moved(seating.proposed(current), "e", 4, DEFENDER)
    assert not any(p.new for p in seating.places(current, alone, "e"))


@pytest.mark.clause("K43")
def test_nobody_from_outside_is_seated(current):
    then = (*seating.proposed(current), Seat(4, "z", DEFENDER))
    with pytest.raises(Refusal, match="not in the campaign"):
        seating.check_move(current, seating.proposed(current), "z", then)


@pytest.mark.clause("K21")
def test_players_left_over_are_told_whom_they_may_attack(current):
    two_left = tuple(s for s in seating.proposed(current) if s.table != 2)
    assert seating.idle_pairs(current, two_left) == {"c": ("d",), "d": ("c", "e"), "e": ("d",)}
    assert seating.free_table(two_left) == 2
