"""An arena as pages show it, and what of it the home page and a member's page tell."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from flask import url_for

from rules.arena import clocks, status
from rules.arena.book import Note, Tourney
from rules.arena.state import MAGE
from rules.arena.status import Status
from rules.rulings import Player, mention
from webapp import db, events, journal
from webapp.arena.read_bracket import Card, card, slot_name
from webapp.events import Deeds, Duel, News, Step, Summary
from webapp.models import Event

QUIET = frozenset({"scheduled", "settings", "appointed", "extended"})
"""Notes that the short chronicle leaves out."""
TOLD = frozenset({"decided", "out", "champion", "no_champion", "resigned", "no_show", "drawn", "disputed", "uphold", "award", "reopen"})
"""Notes of the chronicle that are news for everybody."""


@dataclass(frozen=True, slots=True)
class Listed:
    """An arena in the list of all: the event and how it stands."""

    event: Event
    summary: Summary


@dataclass(frozen=True, slots=True)
class Place:
    """A line of the standings. `place` is "1", "5=" or empty while somebody is still in; `how` says where he stands or what put him out."""

    player: Player
    place: str
    kind: str
    won: int
    losses: int
    how: str
    slot: str | None
    out: bool
    reason: str


def listed() -> list[Listed]:
    """All arenas, the newest first."""
    return [Listed(e, summary(e, journal.snapshot(e))) for e in events.listed(db.session(), "arena")]


def mark(snap: journal.Snapshot, now: datetime) -> str:
    """The version of what pages show: it changes with every act, and when an hour comes that changes a state (A45)."""
    t: Tourney = snap.state
    past = 0
    for fight in t.fights.values():
        f = fight.fixture
        limit = clocks.dispute_until(t.settings, f) or (f.limit if f.state == "posted" else f.time)
        past += limit is not None and now > limit
    return f"{snap.version}-{past}"


def said(snap: journal.Snapshot) -> str:
    """What the last act brought, as a sentence with marks; empty when it brought nothing to tell."""
    t: Tourney = snap.state
    if not snap.entries:
        return ""
    last = snap.entries[-1]
    told = [n.ruling.text for n in t.journal if n.seq == last.seq]
    if last.act.kind == "throw" and (fight := t.fights.get(last.act.match)):
        told = [ruling.text for number, ruling in fight.rulings() if number == last.act.round] + told
    return " ".join(told)


def statuses(t: Tourney, now: datetime) -> dict[str, Status]:
    """Every match's status at an instant; none before the draw."""
    return status.statuses(t, now) if t.bracket else {}


def playing(t: Tourney, found: dict[str, Status]) -> list[str]:
    """Matches that are being fought, the one with the latest throw first."""
    live = [slot for slot, at in found.items() if at.state == "playing"]
    return sorted(live, key=lambda slot: -max((x.seq for x in t.fights[slot].throws.values()), default=0))


def spotlight(t: Tourney, found: dict[str, Status]) -> str | None:
    """The match to look at: one being fought, else the next that can be, else the last one decided."""
    if t.bracket is None:
        return None
    live = playing(t, found)
    if live:
        return live[0]
    decided = {n.slot: n.seq for n in t.journal if n.slot and n.ruling.code == "decided"}
    return next(iter(t.bracket.playable()), None) or max(decided, key=lambda slot: decided[slot], default=None)


def standings(t: Tourney) -> list[Place]:
    """Everybody's place; before them those still in, the unbeaten first."""
    bracket = t.bracket
    if bracket is None:
        return []
    won = Counter(row.winner for row in bracket.rows if row.how == "played")
    lines = [
        Place(
            s.player, f"{s.place}{'=' if s.shared else ''}" if s.place else "", t.entrants[s.player].klass, won[s.player], s.losses,
            *_whereabouts(t, s.player, s.place), s.losses > 1, s.reason,
        )
        for s in status.standings(t)
    ]  # fmt: skip
    return sorted(lines, key=lambda p: (p.place != "", 0 if p.place else p.losses, 0 if p.place else -p.won))


def _whereabouts(t: Tourney, player: Player, place: int | None) -> tuple[str, str | None]:
    """Where somebody stands, and the match that says so."""
    bracket = t.bracket
    assert bracket is not None
    if bracket.champion == player:
        return "champion", None
    rows = {slot: row for slot, row in zip(bracket.shape.slots, bracket.rows, strict=True) if player in row[:2]}
    if player in bracket.gone:
        absent = next((slot for slot, f in t.fights.items() if player in f.fixture.absent), None)
        return ("did not come to", absent) if absent else ("resigned", None)
    if place is not None:
        lost = [slot for slot, row in rows.items() if row.loser == player]
        return ("out in", lost[-1]) if lost else ("out", None)
    here = next((slot for slot, row in rows.items() if not row.how), None)
    if here is None:
        return "still in", None
    words = {"open": "playing" if t.fights[here].begun else "fights next in"} if here in t.fights else {}
    return words.get(bracket.state(here), "waits in"), here


def summary(event: Event, snap: journal.Snapshot) -> Summary:
    """How an arena stands, for the home page."""
    t: Tourney = snap.state
    if t.bracket is None:
        n = len(t.entrants)
        return Summary("wait", "Entries open", f"{n} entered, not drawn yet." if n else "Nobody has entered yet.")
    if t.bracket.finished:
        champion = t.bracket.champion
        return Summary("final", "Finished", f"{mention(champion)} is champion." if champion else "It ended without a champion.")
    live = playing(t, statuses(t, datetime.now(UTC)))
    left = len(t.bracket.names()) - len(t.bracket.out())
    if not live:
        return Summary("wait", "Under way", f"{left} of {len(t.bracket.names())} still in. {_open_words(t)}")
    fight = t.fights[live[0]]
    duel = Duel(fight.pair, fight.score, url_for("arena.match", slug=event.slug, match=live[0]))
    return Summary("live", "Playing now", f"{slot_name(live[0])} is being fought. {left} of {len(t.bracket.names())} still in.", duel=duel)


def _open_words(t: Tourney) -> str:
    n = len(t.bracket.playable()) if t.bracket else 0
    return "1 match can be fought now." if n == 1 else f"{n} matches can be fought now."


def coming(t: Tourney, found: dict[str, Status], me: Player | None) -> list[Card]:
    """Matches that can be fought and have not begun, the most pressing first."""
    slots = [slot for slot, at in found.items() if at.state in ("posted", "scheduled", "conflict", "reopened")]
    return [card(t, slot, found, me) for slot in sorted(slots, key=lambda slot: (found[slot].until is None, found[slot].until))]


def notes(t: Tourney) -> list[Note]:
    """The chronicle, newest first, without what only matters to the two concerned."""
    return [n for n in reversed(t.journal) if n.ruling.code not in QUIET]


def news(event: Event, snap: journal.Snapshot) -> list[News]:
    """What happened last, for the home page."""
    t: Tourney = snap.state
    told = [n for n in notes(t) if n.ruling.code in TOLD][:8]
    return [News(event, n.at, n.ruling.who[:2], n.ruling.text, n.ruling.clauses) for n in told]


def next_steps(event: Event, snap: journal.Snapshot, person: str) -> list[Step]:
    """What waits for somebody: his own matches, and for officials the throws of matches being fought."""
    t: Tourney = snap.state
    if t.bracket is None:
        return []
    steps = []
    for slot, at in statuses(t, datetime.now(UTC)).items():
        fight = t.fights.get(slot)
        if fight is None or at.state not in ("posted", "scheduled", "playing", "reopened", "conflict"):
            continue
        address = url_for("arena.match", slug=event.slug, match=slot)
        missing = status.may_throw(t, slot, person)
        if person in fight.pair:
            other = next(p for p in fight.pair if p != person)
            text = f"{slot_name(slot)} against {mention(other)}"
            if at.waits_for:
                steps.append(Step(event, f"{text} waits for the result of {slot_name(at.waits_for)}.", address, "Look at it", ("A40",)))
            elif missing:
                steps.append(Step(event, f"Your throw in {text}.", address, "Throw", ("R1",)))
            else:
                steps.append(Step(event, f"{text}: {mention(other)} throws next.", address, "Watch", ("P1",)))
        elif missing and at.state == "playing" and person in t.officials.dice_masters:
            waits = " and ".join(dict.fromkeys(mention(n.player) for n in missing))
            steps.append(Step(event, f"{slot_name(slot)} waits for {waits} to throw.", address, "Throw for whoever is away", ("R1",)))
    return steps


def record(event: Event, snap: journal.Snapshot, person: str) -> Deeds:
    """How somebody did, for his own page."""
    t: Tourney = snap.state
    entrant: Any = t.entrants.get(person)
    kind = ("A mage" if entrant.klass == MAGE else "A fighter") + (f" with {entrant.weapon}" if entrant.weapon else "") if entrant else "Took part"
    mine = next((p for p in standings(t) if p.player == person), None)
    if mine is None:
        return Deeds(event, "", f"{kind}, entered.")
    where = f"{mine.how} {slot_name(mine.slot)}" if mine.slot else mine.how
    text, over = f"{kind}: {mine.won} won, {mine.losses} lost, {where}.", t.bracket is not None and t.bracket.finished
    honours = ("Champion of the arena",) if over and t.bracket and t.bracket.champion == person else ()
    return Deeds(event, f"{mine.place}" if mine.place else "still in", text, len(standings(t)) if over else 0, honours)
