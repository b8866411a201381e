"""The arena's settings: one table, checked by name and value."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Any

import pytest

from rules.arena.settings import MATCH_TABLE, TABLE, Settings
from rules.choices import Choice, show
from rules.clauses import known
from rules.rulings import Refusal

DEFAULTS = {
    "target": 15,
    "fighter_low": 15,
    "mage_low": 14,
    "man_at_arms_low": 15,
    "double20": 5,
    "fumble_loss": 2,
    "floor": None,
    "tie_rule": "higher_then_extra",
    "fighter_fumble_vs_man_at_arms": "minus2",
    "crit_through": "keep",
    "block": "full",
    "man_at_arms_fumble_vs_score": "example",
    "man_at_arms_fumble_points": True,
    "man_at_arms_fumble_vs_none": "example",
    "man_at_arms_fumble_breaks": True,
    "own_strike": "mage_minus",
    "man_at_arms_critical_damage": "mage_plus",
    "free_cast": "consumes",
    "free_double20": "win",
    "free_fumble": "minus2",
    "lone_conjure": "undefended",
    "lone_double20": "win",
    "struck_forever": False,
    "mage_last_cast": False,
    "grand_final_reset": True,
    "post_hours": 72,
    "judge_hours": 36,
    "dispute_hours": 24,
    "no_show_grace_min": 0,
    "ban_min_days": 30,
    "advance_only_when_final": False,
    "ruling_quorum": 1,
}
EVERY_VALUE = [(c, v) for c in TABLE for v in c.values]


def test_the_defaults_are_those_of_the_house() -> None:
    assert asdict(Settings.of({})) == DEFAULTS


def test_the_table_and_the_settings_name_the_same_things() -> None:
    assert [c.name for c in TABLE] == [f.name for f in fields(Settings)]


@pytest.mark.parametrize("choice, value", EVERY_VALUE, ids=lambda v: v.name if isinstance(v, Choice) else show(v))
def test_it_takes_every_named_value_and_leaves_the_rest_alone(choice: Choice, value: Any) -> None:
    assert asdict(Settings.of({choice.name: value})) == {**DEFAULTS, choice.name: value}


@pytest.mark.parametrize("choice", TABLE, ids=lambda c: c.name)
def test_every_setting_is_explained(choice: Choice) -> None:
    assert known(choice.ruling)
    assert choice.gist.endswith(".")
    assert len(choice.says) == len(choice.values)
    assert all(sentence.endswith(".") for sentence in choice.says)
    assert not choice.values or choice.values[0] == choice.default


@pytest.mark.parametrize(
    "given, clause",
    [
        ({"tie_rule": "coin"}, "A8"),
        ({"struck_forever": 1}, "A13"),
        ({"man_at_arms_fumble_points": "true"}, "A19"),
        ({"target": 0}, "R5"),
        ({"target": True}, "R5"),
        ({"target": 15.0}, "R5"),
        ({"floor": 3}, "A5"),
        ({"fighter_low": 20}, "P3"),
        ({"mage_low": 1}, "P4"),
        ({"weather": "fair"}, "III"),
    ],
)
def test_it_refuses_by_name_what_is_not_allowed(given: dict[str, Any], clause: str) -> None:
    with pytest.raises(Refusal, match=next(iter(given))) as refused:
        Settings.of(given)
    assert refused.value.clause == clause


def test_each_kind_of_thrower_has_his_own_threshold() -> None:
    settings = Settings.of({"fighter_low": 11, "mage_low": 12, "man_at_arms_low": 13})
    assert [settings.low(kind) for kind in ("fighter", "mage", "guard")] == [11, 12, 13]


def test_the_settings_of_a_match_come_first_in_the_table() -> None:
    assert TABLE[: len(MATCH_TABLE)] == MATCH_TABLE
    assert {c.name for c in TABLE[len(MATCH_TABLE) :]} == {
        "grand_final_reset",
        "post_hours",
        "judge_hours",
        "dispute_hours",
        "no_show_grace_min",
        "ban_min_days",
        "advance_only_when_final",
        "ruling_quorum",
    }
