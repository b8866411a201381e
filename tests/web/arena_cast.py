"""A small arena for web tests: the club's cast as contestants and officials, drawn in the order given, ready to be fought."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from flask import Flask
from sqlalchemy import select

from rules.arena import acts
from rules.entry import SettingValue
from webapp import db, events, journal
from webapp.models import Event, Person

SLUG = "lists"
GUARDIAN, JUDGE, MASTER = "Yves", "Xena", "Elsa"


def person(name: str) -> str:
    """A member's id, as the rules know it."""
    return str(db.session().scalar(select(Person.id).where(Person.name == name)))


def arena(
    app: Flask, names: Sequence[str] = ("Anna", "Bram"), mages: Sequence[str] = (), guards: dict[str, str] | None = None, **settings: Any
) -> None:
    """An arena of these people: Yves is its guardian, Xena a judge, Elsa the dice master. The rules meeting was an hour ago."""
    with app.app_context():
        open_arena(names, mages, guards or {}, settings)


def open_arena(names: Sequence[str], mages: Sequence[str], guards: dict[str, str], settings: dict[str, Any]) -> None:
    """The same inside an application context."""
    now = datetime.now(UTC)
    with db.writing() as own:
        own.add(Event(slug=SLUG, kind="arena", name="The lists", lede="", made=now))
    deeds: list[Any] = [acts.Appoint(person(GUARDIAN), "guardian"), acts.Appoint(person(JUDGE), "judge"), acts.Appoint(person(MASTER), "dice_master")]
    if settings:
        deeds.append(acts.SetSettings(tuple(SettingValue(k, str(v).lower()) for k, v in settings.items())))
    deeds.append(acts.RulesMeeting(now - timedelta(hours=1)))
    deeds += [acts.Enter(person(n), "mage" if n in mages else "fighter", guard=guards.get(n)) for n in names]
    deeds.append(acts.Draw(tuple(person(n) for n in names), "hand"))
    do(*deeds)


def event() -> Event:
    """The arena."""
    found = events.find(db.session(), SLUG)
    assert found is not None
    return found


def do(*deeds: Any, by: str = GUARDIAN, at: datetime | None = None, reason: str = "") -> None:
    """Write acts as an official (Yves, unless said otherwise)."""
    key = f"cast/{journal.snapshot(event()).version}"
    journal.write_all(event(), [journal.Deed(act, int(person(by)), at=at, reason=reason) for act in deeds], key)


def typed(slot: str, round_: int, **shown: tuple[int, int]) -> list[acts.Throw]:
    """Typed dice of a round, by role."""
    return [acts.Throw(slot, 1, round_, role, d1, d2, typed=True) for role, (d1, d2) in shown.items()]


def state(app: Flask) -> Any:
    """The tournament as it stands."""
    with app.app_context():
        return journal.snapshot(event()).state


def kinds(app: Flask) -> list[str]:
    """What has been written, in order."""
    with app.app_context():
        return [e.act.kind for e in journal.snapshot(event()).entries]
