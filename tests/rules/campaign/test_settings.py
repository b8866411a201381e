"""Settings are checked by name and by value, and nothing else can be tuned."""

from __future__ import annotations

from dataclasses import fields
from datetime import UTC, datetime
from typing import Any

import pytest

from rules.campaign.settings import DEFAULTS, TABLE, Settings
from rules.rulings import Refusal


def test_the_table_and_the_settings_are_the_same_list_with_the_same_defaults():
    assert [c.name for c in TABLE] == [f.name for f in fields(Settings)]
    assert Settings.of({}) == DEFAULTS == Settings(**{c.name: c.default for c in TABLE})


def test_every_value_has_a_sentence_and_every_setting_a_gist():
    assert all(c.gist and len(c.says) == len(c.values) for c in TABLE)


@pytest.mark.parametrize("choice", TABLE, ids=lambda c: c.name)
def test_every_value_of_the_table_can_be_chosen_and_no_other(choice):
    for value in choice.values:
        assert getattr(Settings.of({choice.name: value}), choice.name) == value
    for nonsense in ("nonsense", None, -1, 1.5):
        with pytest.raises(Refusal) as no:
            Settings.of({choice.name: nonsense})
        assert choice.name in no.value.text


@pytest.mark.parametrize(("name", "value"), [("rounds", 0), ("rounds", True), ("team_cap", 0), ("idle_points", 11), ("peace_yields", 1)])
def test_numbers_have_limits_and_truth_is_no_number(name: str, value: Any):
    with pytest.raises(Refusal):
        Settings.of({name: value})


def test_an_unknown_name_is_refused_by_name():
    with pytest.raises(Refusal) as no:
        Settings.of({"round": 4})
    assert (no.value.clause, "round" in no.value.text) == ("III", True)


def test_settings_can_be_changed_one_by_one():
    few = DEFAULTS.but({"rounds": 2}).but({"team_cap": 3})
    assert (few.rounds, few.team_cap, few.lord_bonus) == (2, 3, 5)
    assert Settings.of({"list_deadline": "2024-05-01T12:00:00Z"}).list_deadline == datetime(2024, 5, 1, 12, tzinfo=UTC)
