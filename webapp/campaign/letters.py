"""Letters between the people of a campaign: sending one, and marking it as read. They are no acts, and no rule acts on them (C3)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from rules.campaign.state import Season
from rules.rulings import Player, Refusal
from webapp import db, journal
from webapp.models import Event, Letter, Recipient

LONGEST: Final = 4000
"""How many characters a letter may have."""


def people(season: Season) -> tuple[Player, ...]:
    """Everybody who may write and be written to: players, also those who have left, and umpires; sorted."""
    return tuple(sorted({*season.people, *season.umpires}))


@dataclass(frozen=True)
class Written:
    """A letter that is to be sent: by whom, to whom, its words, the key of its form, and the round whose declaration it reminds of."""

    sender: int
    to: tuple[int, ...]
    body: str
    key: str
    reminds: int | None = None


def send(own: Session, event: Event, written: Written, now: datetime) -> Letter:
    """Send a letter inside the caller's transaction (`db.writing()`); one with a key of this sender that was sent already is that letter.

    Refusal when the body is empty or too long, when nobody but the sender is to read it, or when somebody has no part in this campaign (C3).
    """
    text, to = tidy(written.body), sorted(set(written.to) - {written.sender})
    known = people(journal.snapshot(event, own).state)
    wrong = fault(text) or (None if to else "choose to whom the letter goes")
    if wrong:
        raise Refusal("C3", wrong)
    if not {str(p) for p in (written.sender, *to)} <= set(known):
        raise Refusal("C3", "letters go between the players of this campaign and its umpires only")
    own.execute(select(Event.id).where(Event.id == event.id).with_for_update())
    sent = select(Letter).where(Letter.event_id == event.id, Letter.sender_id == written.sender, Letter.key == written.key)
    if (letter := own.scalar(sent)) is not None:
        return letter
    letter = Letter(event_id=event.id, sender_id=written.sender, sent=now, body=text, key=written.key, reminds=written.reminds)
    letter.to = [Recipient(person_id=p) for p in to]
    own.add(letter)
    own.flush()
    return letter


def tidy(body: str) -> str:
    """The body as it is kept: lines end alike, and nothing empty stands around them."""
    return "\n".join(line.rstrip() for line in body.splitlines()).strip()


def fault(text: str) -> str | None:
    """What is wrong with a tidied body, in words; None when it can be sent."""
    if not text:
        return "write a few words first"
    return f"a letter has up to {LONGEST} characters; this one has {len(text)}" if len(text) > LONGEST else None


def write(event: Event, written: Written, now: datetime) -> int:
    """Send a letter in a transaction of its own; its number. Refusals as `send`."""
    with db.writing() as own:
        return send(own, event, written, now).id


def mark_read(event: Event, letter: int, person: int, now: datetime) -> bool:
    """Mark a letter as read by one of those it is addressed to; False when it is not for him. The first time is what is kept."""
    with db.writing() as own:
        query = select(Recipient).join(Letter, Letter.id == Recipient.letter_id)
        mine = own.scalar(query.where(Letter.id == letter, Letter.event_id == event.id, Recipient.person_id == person))
        if mine is None:
            return False
        mine.read = mine.read or now
    return True
