"""A published record: honest ones pass, and whatever is altered, dropped, swapped, added or cut is found."""

import copy
import json

import pytest

from rules.arena import acts
from rules.arena.record import Finding, check, record
from rules.rulings import Refusal
from tests.rules.arena.stage import GUARDIAN, MISS, Stage, chain_of, four, proven


def fought(**chosen) -> Stage:
    """A fighter against a guarded mage, fought to the end with the dice of the house."""
    stage = Stage(**chosen).enter("A").enter("M", klass="mage", guard="Cuno").draw()
    return play(stage)


def play(stage: Stage) -> Stage:
    if not stage.fight("W1.1").chains:
        stage.do(acts.OpenChain("W1.1", 1, 1, chain_of("W1.1")[0].hex()))
        stage.do(acts.Words("W1.1", "A", "sun"), "A")
        stage.do(acts.Words("W1.1", "M", "moon 🌒"), "M")
    while not stage.t.bracket.row("W1.1").how:
        match = stage.fight("W1.1").match
        for role in ("A", "B") if match and match.step[1] == 2 else ("A", "CB"):
            if not stage.t.bracket.row("W1.1").how:
                stage.do(proven(stage, "W1.1", role))
    return stage


def published(stage: Stage) -> dict:
    """The record as somebody else reads it."""
    return json.loads(json.dumps(record(stage.fight("W1.1"))))


@pytest.fixture(scope="module")
def honest() -> dict:
    return published(fought())


def codes(altered: dict) -> set[str]:
    return {finding.code for finding in check(altered)}


@pytest.mark.clause("R1", "P2")
def test_an_honest_record_passes(honest):
    assert check(honest) == []
    assert len(honest["throws"]) > 6
    assert honest["winner"] in ("A", "B")


def test_a_record_of_other_settings_passes_under_these_and_no_others():
    changed = published(fought(target="5"))
    assert changed["settings"] == {"target": 5}
    assert check(changed) == []
    assert check({**changed, "settings": {}})


def test_a_match_still_going_on_can_be_checked_as_far_as_it_went(honest):
    stage = Stage().enter("A").enter("M", klass="mage", guard="Cuno").draw()
    stage.do(acts.OpenChain("W1.1", 1, 1, chain_of("W1.1")[0].hex()))
    with pytest.raises(Refusal):
        record(stage.fight("W1.1"))
    stage.do(proven(stage, "W1.1", "A"))
    going = published(stage)
    assert going["winner"] is None
    assert len(going["throws"]) == 1
    assert check(going) == []


def test_typed_dice_are_found_to_prove_nothing_and_still_score():
    stage = four().round("W1.1", A=(15, 2), B=MISS)
    assert check(published(stage)) == [Finding(1, "A", "typed"), Finding(1, "B", "typed")]


@pytest.mark.clause("A42", "D5")
def test_a_match_taken_up_again_is_checked_from_each_state_it_had(honest):
    stage = fought()
    stage.do(acts.Scroll("W1.1", "A", "unfair"), "A")
    terms = {"score_a": 3, "score_b": 2, "guard_b": "present", "time": stage.now.replace(hour=23)}
    stage.do(acts.Rule("W1.1", "reopen", **terms), GUARDIAN, reason="a wasp")
    play(stage)
    again = published(stage)
    assert len(again["bases"]) == 2
    assert len(again["throws"]) > len(honest["throws"])
    assert check(again) == []
    assert check({**again, "bases": again["bases"][:1]})
    moved = copy.deepcopy(again)
    moved["bases"][1]["rounds"] -= 1
    assert check(moved)


def test_every_field_of_every_throw_is_bound(honest):
    for n, throw in enumerate(honest["throws"]):
        others = {"round": throw["round"] + 1, "role": "B" if throw["role"] != "B" else "CB", "chain": 2}
        others |= {"dice": [throw["dice"][0] % 20 + 1, throw["dice"][1]], "link": "00" + throw["link"][2:]}
        for field, value in others.items():
            altered = copy.deepcopy(honest)
            altered["throws"][n][field] = value
            assert check(altered), (n, field)


def test_every_field_of_the_record_is_bound(honest):
    others = {
        "format": "arena-match-2",
        "match": "W1.1/2",
        "settings": {"fighter_low": 2},
        "anchors": [chain_of("W1.2")[0].hex()],
        "commitments": ["0" * 64],
        "words": ["moon 🌒", "sun"],
        "score": honest["score"][::-1],
        "winner": "A" if honest["winner"] == "B" else "B",
        "bases": [{**honest["bases"][0], "classes": ["fighter", "fighter"], "men_at_arms": ["none", "none"]}],
        "throws": honest["throws"][::-1][1:],
    }
    assert set(others) == set(honest)
    for field, value in others.items():
        assert check({**honest, field: value}), field
        assert check({k: v for k, v in honest.items() if k != field}), field


def test_a_throw_dropped_anywhere_is_found(honest):
    for n in range(len(honest["throws"])):
        dropped = {**honest, "throws": honest["throws"][:n] + honest["throws"][n + 1 :]}
        assert codes(dropped) & {"cut_short", "wrong_score", "wrong_winner"}, n


def test_a_log_cut_short_does_not_come_to_the_declared_end(honest):
    for n in range(1, len(honest["throws"])):
        assert "cut_short" in codes({**honest, "throws": honest["throws"][:n]}), n


def test_two_throws_swapped_are_found(honest):
    for n in range(len(honest["throws"]) - 1):
        swapped = copy.deepcopy(honest)
        one, other = swapped["throws"][n], swapped["throws"][n + 1]
        one["dice"], other["dice"] = other["dice"], one["dice"]
        one["link"], other["link"] = other["link"], one["link"]
        assert check(swapped), n


def test_a_throw_that_no_round_needed_is_found(honest):
    last = honest["throws"][-1]["round"]
    more = {"round": last + 1, "role": "A", "dice": [20, 20], "chain": None, "link": None}
    assert Finding(last + 1, "A", "not_needed") in check({**honest, "throws": [*honest["throws"], more]})


@pytest.mark.parametrize(
    "field,value",
    [
        ("throws", None),
        ("throws", [3]),
        ("throws", [{"round": 1}]),
        ("throws", [{"round": "1", "role": "A", "dice": [1, 2], "chain": 1, "link": "0" * 64}]),
        ("throws", [{"round": 1, "role": "Z", "dice": [1, 2], "chain": 1, "link": "0" * 64}]),
        ("throws", [{"round": 0, "role": "A", "dice": [1, 2], "chain": 1, "link": "0" * 64}]),
        ("throws", [{"round": 1, "role": "A", "dice": [0, 2], "chain": 1, "link": "0" * 64}]),
        ("throws", [{"round": 1, "role": "A", "dice": [1, 2], "chain": 1, "link": 5}]),
        ("anchors", ["not hex"]),
        ("anchors", 7),
        ("words", ["one"]),
        ("words", [None, None]),
        ("bases", []),
        ("bases", [{}]),
        ("settings", {"tempo": 3}),
    ],
)
def test_what_is_no_record_is_told_apart_from_a_crash(honest, field, value):
    assert codes({**honest, field: value}) == {"malformed"}
    assert codes({}) == {"malformed"}
