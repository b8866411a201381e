"""Letters between the people of a campaign: sending one, and marking it as read. They are no acts, and no rule acts on them (C3)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from rules.campaign.state import Season
from rules.rulings import Player, Refusal
from webapp import db, journal
from webapp.models import Event, Letter, Recipient

LONGEST: Final = 4000
"""How many characters a letter may have."""
TWICE: Final = timedelta(minutes=5)
"""How long the same letter to the same people is one that was sent twice, as long as nothing was answered."""


def people(season: Season) -> tuple[Player, ...]:
    """Everybody who may write and be written to: players, also those who have left, and umpires; sorted."""
    return tuple(sorted({*season.people, *season.umpires}))


def send(own_session: Session, event: Event, sender_id: int, recipient_ids: Iterable[int], body: str, now: datetime) -> Letter:
    """Send a letter inside the caller's transaction (`db.writing()`).

    Refusal when the body is empty or too long, when nobody but the sender is to read it, or when somebody has no part in this campaign (C3).
    The sender's last letter, sent again within minutes and before anything came back, is that letter.
    """
    text, to = tidy(body), sorted(set(recipient_ids) - {sender_id})
    known = people(journal.snapshot(event, own_session).state)
    wrong = fault(text) or (None if to else "choose to whom the letter goes")
    if wrong:
        raise Refusal("C3", wrong)
    if not {str(p) for p in (sender_id, *to)} <= set(known):
        raise Refusal("C3", "letters go between the players of this campaign and its umpires only")
    own_session.execute(select(Event.id).where(Event.id == event.id).with_for_update())
    last = _last(own_session, event, sender_id)
    if last and last.sender_id == sender_id and last.body == text and now - last.sent < TWICE and sorted(r.person_id for r in last.to) == to:
        return last
    letter = Letter(event_id=event.id, sender_id=sender_id, sent=now, body=text, to=[Recipient(person_id=p) for p in to])
    own_session.add(letter)
    own_session.flush()
    return letter


def tidy(body: str) -> str:
    """The body as it is kept: lines end alike, and nothing empty stands around them."""
    return "\n".join(line.rstrip() for line in body.splitlines()).strip()


def fault(text: str) -> str | None:
    """What is wrong with a tidied body, in words; None when it can be sent."""
    if not text:
        return "write a few words first"
    return f"a letter has up to {LONGEST} characters; this one has {len(text)}" if len(text) > LONGEST else None


def _last(own: Session, event: Event, person: int) -> Letter | None:
    """The last letter of this event that somebody wrote or received."""
    received = select(Recipient.letter_id).where(Recipient.person_id == person)
    query = select(Letter).where(Letter.event_id == event.id, or_(Letter.sender_id == person, Letter.id.in_(received)))
    return own.scalar(query.order_by(Letter.id.desc()).limit(1))


def write(event: Event, sender: int, to: Iterable[int], body: str, now: datetime) -> int:
    """Send a letter in a transaction of its own; its number. Refusals as `send`."""
    with db.writing() as own:
        return send(own, event, sender, to, body, now).id


def mark_read(event: Event, letter: int, person: int, now: datetime) -> bool:
    """Mark a letter as read by one of those it is addressed to; False when it is not for him. The first time is what is kept."""
    with db.writing() as own:
        query = select(Recipient).join(Letter, Letter.id == Recipient.letter_id)
        mine = own.scalar(query.where(Letter.id == letter, Letter.event_id == event.id, Recipient.person_id == person))
        if mine is None:
            return False
        mine.read = mine.read or now
    return True
