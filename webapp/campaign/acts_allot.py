"""What the umpire's allotment writes: the draft, which only he sees, and then the battles for everybody."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from rules.campaign import acts, seating
from rules.campaign.records import ATTACKERS, DEFENDER, Seat
from rules.campaign.seating import Seats
from rules.campaign.state import ASSIGN, Round, Season, open_round
from rules.rulings import Player, Refusal
from webapp import db, journal
from webapp.journal import Deed
from webapp.models import Draft, Event

OF_ALLOTMENT = frozenset(("close_round", "reopen", "close_diplomacy", "leave", "strike", "publish_allotment"))
"""Acts that change what an allotment is made from, or end the making of it."""
Change = Callable[[Round, Seats], Seats]


@dataclass(frozen=True)
class Drafted:
    """The allotment as the umpire has it: the proposal until he changed it. `by` and `changed` tell of the last change."""

    seats: Seats
    reason: str
    by: int | None
    changed: datetime | None

    @property
    def mark(self) -> str:
        """A short mark of where everybody sits."""
        return mark_of(self.seats)


class Outdated(Exception):
    """The draft is not the one the form was drawn from: HTTP 409."""


def mark_of(seats: Seats) -> str:
    """A short mark of where everybody sits."""
    return hashlib.sha256(_written(seats).encode()).hexdigest()[:16]


def _written(seats: Seats) -> str:
    return json.dumps([[s.table, s.player, s.side] for s in seats])


def drafted(event: Event, season: Season, session: Session | None = None) -> Drafted | None:
    """The draft of the open round, else its proposal; None when no battles are being assigned."""
    if season.phase != ASSIGN:
        return None
    current = open_round(season)
    row = (session or db.session()).get(Draft, (event.id, current.number))
    if row is None:
        return Drafted(seating.proposed(current), "", None, None)
    seats = tuple(Seat(table, player, side) for table, player, side in json.loads(row.seats))
    return Drafted(seats, row.reason, row.by_id, row.changed)


def change(event: Event, by: int, mark: str, change: Change) -> None:
    """Change the draft. A change that is there already stays; Outdated when the draft is not the one with this mark, Refusal by the rules."""
    with db.writing() as own:
        now = _locked(own, event)
        current = open_round(journal.snapshot(event, own).state)
        then = change(current, now.seats)
        if then == now.seats:
            return
        if now.mark != mark:
            raise Outdated
        _put(own, event, current, then, now.reason, by)


def keep_reason(event: Event, by: int, reason: str) -> None:
    """Keep what the umpire typed as his reason with the draft."""
    with db.writing() as own:
        now = _locked(own, event)
        if now.reason != reason:
            _put(own, event, open_round(journal.snapshot(event, own).state), now.seats, reason, by)


def start_again(event: Event, mark: str) -> None:
    """Throw the draft away: the proposal stands again. Outdated when somebody changed what would be thrown away."""
    with db.writing() as own:
        now = _locked(own, event)
        if now.changed and now.mark != mark:
            raise Outdated
        own.execute(delete(Draft).where(Draft.event_id == event.id))


def _locked(own: Session, event: Event) -> Drafted:
    own.execute(select(Event.id).where(Event.id == event.id).with_for_update())
    now = drafted(event, journal.snapshot(event, own).state, own)
    if now is None:
        raise Refusal("C5", "battles are assigned between the close of diplomacy and their publication, and at no other time")
    return now


def _put(own: Session, event: Event, current: Round, seats: Seats, reason: str, by: int) -> None:
    """The row of this round, made or changed."""
    own.merge(Draft(event_id=event.id, round=current.number, seats=_written(seats), reason=reason, changed=datetime.now(UTC), by_id=by))


def move(player: Player, table: int, side: Any) -> Change:
    """Seat a player at a table, or at none (0)."""

    def moving(current: Round, seats: Seats) -> Seats:
        if any(s.player == player and (s.table, s.side) == (table, side) for s in seats):
            return seats
        then = seating.moved(seats, player, table, side)
        seating.check_move(current, seats, player, then)
        return then

    return moving


def pair(attacker: Player, defender: Player) -> Change:
    """Two players without a battle at a table of their own (K21)."""

    def pairing(current: Round, seats: Seats) -> Seats:
        sitting = {s.player: s.table for s in seats}
        if attacker in sitting and sitting[attacker] == sitting.get(defender):
            return seats
        if attacker in sitting or defender in sitting:
            raise Refusal("K21", "only players without a battle are paired by hand; take them out of theirs first")
        then = seating.paired(seats, attacker, defender)
        for player in (attacker, defender):
            seating.check_move(current, seats, player, then)
        return then

    return pairing


def number(numbers: dict[int, int]) -> Change:
    """Give tables other numbers."""
    return lambda current, seats: seating.renumbered(seats, numbers)


def publish(event: Event, round_number: int, by: int, key: str, seen: int | None, mark: str, reason: str) -> int:
    """Publish the draft. The very same published already is success; Outdated when the draft has changed, Stale when the campaign went on."""
    before = journal.snapshot(event)
    now = drafted(event, before.state)
    done = None if now else published(before.state, round_number)
    if done is not None and mark_of(done) == mark:
        return before.version
    if now and now.mark != mark:
        raise Outdated
    deed = Deed(acts.PublishAllotment(now.seats if now else ()), by, reason=reason)
    told = journal.write(event, deed, key, seen, lambda e: e.act.kind in OF_ALLOTMENT)
    with db.writing() as own:
        own.execute(delete(Draft).where(Draft.event_id == event.id))
    return told.seq


def published(season: Season, round_number: int) -> Seats | None:
    """The seats of a round whose battles are published."""
    one = next((r for r in season.rounds if r.number == round_number and r.published), None)
    if one is None:
        return None
    at = [(f.table, f.battle) for f in one.fights.values()]
    return seating.ordered(Seat(table, p, DEFENDER if p == b.defender else ATTACKERS) for table, b in at for p in b.players)
