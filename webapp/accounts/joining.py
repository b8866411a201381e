"""Using an invitation, and choosing a new password by a link. Ordinary rows, no acts."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from webapp import db, mailing
from webapp.accounts import links
from webapp.accounts.acts import hasher, name_fault, register
from webapp.models import Club, Invitation, Login, Person
from webapp.models.club import folded


class Refused(Exception):
    """The name will not do; the text says why."""


class Spent(Refused):
    """The invitation will not do any more."""


def invitation(token: str) -> Invitation | None:
    """The invitation of a link; None when the link is forged or its invitation gone."""
    number = links.invited(token)
    return db.session().get(Invitation, number) if number is not None else None


def spent(found: Invitation | None, now: datetime) -> str | None:
    """Why an invitation cannot be used, in words; None when it can."""
    if found is None:
        return "This link is not one that this club gave out. Perhaps a part of it was lost on the way."
    if found.ended is not None:
        return "This invitation was taken back."
    if found.expires <= now:
        return "This invitation has run out."
    if found.used >= found.uses:
        return "This invitation has been used up."
    return None


def claimed(found: Invitation) -> Person | None:
    """Whom an invitation lets somebody claim; None for one that makes new members."""
    return db.session().get(Person, found.person_id) if found.person_id else None


def join(number: int, name: str, password: str, now: datetime | None = None) -> Person:
    """The member whom an invitation makes, or the person it lets somebody claim; of two for the last use one wins. Refused says why not."""
    now = now or datetime.now(UTC)
    with db.writing() as own:
        found = own.get(Invitation, number)
        good = (Invitation.used < Invitation.uses, Invitation.ended.is_(None), Invitation.expires > now)
        taken = own.execute(update(Invitation).where(Invitation.id == number, *good).values(used=Invitation.used + 1))
        if found is None or taken.rowcount != 1:  # type: ignore[attr-defined]
            raise Spent("This invitation can no longer be used.")
        return _claim(own, found.person_id, password) if found.person_id else _new(own, name, password)


def _claim(own: Session, number: int, password: str) -> Person:
    person = own.scalar(select(Person).where(Person.id == number).with_for_update())
    if person is None or person.password or person.same_as_id:
        raise Spent("This person can sign in already.")
    person.password = hasher().hash(password)
    return person


def _new(own: Session, name: str, password: str) -> Person:
    fault = name_fault(own, name)
    if fault:
        raise Refused(fault)
    return register(own, name, password)


def reset(token: str, password: str) -> Person | None:
    """Give the link's person his new password and end all his logins; None when the link is no good any more."""
    wanted = links.resetting(token)
    if wanted is None:
        return None
    with db.writing() as own:
        person = own.scalar(select(Person).where(Person.id == wanted[0]).with_for_update())
        if person is None or not links.still_good(person, wanted[1]):
            return None
        person.password = hasher().hash(password)
        own.execute(delete(Login).where(Login.person_id == person.id))
        return person


def whose(token: str) -> Person | None:
    """Whose link for a new password this is; None when it is no good."""
    wanted = links.resetting(token)
    person = db.session().get(Person, wanted[0]) if wanted else None
    return person if wanted and links.still_good(person, wanted[1]) else None


def mail_link(name: str) -> None:
    """Mail a link for a new password to the member of this name, if he can sign in and has an address; nothing tells whether he has."""
    person = db.session().scalar(select(Person).where(Person.folded == folded(name)[:160]))
    club = db.session().get(Club, 1)
    if person is None or not person.password or not person.mail or club is None:
        return
    text = f"""Somebody asked for a new password for {person.name} at {club.name}. If it was you, choose it here:

{links.password_link(person)}

The link works once, for a day. If it was not you, do nothing: your password stays as it is.
"""
    mailing.send(mailing.message(person.mail, f"A new password at {club.name}", text))


def give_mail(person_id: int, mail: str | None) -> None:
    """A person's mail address, or none."""
    with db.writing() as own:
        own.execute(update(Person).where(Person.id == person_id).values(mail=mail or None))
