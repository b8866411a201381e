"""The best allotment, against exhaustive search, and the lot."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import combinations

import pytest

from rules.campaign.allotment import allot, lot
from rules.campaign.settings import Settings

clause = pytest.mark.clause


def wars(text: str) -> dict[str, str | None]:
    """ "A>B B>C C": who declares war on whom."""
    return {p: t or None for p, _, t in (one.partition(">") for one in text.split())}


def battles(text: str, priority: str = "", cap: int = 4) -> list[str]:
    """The battles as "attackers:defender"."""
    target = wars(text)
    order = [*priority, *sorted(target.keys() - set(priority))]
    return [f"{''.join(b.attackers)}:{b.defender}" for b in allot(target, order, cap)]


@clause("C5")
def test_several_attackers_of_one_target_form_a_double():
    assert battles("A>X B>X X>A") == ["AB:X"]


@clause("K22")
def test_two_who_attack_each_other_have_one_battle_and_the_lot_says_who_defends():
    assert battles("A>B B>A", "AB") == ["A:B"]
    assert battles("A>B B>A", "BA") == ["B:A"]


@clause("K17")
def test_the_defender_is_chosen_so_that_most_attackers_are_honoured():
    assert battles("A>B B>C C>D D") == ["A:B", "C:D"]
    assert battles("A>X B>X X>Y Y") == ["AB:X"]


@clause("K18")
def test_nobody_stands_idle_needlessly_even_for_a_war_both_sides_want():
    assert battles("L>X M>Y X>Y Y>X", "YXLM") == ["L:X", "M:Y"]


@clause("K18")
def test_among_equals_a_war_that_both_sides_want_is_preferred_to_the_lot():
    assert battles("A>B B>A C>A", "CAB") == ["BC:A"]
    assert battles("A>B B>C C>B", "ABC") == ["AC:B"]


@clause("K19")
@pytest.mark.parametrize(("first", "expected"), [("ABC", ["A:B"]), ("BCA", ["B:C"]), ("CAB", ["C:A"])])
def test_an_odd_ring_leaves_one_over_by_lot(first: str, expected: list[str]):
    assert battles("A>B B>C C>A", first) == expected


@clause("K19")
def test_an_even_ring_has_two_ways_and_the_lot_chooses():
    assert battles("A>B B>C C>D D>A", "ABCD") == ["A:B", "C:D"]
    assert battles("A>B B>C C>D D>A", "BACD") == ["D:A", "B:C"]


@clause("K20", "team_cap=4")
def test_of_more_than_four_attackers_the_lot_keeps_four():
    assert battles("A>X B>X C>X D>X E>X F>X X", "FEDCBA") == ["CDEF:X"]


@clause("K20")
def test_the_lot_does_not_bring_in_an_attacker_at_the_cost_of_a_war():
    assert battles("Z>A A>X B>X C>X D>X E>X X", "AZBCDE") == ["Z:A", "BCDE:X"]


@clause("C5", "team_cap=2")
def test_the_cap_can_be_another_number():
    assert battles("A>X B>X C>X X", cap=Settings.of({"team_cap": 2}).team_cap) == ["AB:X"]
    assert battles("A>X B>X X", "B", cap=1) == ["B:X"]


@clause("K21")
def test_where_nobody_is_at_war_nobody_fights():
    assert battles("A B C") == []


def exhaustive(target: Mapping[str, str | None], priority: Sequence[str], cap: int) -> list[tuple[str, tuple[str, ...]]]:
    """The best allotment by trying every set of attackers."""
    rank = {p: 1 << (len(priority) - 1 - i) for i, p in enumerate(priority)}
    best: tuple[tuple[int, ...], dict[str, list[str]]] = ((-1,), {})
    willing = [p for p in sorted(target) if target[p] is not None]
    for size in range(len(willing) + 1):
        for attackers in combinations(willing, size):
            against: dict[str, list[str]] = {}
            for a in attackers:
                against.setdefault(target[a], []).append(a)
            if any(d in attackers or len(team) > cap for d, team in against.items()):
                continue
            mutual = sum(target[d] in team for d, team in against.items())
            value = (size, size + len(against), mutual, sum(rank[a] for a in attackers))
            best = max(best, (value, against), key=lambda found: found[0])
    return [(d, tuple(team)) for d, team in sorted(best[1].items())]


def some_wars(chance: random.Random) -> dict[str, str | None]:
    """A small random graph of declarations, sometimes with a much attacked player in it."""
    players = "abcdefgh"[: chance.randint(2, 8)]
    hub = chance.choice(players) if chance.random() < 0.4 else None
    found = {}
    for p in players:
        others = [q for q in players if q != p]
        found[p] = hub if hub not in (None, p) and chance.random() < 0.7 else chance.choice([*others, None])
    return found


@clause("C5", "K17", "K18", "K19", "K20", "K22")
@pytest.mark.parametrize("seed", range(10))
def test_it_equals_exhaustive_search_on_random_declarations(seed: int):
    chance = random.Random(seed)
    for _ in range(250):
        target = some_wars(chance)
        priority = chance.sample(sorted(target), len(target))
        cap = chance.choice([1, 2, 3, 4, 4])
        found = [(b.defender, b.attackers) for b in allot(target, priority, cap)]
        assert found == exhaustive(target, priority, cap), (target, priority, cap)


@clause("K19", "K20")
def test_every_ring_up_to_seven_equals_exhaustive_search_for_every_first_in_the_lot():
    for size in range(2, 8):
        players = "abcdefg"[:size]
        target = {p: players[(i + 1) % size] for i, p in enumerate(players)}
        for turn in range(size):
            priority = players[turn:] + players[:turn]
            assert [(b.defender, b.attackers) for b in allot(target, priority, 4)] == exhaustive(target, priority, 4)


@clause("C5")
def test_ten_thousand_players_in_one_chain_or_ring_are_no_matter_of_depth():
    players = [f"{n:05d}" for n in range(10_000)]
    target: dict[str, str | None] = {p: players[(i + 1) % len(players)] for i, p in enumerate(players)}
    assert len(allot(target, players, 4)) == 5_000
    target[players[-1]] = None
    assert len(allot(target, players, 4)) == 5_000


@clause("K19", "K20")
def test_the_lot_comes_from_the_seed_and_round_and_puts_the_idle_first():
    players = list("abcdefgh")
    first = lot("seed", 1, players, players)
    assert sorted(first) == players
    assert first == lot("seed", 1, players, reversed(players))
    assert first != lot("seed", 2, players, players)
    assert first != lot("other", 1, players, players)
    assert lot("seed", 1, players, "cagf") == tuple(p for p in first if p in "cagf"), "who has left keeps his number"
    waited = lot("seed", 1, players, players, idle_before=["h", "c"])
    assert set(waited[:2]) == {"c", "h"}
    assert waited[2:] == tuple(p for p in first if p not in "ch")
