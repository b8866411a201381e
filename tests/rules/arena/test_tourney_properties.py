"""Whatever people do, and whenever: a tournament stays lawful, and the same acts always make the same tournament."""

import contextlib
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.arena import acts, status
from rules.arena.duel import waits_for
from rules.arena.tourney import Tourney, apply, replay
from rules.rulings import Refusal
from tests.rules.arena.stage import CRITICAL, DICE, FUMBLE, GUARDIAN, HIT, JUDGE, KNIGHT, MISS, START, Stage

CAST = ("A", "B", "C", "D", "E")
PAIRS = st.sampled_from([HIT, MISS, CRITICAL, FUMBLE, (19, 19), (14, 2)])
HOURS = st.integers(0, 120)


def cast() -> Stage:
    stage = Stage().enter("A", "B").enter("C", klass="mage", guard="Cuno").enter("D", "E", klass="mage")
    return stage.draw()


def something(t: Tourney, data: st.DataObject) -> tuple[acts.Act, str | None]:
    """An act that somebody may try, lawful or not."""
    slot = data.draw(st.sampled_from(sorted(t.fights)))
    fight = t.fights[slot]
    player, time = data.draw(st.sampled_from(fight.pair)), START + timedelta(hours=data.draw(HOURS))
    by = data.draw(st.sampled_from([player, JUDGE, KNIGHT, GUARDIAN, DICE, None]))
    seq = data.draw(st.integers(1, t.seq))
    terms = {"score_a": data.draw(st.integers(-2, 14)), "score_b": 3, "time": time, "void": True}
    tries = [
        acts.Resign(player),
        acts.Propose(slot, player, time),
        acts.Agree(slot, player, time),
        acts.ContactJudge(slot, player),
        acts.JudgeTime(slot, time),
        acts.Extend(slot, time),
        acts.NoShow(slot, (player,)),
        acts.Result(slot, player, 15, 3),
        acts.Scroll(slot, player, "so"),
        acts.Rule(slot, "uphold"),
        acts.Rule(slot, "award", winner=player, void=data.draw(st.booleans())),
        acts.Rule(slot, "reopen", **terms),
        acts.Accept(slot, player),
        acts.Strike(seq, void=data.draw(st.booleans())),
        acts.ChangeClass(player, data.draw(st.sampled_from(["fighter", "mage"]))),
        acts.RuleMagic(player),
        acts.PickGuard(slot, player, "Dodo"),
        acts.LateHit(slot, player),
        acts.Ban(player, 30, resigns=data.draw(st.booleans())),
    ]
    needs = [n for n in status.needs(t, slot) if not n.thrown]
    if needs and data.draw(st.integers(0, 3)):
        need = data.draw(st.sampled_from(needs))
        return acts.Throw(slot, fight.game, need.round, need.role, *data.draw(PAIRS), typed=True), by
    return data.draw(st.sampled_from(tries)), by


def check(t: Tourney, now) -> None:
    bracket = t.bracket
    if bracket is None:  # the draw itself was taken back
        assert not t.fights
        return
    losses, out = bracket.losses(), set(bracket.out())
    assert max(losses.values()) <= 2
    for slot, pair in bracket.playable().items():
        assert not set(pair) & out
        assert t.fights[slot].pair == pair
        assert status.needs(t, slot)
    for slot, fight in t.fights.items():
        assert fight.pair == bracket.row(slot)[:2]
        if bracket.row(slot).how == "played":
            assert fight.fixture.winner == bracket.row(slot).winner
    keys = [(f.slot, f.game) for f in (*t.fights.values(), *t.void)]
    assert len(set(keys)) == len(keys)
    assert (bracket.champion is None) or bracket.finished
    assert set(status.statuses(t, now)) == set(bracket.shape.slots)
    disputed = [slot for slot in bracket.shape.slots if slot in t.fights and t.fights[slot].fixture.state == "disputed"]
    for slot, first in waits_for(t, now).items():
        assert first == next((s for s in disputed if slot in bracket.after(s)), None)


@pytest.mark.clause("R2", "R7", "A40")
@settings(max_examples=25, deadline=None)
@given(st.data())
def test_whatever_is_tried_the_tournament_stays_lawful_and_its_journal_replays(data):
    stage = cast()
    for _ in range(data.draw(st.integers(5, 60))):
        act, by = something(stage.t, data)
        hours = (stage.now - START).total_seconds() / 3600 + data.draw(st.sampled_from([0.1, 1, 25]))
        try:
            stage.do(act, by, hours)
        except Refusal:
            continue
        check(stage.t, stage.now)
    assert replay(stage.entries) == stage.t
    cut = data.draw(st.integers(0, len(stage.entries)))
    assert replay(stage.entries[:cut]).seq == cut


@pytest.mark.clause("A7", "P1")
@settings(max_examples=25, deadline=None)
@given(st.data())
def test_the_order_of_taps_within_a_round_changes_nothing(data):
    one, other = cast(), cast()
    for _ in range(12):
        slot = data.draw(st.sampled_from(sorted(one.t.bracket.playable()))) if not one.t.bracket.finished else None
        if slot is None:
            break
        throws = [one.typed(slot, n.role, data.draw(PAIRS)) for n in status.needs(one.t, slot)]
        for throw in throws:
            one.do(throw, DICE)
        for throw in data.draw(st.permutations(throws)):
            other.do(throw, DICE)
        assert other.fight(slot).match == one.fight(slot).match
        assert other.t.bracket == one.t.bracket


@pytest.mark.clause("A30")
@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(PAIRS, PAIRS), max_size=40), st.booleans(), st.booleans())
def test_mage_against_mage_always_knows_whose_throw_is_next(rounds, guard_a, guard_b):
    stage = Stage()
    for player, guard in (("M", guard_a), ("N", guard_b)):
        stage.enter(player, klass="mage", guard="Cuno" if guard else None)
    stage.draw()
    for pairs in rounds:
        needs = status.needs(stage.t, "W1.1")
        assert bool(needs) != bool(stage.t.bracket.row("W1.1").how)
        for need, pair in zip(needs, pairs, strict=False):
            stage.do(stage.typed("W1.1", need.role, pair), DICE)


@pytest.mark.clause("R3")
@settings(max_examples=12, deadline=None)
@given(st.data())
def test_a_refused_act_leaves_no_trace(data):
    stage = cast()
    for _ in range(20):
        act, by = something(stage.t, data)
        entry = stage.entry(act, by)
        before = (stage.t, stage.t.journal, stage.t.fights, dict(stage.t.fights))
        with contextlib.suppress(Refusal):
            apply(stage.t, entry)
        assert (stage.t, stage.t.journal, stage.t.fights, dict(stage.t.fights)) == before
        if not stage.fight("W1.2").begun and data.draw(st.booleans()):
            stage.do(stage.typed("W1.2", "A", HIT), DICE)
