"""A bracket's rows, kept in parts, so that a bracket after one more match shares with the one before all parts but those that changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple, overload

from rules.rulings import Player

BITS = 5
PART = 1 << BITS
"""How many rows a part has: of 1,024 entrants' matches there are 64 parts, so that copying one costs no more than copying their list."""


class Row(NamedTuple):
    """A match as it stands: its sides (None: not known yet, BYE: nobody), its winner and how it was decided.

    `how`: "" undecided, "played", "walkover" (the other had left), "bye", "empty" (nobody came), "unneeded" (a second final without a need).
    """

    a: Player | None = None
    b: Player | None = None
    winner: Player | None = None
    how: str = ""

    @property
    def loser(self) -> Player | None:
        """Who lost a match that was played."""
        return (self.b if self.winner == self.a else self.a) if self.how == "played" else None


class Rows(Sequence[Row]):
    """Rows by number, which never change; `Draft` makes others of them."""

    __slots__ = ("parts",)

    def __init__(self, parts: tuple[tuple[Row, ...], ...]) -> None:
        self.parts = parts

    @overload
    def __getitem__(self, i: int) -> Row: ...
    @overload
    def __getitem__(self, i: slice) -> tuple[Row, ...]: ...
    def __getitem__(self, i: int | slice) -> Row | tuple[Row, ...]:
        if isinstance(i, slice):
            return tuple(self)[i]
        if i < 0:
            i += len(self)
        return self.parts[i >> BITS][i & PART - 1]

    def __len__(self) -> int:
        return PART * (len(self.parts) - 1) + len(self.parts[-1])

    def __iter__(self) -> Iterator[Row]:
        return chain.from_iterable(self.parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rows) and self.parts == other.parts

    def __hash__(self) -> int:
        return hash(self.parts)


class Draft:
    """Rows being changed: a part becomes a list of its own on its first change."""

    __slots__ = ("changed", "parts")

    def __init__(self, parts: Iterable[tuple[Row, ...]]) -> None:
        self.parts: list[Sequence[Row]] = list(parts)
        self.changed: dict[int, list[Row]] = {}

    @classmethod
    def empty(cls, count: int) -> Draft:
        """So many undecided rows."""
        return cls((Row(),) * min(PART, count - start) for start in range(0, count, PART))

    def __getitem__(self, i: int) -> Row:
        return self.parts[i >> BITS][i & PART - 1]

    def __setitem__(self, i: int, row: Row) -> None:
        at = i >> BITS
        if at not in self.changed:
            self.parts[at] = self.changed[at] = list(self.parts[at])
        self.changed[at][i & PART - 1] = row

    def done(self) -> Rows:
        """The rows as they are now. Parts without a change stay the same objects."""
        parts: list[Any] = self.parts.copy()
        for at, part in self.changed.items():
            parts[at] = tuple(part)
        return Rows(tuple(parts))
