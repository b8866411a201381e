"""Links that prove something: an invitation's, and the one-time link for a new password. Signed with the installation's secret key."""

from __future__ import annotations

import hashlib

from flask import current_app, url_for
from itsdangerous import BadSignature, URLSafeSerializer, URLSafeTimedSerializer

from webapp.models import Invitation, Person

LASTS = 24 * 60 * 60
"""How many seconds a link for a new password works."""


def _invitations() -> URLSafeSerializer:
    return URLSafeSerializer(current_app.config["SECRET_KEY"], salt="invitation")


def _passwords() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(current_app.config["SECRET_KEY"], salt="new password")


def _mark(person: Person) -> str:
    """Changes with the password, so that a link dies when it is used."""
    return hashlib.sha256((person.password or "").encode()).hexdigest()[:20]


def _whole(endpoint: str, token: str) -> str:
    """The whole address: below the site's own where that is set, else as this request reached us."""
    site = str(current_app.config.get("SITE_URL") or "").rstrip("/")
    return site + url_for(endpoint, token=token) if site else url_for(endpoint, token=token, _external=True)


def invitation_link(invitation: Invitation) -> str:
    """The whole address by which an invitation is used."""
    return _whole("accounts.join", _invitations().dumps(invitation.id))


def invited(token: str) -> int | None:
    """The number of the invitation whose link this is; None when it is forged."""
    try:
        number = _invitations().loads(token)
    except BadSignature:
        return None
    return number if isinstance(number, int) else None


def password_link(person: Person) -> str:
    """The whole address at which this person chooses a new password, once, within a day."""
    return _whole("accounts.reset", _passwords().dumps([person.id, _mark(person)]))


def resetting(token: str) -> tuple[int, str] | None:
    """Whose link for a new password this is, and the mark of the password it replaces; None when it is forged or too old."""
    try:
        person, mark = _passwords().loads(token, max_age=LASTS)
    except (BadSignature, TypeError, ValueError):
        return None
    return int(person), str(mark)


def still_good(person: Person | None, mark: str) -> bool:
    """Does the link still fit this person's password?"""
    return person is not None and bool(person.password) and _mark(person) == mark
