"""Times and disagreements: appointments, judges' times, no-shows, scrolls, rulings, and taking back what was entered wrongly."""

from __future__ import annotations

from dataclasses import replace

from rules.arena import acts, clocks
from rules.arena.book import Step, Tourney, combatant, drawn, fight_in, himself, live, official, opening, overturn, pardoned, post, started
from rules.arena.clocks import Fixture, Terms, Verdict
from rules.arena.field import crowned, undraw
from rules.arena.fight import Fight
from rules.arena.state import SIDES, at
from rules.arena.tree import called
from rules.entry import Entry
from rules.rulings import Player, Refusal, instant, listing, mention


def _clock(t: Tourney, fight: Fight, fixture: Fixture) -> Tourney:
    return t.with_fight(replace(fight, fixture=fixture))


def _own(t: Tourney, e: Entry, slot: str, player: Player, still_open: bool = True) -> Fight:
    fight = live(t, slot) if still_open else fight_in(t, slot)
    combatant(fight, player)
    himself(t, e, player, *fight.pair)
    return fight


def propose(t: Tourney, e: Entry, act: acts.Propose) -> Tourney:
    """A combatant names a time (R8)."""
    fight = _own(t, e, act.match, act.player)
    return _clock(t, fight, clocks.propose(fight.fixture, act.player, act.time, e.at))


def agree(t: Tourney, e: Entry, act: acts.Agree) -> Tourney:
    """A combatant agrees to his opponent's time; an official can enter what both agreed on (R8, K53)."""
    fight = _own(t, e, act.match, act.player)
    opponent = next(p for p in fight.pair if p != act.player)
    if e.by == act.player and (opponent, act.time) not in fight.fixture.proposed:
        raise Refusal("R8", f"{mention(opponent)} has not proposed this time; propose it to him")
    t = _clock(t, fight, clocks.agree(fight.fixture, act.time, e.at))
    return t.told(e, act.match, "scheduled", f"{called(act.match)} is fought at {instant(act.time)}, as both agreed.", "R8", who=fight.pair)


def contact_judge(t: Tourney, e: Entry, act: acts.ContactJudge) -> Tourney:
    """A combatant reports to the judges (R8)."""
    fight = _own(t, e, act.match, act.player)
    t = _clock(t, fight, clocks.contact_judge(fight.fixture, act.player, e.at))
    return t.told(e, act.match, "conflict", f"{mention(act.player)} asks the judges for a time for {called(act.match)}.", "R8", who=fight.pair)


def judge_time(t: Tourney, e: Entry, act: acts.JudgeTime) -> Tourney:
    """A judge sets the time (R8, A37)."""
    fight = live(t, act.match)
    t = _clock(t, fight, clocks.judge_schedule(t.settings, t.officials, fight.fixture, e.by, act.time, e.at))
    text = f"{mention(e.by or '')} sets {called(act.match)} for {instant(act.time)}; who does not come has resigned."
    return t.told(e, act.match, "judge_time", text, "R8", "A37", who=fight.pair)


def extend(t: Tourney, e: Entry, act: acts.Extend) -> Tourney:
    """A judge allows more time (R9)."""
    fight = live(t, act.match)
    t = _clock(t, fight, clocks.extend(t.officials, fight.fixture, e.by, act.until, e.reason))
    return t.told(e, act.match, "extended", f"{called(act.match)} has until {instant(act.until)}: {e.reason}", "R9", who=fight.pair)


def no_show(t: Tourney, e: Entry, act: acts.NoShow) -> Tourney:
    """A judge declares who did not come; they have resigned (R8, A38)."""
    fight = live(t, act.match)
    t = _clock(t, fight, clocks.no_show(t.settings, t.officials, fight.fixture, e.by, act.absent, e.at))
    t = post(t, e, drawn(t).resign(*act.absent))
    text = f"{listing(act.absent)} did not come to {called(act.match)} at the judge's time, which counts as resigning."
    return crowned(t.told(e, act.match, "no_show", text, "R8", "A38", who=act.absent), e)


def scroll(t: Tourney, e: Entry, act: acts.Scroll) -> Tourney:
    """A combatant disputes his match; matches that hang on it and have not begun wait for the ruling (D3, A40)."""
    fight = _own(t, e, act.match, act.player, still_open=False)
    t = _clock(t, fight, clocks.dispute(t.settings, fight.fixture, act.player, act.text, e.at))
    text = f"{mention(act.player)} disputes {called(act.match)}; its result is open until a ruling."
    return t.told(e, act.match, "disputed", text, "D3", "A40", who=fight.pair)


def accept(t: Tourney, e: Entry, act: acts.Accept) -> Tourney:
    """A combatant accepts the result (A40)."""
    fight = _own(t, e, act.match, act.player, still_open=False)
    return _clock(t, fight, clocks.accept(t.settings, fight.fixture, act.player, e.at))


def verdict_of(act: acts.Rule) -> Verdict:
    """What an act of ruling says; Refusal for a kind of ruling there is not (D4, D5)."""
    if act.verdict not in ("uphold", "award", "reopen"):
        raise Refusal("D4", "a ruling upholds the result, awards the match, or reopens it")
    if act.verdict != "reopen":
        return Verdict(act.verdict, act.winner if act.verdict == "award" else None)
    if act.score_a is None or act.score_b is None or act.time is None:
        raise Refusal("D5", "a match taken up again needs its score and a time")
    return Verdict("reopen", None, Terms(act.time, (act.score_a, act.score_b), (act.step_a, act.step_b), (act.guard_a, act.guard_b), act.free))


def rule(t: Tourney, e: Entry, act: acts.Rule) -> Tourney:
    """An official's word on a scroll; with enough of them it takes effect (D1, D4, D5, A41, A42)."""
    fight = fight_in(t, act.match)
    verdict = verdict_of(act)
    e.needs_reason("D4", "a ruling needs a reason; write down why")
    after = clocks.rule(t.settings, t.officials, fight.fixture, e.by, verdict, e.at)
    if verdict.terms:
        _taken_up(t, fight, verdict.terms)
    if after.state == "disputed":
        text = f"{mention(e.by or '')} would {verdict.kind}; others must agree."
        return _clock(t, fight, after).told(e, act.match, "vote", text, "A41", who=fight.pair)
    text = {
        "uphold": f"The result of {called(act.match)} is upheld",
        "award": f"{called(act.match)} is awarded to {mention(act.winner or '')}",
        "reopen": f"{called(act.match)} is taken up again at {act.score_a} to {act.score_b}",
    }[verdict.kind]
    clauses = {"uphold": ("D1", "D4"), "award": ("D1", "D4"), "reopen": ("D5", "A42")}[verdict.kind]
    t = t.told(e, act.match, verdict.kind, f"{text}: {e.reason}", *clauses, who=fight.pair)
    return crowned_anew(_reposted(_effect(t, e, fight, after, verdict, act.void), e, act.match), e, t)


def _effect(t: Tourney, e: Entry, fight: Fight, after: Fixture, verdict: Verdict, void: bool) -> Tourney:
    """The bracket as the ruling wants it."""
    was = fight.fixture
    if verdict.terms:
        fight = _taken_up(t, fight, verdict.terms)
    elif after.winner == was.winner:
        return _clock(t, fight, after)
    return overturn(_clock(t, fight, after), e, {fight.slot: after.winner}, pardoned(was, after.winner), void)


def _taken_up(t: Tourney, fight: Fight, terms: Terms) -> Fight:
    """The fight going on from the Guardian's state, with the next link of its chain (A42)."""
    match = fight.match or opening(t, fight)
    base = at(match.settings, match.classes, terms.guards, terms.score, terms.step, terms.free, match.barred, match.rounds)
    if base.winner:
        raise Refusal("A42", "at this score the match is over; award it instead")
    return started(t, fight, base)


def _reposted(t: Tourney, e: Entry, slot: str) -> Tourney:
    """Matches that had to wait for the ruling get their hours anew (A40)."""
    hanging = drawn(t).after(slot)
    waited = {s: replace(f, fixture=clocks.repost(t.settings, f.fixture, e.at)) for s, f in t.fights.items() if s in hanging and not f.begun}
    return replace(t, fights={**t.fights, **waited}) if waited else t


def crowned_anew(t: Tourney, e: Entry, before: Tourney) -> Tourney:
    """The chronicle's last line, where an act has changed who is champion."""
    return crowned(t, e) if drawn(t).champion != drawn(before).champion else t


def strike(t: Tourney, e: Entry, act: acts.Strike) -> Tourney:
    """Takes back dice that were typed, a result from paper or the draw: what was entered wrongly (A40)."""
    e.needs_reason("A40", "taking something back needs a reason")
    if t.drawn and t.drawn.seq == act.seq:
        official(t, e)
        return undraw(t, e)
    for fight in t.fights.values():
        place = next((p for p, thrown in fight.throws.items() if thrown.seq == act.seq), None)
        if place or (fight.paper and fight.paper.seq == act.seq):
            return _struck(t, e, act, fight, place)
    raise Refusal("A40", "only typed dice, a result from paper and the draw can be taken back")


def _struck(t: Tourney, e: Entry, act: acts.Strike, fight: Fight, place: tuple[int, str] | None) -> Tourney:
    official(t, e, *fight.pair)
    if clocks.is_final(t.settings, fight.fixture, e.at):
        raise Refusal("D3", f"the result of {called(fight.slot)} stands; it is beyond dispute")
    undone = replace(fight, paper=None) if place is None else _without(fight, place)
    t = t.told(e, fight.slot, "struck", f"An entry in {called(fight.slot)} is taken back: {e.reason}", "A40", who=fight.pair)
    still = undone.match is not None and undone.match.winner in SIDES
    if still or drawn(t).row(fight.slot).how != "played":
        return t.with_fight(undone)
    undone = replace(undone, fixture=clocks.unplay(fight.fixture))
    return crowned_anew(overturn(t.with_fight(undone), e, {fight.slot: None}, (), act.void), e, t)


def _without(fight: Fight, place: tuple[int, str]) -> Fight:
    """The fight without one typed throw; before its first throw stands again, nothing of it has begun."""
    if not fight.throws[place].typed:
        raise Refusal("A40", "dice from the chain are what they are; only typed dice can be taken back")
    if place[0] <= fight.bases[-1].rounds:
        raise Refusal("D5", "the Guardian has set the score since; that is final")
    fight = fight.thrown(place, None)
    return fight if fight.throws or len(fight.bases) > 1 else replace(fight, bases=(), parts=())


STEPS: dict[type, Step] = {
    acts.Propose: propose,
    acts.Agree: agree,
    acts.ContactJudge: contact_judge,
    acts.JudgeTime: judge_time,
    acts.Extend: extend,
    acts.NoShow: no_show,
    acts.Scroll: scroll,
    acts.Accept: accept,
    acts.Rule: rule,
    acts.Strike: strike,
}
