"""The worked examples of the sheet, and the worked cases of a match."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules.arena.cases import outcome
from rules.arena.match import Match, begin, match_outcome, play_round
from rules.arena.settings import Settings
from rules.rulings import Refusal

FILES = sorted((Path(__file__).parents[1] / "cases").glob("a[0-9]*.json"))
FIGHTERS = (("fighter", "fighter"), ("none", "none"))
GUARDED = (("fighter", "mage"), ("none", "present"))
Throws = dict[str, tuple[int, int]]
SHIELD, PAIN = (15, 9), (10, 9)

EXAMPLES: dict[str, tuple[Any, list[Throws], dict[str, Any]]] = {
    "E1": (GUARDED, [{"A": (15, 9), "CB": SHIELD}, {"A": (16, 17), "B": (15, 15)}], {"score": (2, 2), "step": (1, 1)}),
    "E2": (GUARDED, [{"A": (15, 9), "CB": (10, 10)}], {"score": (1, 0), "step": (1, 1)}),
    "E3": (GUARDED, [{"A": (10, 9), "CB": (15, 10)}, {"A": (7, 9), "B": (17, 17)}], {"score": (0, 2)}),
    "G1": (FIGHTERS, [{"A": (20, 20), "B": (15, 9)}], {"score": (5, 1), "winner": None}),
    "G2": (FIGHTERS, [{"A": (20, 20), "B": (9, 9)}], {"winner": "A"}),
    "G3": (FIGHTERS, [{"A": (1, 1), "B": PAIN}], {"score": (-2, 0), "winner": None}),
    "G4": (FIGHTERS, [{"A": (1, 1), "B": (15, 9)}], {"winner": "B"}),
    "X1": (GUARDED, [{"A": (20, 20), "CB": SHIELD}], {"score": (5, 0), "winner": None, "step": (1, 2)}),
    "X2": (GUARDED, [{"A": (20, 20), "CB": PAIN}], {"winner": "A"}),
    "X3": (
        GUARDED,
        [{"A": (17, 9), "CB": (1, 1)}],
        {"score": (1, 0), "men_at_arms": ("none", "out"), "free": "A", "step": (1, 2), "winner": None},
    ),
    "X4": (GUARDED, [{"A": PAIN, "CB": (1, 1)}], {"score": (0, -2), "men_at_arms": ("none", "present"), "free": None, "step": (1, 1)}),
    "X5": (GUARDED, [{"A": PAIN, "CB": (20, 20)}], {"score": (0, 0), "free": "B", "men_at_arms": ("none", "present")}),
    "X6": (GUARDED, [{"A": (15, 9), "CB": (20, 20)}], {"score": (0, 3), "free": None, "step": (1, 2)}),
}


def play(pair: Any, rounds: list[Throws], **chosen: Any) -> Match:
    match = begin(Settings.of(chosen), *pair)
    for throws in rounds:
        match, _ = play_round(match, throws)
    return match


def cited(match: Match) -> set[str]:
    return {clause for played in match.log for ruling in played.rulings for clause in ruling.clauses}


@pytest.mark.parametrize("example", [pytest.param(e, marks=pytest.mark.clause(e)) for e in EXAMPLES])
def test_the_example_on_the_sheet_comes_out_and_is_cited(example: str) -> None:
    pair, rounds, expected = EXAMPLES[example]
    match = play(pair, rounds)
    assert {key: getattr(match, key) for key in expected} == expected
    assert example in cited(match)


@pytest.mark.clause("A18", "A24", "X3", "X5")
def test_the_free_throws_of_the_examples_are_thrown_at_once() -> None:
    struck = play(GUARDED, [{"A": (17, 9), "CB": (1, 1)}, {"A": (16, 2)}])
    assert (struck.score, struck.step, struck.free) == ((2, 0), (1, 2), None)
    cast = play(GUARDED, [{"A": PAIN, "CB": (20, 20)}, {"B": (14, 2)}])
    assert (cast.score, cast.step, cast.free) == ((0, 1), (1, 1), None)


@pytest.mark.parametrize(
    "setting, value, example", [("man_at_arms_fumble_vs_score", "restart", "X3"), ("man_at_arms_fumble_vs_none", "clause", "X4")]
)
def test_an_example_is_not_cited_where_the_club_plays_otherwise(setting: str, value: str, example: str) -> None:
    pair, rounds, _ = EXAMPLES[example]
    assert example not in cited(play(pair, rounds, **{setting: value}))


def test_an_example_among_fighters_is_not_cited_for_mages() -> None:
    match = play((("mage", "mage"), ("none", "none")), [{}, {"A": (20, 20), "B": (9, 9)}])
    assert match.winner == "A"
    assert "P6" in cited(match)
    assert "G2" not in cited(match)


def test_the_worked_cases_are_all_here() -> None:
    assert len(FILES) >= 19


@pytest.mark.clause("R3", "R5", "P6", "P7", "M2", "M3", "M7", "M9", "M10", "A3", "A5", "A6", "A8", "A12", "A13", "A14", "A17", "A24", "A26", "A30")
@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_the_worked_case_comes_out(path: Path) -> None:
    case = json.loads(path.read_text())
    expected = case["expected"]
    if expected.get("refused"):
        with pytest.raises(Refusal):
            outcome(case["kind"], case["settings"], case["input"])
    else:
        got = outcome(case["kind"], case["settings"], case["input"])
        assert {key: got[key] for key in expected} == expected


def test_a_case_answers_with_all_that_can_be_asked() -> None:
    got = match_outcome(Settings.of({}), {"classes": ["fighter", "mage"], "men_at_arms": ["none", "present"], "rounds": []})
    assert got == {"score": [0, 0], "winner": None, "step": [1, 1], "men_at_arms": ["none", "present"], "free": None, "next": ["A", "CB"]}


@pytest.mark.parametrize(
    "given, path",
    [
        ({"rounds": 3}, "$.input.rounds:"),
        ({"rounds": [[1, 2]]}, "$.input.rounds[0]:"),
        ({"classes": "fighter"}, "$.input.classes:"),
        ({"classes": ["fighter", "wizard"]}, "$.input.classes[1]:"),
        ({"men_at_arms": ["none", ["present"]]}, "$.input.men_at_arms[1]:"),
        ({"score": [1, True]}, "$.input.score[1]:"),
        ({"free": "C"}, "$.input.free:"),
        ({"weapon": "axe"}, "$.input.weapon:"),
    ],
)
def test_a_case_of_the_wrong_shape_is_an_error_that_says_where(given: dict[str, Any], path: str) -> None:
    with pytest.raises(ValueError) as wrong:
        match_outcome(Settings.of({}), given)
    assert str(wrong.value).startswith(path)
