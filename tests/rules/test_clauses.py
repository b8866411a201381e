"""The rules page is complete, in order, and in step with the settings."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from itertools import chain

import pytest

from rules.choices import Choice
from rules.clauses import CLAUSES, SECTIONS, Clause, Sheet, anchor, clause, known


def _numbered(letter: str, last: int) -> list[str]:
    return [f"{letter}{n}" for n in range(1, last + 1)]


IDS: dict[Sheet, list[str]] = {
    "campaign": [*_numbered("C", 10), "C7a", "C7b", "C7c", "C7d", *_numbered("L", 6), "S1", *_numbered("K", 53), "K10a", "K10b", "K10c"],
    "arena": [*chain(*(_numbered(*p) for p in zip("RDPFMEGXA", (10, 5, 7, 2, 10, 3, 4, 6, 48), strict=True))), "A17a"],
}
SHEETS = sorted(IDS)


def _lacking(holds: Callable[[Clause], bool]) -> list[str]:
    return [c.id for c in CLAUSES.values() if not holds(c)]


def _on_page(sheet: Sheet) -> list[Clause]:
    return [c for section in SECTIONS[sheet] for c in section.clauses]


def _settings(sheet: str) -> tuple[Choice, ...]:
    return importlib.import_module(f"rules.{sheet}.settings").TABLE


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_clause_stands_on_its_page_exactly_once(sheet: Sheet) -> None:
    assert sorted(c.id for c in _on_page(sheet)) == sorted(IDS[sheet])


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_clause_knows_its_sheet(sheet: Sheet) -> None:
    assert {c.sheet for c in _on_page(sheet)} == {sheet}


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_section_has_a_title_a_lede_and_clauses(sheet: Sheet) -> None:
    sections = SECTIONS[sheet]
    assert all(s.title and s.lede.endswith(".") and s.clauses for s in sections)
    assert len({s.title for s in sections}) == len(sections)


def test_every_clause_has_a_short_title_and_a_short_text() -> None:
    assert _lacking(lambda c: 3 <= len(c.title.split()) <= 6) == []
    assert _lacking(lambda c: 5 <= len(c.text.split()) < 60 and c.text.endswith(".")) == []


@pytest.mark.parametrize("sheet", SHEETS)
def test_no_two_clauses_of_a_sheet_share_a_title(sheet: Sheet) -> None:
    titles = [c.title for c in _on_page(sheet)]
    assert len(set(titles)) == len(titles)


def test_readings_and_they_alone_belong_to_clauses_of_their_own_sheet() -> None:
    assert _lacking(lambda c: bool(c.of) == c.reading) == []
    assert _lacking(lambda c: all(known(id) and clause(id).sheet == c.sheet and not clause(id).reading for id in c.of)) == []


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_reading_follows_a_clause_that_it_belongs_to(sheet: Sheet) -> None:
    astray = []
    for section in SECTIONS[sheet]:
        last = None
        for rule in section.clauses:
            last = last if rule.reading else rule
            if last and rule.reading and last.id not in rule.of:
                astray.append(rule.id)
    assert astray == []


def test_only_the_oddities_have_no_clause_to_follow() -> None:
    assert [s.title for sheet in SHEETS for s in SECTIONS[sheet] if s.clauses[0].reading] == ["When something is odd"]


def test_anchors_are_unique_and_plain() -> None:
    assert anchor("K10a") == "rule-k10a"
    anchors = [anchor(id) for id in CLAUSES]
    assert len(set(anchors)) == len(anchors)
    assert all(a == a.lower() and a.replace("-", "").isalnum() for a in anchors)


def test_it_says_so_when_it_does_not_know_a_clause() -> None:
    assert known("C7c")
    assert not known("K54")
    with pytest.raises(KeyError):
        clause("K54")
    with pytest.raises(KeyError):
        anchor("K54")


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_page_tells_of_every_setting_and_of_no_other(sheet: Sheet) -> None:
    told = {name for c in _on_page(sheet) for name in c.settings}
    assert told == {choice.name for choice in _settings(sheet)}


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_setting_is_told_where_it_says_it_belongs(sheet: Sheet) -> None:
    astray = [choice.name for choice in _settings(sheet) if choice.name not in clause(choice.ruling).settings]
    assert astray == []


def test_it_says_that_a_club_may_choose_just_where_it_may() -> None:
    assert _lacking(lambda c: ("A club may choose otherwise:" in c.text) == bool(c.settings)) == []
