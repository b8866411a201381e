"""Accounts: making one, signing in and out. Ordinary rows, no acts."""

from __future__ import annotations

import hashlib
import secrets
from datetime import UTC, datetime, timedelta
from pathlib import Path

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from flask import current_app
from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from webapp import db
from webapp.models import Club, Login, Person
from webapp.models.club import folded, spelling_fault

COMMON = frozenset((Path(__file__).parent.parent / "data" / "common_passwords.txt").read_text(encoding="utf-8").split("\n\n", 1)[1].split())
"""The commonest passwords of 8 characters and more."""
STAYS = timedelta(days=30)


def hasher() -> PasswordHasher:
    """argon2id with the installation's costs (the library's own unless config says otherwise)."""
    found: PasswordHasher | None = current_app.extensions.get("hasher")
    if found is None:
        found = current_app.extensions["hasher"] = PasswordHasher(**current_app.config["ARGON2"])
        current_app.extensions["no_hash"] = found.hash(secrets.token_hex(16))
    return found


def password_fault(password: str, *known: str) -> str | None:
    """What is wrong with a new password, in words; None when it will do. `known`: names that it must not merely repeat."""
    if len(password) < 8:
        return "Use 8 characters or more; a short sentence is easiest to remember."
    if len(password) > 1000:
        return "Use at most 1,000 characters."
    if folded(password) in COMMON:
        return "This is one of the first passwords anybody would try. Choose another."
    if _letters(password) and _letters(password) in {_letters(name) for name in known}:
        return "This is a name that everybody knows. Choose another."
    return None


def _letters(text: str) -> str:
    """The letters of a text alone, as compared: "Anna 1999!" and "anna" are the same."""
    return "".join(c for c in folded(text) if c.isalpha())


def name_fault(session: Session, name: str) -> str | None:
    """What is wrong with a new member's name; None when it will do."""
    fault = spelling_fault(name)
    if fault:
        return fault
    if session.scalar(select(Person.id).where(Person.folded == folded(name))):
        return "Another member has this name already."
    return None


def register(
    session: Session, name: str, password: str | None, *, secretary: bool = False, demo: bool = False, now: datetime | None = None
) -> Person:
    """A new member; a name already taken or a bad password must have been refused before."""
    name = " ".join(name.split())
    kept = hasher().hash(password) if password is not None else None
    person = Person(name=name, folded=folded(name), password=kept, secretary=secretary, demo=demo, joined=now or datetime.now(UTC))
    session.add(person)
    session.flush()
    return person


def set_up(club: str, zone: str, name: str, password: str) -> Person | None:
    """The club and its secretary, once: None when somebody was faster."""
    with db.writing() as own:
        if own.scalar(select(func.count(Person.id)).where(Person.password.is_not(None))):
            return None
        _name_club(own, club, zone)
        return register(own, name, password, secretary=True)


def _name_club(own: Session, name: str, zone: str) -> None:
    club = own.get(Club, 1)
    if club is None:
        own.add(Club(id=1, name=name, zone=zone, made=datetime.now(UTC)))
    else:
        club.name, club.zone = name, zone


def sign_in(name: str, password: str, browser: str) -> str | None:
    """A new login's token, or None. Takes the same time whether the name is known or not."""
    person = db.session().scalar(select(Person).where(Person.folded == folded(name)[:160]))
    tool = hasher()
    known = person.password if person is not None and person.password else current_app.extensions["no_hash"]
    try:
        tool.verify(known, password)
    except (VerifyMismatchError, InvalidHashError):
        return None
    if person is None or not person.password:
        return None
    with db.writing() as own:
        if tool.check_needs_rehash(known):
            own.execute(update(Person).where(Person.id == person.id).values(password=tool.hash(password)))
        return _login(own, person.id, browser)


def _login(own: Session, person_id: int, browser: str) -> str:
    token, now = secrets.token_urlsafe(32), datetime.now(UTC)
    own.execute(delete(Login).where(Login.seen < now - STAYS))
    own.add(Login(token=hashed(token), person_id=person_id, browser=browser[:200], began=now, seen=now))
    return token


def log_in(person: Person, browser: str) -> str:
    """A token for somebody who has just proved himself otherwise (set-up)."""
    with db.writing() as own:
        return _login(own, person.id, browser)


def hashed(token: str) -> str:
    """What the database keeps of a token: a stolen copy of it signs nobody in."""
    return hashlib.sha256(token.encode()).hexdigest()


def sign_out(login_id: int, person_id: int) -> None:
    """End one of a person's own logins."""
    with db.writing() as own:
        own.execute(delete(Login).where(Login.id == login_id, Login.person_id == person_id))


def change_password(person_id: int, login_id: int, old: str, new: str) -> bool:
    """Change it and end all other logins; False when the old one is wrong."""
    with db.writing() as own:
        person = own.get(Person, person_id)
        try:
            hasher().verify(person.password or current_app.extensions["no_hash"] if person else "", old)
        except (VerifyMismatchError, InvalidHashError):
            return False
        if person is None:
            return False
        person.password = hasher().hash(new)
        own.execute(delete(Login).where(Login.person_id == person_id, Login.id != login_id))
        return True


def give_password(name: str, new: str) -> bool:
    """A new password for the member of this name, whose logins all end; False when there is no such member. For whoever runs the site."""
    with db.writing() as own:
        person = own.scalar(select(Person).where(Person.folded == folded(name)))
        if person is None:
            return False
        person.password = hasher().hash(new)
        own.execute(delete(Login).where(Login.person_id == person.id))
        return True


def touch(login: Login) -> None:
    """Remember that a login was used, at most once an hour."""
    now = datetime.now(UTC)
    if now - login.seen > timedelta(hours=1):
        with db.writing() as own:
            own.execute(update(Login).where(Login.id == login.id).values(seen=now))
