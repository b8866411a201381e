"""The worked cases of the bracket, the clocks and the classes, more of our own in the same shape, and what is no case at all."""

import json
from pathlib import Path

import pytest

from rules.arena.cases import outcome
from rules.rulings import Refusal

FILES = sorted(p for letter in "bf" for p in (Path(__file__).parents[1] / "cases").glob(f"{letter}[0-9]*.json"))


def unordered(outcome_: dict) -> dict:
    """The two names of an open slot come in any order."""
    return {key: {slot: sorted(pair) for slot, pair in value.items()} if key == "open" else value for key, value in outcome_.items()}


def test_the_worked_cases_are_all_here():
    assert len(FILES) >= 9


@pytest.mark.clause("R2", "R6", "R7", "R8", "D1", "D4", "A31", "A32", "A33", "A34", "A35", "A36", "A38", "A40", "A41")
@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_the_worked_case_comes_out(path):
    case = json.loads(path.read_text())
    expected = unordered(case["expected"])
    got = unordered(outcome(case["kind"], case["settings"], case["input"]))
    assert {key: got[key] for key in expected} == expected


def fixture(ops, **settings):
    return outcome("arena.fixture", settings, {"a": "A", "b": "B", "posted": "2000-05-01T12:00", "ops": ops})


def bracket(names, ops, **settings):
    return outcome("arena.bracket", settings, {"names": list(names), "ops": ops})


def test_a_fixture_answers_with_its_log_its_state_and_its_winner():
    played = ["play", "A", "2000-05-02T12:00"]
    assert fixture([]) == {"log": [], "state": "posted", "winner": None}
    assert fixture([played]) == {"log": ["ok"], "state": "played", "winner": "A"}


@pytest.mark.clause("D3", "A39", "dispute_hours=24", "dispute_hours=1")
def test_a_result_nobody_disputes_is_final_after_its_hours():
    played = ["play", "A", "2000-05-02T12:00"]
    last, over = ["is_final", "2000-05-03T12:00"], ["is_final", "2000-05-03T12:01"]
    assert fixture([played, last]) == {"log": ["ok", False], "state": "played", "winner": "A"}
    assert fixture([played, over]) == {"log": ["ok", True], "state": "final", "winner": "A"}
    assert fixture([played, ["dispute", "B", "2000-05-03T12:00"]])["state"] == "disputed"
    assert fixture([played, ["dispute", "B", "2000-05-03T12:01"]])["log"] == ["ok", "refused"]
    assert fixture([played, ["dispute", "B", "2000-05-02T13:01"]], dispute_hours=1)["log"] == ["ok", "refused"]


def test_a_refused_op_changes_nothing():
    ops = [["play", "C", "2000-05-02T12:00"], ["agree", "2000-05-02T12:00", "2000-05-03T12:00"], ["dispute", "A", "2000-05-02T12:00"]]
    assert fixture(ops) == {"log": ["refused"] * 3, "state": "posted", "winner": None}


@pytest.mark.clause("D5", "A42")
def test_a_match_can_be_reopened_and_played_on():
    ops = [
        ["play", "A", "2000-05-02T12:00"],
        ["dispute", "B", "2000-05-02T13:00"],
        ["rule", "Lord William", "reopen", "2000-05-02T14:00", None, [10, 9], "2000-05-03T20:00"],
        ["rule", "BlackHawke", "reopen", "2000-05-02T14:00", None, [10, 9], "2000-05-03T20:00"],
        ["dispute", "A", "2000-05-02T15:00"],
        ["is_final", "2000-05-09T12:00"],
        ["play", "B", "2000-05-03T21:00"],
        ["dispute", "A", "2000-05-04T21:00"],
        ["rule", "BlackHawke", "uphold", "2000-05-05T12:00"],
        ["rule", "BlackHawke", "award", "2000-05-05T12:00", "A"],
    ]
    result = fixture(ops)
    assert result == {"log": ["ok", "ok", "refused", "ok", "refused", False, "ok", "ok", "ok", "refused"], "state": "final", "winner": "B"}
    assert fixture(ops[:4])["winner"] is None
    assert fixture(ops[:4])["state"] == "reopened"


@pytest.mark.clause("R4", "R2", "A34")
def test_a_bracket_answers_with_everything():
    assert bracket("ABC", [["result", "W1.2", "C"]]) == {
        "open": {"W2.1": ["A", "C"]},
        "champion": None,
        "finished": False,
        "losses": {"A": 0, "B": 1, "C": 0},
        "out": [],
    }
    with pytest.raises(Refusal):
        bracket("ABC", [["result", "W1.1", "A"]])
    with pytest.raises(Refusal):
        bracket("A", [])


def test_a_setting_nobody_knows_is_refused_by_name():
    with pytest.raises(Refusal, match="no setting called tempo"):
        bracket("AB", [], tempo=3)
    with pytest.raises(Refusal, match="post_hours"):
        fixture([], post_hours="72")


@pytest.mark.parametrize(
    "kind,given,path",
    [
        ("arena.chess", {}, "$.kind"),
        ("arena.bracket", [], "$.input"),
        ("arena.bracket", {"names": ["A", "B"]}, "$.input.ops: is missing"),
        ("arena.bracket", {"names": ["A", "B"], "ops": [], "op": []}, "$.input.op: is not part"),
        ("arena.bracket", {"names": "AB", "ops": []}, "$.input.names"),
        ("arena.bracket", {"names": ["A", 2], "ops": []}, "$.input.names[1]"),
        ("arena.bracket", {"names": ["A", "B"], "ops": [["result", "W1.1"]]}, "$.input.ops[0]"),
        ("arena.bracket", {"names": ["A", "B"], "ops": [["resign"]]}, "$.input.ops[0]"),
        ("arena.bracket", {"names": ["A", "B"], "ops": [["resign", ["A"]]]}, "$.input.ops[0][1]"),
        ("arena.bracket", {"names": ["A", "B"], "ops": [["win", "W1.1", "A"]]}, "$.input.ops[0]"),
        ("arena.class", {"class": "bard", "ops": []}, "$.input.class"),
        ("arena.class", {"class": "mage", "ops": [["bard"]]}, "$.input.ops[0][0]"),
        ("arena.class", {"class": "mage", "ops": [["mage", "yes"]]}, "$.input.ops[0]"),
        ("arena.class", {"class": "mage", "ops": ["fighter"]}, "$.input.ops[0]"),
        ("arena.fixture", {"a": "A", "b": "B", "posted": "May", "ops": []}, "$.input.posted"),
        ("arena.fixture", {"a": "A", "b": "B", "posted": "2000-05-01", "ops": [["agree", "2000-05-01"]]}, "$.input.ops[0]"),
        ("arena.fixture", {"a": "A", "b": "B", "posted": "2000-05-01", "ops": [["agree", 5, "2000-05-01"]]}, "$.input.ops[0][1]"),
        ("arena.fixture", {"a": "A", "b": "B", "posted": "2000-05-01", "ops": [["no_show", "X", "A", "2000-05-01"]]}, "$.input.ops[0][2]"),
        ("arena.fixture", {"a": "A", "b": "B", "posted": "2000-05-01", "ops": [["rule", "X", "shrug", "2000-05-01"]]}, "$.input.ops[0][2]"),
    ],
)
def test_what_is_no_case_is_an_error_that_says_where(kind, given, path):
    with pytest.raises(ValueError) as error:
        outcome(kind, {}, given)
    assert path in str(error.value)
