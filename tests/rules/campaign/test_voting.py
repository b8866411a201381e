"""Whom a victorious double names as lord."""

from __future__ import annotations

import pytest

from rules.campaign.voting import designate, named, votes_counted
from rules.rulings import Refusal

clause = pytest.mark.clause
FREE = {"A": None, "B": None, "C": None}


@clause("C7b", "K24")
@pytest.mark.parametrize(("votes", "expected"), [
    ({"A": "A", "B": "A", "C": "A"}, "A"),
    ({"A": "A", "B": "A", "C": "B"}, None),
    ({"A": "A", "B": "A"}, None),
    ({"A": "A", "B": "A", "C": None}, None),
    ({"A": None, "B": None, "C": None}, None),
    ({}, None),
])  # fmt: skip
def test_only_members_of_one_mind_name_a_lord(votes: dict[str, str | None], expected: str | None):
    assert designate(FREE, "ABC", votes) == expected


@clause("K24", "C8")
def test_a_subordinate_votes_with_his_highest_lord_in_the_double_whatever_he_says():
    lord = {"A": None, "B": "A", "C": "B", "D": None}
    assert votes_counted(lord, "ABC", {"A": "B", "B": "B", "C": "C"}) == {"A": "B", "B": "B", "C": "B"}
    assert designate(lord, "ABC", {"A": "B", "C": "C"}) == "B"
    assert designate(lord, "BC", {"B": "C", "C": None}) == "C"
    assert designate(lord, "ABC", {"B": "B", "C": "B"}) is None


@clause("K24")
def test_a_lord_outside_the_double_has_no_say():
    assert designate({"L": None, "A": "L", "B": None}, "AB", {"A": "B", "B": "B"}) == "B"


@clause("C7b")
def test_a_lone_attacker_needs_no_vote():
    assert designate(FREE, "A", {}) == "A"


@clause("C7b")
@pytest.mark.parametrize("votes", [{"A": "D"}, {"D": "A"}])
def test_votes_by_or_for_somebody_outside_are_refused(votes: dict[str, str | None]):
    with pytest.raises(Refusal) as no:
        designate(FREE, "AB", votes)
    assert no.value.clause == "C7b"


@clause("C7b", "K24")
def test_the_vote_is_told():
    assert named(FREE, "AB", {"A": "A", "B": "A"}).say() == "the double of A and B names A as lord"
    assert named(FREE, "AB", {"A": "A"}).say() == "the double of A and B names no lord: B did not vote"
    assert named(FREE, "AB", {"A": "A", "B": "B"}).say() == "the double of A and B names no lord: they do not agree on one of them"
    obeyed = named({"A": None, "B": "A"}, "AB", {"A": "A"})
    assert obeyed.say() == "the double of A and B names A as lord (B must vote as the lord in the team does)"
    assert obeyed.clauses == ("C7b", "K24", "C8")
