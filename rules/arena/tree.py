"""The shape of a double elimination: which match feeds which, for any number of entrants (II.4).

Winners' rounds W1..Wk; losers' rounds L1..L(2k-2), of which L1 pairs the losers of W1, every even round takes in the losers of a
winners' round, and every odd one pairs off; then GF and, if need be, GF2. Matches are numbered in that order, so every match comes
after those that feed it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

Target = tuple[int, int]
"""A place to go to: number of the match, side 0 or 1."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where one side of a match comes from: `kind` "seed" (`at` counts seeds from 0), "winner" or "loser" (`at` is a match's number)."""

    kind: str
    at: int


@dataclass(frozen=True, slots=True)
class Tree:
    """One shape: slots in order, where each match's sides come from and where winner and loser go (None: out, or champion).

    `exit` of a match is the losers' round in which somebody is out who wins nothing from there on; the finals count as the last.
    """

    size: int
    slots: tuple[str, ...]
    number: dict[str, int]
    sources: tuple[tuple[Source, Source], ...]
    winner_to: tuple[Target | None, ...]
    loser_to: tuple[Target | None, ...]
    exit: tuple[int, ...]
    final: int

    def words(self, slot: str, side: int) -> str:
        """Where a side of a match comes from, in words: "seed 3", "winner of W2.1", "loser of W1.2"."""
        source = self.sources[self.number[slot]][side]
        return f"seed {source.at + 1}" if source.kind == "seed" else f"{source.kind} of {self.slots[source.at]}"


def called(slot: str) -> str:
    """A match inside a sentence: the finals by name, every other by its slot."""
    return {"GF": "the final", "GF2": "the second final"}.get(slot, slot)


def whence(source: str) -> str:
    """Where a side comes from (`Tree.words`) inside a sentence: "winner of the final"."""
    kind, _, place = source.rpartition(" ")
    return f"{kind} {called(place)}"


def seeding(size: int) -> list[int]:
    """Seeds (from 0) in the order of the first round's places: 1 against the last, the best two in different halves (A34)."""
    order = [0]
    while len(order) < size:
        order = [seed for top in order for seed in (top, 2 * len(order) - 1 - top)]
    return order


def drop(rounds: int, r: int, i: int) -> int:
    """Which place (from 0) of the losers' bracket takes the loser of match i (from 0) of winners' round r, of `rounds` rounds.

    Losers come in reversed order (II.4). Flipping a place's number bit by bit swaps halves, quarters and so on; two people can meet
    again early only where their rounds were flipped alike in the leading bits, so from 32 entrants on each round gets its own
    leading bits. `lead` bits are enough for all the rounds that matter and leave the earliest rematch as late as such flips can.
    """
    bits, lead = rounds - r, 0
    while rounds - 1 - lead > 2**lead:
        lead += 1
    turn = (r - 2) % (2**lead - 1) if lead else 0
    own = turn << (bits - lead) if bits >= lead else turn >> (lead - bits)
    return i ^ (2**bits - 1) ^ own


@lru_cache(maxsize=16)
def tree(rounds: int) -> Tree:
    """The shape with 2**rounds places, rounds from 1."""
    slots, feeds = _matches(rounds)
    number = {slot: i for i, slot in enumerate(slots)}
    sources = tuple((_source(a, number), _source(b, number)) for a, b in feeds)
    winner_to: list[Target | None] = [None] * len(slots)
    loser_to: list[Target | None] = [None] * len(slots)
    for i, pair in enumerate(sources):
        for side, source in enumerate(pair):
            if source.kind != "seed":
                (winner_to if source.kind == "winner" else loser_to)[source.at] = (i, side)
    return Tree(2**rounds, slots, number, sources, tuple(winner_to), tuple(loser_to), tuple(_exit(rounds, slot) for slot in slots), len(slots) - 2)


Feed = tuple[str, str]
"""A kind of source and its seed or slot."""


def _source(feed: Feed, number: dict[str, int]) -> Source:
    kind, at = feed
    return Source(kind, int(at) if kind == "seed" else number[at])


def _matches(rounds: int) -> tuple[tuple[str, ...], list[tuple[Feed, Feed]]]:
    """All slots in order and what feeds each."""
    seeds = [("seed", str(seed)) for seed in seeding(2**rounds)]
    made = [(f"W1.{i + 1}", seeds[2 * i], seeds[2 * i + 1]) for i in range(2 ** (rounds - 1))]
    for r in range(2, rounds + 1):
        made += [(f"W{r}.{i + 1}", ("winner", f"W{r - 1}.{2 * i + 1}"), ("winner", f"W{r - 1}.{2 * i + 2}")) for i in range(2 ** (rounds - r))]
    for r in range(2, rounds + 1):
        count = 2 ** (rounds - r)
        kind, before = ("loser", "W1") if r == 2 else ("winner", f"L{2 * r - 4}")
        made += [(f"L{2 * r - 3}.{i + 1}", (kind, f"{before}.{2 * i + 1}"), (kind, f"{before}.{2 * i + 2}")) for i in range(count)]
        dropping = {drop(rounds, r, i): f"W{r}.{i + 1}" for i in range(count)}
        made += [(f"L{2 * r - 2}.{i + 1}", ("winner", f"L{2 * r - 3}.{i + 1}"), ("loser", dropping[i])) for i in range(count)]
    last = ("winner", f"L{2 * rounds - 2}.1") if rounds > 1 else ("loser", "W1.1")
    made += [("GF", ("winner", f"W{rounds}.1"), last), ("GF2", ("winner", "GF"), ("loser", "GF"))]
    return tuple(m[0] for m in made), [(m[1], m[2]) for m in made]


def _exit(rounds: int, slot: str) -> int:
    last = 2 * rounds - 1
    if slot[0] == "G":
        return last
    r = int(slot[1:].split(".")[0])
    if slot[0] == "L":
        return r
    return last if rounds == 1 else max(1, 2 * r - 2)
