"""The 148 army lists, and finding one's own among them (L2)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.campaign.muster import LISTS_IN_BOOK
from webapp.campaign import armies


def test_every_list_of_both_books_is_there_once() -> None:
    assert Counter(one.book for one in armies.lists()) == LISTS_IN_BOOK
    assert len({(one.book, one.number) for one in armies.lists()}) == 148
    assert all(one.first < one.last and one.name and one.region and 0 not in (one.first, one.last) for one in armies.lists())


@pytest.mark.parametrize(
    "text, first",
    [
        ("samnite", "2/13"), ("SAMNÍTE", "2/13"), ("camillan", "2/10"), ("2/10", "2/10"), ("early carth", "1/61"),
        ("chin chinese", "2/4"), ("ch'in", "2/4"),
        ("Ch’in Warring", "2/4"), ("lucanian apulian", "2/8"), ("korea paekche", "2/75"), ("hoplite early", "1/52"),
    ],
)  # fmt: skip
def test_a_list_is_found_by_words_of_its_name_its_number_or_its_region(text: str, first: str) -> None:
    assert armies.search(text)[0].code == first


def test_the_name_counts_before_the_region_and_nothing_finds_nothing() -> None:
    assert "Egyptian" in armies.search("egypt")[0].name
    assert len(armies.search("")) == 148
    assert armies.search("klingon") == ()


@given(st.text(max_size=30))
@settings(max_examples=50, deadline=None)
def test_searching_never_fails(text: str) -> None:
    assert set(armies.search(text)) <= set(armies.lists())


def test_years_are_told_as_people_write_them() -> None:
    spans = {code: one.span for one in armies.lists() for code in [one.code]}
    assert (spans["2/10"], spans["2/56"], spans["2/74"]) == ("400-275 BC", "25 BC-197 AD", "260-273 AD")
    assert armies.find(2, 10) == armies.search("2/10")[0]
    assert armies.find(3, 1) is None
    assert armies.find(None, None) is None
