"""What holds of every match, under any settings: symmetry, progress, order, and rulings that can be read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.arena.match import Match, at, next_throws, play_round
from rules.arena.settings import MATCH_TABLE, Settings
from rules.clauses import known
from rules.rulings import Ruling, spell

SWAP = {"A": "B", "B": "A", "CA": "CB", "CB": "CA", "DA": "DB", "DB": "DA", "D": "D", None: None}
FEW = settings(max_examples=100, deadline=None)

CHOSEN = st.fixed_dictionaries(
    {}, optional={c.name: st.sampled_from(c.values) for c in MATCH_TABLE if c.values} | {"floor": st.sampled_from([None, 0, -3])}
)
SEEDS = st.integers(0, 2**32 - 1)
SPECIAL = [(20, 20), (1, 1), (2, 3), (16, 2), (19, 20)]


def rolls(seed: int) -> Iterator[tuple[int, int]]:
    """Dice without end, every other throw one that the rules make much of."""
    luck = Random(seed)
    while True:
        yield luck.choice(SPECIAL)
        yield luck.randint(1, 20), luck.randint(1, 20)


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """A match at its start or taken up in the middle."""
    chosen = Settings.of(draw(CHOSEN))
    classes = (draw(st.sampled_from(["fighter", "mage"])), draw(st.sampled_from(["fighter", "mage"])))
    men = tuple(draw(st.sampled_from(["none", "present", "out"])) if c == "mage" else "none" for c in classes)
    step = tuple(draw(st.integers(1, 2)) if c == "mage" else 1 for c in classes)
    score = (draw(st.integers(0, 16)), draw(st.integers(0, 16)))
    return at(chosen, classes, (men[0], men[1]), score, (step[0], step[1]), draw(st.sampled_from([None, "A", "B"])))


def swapped(pair: tuple[Any, Any]) -> tuple[Any, Any]:
    return pair[1], pair[0]


def mirrored(match: Match) -> Match:
    """The same match seen from the other side, without its log."""
    pairs = {key: swapped(getattr(match, key)) for key in ("classes", "men_at_arms", "score", "step", "barred")}
    return replace(match, **pairs, free=SWAP[match.free], winner=SWAP[match.winner], log=())


def play(match: Match, seed: int) -> list[tuple[Match, dict[str, tuple[int, int]], Match, tuple[Ruling, ...]]]:
    """Plays until the match, or patience, is at an end: (before, throws, after, rulings) of each round."""
    rounds, dice = [], rolls(seed)
    while not match.winner and len(rounds) < 40:
        throws = {role: next(dice) for role in next_throws(match)}
        after, rulings = play_round(match, throws)
        rounds.append((match, throws, after, rulings))
        match = after
    return rounds


@pytest.mark.clause("R5", "A30", "P1")
@FEW
@given(matches().filter(lambda m: m.settings.tie_rule != "first_roller"), SEEDS)
def test_a_match_is_the_same_from_either_side(match: Match, seed: int) -> None:
    for before, throws, after, _ in play(match, seed):
        other, _ = play_round(mirrored(before), {SWAP[role]: pair for role, pair in throws.items()})
        assert replace(other, log=()) == mirrored(after)
        assert other.log[0].gained == swapped(after.log[-1].gained)


@pytest.mark.clause("A7")
@FEW
@given(matches(), SEEDS)
def test_the_order_of_the_throws_means_nothing(match: Match, seed: int) -> None:
    for before, throws, after, rulings in play(match, seed):
        assert play_round(before, dict(reversed(throws.items()))) == (after, rulings)


@pytest.mark.clause("A30", "A13", "struck_forever=true")
@FEW
@given(matches(), SEEDS)
def test_no_match_hangs(match: Match, seed: int) -> None:
    without_dice = 0
    for _, throws, after, _ in play(match, seed):
        without_dice = 0 if throws else without_dice + 1
        assert without_dice <= 1
        assert after.winner or after.barred != (True, True)


@pytest.mark.clause("R5", "A25")
@FEW
@given(matches(), SEEDS)
def test_a_state_is_always_one_that_can_be_taken_up_again(match: Match, seed: int) -> None:
    for _, _, after, _ in play(match, seed):
        again = at(after.settings, after.classes, after.men_at_arms, after.score, after.step, after.free, after.barred, after.rounds)
        if not after.winner and not after.sudden:
            assert again == replace(after, log=())


@pytest.mark.clause("A48", "P1")
@FEW
@given(matches(), SEEDS)
def test_the_log_adds_up_and_every_round_is_told(match: Match, seed: int) -> None:
    for before, throws, after, rulings in play(match, seed):
        last = after.log[-1]
        assert after.score == last.score == tuple(had + got for had, got in zip(before.score, last.gained, strict=True))
        assert (dict(last.throws), last.free, last.number) == (throws, before.free, before.rounds + 1)
        assert rulings == last.rulings
        assert rulings
        for ruling in rulings:
            assert ruling.code
            assert ruling.who
            assert set(ruling.who) <= {"A", "B"}
            assert all(known(clause) for clause in ruling.clauses)
            assert ruling.clauses
            text = spell(ruling.text, lambda side: f"<{side}>")
            assert text[0].isupper() or text[0] == "<"
            assert text.endswith(".")
            assert "⟦" not in text
            assert any(f"<{side}>" in text for side in "AB") or ruling.code in ("plays_on", "drawn")
