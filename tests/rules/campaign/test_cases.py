"""The worked cases, cases of our own for what they leave out, and malformed files."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from rules.campaign.cases import KINDS, outcome
from rules.rulings import Refusal

FILES = sorted((Path(__file__).parent.parent / "cases" / "campaign").glob("*.json"))
clause = pytest.mark.clause


def _case(path: Path) -> Any:
    case = json.loads(path.read_text())
    return pytest.param(case, id=path.stem, marks=clause(*case["clauses"], *(f"{n}={v}" for n, v in case["settings"].items())))


@pytest.mark.parametrize("case", [_case(path) for path in FILES])
def test_a_worked_case_comes_out_as_worked_by_hand(case: dict[str, Any]):
    found = outcome(case["kind"], case["settings"], case["input"])
    for key, expected in case["expected"].items():
        if key == "problems":
            assert sorted(map(str, found[key])) == sorted(map(str, expected))
        else:
            assert found[key] == expected


def test_every_kind_of_case_is_among_the_worked_ones():
    assert {json.loads(path.read_text())["kind"] for path in FILES} == set(KINDS)
    assert len(FILES) == 24


STATE = {"borders": [["pa", "pb"], ["pb", "pc"]], "owner": {"a": "pa", "b": "pb", "c": "pc"}, "lord": {"b": "a"}}
RUN = {"borders": [["pa", "pb"]], "owner": {"a": "pa", "b": "pb"}, "rounds": []}
WIN = {"broken": "defender", "points": {"attackers": 10, "defender": 0}}


def one(**change: Any) -> dict[str, Any]:
    """One battle of a against b, with these changes."""
    return {"defender": "b", "attackers": ["a"], "points": {"attackers": 6, "defender": 4}, **change}


@clause("C5", "C7b", "C10", "C1", "C2", "C4", "K50", "K17")
@pytest.mark.parametrize(("kind", "settings", "given", "expected"), [
    ("targets", {"colour": "red"}, {"state": STATE, "players": []}, "III"),
    ("targets", {"count_mode": "both"}, {"state": STATE, "players": []}, "K27"),
    ("targets", {}, {"state": {**STATE, "owner": {"a": "pa", "b": "pa"}}, "players": []}, "C1"),
    ("assign", {}, {"declarations": {"a": "a"}}, "C4"),
    ("pyramid", {}, {"lord": {}, "battles": [one(lord="c", broken="defender")]}, "C7b"),
    ("pyramid", {}, {"lord": {}, "battles": [one(), one()]}, "C5"),
    ("peace", {}, {"battles": [one(attackers=list("acdef"))]}, "C5"),
    ("peace", {}, {"battles": [one(attackers=["b"])]}, "C5"),
    ("points", {}, {"players": ["a", "b"], "battles": [one(points={"attackers": 11, "defender": 0})]}, "K50"),
    ("designate", {}, {"lord": {}, "team": ["a", "b"], "votes": {"a": "c"}}, "C7b"),
    ("run", {}, {**RUN, "owner": {"a": "pa", "b": "pa"}}, "C1"),
    ("run", {}, {**RUN, "owner": {"a": "pa", "b": "pb", "c": "pc"}}, "C1"),
    ("run", {"rounds": 1}, {**RUN, "rounds": [{}, {}]}, "C2"),
    ("run", {}, {**RUN, "rounds": [{"declare": {"a": "b"}}]}, "C7"),
    ("run", {}, {**RUN, "rounds": [{"declare": {"a": "b"}, "results": [{"points": {"attackers": 12, "defender": 0}}]}]}, "K50"),
])  # fmt: skip
def test_what_the_rules_refuse_is_refused_with_its_clause(kind: str, settings: dict[str, Any], given: dict[str, Any], expected: str):
    with pytest.raises(Refusal) as no:
        outcome(f"campaign.{kind}", settings, given)
    assert no.value.clause == expected


@pytest.mark.parametrize(("kind", "given", "path"), [
    ("targets", {}, "input.state: is missing"),
    ("targets", {"state": {**STATE, "borders": [["pa"]]}, "players": []}, "input.state.borders[0]: should be a list of 2"),
    ("targets", {"state": {**STATE, "lord": {"a": "b", "b": "a"}}, "players": []}, "input.state.lord: should be a pyramid"),
    ("targets", {"state": {**STATE, "lord": {"z": "a"}}, "players": []}, "input.state.lord: 'z' has no province"),
    ("targets", {"state": STATE, "players": ["z"]}, "input.players[0]: should be one of the players"),
    ("targets", {"state": STATE, "players": [["a"]]}, "input.players[0]: should be one of the players"),
    ("effective", {"state": STATE, "own": {"a": 3}}, "input.own.a: should be one of the players"),
    ("effective", {"state": STATE, "orders": [["a", "b", {}]]}, "input.orders[0][2]: should be one of the players"),
    ("effective", {"state": STATE, "own": {"z": "a"}}, "input.own: should be one of the players"),
    ("effective", {"state": STATE, "orders": [["a", "b"]]}, "input.orders[0]: should be a list of 3"),
    ("assign", {"declarations": ["a"]}, "input.declarations: should be an object"),
    ("assign", {"declarations": {"a": ""}}, "input.declarations.a: should be a text"),
    ("assign", {"declarations": {}, "priority": ["a", "a"]}, "input.priority: should name nobody twice"),
    ("pyramid", {"lord": {}, "battles": [one(broken="all")]}, "input.battles[0].broken: should be one of defender, attackers, both, null"),
    ("pyramid", {"lord": {}, "battles": [one(attackers=[])]}, "input.battles[0].attackers: should name at least one attacker"),
    ("points", {"players": [], "battles": [one(points={"attackers": 5})]}, "input.battles[0].points.defender: is missing"),
    ("points", {"players": [], "battles": [one(points={"attackers": 5.5, "defender": 4})]}, "input.battles[0].points.attackers: should be a whole"),
    ("points", {"players": [], "battles": [one(points={"attackers": True, "defender": 4})]}, "input.battles[0].points.attackers: should be a whole"),
    ("designate", {"team": []}, "input.team: should name at least one player"),
    ("team", {"team": [{"player": "a", "ap": 1.2, "commands": 1, "role": "cinc"}]}, "input.team[0].ap: should be a number of points"),
    ("team", {"team": [{"player": "a", "ap": float("nan"), "commands": 1, "role": "cinc"}]}, "input.team[0].ap: should be a number of points"),
    ("team", {"team": [{"player": "a", "ap": 1e308, "commands": 1, "role": "cinc"}]}, "input.team[0].ap: should be a number of points"),
    ("team", {"team": [{"player": "a", "ap": 1, "commands": 1, "role": "king"}]}, "input.team[0].role: should be one of"),
    ("list", {"list": {"book": 1, "ap": 1, "received": "soon"}}, "input.list.received: should be a date and time"),
    ("list", {"list": {"book": 1, "ap": 1, "external_allies": 0, "received": "1999-01-01"}}, "input.list.external_allies: should be one of"),
    ("run", {**RUN, "rounds": [{"declare": {"z": "a"}}]}, "input.rounds[0].declare.z: should be one of the players"),
    ("run", {**RUN, "rounds": [{"results": [WIN]}]}, "input.rounds[0].results: has 1 result for 0 battles"),
    ("riddle", {}, "kind: there is no kind of case"),
])  # fmt: skip
def test_a_malformed_case_is_told_by_its_path(kind: str, given: dict[str, Any], path: str):
    with pytest.raises(ValueError, match=f"^{re.escape(path)}"):
        outcome(f"campaign.{kind}", {}, given)


@clause("K43", "C4")
def test_absent_players_are_neither_targets_nor_blamed_for_declaring_nothing():
    state = {**STATE, "lord": {}, "absent": ["b"]}
    assert outcome("campaign.targets", {}, {"state": state, "players": ["a", "b"]}) == {"targets": {"a": [], "b": []}}
    found = outcome("campaign.effective", {}, {"state": state, "own": {"a": "b", "b": "a"}, "orders": [["b", "a", "c"]]})
    assert found == {
        "effective": {"a": None, "b": None, "c": None},
        "problems": [["order_not_from_a_lord", "a"], ["target_not_lawful", "a"]],
    }


@clause("K10b")
def test_an_order_to_attack_nobody_is_void():
    found = outcome("campaign.effective", {}, {"state": STATE, "own": {"a": "c", "b": "c", "c": "a"}, "orders": [["a", "b", None]]})
    assert found["problems"] == [["order_target_not_lawful", "b"]]


@clause("K19", "C5")
def test_whoever_is_only_named_in_the_lot_or_as_a_target_stands_idle_or_defends():
    found = outcome("campaign.assign", {}, {"declarations": {"a": "b"}, "priority": ["c"]})
    assert found == {"battles": [{"defender": "b", "attackers": ["a"]}], "idle": ["c"]}


@clause("K5", "K10b", "C2")
def test_in_a_run_what_is_unlawful_counts_as_not_handed_in_and_too_few_rounds_leave_it_open():
    rounds = [{"declare": {"a": "b", "b": None}, "orders": [["a", "b", "a"]], "results": [WIN]}]
    found = outcome("campaign.run", {}, {**RUN, "rounds": rounds})
    assert found == {
        "trace": [{"battles": [{"defender": "b", "attackers": ["a"]}], "idle": [], "lord": {"a": None, "b": "a"}, "points": {"a": 10, "b": 0}}],
        "final": {"a": 15, "b": 0},
        "phase": "diplomacy",
    }


@clause("C7b", "K24")
def test_in_a_run_a_double_names_its_lord_by_its_votes():
    given = {
        "borders": [["pa", "pb"], ["pb", "pc"]], "owner": {"a": "pa", "b": "pb", "c": "pc"},
        "rounds": [{"declare": {"a": "b", "b": "a", "c": "b"}, "results": [{**WIN, "votes": {"a": "c", "c": "c"}}]}],
    }  # fmt: skip
    assert outcome("campaign.run", {"rounds": 1}, given)["trace"][0]["lord"] == {"a": None, "b": "c", "c": None}
    given["rounds"][0]["results"] = [{**WIN, "votes": {"a": "c"}}]
    assert outcome("campaign.run", {"rounds": 1}, given)["final"] == {"a": 10, "b": 0, "c": 10}
