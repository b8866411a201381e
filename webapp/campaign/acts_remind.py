"""Reminding those who have filed nothing: a letter to each from the umpire, which says of which round it reminds."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from rules.campaign import questions
from rules.campaign.state import DIPLOMACY, Season
from rules.rulings import Player, Refusal, instant
from webapp import db, journal
from webapp.campaign import letters
from webapp.models import Event, Letter, Person, Recipient

AGAIN: Final = timedelta(minutes=10)
"""How long nobody is reminded a second time."""


def words(number: int) -> str:
    """The letter that reminds somebody in that round."""
    return (
        f"Your declaration of war for round {number} is still missing.\n\n"
        "Please seal it on the campaign's page before I close diplomacy: whoever has filed nothing by then starts no war of his own choice. "
        "If something keeps you from it, answer this letter."
    )


def last_reminded(own: Session, event: Event, season: Season) -> dict[Player, datetime]:
    """When each player was last reminded in the open round."""
    query = select(Recipient.person_id, func.max(Letter.sent)).join(Letter, Letter.id == Recipient.letter_id)
    query = query.where(Letter.event_id == event.id, Letter.reminds == season.round)
    return {str(person): at for person, at in own.execute(query.group_by(Recipient.person_id))}


def with_account(own: Session, players: Iterable[Player]) -> tuple[Player, ...]:
    """Those of them who can sign in, in the same order: the others read no letters here."""
    asked = tuple(players)
    known = own.scalars(select(Person.id).where(Person.id.in_([int(p) for p in asked]), Person.password.is_not(None)))
    found = {str(person) for person in known}
    return tuple(p for p in asked if p in found)


def missing(own: Session, season: Season, by: int) -> tuple[Player, ...]:
    """Who has filed nothing although he could name somebody, and reads letters here; without the umpire who asks."""
    return tuple(p for p in with_account(own, questions.undeclared(season)) if p != str(by))


def remind(event: Event, by: int, key: str, now: datetime) -> tuple[Player, ...]:
    """Send each of them a letter of his own, but nobody a second one within ten minutes; those it went to, none when the form was sent before.

    Refusal outside the diplomacy phase, when everybody has filed, and when all were reminded just now.
    """
    with db.writing() as own:
        own.execute(select(Event.id).where(Event.id == event.id).with_for_update())
        sent = select(Letter.id).where(Letter.event_id == event.id, Letter.sender_id == by, Letter.key.startswith(f"{key}/", autoescape=True))
        if own.scalar(sent.limit(1)) is not None:
            return ()
        season = journal.snapshot(event, own).state
        if season.phase != DIPLOMACY:
            raise Refusal("C2", "declarations are handed in while diplomacy is open; there is nothing to remind anybody of now")
        asked, before = missing(own, season, by), last_reminded(own, event, season)
        due = tuple(p for p in asked if p not in before or now - before[p] >= AGAIN)
        if not asked:
            raise Refusal("C4", "everybody who can be reminded here has filed")
        if not due:
            raise Refusal(
                "C3", f"they were all reminded within the last ten minutes; you can do it again at {instant(min(before[p] for p in asked) + AGAIN)}"
            )
        for p in due:
            letters.send(own, event, letters.Written(by, (int(p),), words(season.round), f"{key}/{p}", season.round), now)
    return due
