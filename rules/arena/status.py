"""What a page asks of a tournament: how each match stands at this moment, whose throw is wanted, who stands where."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from rules.arena import clocks
from rules.arena.book import Tourney, drawn, fight_in, opening, pardoned
from rules.arena.clocks import Fixture
from rules.arena.duel import waits_for
from rules.arena.fight import Fight, played_out
from rules.arena.match import Match, next_throws
from rules.rulings import Player


@dataclass(frozen=True, slots=True)
class Status:
    """A match at an instant.

    `state`: waiting (for its people), bye, empty, unneeded, walkover, posted, scheduled, conflict, reopened, playing, played, forfeited,
    disputed or final. `provisional`: it hangs on a result that can still change (A40). `overdue`: somebody should look at it; nothing
    happens by itself (A45). `until`: the last instant of what it waits for, where there is one. `waits_for`: the match that keeps it from beginning.
    """

    state: str
    provisional: bool = False
    overdue: bool = False
    until: datetime | None = None
    waits_for: str | None = None


def statuses(t: Tourney, now: datetime) -> dict[str, Status]:
    """Every slot's status at an instant, in the order of the bracket."""
    bracket = drawn(t)
    found: dict[str, Status] = {}
    firm: dict[str, bool] = {}
    waits = waits_for(t, now)
    for slot in bracket.shape.slots:
        sure = all(firm[before] for before in bracket.before(slot))
        found[slot] = _status(t, slot, now, waits[slot], provisional=not sure)
        firm[slot] = sure and found[slot].state not in ("played", "forfeited", "disputed")
    return found


def status(t: Tourney, slot: str, now: datetime) -> Status:
    """One slot's status at an instant."""
    drawn(t).row(slot)
    return statuses(t, now)[slot]


def _status(t: Tourney, slot: str, now: datetime, waits: str | None, provisional: bool) -> Status:
    state = drawn(t).state(slot)
    fight = t.fights.get(slot)
    if fight is None or state in ("waiting", "bye", "empty", "unneeded"):
        return Status(state, provisional)
    f = fight.fixture
    if state != "open":
        known = clocks.state_at(t.settings, f, now)
        if known in clocks.UNFOUGHT:
            return Status("walkover", provisional)
        return Status(known, provisional, until=clocks.dispute_until(t.settings, f) if known in clocks.DECIDED else None)
    if fight.begun and not (f.state == "reopened" and fight.match == fight.bases[-1]):
        return Status("playing", provisional)
    until = _until(t, f)
    return Status(f.state, provisional, until is not None and now > until, until, waits)


def _until(t: Tourney, f: Fixture) -> datetime | None:
    if f.state == "conflict" and f.reported:
        return f.reported + timedelta(hours=t.settings.judge_hours)
    return f.limit if f.state == "posted" else f.time


def match_of(t: Tourney, slot: str) -> Match:
    """A fight's match as it stands: before its first throw as it would begin now, rounds without dice played. Refusal where nobody fights."""
    fight = fight_in(t, slot)
    return fight.match or played_out(opening(t, fight), {})[-1]


@dataclass(frozen=True, slots=True)
class Need:
    """A throw that the coming round needs: its round and role, for whom, and whether it is there already."""

    round: int
    role: str
    player: Player
    thrown: bool


def needs(t: Tourney, slot: str) -> tuple[Need, ...]:
    """The throws of the coming round; none when the match is decided."""
    fight = fight_in(t, slot)
    if drawn(t).row(slot).how:
        return ()
    match = match_of(t, slot)
    number = match.rounds + 1
    return tuple(Need(number, role, fight.player(role), (number, role) in fight.throws) for role in next_throws(match))


def may_throw(t: Tourney, slot: str, person: Player) -> tuple[Need, ...]:
    """The throws a person may make now: his own side's, or as an official everybody's in a match that is not his (R1)."""
    fight = fight_in(t, slot)
    for_all = person in t.officials and person not in fight.pair
    return tuple(n for n in needs(t, slot) if not n.thrown and (for_all or n.player == person))


def falls(t: Tourney, slot: str, winner: Player | None) -> tuple[Fight, ...]:
    """What would be void, though begun, if a match were awarded to somebody (None: undecided or taken up again); for a judge to see first (A40)."""
    bracket, fell = drawn(t).revise({slot: winner}, pardoned(fight_in(t, slot).fixture, winner))
    return tuple(f for s, f in sorted(t.fights.items()) if f.begun and s != slot and (s in fell or f.pair != bracket.row(s)[:2]))


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the standings: place (None while still in), losses, and why the Guardian put him there, if he did (R4)."""

    player: Player
    place: int | None
    shared: bool
    losses: int
    reason: str = ""


def standings(t: Tourney) -> tuple[Standing, ...]:
    """Everybody, best place first; before them, by seed, those still in (R4)."""
    bracket = drawn(t)
    places = {**bracket.ranks(), **{p: place for p, (place, _) in t.places.items()}}
    taken = list(places.values())
    losses = bracket.losses()
    lines = [
        Standing(p, places.get(p), taken.count(places.get(p, 0)) > 1, losses[p], t.places[p][1] if p in t.places else "") for p in bracket.names()
    ]
    return tuple(sorted(lines, key=lambda line: (line.place is not None, line.place or 0)))


def signed(t: Tourney) -> bool:
    """Whether the Guardian's signature covers the standings as they are (R4)."""
    return t.signed is not None and t.signed.seq > t.moved
