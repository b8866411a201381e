"""The allotment in words, and the umpire's own allotment checked."""

from __future__ import annotations

import pytest

from rules.campaign.allotment import allot
from rules.campaign.battles import Battle
from rules.campaign.pairing import Allotment, check, propose, seated
from rules.campaign.records import Seat
from tests.rules.campaign.builders import ring, row, seats, where
from tests.rules.campaign.test_allotment import wars

clause = pytest.mark.clause


def told(text: str, priority: str, cap: int = 4) -> dict[str, tuple[str, tuple[str, ...]]]:
    """By the first player it is about: the sentence and the clauses."""
    return {r.who[0]: (r.say(), r.clauses) for r in propose(wars(text), list(priority), cap).rulings}


@clause("C5", "K21")
def test_every_player_is_in_one_battle_or_told_why_not():
    found = propose(wars("A>B B>C C>A D>A E"), list("ABCDE"), 4)
    placed = {p for b in found.battles for p in b.players}
    assert placed | set(found.idle) == set("ABCDE")
    assert not placed & set(found.idle)
    assert len(found.rulings) == len(found.battles) + len(found.idle)


@clause("K17")
def test_a_war_given_up_is_told():
    text, clauses = told("A>B B>C C>D D", "ABCD")["B"]
    assert text == "A attacks: B defends, so his own war on C is given up"
    assert clauses == ("C5", "K17")


@clause("K22")
def test_a_war_both_wanted_is_told():
    assert told("A>B B>A", "AB")["B"][1] == ("C5", "K22")


@clause("K19")
def test_the_one_left_over_in_a_ring_is_told_why():
    text, clauses = told("A>B B>C C>A", "ABC")["C"]
    assert text == "C stands idle: he wanted to attack A, but A attacks B himself: in a ring of declarations one is left over by lot"
    assert clauses == ("C5", "K17", "K19")


@clause("K20")
def test_a_surplus_attacker_is_told_that_the_double_is_full():
    text, clauses = told("A>X B>X C>X X", "ABCX", cap=2)["C"]
    assert text == "C stands idle: he wanted to attack X, but the double against X is full with 2, and the lot put others first"
    assert clauses == ("C5", "K20")


@clause("K18")
def test_who_wanted_a_man_that_attacks_elsewhere_is_told():
    assert told("A>B B>C C", "BAC")["A"][1] == ("C5", "K17", "K18")


@clause("K21")
def test_other_idle_players_are_told_too():
    assert told("A>B B C", "ABC")["C"] == ("C is at war with nobody of his own, and whoever wanted him fights elsewhere", ("C5", "K21"))
    left_out = Allotment((), wars("A>B B"), 4)
    assert next(r.say() for r in left_out.rulings) == "A wanted to attack B; the umpire left both without a battle"
    halved = Allotment((Battle("X", ("A",)),), wars("A>X B>X X"), 4)
    assert halved.rulings[1].say() == "B stands idle: he wanted to attack X, but the umpire left him out"


def checked(now, target: dict[str, str | None], *battles: tuple[str, str], cap: int = 4) -> list[tuple[str, str | None, bool]]:
    made, seating = seated(1, seats(*((d, tuple(a)) for d, a in battles)))
    found = check(made, target, now, allot(target, sorted(target), cap), cap)
    return [(p.code, p.who, p.grave) for p in (*seating, *found)]


@clause("C5", "K17")
def test_nobody_can_sit_in_two_battles():
    assert ("twice", "b", True) in checked(where(row(*"abc")), wars("a>b b>c c>b"), ("b", "a"), ("c", "b"))


@clause("C5", "K32")
def test_a_fifth_attacker_and_one_at_peace_are_refused_in_a_double():
    now = where([(f"p{p}", "px") for p in "abcde"], peace=[("e", "x")])
    wanted = wars("a>x b>x c>x d>x e x>a")
    found = checked(now, wanted, ("x", "abcde"))
    assert ("team_too_large", "x", True) in found
    assert ("not_a_lawful_war", "e", True) in found


@clause("K32")
def test_somebody_at_peace_with_the_defender_cannot_be_put_into_the_double():
    now = where([("pa", "px"), ("pb", "px")], peace=[("b", "x")])
    made, _ = seated(1, seats(("x", ("a", "b"))))
    found = [p for p in check(made, wars("a>x b x>a"), now, (), 4) if p.grave]
    assert [(p.code, p.who, p.clause) for p in found] == [("not_a_lawful_war", "b", "C9")]


@clause("K21")
def test_two_idle_lawful_enemies_can_be_paired_by_hand_with_a_reason():
    found = checked(where(ring(*"abcd")), wars("a>b b>a c d"), ("b", "a"), ("d", "c"))
    assert found == [("paired_by_hand", "c", False), ("not_as_proposed", "c", False), ("not_as_proposed", "d", False)]


@clause("K20")
def test_any_departure_from_the_proposal_is_named():
    assert checked(where(row(*"abc")), wars("a>b b>c c>b"), ("c", "b")) == [
        ("not_as_proposed", "a", False), ("not_as_proposed", "b", False), ("not_as_proposed", "c", False),
    ]  # fmt: skip
    assert checked(where(row(*"abc")), wars("a>b b>c c>b"), ("b", "ac")) == []


@clause("K43", "C5")
def test_strangers_empty_tables_and_odd_seats_are_refused():
    now = where(row(*"ab"))
    assert ("not_in_the_campaign", "z", True) in checked(now, wars("a>b b>a"), ("z", "a"))
    _, problems = seated(1, (Seat(1, "a", "attackers"), Seat(0, "b", "defender"), Seat(2, "c", "umpire")))
    assert [(p.code, p.who) for p in problems] == [("no_such_seat", "b"), ("no_such_seat", "c"), ("no_battle", None)]


def test_a_battle_is_known_by_round_and_table():
    made, _ = seated(3, (Seat(7, "b", "defender"), Seat(7, "c", "attackers"), Seat(7, "a", "attackers")))
    assert made == (Battle("b", ("a", "c"), "3.7"),)
