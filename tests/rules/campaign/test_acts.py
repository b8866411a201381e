"""Acts are flat, so that each kind can be a table of its own."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from datetime import datetime
from types import NoneType
from typing import get_args, get_origin, get_type_hints

import pytest

from rules.campaign.acts import KINDS, Strike
from rules.campaign.season import STEPS

PLAIN = {str, int, bool, datetime, NoneType}


def flat(hint: object) -> bool:
    """Whether a field of this type fits a column."""
    return hint in PLAIN or (get_origin(hint) is not tuple and bool(get_args(hint)) and all(arg in PLAIN for arg in get_args(hint)))


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_an_act_has_plain_fields_and_tuples_of_flat_records(kind: type):
    hints = get_type_hints(kind)
    for field in fields(kind):
        hint = hints[field.name]
        if get_origin(hint) is not tuple:
            assert flat(hint), field.name
            continue
        inner = get_args(hint)[0]
        assert inner is str or (is_dataclass(inner) and all(flat(h) for h in get_type_hints(inner).values())), field.name


def test_every_kind_has_a_step_except_the_strike_which_only_takes_others_away():
    assert set(STEPS) | {Strike} == set(KINDS.values())
    assert len(KINDS) == 27
