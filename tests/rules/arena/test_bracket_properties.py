"""Whatever happens, in whatever order: nobody loses three times, nobody who is out is called up, and it always ends."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.arena.bracket import Bracket, draw
from rules.rulings import Refusal

SIZES = st.integers(2, 40)


def step(bracket: Bracket, data: st.DataObject) -> Bracket:
    """Something that may happen now: a match is decided, or one or two people leave."""
    pairs = bracket.playable()
    slot = data.draw(st.sampled_from(sorted(pairs)))
    kind = data.draw(st.sampled_from(["result"] * 6 + ["leave", "both absent"]))
    if kind == "both absent":
        return bracket.resign(*pairs[slot])
    if kind == "leave":
        inside = sorted(set(bracket.names()) - set(bracket.out()))
        return bracket.resign(data.draw(st.sampled_from(inside)))
    return bracket.result(slot, data.draw(st.sampled_from(pairs[slot])))


def check(bracket: Bracket) -> None:
    losses, out = bracket.losses(), set(bracket.out())
    assert max(losses.values()) <= 2
    assert out == {name for name, n in losses.items() if n == 2}
    called = [name for pair in bracket.playable().values() for name in pair]
    assert len(set(called)) == len(called)
    assert not set(called) & out
    if bracket.finished:
        assert not bracket.playable()
        assert bracket.champion is None or bracket.champion not in out
        assert set(bracket.names()) - out == ({bracket.champion} if bracket.champion else set())
    else:
        assert bracket.playable()
        assert bracket.champion is None
        assert len(set(bracket.names()) - out) >= 2


@pytest.mark.clause("R2", "R7", "A32", "A38")
@settings(max_examples=35, deadline=None)
@given(SIZES, st.data())
def test_it_never_stalls_never_overcounts_and_ends_with_one_champion_or_none(n, data):
    bracket = draw([f"p{i:02}" for i in range(n)])
    for _ in range(3 * n):
        check(bracket)
        if bracket.finished:
            break
        bracket = step(bracket, data)
    assert bracket.finished
    assert set(bracket.ranks()) == set(bracket.names())


@pytest.mark.clause("A40")
@settings(max_examples=25, deadline=None)
@given(SIZES, st.data())
def test_a_correction_gives_a_lawful_bracket_and_keeps_what_does_not_hang_on_it(n, data):
    bracket = draw([f"p{i:02}" for i in range(n)])
    for _ in range(data.draw(st.integers(1, 2 * n))):
        if not bracket.finished:
            bracket = step(bracket, data)
    played = [slot for slot, row in zip(bracket.shape.slots, bracket.rows, strict=True) if row.how == "played"]
    if not played:
        return
    slot = data.draw(st.sampled_from(played))
    row = bracket.row(slot)
    winner = data.draw(st.sampled_from([row.a, row.b, None]))
    corrected, fell = bracket.revise({slot: winner})
    check(corrected)
    assert corrected.row(slot)[:2] == row[:2]
    assert corrected.row(slot).winner == winner or winner is None
    assert set(fell) <= set(bracket.after(slot))
    for other in set(played) - set(bracket.after(slot)) - {slot}:
        assert corrected.row(other) == bracket.row(other)
    if winner == row.winner:
        assert corrected.rows == bracket.rows


@settings(max_examples=30, deadline=None)
@given(SIZES, st.data())
def test_the_order_of_independent_results_does_not_matter(n, data):
    bracket = draw([f"p{i:02}" for i in range(n)])
    pairs = bracket.playable()
    winners = {slot: data.draw(st.sampled_from(pair)) for slot, pair in pairs.items()}
    shuffled = data.draw(st.permutations(sorted(winners)))
    assert bracket.results(winners).rows == bracket.results({slot: winners[slot] for slot in shuffled}).rows


@settings(max_examples=30, deadline=None)
@given(SIZES, st.data())
def test_what_is_not_lawful_is_refused_and_never_an_accident(n, data):
    bracket = draw([f"p{i:02}" for i in range(n)])
    for _ in range(5):
        slot = data.draw(st.sampled_from(bracket.shape.slots))
        name = data.draw(st.sampled_from([*bracket.names(), "stranger"]))
        lawful = slot in bracket.playable() and name in bracket.playable()[slot]
        try:
            bracket = bracket.result(slot, name)
        except Refusal:
            assert not lawful
        else:
            assert lawful
