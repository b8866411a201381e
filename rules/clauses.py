"""Every clause of both rule sheets and every reading of them, in our own words: what pages show, and what refusals and tests cite.

The words stand in `clauses_campaign`, `clauses_arena` and `clauses_tourney`, as prose rather than as code:

    # Title of a section
        A line or two to open it.
    K27 | How size is counted | C7c | count_mode
        What happens at the table ...

A heading gives id, title, the sheet clauses that a reading belongs to, and the settings with which a club may choose otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from rules import clauses_arena, clauses_campaign, clauses_tourney

Sheet = Literal["campaign", "arena"]


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a sheet, or one reading of such clauses: what happens by default. `of` names the clauses a reading belongs to."""

    id: str
    title: str
    text: str
    of: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()

    @property
    def sheet(self) -> Sheet:
        """The sheet it belongs to, which its letter tells."""
        return "campaign" if self.id[0] in "CLSK" else "arena"

    @property
    def reading(self) -> bool:
        """Whether it is our reading of the sheet (K and A) and not a clause of the sheet itself."""
        return self.id[0] in "KA"

    @property
    def anchor(self) -> str:
        """Where it stands on a rules page."""
        return f"rule-{self.id.lower()}"


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a rules page: each clause of the sheet is followed by the readings that belong to it."""

    title: str
    lede: str
    clauses: tuple[Clause, ...]


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """Each heading with the indented lines below it put together."""
    head, body = "", ""
    for line in text.splitlines():
        if line.startswith(" "):
            body = f"{body} {line.strip()}".lstrip()
        elif line:
            if head:
                yield head, body
            head, body = line, ""
    yield head, body


def _clause(head: str, body: str) -> Clause:
    name, title, of, settings = ([part.strip() for part in head.split("|")] + ["", ""])[:4]
    return Clause(name, title, body, tuple(of.split()), tuple(settings.split()))


def _sections(text: str) -> tuple[Section, ...]:
    parts: list[tuple[str, str, list[Clause]]] = []
    for head, body in _blocks(text):
        if head.startswith("# "):
            parts.append((head[2:], body, []))
        else:
            parts[-1][2].append(_clause(head, body))
    return tuple(Section(title, lede, tuple(clauses)) for title, lede, clauses in parts)


SECTIONS: Mapping[Sheet, tuple[Section, ...]] = MappingProxyType(
    {"campaign": _sections(clauses_campaign.TEXT), "arena": _sections(clauses_arena.TEXT) + _sections(clauses_tourney.TEXT)}
)
"""The rules page of each sheet, in reading order."""

CLAUSES: Mapping[str, Clause] = MappingProxyType({c.id: c for sections in SECTIONS.values() for s in sections for c in s.clauses})
"""Every clause and reading by its id."""


def known(id: str) -> bool:
    """Whether there is a clause or reading of that id."""
    return id in CLAUSES


def clause(id: str) -> Clause:
    """The clause or reading of that id; KeyError when there is none (ask `known` first)."""
    return CLAUSES[id]


def anchor(id: str) -> str:
    """The place of a clause on its rules page: "K10a" stands at "rule-k10a"; KeyError when there is none."""
    return clause(id).anchor
