"""Everything around the fighting: settings, offices, entries, classes, bans, the draw, and the standings."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import get_args

from rules.arena import acts
from rules.arena.book import Banned, Drawn, Entrant, Signed, Step, Tourney, drawn, guardian, himself, judge, post
from rules.arena.bracket import draw as draw_bracket
from rules.arena.settings import Settings
from rules.arena.state import FIGHTER, MAGE
from rules.entry import Entry
from rules.lots import tickets
from rules.rulings import Player, Refusal, count, instant, mention

OFFICES: tuple[str, ...] = get_args(acts.Office)


def set_settings(t: Tourney, e: Entry, act: acts.SetSettings) -> Tourney:
    """Settings by name; once the bracket stands they need a reason, and the second final is settled with the draw (III)."""
    if t.bracket:
        e.needs_reason("III", "the bracket has been drawn; a change of the rules needs a reason now")
    given = {}
    for value in act.values:
        try:
            given[value.name] = json.loads(value.value)
        except ValueError:
            raise Refusal("III", f"{value.name} has no readable value: {value.value}") from None
    chosen = {**t.chosen, **given}
    settings = Settings.of(chosen)
    if t.bracket and settings.grand_final_reset != t.bracket.reset:
        raise Refusal("A33", "the bracket has been drawn; whether there is a second final can change no more")
    return replace(t, settings=settings, chosen=chosen).told(
        e, None, "settings", f"The settings changed: {', '.join(given)}. {e.reason}".strip(), "III"
    )


def appoint(t: Tourney, e: Entry, act: acts.Appoint) -> Tourney:
    """Gives or takes an office (D2)."""
    if act.role not in OFFICES:
        raise Refusal("D2", f"the offices are {', '.join(OFFICES)}; there is no {act.role}")
    name = act.role + "s"
    held = getattr(t.officials, name)
    officials = replace(t.officials, **{name: held | {act.person} if act.on else held - {act.person}})
    text = f"{mention(act.person)} is {'now' if act.on else 'no longer'} {act.role.replace('_', ' ')}."
    return replace(t, officials=officials).told(e, None, "appointed", text, "D2", who=(act.person,))


def rules_meeting(t: Tourney, e: Entry, act: acts.RulesMeeting) -> Tourney:
    """When the rules meeting is, until the first match has begun (R10, A44)."""
    if any(f.begun for f in t.fights.values()):
        raise Refusal("R10", "the first match has begun; the rules meeting lies behind us")
    return replace(t, meeting=act.time)


def enter(t: Tourney, e: Entry, act: acts.Enter) -> Tourney:
    """An entry, or the same one put right before the draw; after the draw a place on the waiting list (R6)."""
    if act.player in t.bans and e.at < t.bans[act.player].until:
        raise Refusal("R3", f"{mention(act.player)} is banned until {instant(t.bans[act.player].until)}")
    if t.bracket and act.player in t.bracket.seats:
        raise Refusal("R6", f"{mention(act.player)} stands in the draw already; a change of class is an act of its own")
    _check_class(act.klass)
    if act.guard and act.klass != MAGE:
        raise Refusal("M5", "only a mage has a man-at-arms")
    return replace(t, entrants={**t.entrants, act.player: Entrant(act.player, act.klass, act.weapon, act.guard)})


def _check_class(klass: str) -> None:
    if klass not in (FIGHTER, MAGE):
        raise Refusal("R6", f"a contestant is a fighter or a mage, not {klass}")


def changed_class(klass: str, changed: bool, new: str, in_match: bool) -> tuple[str, bool]:
    """Class and whether the one change is spent, after somebody asked for a class; naming the class one has is no change (R6, A35)."""
    _check_class(new)
    if new == klass:
        return klass, changed
    if in_match:
        raise Refusal("A35", "a class changes between matches; finish this match first")
    if changed:
        raise Refusal("R6", "the one change of class has been made; it stays so to the end of the tournament")
    return new, True


def entrant(t: Tourney, player: Player) -> Entrant:
    """Somebody's entry; Refusal for one who has not entered."""
    if player not in t.entrants:
        raise Refusal("R6", f"{mention(player)} has not entered")
    return t.entrants[player]


def fighting(t: Tourney, player: Player) -> str | None:
    """The slot in which somebody stands in a match that has begun and is not decided."""
    return next((s for s, f in t.fights.items() if player in f.pair and f.begun and t.bracket and not t.bracket.row(s).how), None)


def change_class(t: Tourney, e: Entry, act: acts.ChangeClass) -> Tourney:
    """The one change of class, between matches (R6, A35)."""
    himself(t, e, act.player)
    had = entrant(t, act.player)
    klass, changed = changed_class(had.klass, had.changed, act.klass, fighting(t, act.player) is not None)
    if klass == had.klass:
        return t
    return _now_a(t, e, replace(had, klass=klass, changed=changed), "of his own choice", "R6", "A35")


def rule_magic(t: Tourney, e: Entry, act: acts.RuleMagic) -> Tourney:
    """A fighter who used magic is a mage from his next match on; a match that has begun keeps the classes it began with (F2, R6)."""
    slot = fighting(t, act.player)
    judge(t, e, *((act.player,) if slot is None else t.fights[slot].pair))
    had = entrant(t, act.player)
    if had.klass != FIGHTER:
        raise Refusal("F2", f"{mention(act.player)} is a mage already and may use magic")
    if had.changed:
        raise Refusal("R6", f"{mention(act.player)} has spent his one change of class and cannot become a mage; judge his conduct instead")
    return _now_a(t, e, replace(had, klass=MAGE, changed=True), "for using magic", "F2", "R6")


def _now_a(t: Tourney, e: Entry, entry: Entrant, why: str, *clauses: str) -> Tourney:
    t = replace(t, entrants={**t.entrants, entry.player: entry})
    text = f"{mention(entry.player)} is a {entry.klass} from the next match on, {why}."
    return t.told(e, None, "class_changed", text, *clauses, who=(entry.player,))


def ban(t: Tourney, e: Entry, act: acts.Ban) -> Tourney:
    """A ban with a reason, of the least length or more; it ends this tournament for him only where the judge says so (R3, A43)."""
    by = judge(t, e, act.player)
    if act.days < t.settings.ban_min_days:
        raise Refusal("R3", f"a ban lasts at least {count(t.settings.ban_min_days, 'day')}")
    e.needs_reason("R3", "a ban needs a reason")
    t = replace(t, bans={**t.bans, act.player: Banned(e.at, e.at + timedelta(days=act.days), e.reason, by)})
    t = t.told(e, None, "banned", f"{mention(act.player)} is banned for {count(act.days, 'day')}: {e.reason}", "R3", who=(act.player,))
    return leave(t, e, act.player, "A43") if act.resigns else t


def lift_ban(t: Tourney, e: Entry, act: acts.LiftBan) -> Tourney:
    """The end of a ban before its time."""
    judge(t, e, act.player)
    if act.player not in t.bans:
        raise Refusal("R3", f"{mention(act.player)} is not banned")
    t = replace(t, bans={p: b for p, b in t.bans.items() if p != act.player})
    return t.told(e, None, "ban_lifted", f"The ban on {mention(act.player)} is lifted.", "R3", who=(act.player,))


def lot(seed: str, entered: Sequence[Player]) -> tuple[Player, ...]:
    """The order that a published seed gives those who entered in this order, for anyone to work out again (A34).

    Number them from 1 and sort them by SHA-256 of "seed|draw|number".
    """
    drawn = tickets(f"{seed}|draw", entered)
    return tuple(sorted(entered, key=lambda p: drawn[p]))


def draw(t: Tourney, e: Entry, act: acts.Draw) -> Tourney:
    """Publishes the bracket: everybody entered, once; the time of the rules meeting must be known by then (A34, A44)."""
    if t.bracket:
        raise Refusal("A34", "the bracket has been drawn; take that draw back first")
    if t.meeting is None:
        raise Refusal("R10", "enter the time of the rules meeting first; it comes before the first match")
    if act.how not in get_args(acts.Way):
        raise Refusal("A34", "a draw is made by lot, by hand or by the club's record")
    if sorted(act.order) != sorted(t.entrants):
        raise Refusal("A34", "everybody who has entered stands in the draw, once, and nobody else")
    banned = [p for p in act.order if p in t.bans and e.at < t.bans[p].until]
    if banned:
        raise Refusal("R3", f"{mention(banned[0])} is banned; take him off the list first")
    if act.how == "lot" and not act.seed.strip():
        raise Refusal("A34", "a lot is drawn from a seed that everybody can read; write one down")
    if act.how == "lot" and act.order != lot(act.seed, tuple(t.entrants)):
        raise Refusal("A34", "this seed gives another order; take that one, or say that the draw was made by hand")
    t = post(replace(t, drawn=Drawn(e.seq, e.at, act.how, act.seed)), e, draw_bracket(act.order, t.settings.grand_final_reset))
    return t.told(e, None, "drawn", f"The bracket of {len(act.order)} is drawn.", "A34", who=act.order)


def undraw(t: Tourney, e: Entry) -> Tourney:
    """Takes the draw back, while nothing has happened in it."""
    if drawn(t).last or any(f.begun for f in t.fights.values()):
        raise Refusal("A34", "the tournament has begun; its draw stands")
    t = replace(t, drawn=None, bracket=None, fights={}, void=(*t.void, *t.fights.values()))
    return t.told(e, None, "undrawn", f"The draw is taken back: {e.reason}", "A34")


def late_entry(t: Tourney, e: Entry, act: acts.LateEntry) -> Tourney:
    """Somebody from the waiting list takes a bye of the first round, before that round begins (A34)."""
    bracket = drawn(t)
    if any(f.begun for slot, f in t.fights.items() if slot.startswith("W1.") or slot in bracket.after(act.match)):
        raise Refusal("A34", "the first round has begun; nobody can enter any more")
    _waiting(t, act.player)
    t = post(t, e, bracket.late(act.player, act.match))
    return t.told(e, act.match, "late_entry", f"{mention(act.player)} enters late, in place of a bye.", "A34", who=(act.player,))


def replace_entrant(t: Tourney, e: Entry, act: acts.Replace) -> Tourney:
    """Somebody from the waiting list takes a person's place before that person's first match."""
    himself(t, e, act.old)
    _waiting(t, act.new)
    if any(act.old in f.pair and f.begun for f in t.fights.values()):
        raise Refusal("A34", f"{mention(act.old)} has begun to fight; he can resign, but nobody can take his place")
    t = post(t, e, drawn(t).replace(act.old, act.new))
    t = replace(t, entrants={p: entry for p, entry in t.entrants.items() if p != act.old})
    return t.told(e, None, "replaced", f"{mention(act.new)} takes the place of {mention(act.old)}.", "A34", who=(act.old, act.new))


def _waiting(t: Tourney, player: Player) -> None:
    if player not in t.waiting_list():
        raise Refusal("A34", f"{mention(player)} is not on the waiting list; enter him first")


def resign(t: Tourney, e: Entry, act: acts.Resign) -> Tourney:
    """A contestant leaves for good; an open match of his goes to his opponent, and no loser comes of it (R7, A31, A32)."""
    opponents = [
        p for f in t.fights.values() if act.player in f.pair and t.bracket and not t.bracket.row(f.slot).how for p in f.pair if p != act.player
    ]
    himself(t, e, act.player, *opponents)
    return leave(t, e, act.player, "R7")


def leave(t: Tourney, e: Entry, player: Player, clause: str) -> Tourney:
    """The book after somebody left; before the draw, and from the waiting list, his name is simply taken off."""
    entrant(t, player)
    if t.bracket is None or player not in t.bracket.seats:
        return replace(t, entrants={p: entry for p, entry in t.entrants.items() if p != player})
    t = post(t, e, t.bracket.resign(player))
    t = t.told(e, None, "resigned", f"{mention(player)} resigns, which counts as two losses.", clause, "A31", who=(player,))
    return crowned(t, e)


def crowned(t: Tourney, e: Entry) -> Tourney:
    """The chronicle's last line, when there is one to write."""
    bracket = drawn(t)
    if not bracket.finished:
        return t
    if bracket.champion is None:
        return t.told(e, None, "no_champion", "Nobody is left, so there is no champion.", "A38")
    return t.told(e, None, "champion", f"{mention(bracket.champion)} is champion of the arena.", "R2", who=(bracket.champion,))


def sign_standings(t: Tourney, e: Entry, act: acts.SignStandings) -> Tourney:
    """The guardian signs the standings as they are (R4)."""
    guardian(t, e)
    drawn(t)
    t = replace(t, signed=Signed(e.seq, e.at, e.by, act.remark))
    return t.told(e, None, "signed", f"The standings are signed by {mention(e.by or '')}.", "R4")


def change_standings(t: Tourney, e: Entry, act: acts.ChangeStandings) -> Tourney:
    """The guardian puts somebody in another place, with a reason (R4)."""
    guardian(t, e)
    if act.player not in drawn(t).seats or act.place < 1:
        raise Refusal("R4", "a contestant's place is a number from 1")
    e.needs_reason("R4", "a change of the standings needs a reason")
    t = replace(t, places={**t.places, act.player: (act.place, e.reason)}, moved=e.seq)
    return t.told(e, None, "standings_changed", f"{mention(act.player)} is put in place {act.place}: {e.reason}", "R4", who=(act.player,))


STEPS: dict[type, Step] = {
    acts.SetSettings: set_settings,
    acts.Appoint: appoint,
    acts.RulesMeeting: rules_meeting,
    acts.Enter: enter,
    acts.ChangeClass: change_class,
    acts.RuleMagic: rule_magic,
    acts.Ban: ban,
    acts.LiftBan: lift_ban,
    acts.Draw: draw,
    acts.LateEntry: late_entry,
    acts.Replace: replace_entrant,
    acts.Resign: resign,
    acts.SignStandings: sign_standings,
    acts.ChangeStandings: change_standings,
}
