"""The frame that every act of both sheets stands in."""

from dataclasses import fields

import pytest

from rules.arena import acts as arena
from rules.arena.tourney import apply
from rules.campaign import acts as campaign
from rules.entry import Entry
from rules.rulings import Refusal
from tests.rules.arena.stage import GUARDIAN, JUDGE, four

KINDS = [*arena.KINDS.values(), *campaign.KINDS.values()]
FRAME = {"kind", "at", "by", "for", "reason", "corrects", *(f.name for f in fields(Entry))} - {"seq"}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.__module__.split('.')[1]}.{kind.kind}")
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
