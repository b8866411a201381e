"""The demonstration club: two event files, loaded through the same acts as any event, their people, and some letters."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from sqlalchemy import delete, select

from webapp import db, eventfile
from webapp.accounts.acts import hasher
from webapp.demo import letters
from webapp.models import Act, Club, Event, Invitation, Login, Person
from webapp.models.acts import PARTS

PASSWORD = "gonfalon"  # noqa: S105  only the demonstration's people have it
SIGN_INS = (
    ("Xena", "umpire of the campaign"),
    ("Anna", "player in both events"),
    ("Lumiere", "dice master of the arena"),
    ("Rosa", "combatant in the arena"),
    ("Merel", "judge of the arena"),
    ("Wulf", "guardian of the arena"),
    ("Yves", "secretary of the club"),
)
FILES = ("campaign.json", "arena.json")


def present() -> bool:
    """Is the demonstration loaded?"""
    return db.session().scalar(select(Event.id).where(Event.demo).limit(1)) is not None


def load(now: datetime) -> list[Event]:
    """Load it with its last acts just before `now`; an empty list when it was there."""
    if present():
        return []
    with db.writing() as own:
        if own.get(Club, 1) is None:
            own.add(Club(id=1, name="Banneret demonstration club", zone="Europe/Amsterdam", made=now))
        parsed = [eventfile.parse((Path(__file__).parent / name).read_text(encoding="utf-8")) for name in FILES]
        events = [eventfile.bring(own, p, demo=True, until=now) for p in parsed]
        _accounts(own, now)
        letters.deliver(own, events[0], now)
    return events


def _accounts(own: db.Session, now: datetime) -> None:
    """Sign-ins for those who try the site out; all others are people without accounts."""
    shared = hasher().hash(PASSWORD)
    for name, what in SIGN_INS:
        person = own.scalar(select(Person).where(Person.folded == name.casefold()))
        if person is None:
            person = Person(name=name, folded=name.casefold(), demo=True, joined=now)
            own.add(person)
        if person.demo:
            person.password, person.secretary = shared, what.startswith("secretary")


def remove() -> bool:
    """Delete the demonstration's events, and its people unless they take part in other events."""
    with db.writing() as own:
        events = list(own.scalars(select(Event).where(Event.demo)))
        for event in events:
            acts = list(own.scalars(select(Act.id).where(Act.event_id == event.id)))
            for table in reversed(db.Base.metadata.sorted_tables):
                if table.name.startswith(f"{event.kind}_"):
                    own.execute(delete(table).where(table.c.act_id.in_(acts)))
            own.execute(delete(Act).where(Act.event_id == event.id))
            own.execute(delete(Event).where(Event.id == event.id))  # its letters and drafts go with it
        own.flush()
        busy = _named(own)
        own.execute(delete(Invitation).where(Invitation.by_id.in_(select(Person.id).where(Person.demo))))
        for person in own.scalars(select(Person).where(Person.demo)):
            if person.id in busy:
                person.password, person.demo = None, False
            else:
                own.execute(delete(Login).where(Login.person_id == person.id))
                own.delete(person)
    return bool(events)


def _named(own: db.Session) -> set[int]:
    """Everybody whom an act, a letter or a draft of a remaining event names."""
    found = set(own.scalars(select(Act.actor_id))) | set(own.scalars(select(Act.on_behalf_of_id)))
    tables = [t for t in db.Base.metadata.tables.values() if t.name.startswith((*(f"{s}_" for s in PARTS), "letter", "allotment_"))]
    for table in tables:
        for column in table.columns:
            if any(key.column.table.name == "person" for key in column.foreign_keys):
                found |= set(own.scalars(select(column).distinct()))
    return {p for p in found if p is not None}
