"""The 148 army lists of DBM list books 1 and 2, and how somebody finds his (L2). Pure: no web, no database."""

from __future__ import annotations

import csv
import unicodedata
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_LISTS = Path(__file__).parents[1] / "data" / "dbm_lists.csv"


@dataclass(frozen=True, slots=True)
class ArmyList:
    """One list of a list book: its first and last year (negative = BC, there is no year 0), where it is from, and the land its people call home."""

    book: int
    number: int
    name: str
    first: int
    last: int
    region: str
    topography: str

    @property
    def code(self) -> str:
        """Book and number as people write them: 2/10."""
        return f"{self.book}/{self.number}"

    @property
    def span(self) -> str:
        """The years of the list: 650-290 BC, 25 BC-197 AD."""
        if (self.first < 0) == (self.last < 0):
            return f"{abs(self.first)}-{year_text(self.last)}"
        return f"{year_text(self.first)}-{year_text(self.last)}"


def year_text(year: int) -> str:
    """A year as people write it: 490 BC, 25 AD."""
    return f"{-year} BC" if year < 0 else f"{year} AD"


@cache
def lists() -> tuple[ArmyList, ...]:
    """All lists, in the order of the books."""
    with _LISTS.open(encoding="utf-8", newline="") as file:
        rows = [tuple(row) for row in csv.reader(file)][1:]
    return tuple(ArmyList(int(b), int(n), name, int(first), int(last), region, land) for b, n, name, first, last, region, land in rows)


@cache
def _known() -> dict[tuple[int, int], ArmyList]:
    return {(one.book, one.number): one for one in lists()}


def find(book: int | None, number: int | None) -> ArmyList | None:
    """The list of that book and number; None when there is none."""
    return _known().get((book or 0, number or 0))


def folded(text: str) -> str:
    """A text without accents, case and marks, to be compared: "Ch'in" and "chin", "Lucanian" and "LUCÁNIAN" are the same."""
    bare = unicodedata.normalize("NFKD", text.casefold())
    words = "".join(c if c.isalnum() or c in "/&" else " " for c in bare if not unicodedata.combining(c) and c not in "'’")
    return " ".join(words.split())


@cache
def _haystack() -> tuple[tuple[str, ArmyList], ...]:
    return tuple((folded(f"{one.name} {one.code} book {one.book} {one.region}"), one) for one in lists())


def search(text: str) -> tuple[ArmyList, ...]:
    """The lists in which every word of the text occurs, in the name, the number ("2/10") or the region; those whose name has them first.

    All of them for an empty text.
    """
    words = folded(text).split()
    found = [one for hay, one in _haystack() if all(f" {word}" in f" {hay}" for word in words)]
    found = found or [one for hay, one in _haystack() if all(word in hay for word in words)]
    return tuple(sorted(found, key=lambda one: _distance(words, folded(one.name))))


def _distance(words: list[str], name: str) -> int:
    """How many of the words are no whole word of the name, and how many do not occur in it at all."""
    return sum((word not in name.split()) + (word not in name) for word in words)
