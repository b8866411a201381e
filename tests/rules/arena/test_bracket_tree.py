"""The shape of the bracket, and the proof that nobody meets again early: by tracing who can come to stand where, not by playing."""

import pytest

from rules.arena.tree import Tree, drop, seeding, tree

EARLIEST_REMATCH = {8: 3, 16: 4, 32: 5, 64: 7, 128: 8, 256: 9, 512: 11, 1024: 13}


def above(shape: Tree, match: int) -> set[int]:
    """The winners' matches that the winner of a winners' match may still reach."""
    found = set()
    while (target := shape.winner_to[match]) and shape.slots[target[0]][0] == "W":
        match = target[0]
        found.add(match)
    return found


def earliest_rematch(shape: Tree) -> int:
    """The first losers' round in which two can meet who may have met before.

    Whoever is in the losers' bracket lost one winners' match. Two have met before only if one of them lost to the other there, and the
    other then lost further up; so it is enough to know, for each side of each match, which winners' matches its people can have lost.
    """
    higher = {i: above(shape, i) for i, slot in enumerate(shape.slots) if slot[0] == "W"}
    lost: dict[int, set[int]] = {}
    rounds = []
    for i, slot in enumerate(shape.slots):
        if slot[0] != "L":
            continue
        one, other = ({source.at} if source.kind == "loser" else lost[source.at] for source in shape.sources[i])
        lost[i] = one | other
        if any(w in higher[v] or v in higher[w] for v in one for w in other):
            rounds.append(int(slot[1:].split(".")[0]))
    return min(rounds)


@pytest.mark.clause("R2")
@pytest.mark.parametrize("size,round_", EARLIEST_REMATCH.items())
def test_nobody_can_meet_again_before_this_losers_round(size, round_):
    assert earliest_rematch(tree(size.bit_length() - 1)) == round_


def test_the_trace_finds_the_early_rematches_of_a_plain_bracket():
    """Without turning the losers round, 8 entrants could meet again in the second losers' round: the trace must see that."""
    shape = tree(3)
    plain = list(shape.sources)
    for i in (0, 1):
        at = shape.number[f"L2.{i + 1}"]
        plain[at] = (plain[at][0], shape.sources[shape.number[f"L2.{2 - i}"]][1])
    crooked = Tree(shape.size, shape.slots, shape.number, tuple(plain), shape.winner_to, shape.loser_to, shape.exit, shape.final)
    assert earliest_rematch(crooked) == 2


@pytest.mark.parametrize("rounds", range(2, 11))
def test_every_round_of_losers_drops_to_places_of_its_own(rounds):
    for r in range(2, rounds + 1):
        count = 2 ** (rounds - r)
        assert sorted(drop(rounds, r, i) for i in range(count)) == list(range(count))


@pytest.mark.parametrize("rounds", range(1, 5))
def test_up_to_sixteen_all_losers_drop_in_reversed_order(rounds):
    for r in range(2, rounds + 1):
        count = 2 ** (rounds - r)
        assert [drop(rounds, r, i) for i in range(count)] == list(range(count))[::-1]


@pytest.mark.clause("A34")
def test_seeds_are_placed_in_the_usual_way():
    assert seeding(2) == [0, 1]
    assert seeding(4) == [0, 3, 1, 2]
    assert [seed + 1 for seed in seeding(8)] == [1, 8, 4, 5, 2, 7, 3, 6]


@pytest.mark.parametrize("rounds", range(1, 8))
def test_every_match_feeds_only_later_ones_and_every_place_has_one_source(rounds):
    shape = tree(rounds)
    assert len(shape.slots) == 2 * shape.size - 1
    assert len(set(shape.slots)) == len(shape.slots)
    fed = [(source.kind, source.at) for pair in shape.sources for source in pair]
    assert len(set(fed)) == len(fed)
    for i, pair in enumerate(shape.sources):
        assert all(source.kind == "seed" or source.at < i for source in pair)
    for i in range(len(shape.slots) - 2):
        assert shape.winner_to[i] is not None
        assert (shape.loser_to[i] is None) == (shape.slots[i][0] == "L")


def test_an_empty_place_says_where_its_people_come_from():
    shape = tree(3)
    assert shape.words("W1.1", 0) == "seed 1"
    assert shape.words("W1.1", 1) == "seed 8"
    assert shape.words("W2.1", 1) == "winner of W1.2"
    assert shape.words("L1.2", 0) == "loser of W1.3"
    assert shape.words("L2.1", 1) == "loser of W2.2"
    assert shape.words("L3.1", 0) == "winner of L2.1"
    assert shape.words("GF", 1) == "winner of L4.1"
    assert shape.words("GF2", 1) == "loser of GF"
