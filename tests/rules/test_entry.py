"""Acts of both sheets: flat, so that each kind can be a table of its own, in a frame that says who, when and why."""

from dataclasses import fields, is_dataclass
from datetime import datetime
from types import NoneType, UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

import pytest

from rules.arena import acts as arena
from rules.arena.tourney import apply
from rules.campaign import acts as campaign
from rules.entry import Entry
from rules.rulings import Refusal
from tests.rules.arena.stage import GUARDIAN, JUDGE, four

KINDS = [*arena.KINDS.values(), *campaign.KINDS.values()]
IDS = [f"{kind.__module__.split('.')[1]}.{kind.kind}" for kind in KINDS]
PLAIN = {str, int, bool, datetime}
FRAME = {"kind", "at", "by", "for", "reason", "corrects", *(f.name for f in fields(Entry))} - {"seq"}


def flat(hint: object) -> bool:
    """Whether a field of this type fits a column."""
    if get_origin(hint) is Literal:
        return {type(word) for word in get_args(hint)} in ({str}, {int})
    if get_origin(hint) in (Union, UnionType):
        one, *others = (option for option in get_args(hint) if option is not NoneType)
        return not others and flat(one)
    return hint in PLAIN


@pytest.mark.parametrize("kind", KINDS, ids=IDS)
def test_an_act_has_plain_fields_and_tuples_of_flat_records(kind):
    hints = get_type_hints(kind)
    for field in fields(kind):
        hint = hints[field.name]
        if get_origin(hint) is not tuple:
            assert flat(hint), field.name
            continue
        inner = get_args(hint)[0]
        assert inner is str or (is_dataclass(inner) and all(flat(h) for h in get_type_hints(inner).values())), field.name


@pytest.mark.parametrize("kind", KINDS, ids=IDS)
def test_no_act_says_again_what_its_frame_says(kind):
    assert not FRAME & {f.name for f in fields(kind)}


@pytest.mark.parametrize("blank", ["", "  \n"])
def test_a_reason_of_blanks_is_none(blank):
    with pytest.raises(Refusal, match="R9: say why"):
        Entry(1, four().now, None, None, reason=blank).needs_reason("R9", "say why")


@pytest.mark.clause("A40")
def test_an_arena_takes_back_instead_of_putting_one_act_in_the_place_of_another():
    stage = four()
    act = arena.Enter("D", "mage")
    with pytest.raises(Refusal, match="take that one back") as refusal:
        apply(stage.t, Entry(stage.t.seq + 1, stage.now, None, act, corrects=stage.t.seq - 1))
    assert refusal.value.clause == "A40"


@pytest.mark.clause("D4", "R3")
def test_a_ruling_and_a_word_on_a_late_hit_say_why():
    stage = four().win("W1.1", "A")
    stage.do(arena.Scroll("W1.1", "D", "unfair"), "D")
    stage.refused("D4", arena.Rule("W1.1", "uphold"), JUDGE, reason=" ")
    stage.do(arena.Rule("W1.1", "uphold"), JUDGE, reason="the log is clear")
    assert stage.t.journal[-1].ruling.text.endswith(": the log is clear")
    stage.do(arena.LateHit("W1.1", "D"), "D")
    stage.refused("R3", arena.JudgeLateHit(stage.t.seq, False), GUARDIAN, reason="")
    stage.do(arena.JudgeLateHit(stage.t.seq, False), GUARDIAN, reason="the page lagged")
    assert stage.t.late_hits[stage.t.seq - 1].reason == "the page lagged"
