"""The club, its members, and what is on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from webapp import db, events, journal
from webapp.arena import read as arena
from webapp.campaign import read as campaign
from webapp.models import Club, Event, Person


@dataclass(frozen=True)
class Going:
    """An event and how it stands."""

    event: Event
    snap: journal.Snapshot

    @property
    def summary(self) -> events.Summary:
        """How it stands, in a badge and a sentence."""
        return _area(self.event).summary(self.event, self.snap)


def club() -> Club | None:
    """The club; None before set-up."""
    return db.session().get(Club, 1)


def members() -> list[Person]:
    """Everybody, by name."""
    return list(db.session().scalars(select(Person).order_by(Person.folded)))


def member(person: int) -> Person | None:
    """One member."""
    return db.session().get(Person, person)


def going() -> list[Going]:
    """All events with their state, the newest first."""
    return [Going(e, journal.snapshot(e)) for e in events.listed(db.session())]


def version() -> int:
    """A number that grows whenever anything happens anywhere."""
    return sum(g.snap.version for g in going())


def entered(person: int) -> list[Going]:
    """The events a person takes part in."""
    return [g for g in going() if str(person) in events.players(g.snap)]


def demo_shown() -> bool:
    """Is any of what is on a demonstration?"""
    return db.session().scalar(select(Event.id).where(Event.demo).limit(1)) is not None


def club_name() -> str:
    """The club's name, or the product's before set-up."""
    found: Any = club()
    return found.name if found else "Banneret"


def news(most: int = 6) -> list[events.News]:
    """What happened last, over all events, the newest first."""
    found = [n for g in going() for n in _area(g.event).news(g.event, g.snap)]
    return sorted(found, key=lambda n: n.at, reverse=True)[:most]


def next_steps(person: int | None) -> list[events.Step]:
    """What a person should do next, in every event; empty for visitors."""
    if person is None:
        return []
    return [s for g in going() for s in _area(g.event).next_steps(g.event, g.snap, str(person))]


def record(person: int) -> list[events.Deeds]:
    """How a member did in the events he took part in."""
    return [_area(g.event).record(g.event, g.snap, str(person)) for g in entered(person)]


def _area(event: Event) -> Any:
    return {"campaign": campaign, "arena": arena}[event.kind]
