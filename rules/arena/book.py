"""The book of a tournament: everything that follows from the acts so far, and the few moves that all acts share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from rules.arena import clocks
from rules.arena.bracket import Bracket
from rules.arena.clocks import Fixture, Officials
from rules.arena.fight import Fight
from rules.arena.settings import Settings
from rules.arena.state import MAGE, NO_GUARD, PRESENT, Match, begin
from rules.arena.tree import called
from rules.entry import Entry
from rules.rulings import Player, Refusal, Ruling, listing, mention


class AlreadyThrown(Refusal):
    """The same throw once more: a double tap, or a page that had not caught up. Nothing is wrong; show what was thrown."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who has entered: class, weapon, the man-at-arms he takes unless he picks otherwise, and whether his one change is spent (R6)."""

    player: Player
    klass: str
    weapon: str = ""
    guard: str | None = None
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Drawn:
    """How and when the bracket was drawn."""

    seq: int
    at: datetime
    how: str
    seed: str


@dataclass(frozen=True, slots=True)
class Banned:
    """A ban: from when, to when, why, by whom (R3)."""

    since: datetime
    until: datetime
    reason: str
    by: Player | None


@dataclass(frozen=True, slots=True)
class LateBlow:
    """A late hit and what became of it: `guilty` is None until a judge has looked (R3)."""

    slot: str
    player: Player
    at: datetime
    guilty: bool | None = None
    reason: str = ""
    by: Player | None = None


@dataclass(frozen=True, slots=True)
class Signed:
    """The guardian's signature under the standings (R4)."""

    seq: int
    at: datetime
    by: Player | None
    remark: str


@dataclass(frozen=True, slots=True)
class Note:
    """A line of the chronicle: the act it came from, who did it for whom, the slot it concerns, and what was ruled."""

    seq: int
    at: datetime
    by: Player | None
    for_: Player | None
    slot: str | None
    ruling: Ruling


@dataclass(frozen=True, slots=True)
class Tourney:
    """A whole tournament as it stands after its last act `seq`.

    `fights`: the current fight of every slot that had one, by slot; `void`: fights that fell when an earlier result changed (A40).
    `moved`: the last act that changed the bracket or a place; a signature older than that covers older standings.
    """

    settings: Settings = field(default_factory=lambda: Settings.of({}))
    chosen: Mapping[str, Any] = field(default_factory=dict)
    officials: Officials = field(default_factory=Officials)
    meeting: datetime | None = None
    entrants: Mapping[Player, Entrant] = field(default_factory=dict)
    bans: Mapping[Player, Banned] = field(default_factory=dict)
    drawn: Drawn | None = None
    bracket: Bracket | None = None
    fights: Mapping[str, Fight] = field(default_factory=dict)
    void: tuple[Fight, ...] = ()
    late_hits: Mapping[int, LateBlow] = field(default_factory=dict)
    places: Mapping[Player, tuple[int, str]] = field(default_factory=dict)
    signed: Signed | None = None
    moved: int = 0
    journal: tuple[Note, ...] = ()
    seq: int = 0

    def waiting_list(self) -> list[Player]:
        """Who has entered and stands in no draw, in order of entry."""
        seats = self.bracket.seats if self.bracket else ()
        return [p for p in self.entrants if p not in seats]

    def told(self, e: Entry, slot: str | None, code: str, text: str, *clauses: str, who: tuple[Player, ...] = ()) -> Tourney:
        """The book with one more line in its chronicle, which begins with a capital."""
        text = text[:1].upper() + text[1:]
        return replace(self, journal=(*self.journal, Note(e.seq, e.at, e.by, e.for_, slot, Ruling(clauses, who, text, code))))

    def with_fight(self, fight: Fight) -> Tourney:
        """The book with this fight in its slot."""
        return replace(self, fights={**self.fights, fight.slot: fight})


def drawn(t: Tourney) -> Bracket:
    """The bracket; Refusal before the draw."""
    if t.bracket is None:
        raise Refusal("A34", "the bracket has not been drawn yet")
    return t.bracket


def fight_in(t: Tourney, slot: str) -> Fight:
    """The fight in a slot; Refusal where there is none (yet)."""
    bracket = drawn(t)
    bracket.row(slot)
    if slot not in t.fights:
        raise Refusal("R2", f"nobody fights in {called(slot)} {'now' if bracket.state(slot) == 'waiting' else 'at all'}")
    return t.fights[slot]


def live(t: Tourney, slot: str) -> Fight:
    """The fight in a slot that can still be fought; Refusal when it is decided (R3)."""
    fight = fight_in(t, slot)
    row = drawn(t).row(slot)
    if row.how:
        raise Refusal(
            "R3", f"{called(slot)} is over: {mention(row.winner)} has won it" if row.winner else f"{called(slot)} is over, and nobody has won it"
        )
    return fight


def judge(t: Tourney, e: Entry, *parties: Player) -> Player:
    """Who acts, if he may judge these people's matter; Refusal otherwise (D1, A41)."""
    if e.by is None or not t.officials.is_judge(e.by):
        raise Refusal("D1", "only the Guardian or a judge can do this")
    if e.by in parties:
        raise Refusal("A41", "nobody judges his own matter; another judge must")
    return e.by


def guardian(t: Tourney, e: Entry) -> None:
    """Refusal unless the Guardian acts (R4)."""
    if e.by not in t.officials.guardians:
        raise Refusal("R4", "the standings are the Guardian's; only he signs or changes them")


def official(t: Tourney, e: Entry, *parties: Player) -> None:
    """Refusal unless an official acts who is no party, or the house itself (R1, K53)."""
    if e.by is not None and e.by not in t.officials:
        raise Refusal("R1", "only an official can do this")
    if e.by in parties:
        raise Refusal("A41", "nobody is the official of his own match; another official must")


def himself(t: Tourney, e: Entry, player: Player, *parties: Player) -> None:
    """Refusal unless a person acts for himself, or an official who is no party for him (K53)."""
    if e.by != player:
        if e.by is not None and e.by not in t.officials:
            raise Refusal("K53", f"{mention(player)} can do this himself, or an official for him")
        official(t, e, *parties)


def combatant(fight: Fight, player: Player) -> None:
    """Refusal for anybody who is not in this fight."""
    if player not in fight.pair:
        raise Refusal("R2", f"{called(fight.slot)} is between {listing(fight.pair)}; {mention(player)} is not in it")


def opening(t: Tourney, fight: Fight) -> Match:
    """A fight's match before its first throw, with everybody's class of today and the men-at-arms picked (R6, M5, A46)."""
    people = [t.entrants[p] for p in fight.pair]
    a, b = (PRESENT if p.klass == MAGE and guard_of(t, fight, i) else NO_GUARD for i, p in enumerate(people))
    return begin(t.settings, (people[0].klass, people[1].klass), (a, b))


def started(t: Tourney, fight: Fight, base: Match) -> Fight:
    """The fight with its match begun, or taken up again, from this state; the men-at-arms' names are written down with it (A46)."""
    a, b = ((guard_of(t, fight, i) or "") if base.classes[i] == MAGE else None for i in (0, 1))
    return replace(fight.begin(base), guards=(a, b))


def guard_of(t: Tourney, fight: Fight, side: int) -> str | None:
    """The name of a side's man-at-arms in a fight; None where he has none, as every fighter."""
    if fight.begun:
        return fight.guards[side] or None
    entrant, picked = t.entrants[fight.pair[side]], fight.guards[side]
    return ((picked if picked is not None else entrant.guard) or None) if entrant.klass == MAGE else None


def post(t: Tourney, e: Entry, bracket: Bracket) -> Tourney:
    """The book with this bracket: fights whose pair has changed fall, and every match that has got its pair is posted (R8)."""
    kept = {slot: f for slot, f in t.fights.items() if f.pair == bracket.row(slot)[:2]}
    fallen = tuple(f for slot, f in t.fights.items() if slot not in kept)
    void = (*t.void, *fallen)
    games = {f.slot: f.game for f in void} if void else {}
    for slot, (a, b) in bracket.playable().items():
        if slot not in kept:
            kept[slot] = Fight(slot, games.get(slot, 0) + 1, clocks.post(t.settings, a, b, _listed(t, bracket, slot, e.at)))
    return replace(t, bracket=bracket, fights=kept, void=void, moved=e.seq)


def _listed(t: Tourney, bracket: Bracket, slot: str, now: datetime) -> datetime:
    """When a match counts as listed: now, or where matches wait for final results, when those before it can be final (A40)."""
    if not t.settings.advance_only_when_final:
        return now
    before = [t.fights[s].fixture for s in bracket.before(slot) if s in t.fights]
    return max([now, *(until for f in before if (until := clocks.dispute_until(t.settings, f)))])


def overturn(t: Tourney, e: Entry, results: Mapping[str, Player | None], pardon: tuple[Player, ...], void: bool) -> Tourney:
    """The book with results put otherwise (None: undecided again) and the pardoned back in, and all that follows from it.

    Followers not begun are paired anew; those begun are kept as void, and only when somebody who may judge has agreed to it (A40).
    """
    bracket, fell = drawn(t).revise(results, pardon)
    begun = sorted({*fell, *(slot for slot, f in t.fights.items() if f.begun and f.pair != bracket.row(slot)[:2])} - set(results))
    if begun:
        if not void:
            raise Refusal("A40", f"this would make void what was fought since in {', '.join(map(called, begun))}; a judge must agree to that first")
        judge(t, e)
    keep = {slot: f for slot, f in t.fights.items() if slot not in fell}
    t = replace(t, fights=keep, void=(*t.void, *(t.fights[slot] for slot in fell if slot in t.fights)))
    t = post(t, e, bracket)
    return t.told(e, None, "void", f"What was fought in {', '.join(map(called, begun))} is void.", "A40") if begun else t


def pardoned(fixture: Fixture, winner: Player | None) -> tuple[Player, ...]:
    """Who has not left after all by missing a match: whoever is awarded it, or both when it is taken up again (None)."""
    return tuple(p for p in fixture.absent if winner in (None, p))


Step = Callable[[Tourney, Entry, Any], Tourney]
