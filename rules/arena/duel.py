"""The fighting itself: men-at-arms, chains, words, throws, matches from paper, and blows struck too late."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from rules.arena import acts, clocks, proof
from rules.arena.book import (
    AlreadyThrown,
    LateBlow,
    Step,
    Tourney,
    combatant,
    drawn,
    fight_in,
    himself,
    judge,
    live,
    official,
    opening,
    post,
    started,
)
from rules.arena.dice import checked
from rules.arena.field import crowned
from rules.arena.fight import Fight, Paper, Thrown
from rules.arena.match import next_throws, role_name
from rules.arena.state import MAGE, SIDES
from rules.arena.tree import called
from rules.entry import Entry
from rules.rulings import Player, Refusal, Ruling, mention

HEX = set("0123456789abcdef")
WORDS = 500
"""Letters that a contestant's words may have."""


def pick_guard(t: Tourney, e: Entry, act: acts.PickGuard) -> Tourney:
    """A mage takes a man-at-arms for one match, or none, before its first throw (M5, A46)."""
    fight = _unbegun(t, act.match, "the first throw is made; the man-at-arms is chosen before it", "A46")
    combatant(fight, act.player)
    himself(t, e, act.player, *fight.pair)
    if t.entrants[act.player].klass != MAGE:
        raise Refusal("M5", "only a mage has a man-at-arms")
    guards = list(fight.guards)
    guards[fight.side(act.player)] = act.name or ""
    return t.with_fight(replace(fight, guards=(guards[0], guards[1])))


def _unbegun(t: Tourney, slot: str, why_not: str, clause: str) -> Fight:
    fight = live(t, slot)
    if fight.begun:
        raise Refusal(clause, why_not)
    return fight


def open_chain(t: Tourney, e: Entry, act: acts.OpenChain) -> Tourney:
    """The next dice chain of a fight is committed to."""
    fight = _this_game(live(t, act.match), act.game)
    if act.chain != len(fight.chains) + 1:
        raise Refusal("R1", f"the next chain of {called(act.match)} is number {len(fight.chains) + 1}")
    _check_hex(act.anchor)
    return t.with_fight(replace(fight, chains=(*fight.chains, act.anchor)))


def _check_hex(text: str | None) -> None:
    if text is None or len(text) != 64 or not set(text) <= HEX:
        raise Refusal("R1", "a link of a dice chain is 64 small hex digits")


def _this_game(fight: Fight, game: int) -> Fight:
    if game != fight.game:
        raise Refusal("A40", f"{called(fight.slot)} has been paired anew since; look at it again")
    return fight


def words(t: Tourney, e: Entry, act: acts.Words) -> Tourney:
    """A contestant's words, after the anchor is published and until they are frozen."""
    fight = live(t, act.match)
    combatant(fight, act.player)
    himself(t, e, act.player, *fight.pair)
    if not fight.chains:
        raise Refusal("R1", "words are given once the anchor of the dice is published")
    if fight.words_frozen:
        raise Refusal("R1", "the words are frozen: both are in, or the first throw is made")
    if len(act.text) > WORDS:
        raise Refusal("R1", f"words may have up to {WORDS} letters")
    said = list(fight.words)
    said[fight.side(act.player)] = act.text
    return t.with_fight(replace(fight, words=(said[0], said[1])))


def throw(t: Tourney, e: Entry, act: acts.Throw) -> Tourney:
    """One throw; when it was the last that the round needed, the round is played, and at the match's end the bracket moves on (R1, P1)."""
    fight = _this_game(fight_in(t, act.match), act.game)
    if (act.round, act.role) in fight.throws:
        raise AlreadyThrown("P1", f"round {act.round} has {_thrower(fight, act.role)}'s throw already")
    fight = begun(t, e, live(t, act.match))
    match = fight.parts[-1]
    if act.round != match.rounds + 1 or act.role not in next_throws(match):
        needed = " and ".join(fight.tell(Ruling((), (), role_name(r))).text for r in next_throws(match))
        raise Refusal("P1", f"round {match.rounds + 1} needs the throw of {needed}")
    _check_thrower(t, e, fight, act)
    thrown = Thrown(e.seq, checked((act.d1, act.d2)), e.by, act.typed, act.chain, act.link)
    fight = fight.thrown((act.round, act.role), thrown)
    return _ended(t.with_fight(fight), e, fight)


def _thrower(fight: Fight, role: str) -> str:
    return fight.tell(Ruling((), (), role_name(role))).text


def _check_thrower(t: Tourney, e: Entry, fight: Fight, act: acts.Throw) -> None:
    """Combatants tap for their own side, officials for anybody but in their own match; typed dice come from an official (R1)."""
    if act.typed:
        official(t, e, *fight.pair)
        if act.chain is not None or act.link is not None:
            raise Refusal("R1", "typed dice have no link")
        return
    himself(t, e, fight.player(act.role), *fight.pair)
    _check_hex(act.link)
    number, _ = proof.place(act.round, act.role)
    if act.chain != number or number > len(fight.chains):
        raise Refusal("R1", f"this throw belongs to chain {number} of the match, which must be published first")


def begun(t: Tourney, e: Entry, fight: Fight) -> Fight:
    """The fight with its match begun: classes and men-at-arms stand from here. Refusal while it may not begin (R10, A40)."""
    if fight.bases:
        return fight
    if t.meeting is None or e.at < t.meeting:
        raise Refusal("R10", "the rules meeting comes before the first match")
    waits = waits_for(t, e.at)[fight.slot]
    if waits:
        raise Refusal("A40", f"{called(fight.slot)} waits for {called(waits)}")
    return started(t, fight, opening(t, fight))


def waits_for(t: Tourney, now: datetime) -> dict[str, str | None]:
    """For every slot the first match before it, near or far, whose result keeps it from beginning: disputed, or by setting not final yet (A40)."""
    shape, found = drawn(t).shape, dict[str, str | None]()
    held = {slot for slot, fight in t.fights.items() if _holds(t, fight, now)}
    for slot in shape.slots:
        before = [b if b in held and found[b] is None else found[b] for b in drawn(t).before(slot)]
        found[slot] = min((b for b in before if b), key=shape.number.__getitem__, default=None)
    return found


def _holds(t: Tourney, fight: Fight, now: datetime) -> bool:
    f = fight.fixture
    if t.settings.advance_only_when_final and f.state in clocks.DECIDED:
        return not clocks.is_final(t.settings, f, now)
    return f.state == "disputed"


def _ended(t: Tourney, e: Entry, fight: Fight) -> Tourney:
    match = fight.parts[-1]
    if match.winner not in SIDES:
        return t
    return decide(t, e, fight, fight.player(match.winner))


def decide(t: Tourney, e: Entry, fight: Fight, winner: Player) -> Tourney:
    """The match has a winner: its clock stops, the bracket moves on, the chronicle tells (R2, R5)."""
    t = t.with_fight(replace(fight, fixture=clocks.play(fight.fixture, winner, e.at)))
    t = post(t, e, drawn(t).result(fight.slot, winner))
    loser = next(p for p in fight.pair if p != winner)
    won, lost = fight.score if winner == fight.pair[0] else fight.score[::-1]
    how = f", {won} to {lost}" if won > lost and won >= t.settings.target else f" at {won} to {lost}, by a critical hit or a fumble"
    text = f"{mention(winner)} beats {mention(loser)} in {called(fight.slot)}{how}."
    t = t.told(e, fight.slot, "decided", text, "R5", who=(winner, loser))
    if loser in drawn(t).out():
        t = t.told(e, fight.slot, "out", f"{mention(loser)} has lost twice and is out.", "R2", who=(loser,))
    return crowned(t, e)


def confirm_throw(t: Tourney, e: Entry, act: acts.ConfirmThrow) -> Tourney:
    """A second official confirms typed dice."""
    for fight in t.fights.values():
        for place, thrown in fight.throws.items():
            if thrown.seq == act.seq and thrown.typed:
                official(t, e, *fight.pair)
                if e.by == thrown.by:
                    raise Refusal("R1", "dice are confirmed by another official than the one who typed them")
                return t.with_fight(replace(fight, throws={**fight.throws, place: replace(thrown, confirmed=e.by)}))
    raise Refusal("R1", "there are no typed dice to confirm here")


def result(t: Tourney, e: Entry, act: acts.Result) -> Tourney:
    """A whole match from paper, by an official who is not in it (K53)."""
    fight = _unbegun(t, act.match, "this match has begun; type its dice throw by throw", "K53")
    official(t, e, *fight.pair)
    combatant(fight, act.winner)
    fight = begun(t, e, fight)
    fight = replace(fight, bases=(), parts=(), paper=Paper(e.seq, act.winner, (act.score_a, act.score_b)))
    return decide(t.with_fight(fight), e, fight, act.winner)


def late_hit(t: Tourney, e: Entry, act: acts.LateHit) -> Tourney:
    """A blow sent after the winner was on the page: kept for the officials, and nothing more (R3)."""
    fight = fight_in(t, act.match)
    combatant(fight, act.player)
    if not drawn(t).row(act.match).how:
        raise Refusal("R3", "this match has no winner yet, so no blow can come too late")
    t = replace(t, late_hits={**t.late_hits, e.seq: LateBlow(act.match, act.player, e.at)})
    return t.told(
        e, act.match, "late_hit", f"{mention(act.player)} struck after the winner was declared; a judge will look at it.", "R3", who=(act.player,)
    )


def judge_late_hit(t: Tourney, e: Entry, act: acts.JudgeLateHit) -> Tourney:
    """A judge says whether a late hit was one (R3)."""
    if act.seq not in t.late_hits:
        raise Refusal("R3", "there is no such late hit")
    blow = t.late_hits[act.seq]
    by = judge(t, e, *t.fights[blow.slot].pair)
    e.needs_reason("R3", "say what you saw, so that everybody can read why")
    t = replace(t, late_hits={**t.late_hits, act.seq: replace(blow, guilty=act.guilty, reason=e.reason, by=by)})
    text = f"The late blow of {mention(blow.player)} was {'dishonourable' if act.guilty else 'no offence'}: {e.reason}"
    return t.told(e, blow.slot, "late_hit_judged", text, "R3", who=(blow.player,))


STEPS: dict[type, Step] = {
    acts.PickGuard: pick_guard,
    acts.OpenChain: open_chain,
    acts.Words: words,
    acts.Throw: throw,
    acts.ConfirmThrow: confirm_throw,
    acts.Result: result,
    acts.LateHit: late_hit,
    acts.JudgeLateHit: judge_late_hit,
}
