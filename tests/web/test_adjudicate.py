"""`flask adjudicate`: worked cases and event files in the shell, with their exit status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from flask import Flask

from webapp.adjudicating import FINE, MALFORMED, MISMATCH, adjudicate, differences

CASES = sorted((Path(__file__).parents[1] / "rules" / "cases").rglob("*.json"))
DEMO = Path(__file__).parents[2] / "webapp" / "demo"
ROW = {"borders": [["pa", "pb"]], "owner": {"a": "pa", "b": "pb"}, "lord": {"a": None, "b": None}, "peace": [], "round": 1}


def told(tmp_path: Path, data: object) -> tuple[dict, int]:
    file = tmp_path / "case.json"
    file.write_text(data if isinstance(data, str) else json.dumps(data))
    return adjudicate(file)


def case(**changes: object) -> dict:
    return {"kind": "campaign.targets", "input": {"state": ROW, "players": ["a"]}, "expected": {"targets": {"a": ["b"]}}} | changes


@pytest.mark.parametrize("path", CASES, ids=lambda p: p.stem)
def test_every_worked_case_comes_out(path):
    answer, status = adjudicate(path)
    assert status == FINE, answer


def test_it_names_the_keys_that_differ(tmp_path):
    answer, status = told(tmp_path, case(expected={"targets": {"a": []}}))
    assert (status, answer["mismatch"]) == (MISMATCH, ["targets"])


def test_a_case_without_expected_is_only_answered(tmp_path):
    data = case()
    del data["expected"]
    assert told(tmp_path, data) == ({"file": str(tmp_path / "case.json"), "targets": {"a": ["b"]}}, FINE)


def test_a_refusal_is_fine_only_when_it_was_expected(tmp_path):
    late = {"kind": "arena.match", "input": {"rounds": [{"A": [20, 20], "B": [9, 9]}, {"A": [2, 3], "B": [4, 5]}]}}
    answer, status = told(tmp_path, late)
    assert (status, answer["refused"], answer["clause"]) == (MISMATCH, True, "R3")
    assert answer["reason"]
    assert told(tmp_path, late | {"expected": {"refused": True}})[1] == FINE
    assert told(tmp_path, late | {"expected": {"refused": True, "clause": "P2"}})[1] == MISMATCH
    assert told(tmp_path, case(expected={"refused": True}))[1] == MISMATCH


def test_a_setting_is_refused_by_name(tmp_path):
    for settings in ({"team_size": 4}, {"structure": "heap"}):
        answer, status = told(tmp_path, case(settings=settings, expected={"refused": True}))
        assert status == FINE
        assert next(iter(settings)) in answer["reason"]


@pytest.mark.parametrize(
    "data",
    ["", "{", "[]", "3", "null", '"x"', {}, {"kind": "campaign.targets"},
     {"kind": "chess.match", "input": {}}, {"kind": "campaign.targets", "input": {}},
     {"kind": "campaign.targets", "input": []},
     case(settings=[]), case(expected=[]), {"kind": "arena.match", "input": {"rounds": 3}},
     {"kind": "arena.odds", "input": {"classes": ["fighter"]}}, {"kind": "arena.bracket", "input": {"names": "AB", "ops": []}},
     {"banneret": 1}, {"banneret": 1, "event": "campaign", "slug": "x", "name": "x", "people": {}, "acts": [{"kind": "dance"}]}],
)  # fmt: skip
def test_a_malformed_file_is_a_clear_error(tmp_path, data):
    answer, status = told(tmp_path, data)
    assert status == MALFORMED
    assert answer["error"]


def test_a_missing_file_is_a_clear_error(tmp_path):
    assert adjudicate(tmp_path / "none.json")[1] == MALFORMED


def test_problems_and_pairs_are_compared_in_any_order_and_numbers_to_nine_decimals():
    assert differences({"problems": [["a", "x"], ["b", None]]}, {"problems": [["b", None], ["a", "x"]]}) == []
    assert differences({"open": {"GF": ["A", "B"]}}, {"open": {"GF": ["B", "A"]}}) == []
    assert differences({"idle": ["a", "b"]}, {"idle": ["b", "a"]}) == ["idle"]
    assert differences({"A": 0.5}, {"A": 0.5000000001}) == []
    assert differences({"A": 0.5}, {"A": 0.50000001}) == ["A"]
    assert differences({"winner": None}, {"winner": False}) == ["winner"]
    assert differences({"score": [1, 0]}, {"score": [True, 0]}) == ["score"]
    assert differences({"nothing": 1}, {}) == ["nothing"]


@pytest.mark.parametrize("name", ["campaign.json", "arena.json"])
def test_an_event_file_is_told_in_words_or_as_json(app: Flask, name):
    shell = app.test_cli_runner()
    words = shell.invoke(args=["adjudicate", str(DEMO / name)])
    assert words.exit_code == 0
    assert "[C7a" in words.output or "[R5" in words.output
    assert "⟦" not in words.output
    data = json.loads(shell.invoke(args=["adjudicate", "--json", str(DEMO / name)]).output)
    assert sum(len(part["rulings"]) for part in data["told"]) > 40


def test_the_exit_status_is_the_worst_of_all_files(app: Flask, tmp_path):
    good, bad, broken = (tmp_path / n for n in ("good.json", "bad.json", "broken.json"))
    good.write_text(json.dumps(case()))
    bad.write_text(json.dumps(case(expected={"targets": {"a": []}})))
    broken.write_text("{")
    shell = app.test_cli_runner()
    assert shell.invoke(args=["adjudicate", str(good)]).exit_code == 0
    assert shell.invoke(args=["adjudicate", str(good), str(bad)]).exit_code == 1
    answer = shell.invoke(args=["adjudicate", str(broken), str(good), str(bad)])
    assert answer.exit_code == 2
    assert len([line for line in answer.stdout.splitlines() if line.startswith("{")]) == 3
