"""What the home page, the members' pages and the list of campaigns say about a campaign."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign import questions
from rules.campaign.state import ASSIGN, DIPLOMACY, FINISHED, SIGNUP, Season
from rules.entry import Entry
from rules.rulings import Player, Ruling, mention
from webapp import db, events, journal
from webapp.campaign import read_final, read_show
from webapp.campaign.read_next import next_steps as next_steps
from webapp.models import Event


@dataclass(frozen=True)
class Listed:
    """One campaign in the list: how it stands, and who leads it."""

    event: Event
    summary: events.Summary
    leaders: tuple[Player, ...]
    players: int


def listed() -> list[Listed]:
    """All campaigns, the newest first."""
    found = []
    for event in events.listed(db.session(), "campaign"):
        snap = journal.snapshot(event)
        rows = questions.standings(snap.state)
        found.append(Listed(event, summary(event, snap), tuple(r.player for r in rows[:3]) if snap.state.closed else (), len(snap.state.people)))
    return found


def summary(event: Event, snap: journal.Snapshot) -> events.Summary:
    """How the campaign stands, in a badge and a sentence."""
    season: Season = snap.state
    number, rounds = season.round, season.settings_next.rounds
    if season.phase == SIGNUP:
        n = len(season.people)
        return events.Summary("wait", "Signing up", f"{n} player{'s' * (n != 1)} so far; round 1 begins when the umpire opens it.")
    if season.phase == FINISHED:
        first = [row.player for row in questions.standings(season) if row.place == 1]
        return events.Summary("final", "Finished", f"Won by {' and '.join(mention(p) for p in first)}.")
    of, steps = f"Round {number} of {rounds}", tuple((s.form, s.word) for s in read_show.stages(season))
    if season.phase == DIPLOMACY:
        return events.Summary("sealed", f"Round {number}: diplomacy", f"{of}: talk, then one sealed declaration each.", steps)
    if season.phase == ASSIGN:
        return events.Summary("wait", f"Round {number}: assigning", f"{of}: the declarations are open, the umpire assigns the battles.", steps)
    fights = season.current.fights.values() if season.current else ()
    told = sum(f.filed is not None for f in fights)
    return events.Summary("live", f"Round {number}: battle", f"{of}: {told} of {len(fights)} results are in.", steps)


def news(event: Event, snap: journal.Snapshot) -> list[events.News]:
    """Results as they came in, and the new lords and freed men of the rounds that are closed; oldest first."""
    return [events.News(event, entry.at, _beside(r), f"{r.text}.", r.clauses) for entry, r in _happened(snap)]


def _beside(ruling: Ruling) -> tuple[Player, ...]:
    """Whose shields stand beside it: attackers before the defender."""
    return (*ruling.who[1:], *ruling.who[:1]) if ruling.code == "battle" else ruling.who


def since(snap: journal.Snapshot, seen: int, most: int = 4) -> list[str]:
    """What happened after that version, a sentence each, with marks for people."""
    return [r.text for entry, r in _happened(snap) if entry.seq > seen][:most]


def _happened(snap: journal.Snapshot) -> list[tuple[Entry, Ruling]]:
    """Rulings with the act that brought them about, in the order of the acts."""
    season: Season = snap.state
    closes = _closes(snap.entries)
    found: list[tuple[Entry, Ruling]] = []
    for one in season.rounds:
        outcome = one.outcome or (questions.preview_close(season) if one.fights else None)
        reported = {f.battle.players: f.filed.entry for f in one.fights.values() if f.filed}
        for ruling in outcome.decided if outcome else ():
            if ruling.code == "battle":
                found.append((reported[ruling.who], ruling))
            elif one.outcome and ruling.code in ("new_lord", "goes_free", "old_bond_falls"):
                found.append((closes[one.number - 1], ruling))
    return sorted(found, key=lambda pair: pair[0].seq)


def _closes(entries: tuple[Entry, ...]) -> list[Entry]:
    """The act that closed each round, by round; one that was taken back by opening the round again does not count."""
    closes: list[Entry] = []
    for entry in entries:
        if entry.act.kind == "close_round":
            closes.append(entry)
        elif entry.act.kind == "reopen":
            closes.pop()
    return closes


def record(event: Event, snap: journal.Snapshot, person: Player) -> events.Deeds:
    """A member's part in this campaign."""
    season: Season = snap.state
    row = next((r for r in questions.standings(season) if r.player == person), None)
    one = season.people[person]
    if row is None or not season.closed:
        return events.Deeds(event, "", f"Plays {one.army}; no round is over yet.")
    lord = season.lord.get(person)
    under = f", subordinate of {mention(lord)}" if lord else ""
    place = f"{row.place}{'=' * row.shared}"
    left = "; left the campaign" if one.left else ""
    text = f"{row.battle_points} battle points, +{row.bonus} for lordship{under}{left}."
    if season.phase == FINISHED:
        return events.Deeds(event, place, f"Played {one.army}: {text}", len(season.people), read_final.earned(season, person))
    return events.Deeds(event, place, f"Plays {one.army}: {text}")
