"""Lots hang on the seed and the order of entry, never on what people are called: an event means the same in every club that keeps it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.arena import field
from rules.campaign import allotment, declarations
from rules.lots import tickets

NAMES = st.lists(st.text(min_size=1, max_size=4), min_size=12, max_size=12, unique=True)
PLAYERS = "abcdefghijkl"


@pytest.mark.clause("A34", "K20", "K5")
@settings(max_examples=60, deadline=None)
@given(st.text(max_size=10), NAMES, st.permutations(PLAYERS), st.data())
def test_with_other_names_every_lot_is_the_same_lot(seed, names, entered, data):
    name = dict(zip(PLAYERS, names, strict=True))
    others = [name[p] for p in entered]
    assert field.lot(seed, others) == tuple(name[p] for p in field.lot(seed, entered))
    here, idle = (data.draw(st.sets(st.sampled_from(PLAYERS), min_size=1)) for _ in range(2))
    mine = allotment.lot(seed, 3, entered, sorted(here), sorted(idle))
    assert allotment.lot(seed, 3, others, {name[p] for p in here}, {name[p] for p in idle}) == tuple(name[p] for p in mine)
    target = declarations.drawn(seed, entered[0], sorted(here), entered)
    assert declarations.drawn(seed, others[0], sorted(name[p] for p in here), others) == name[target]


@pytest.mark.clause("K18", "K19", "K20")
@settings(max_examples=60, deadline=None)
@given(NAMES, st.permutations(PLAYERS), st.lists(st.sampled_from([*PLAYERS, None]), min_size=12, max_size=12))
def test_with_other_names_the_battles_are_the_same_battles(names, priority, targets):
    name = dict(zip(PLAYERS, names, strict=True)) | {None: None}
    target = {p: t if t != p else None for p, t in zip(PLAYERS, targets, strict=True)}
    mine = allotment.allot(target, priority, 4)
    others = allotment.allot({name[p]: name[t] for p, t in target.items()}, [name[p] for p in priority], 4)
    assert {(b.defender, frozenset(b.attackers)) for b in others} == {(name[b.defender], frozenset(name[a] for a in b.attackers)) for b in mine}


def test_everybody_draws_a_ticket_of_his_own():
    drawn = tickets("seed|draw", PLAYERS)
    assert len(set(drawn.values())) == len(PLAYERS)
    assert tickets("seed|lot|1", PLAYERS) != drawn
