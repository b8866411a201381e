"""What the secretary writes about the club and its people. Ordinary rows, no acts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import select, update

from webapp import db
from webapp.accounts.acts import name_fault, register
from webapp.models import Club, Invitation, Person


def rename(name: str, zone: str) -> None:
    """The club's name, and the clock it lives by."""
    with db.writing() as own:
        club = own.get(Club, 1)
        if club is None:
            own.add(Club(id=1, name=name, zone=zone, made=datetime.now(UTC)))
        else:
            club.name, club.zone = name, zone


def enter(name: str, mail: str | None) -> tuple[Person | None, str]:
    """Somebody without an account; or nobody, and what is wrong with the name."""
    with db.writing() as own:
        fault = name_fault(own, name)
        if fault:
            return None, fault
        person = register(own, name, None)
        person.mail = mail or None
        return person, ""


def office(person_id: int, holds: bool) -> str | None:
    """Give or take the secretary's office; what is wrong, in words, when it cannot be."""
    with db.writing() as own:
        # every secretary's row is locked, so that two who give up the office at once do not leave the club without one
        held = list(own.scalars(select(Person).where(Person.secretary).with_for_update()))
        person = own.get(Person, person_id)
        if person is None or person.same_as_id or (holds and not person.password):
            return "Only a member who can sign in can be secretary. Invite him first."
        if not holds and not [p for p in held if p.id != person_id and p.password]:
            return "A club is never without a secretary. Give somebody else the office first."
        person.secretary = holds
        return None


def invite(by: int, uses: int, days: int, note: str, person_id: int | None = None) -> Invitation | None:
    """A new invitation; for a person without an account only he can be claimed with it, once. None when there is no such person."""
    now = datetime.now(UTC)
    with db.writing() as own:
        if person_id is not None:
            person = own.get(Person, person_id)
            if person is None or person.password or person.same_as_id:
                return None
        made = Invitation(by_id=by, person_id=person_id, note=note, uses=1 if person_id else uses, made=now, expires=now + timedelta(days=days))
        own.add(made)
        own.flush()
        return made


def take_back(number: int) -> None:
    """End an invitation; who has used it stays."""
    with db.writing() as own:
        own.execute(update(Invitation).where(Invitation.id == number, Invitation.ended.is_(None)).values(ended=datetime.now(UTC)))
