"""A match as a chain of states: what one round can do from each, with exact chances, asked of the match machine itself."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import prod
from typing import NamedTuple

from rules.arena.dice import faces
from rules.arena.match import Match, low_of, next_throws, play_round
from rules.arena.settings import Settings

FAR = 10**9
"""A target nobody reaches, so that a round shows its own effect and never the end on points."""
THROWS = 400
"""How many different throws two twenty-sided dice have."""


class Control(NamedTuple):
    """All of a match's state but its scores: what decides who throws next and what it does."""

    men_at_arms: tuple[str, str]
    step: tuple[int, int]
    free: str | None
    barred: tuple[bool, bool]


class Move(NamedTuple):
    """One thing a round can do: its chance, the points it gives and takes, who wins by it at once, and the control state after it (by number)."""

    chance: float
    gained: tuple[int, int]
    winner: str | None
    to: int


class Chain(NamedTuple):
    """Control states reachable from the first, and the moves from each."""

    controls: tuple[Control, ...]
    moves: tuple[tuple[Move, ...], ...]


def control_of(match: Match) -> Control:
    """A match's control state."""
    return Control(match.men_at_arms, match.step, match.free, match.barred)


def derive(settings: Settings, classes: tuple[str, str], start: Control) -> Chain:
    """The chain from `start`: every kind of throw is played once, from every control state, by `play_round`.

    Points simply add up, so a round need not be tried from every score: floor and target are left to whoever walks the chain.
    """
    bare = replace(settings, target=FAR, floor=None)
    controls = [start]
    moves = []
    for control in controls:  # grows while it is walked
        here: dict[tuple[tuple[int, int], str | None, int], int] = {}
        match = Match(bare, classes, control.men_at_arms, step=control.step, free=control.free, barred=control.barred)
        roles = next_throws(match)
        for picked in product(*(faces(low_of(match, role)) for role in roles)):
            after, _ = play_round(match, {role: dice for role, (dice, _) in zip(roles, picked, strict=True)})
            there = control if after.winner else control_of(after)
            if there not in controls:
                controls.append(there)
            key = (after.score, after.winner, controls.index(there))
            here[key] = here.get(key, 0) + prod(count for _, count in picked)
        whole = THROWS ** len(roles)
        moves.append(tuple(Move(count / whole, *key) for key, count in here.items()))
    return Chain(tuple(controls), tuple(moves))
