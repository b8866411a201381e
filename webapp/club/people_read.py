"""The club's people and invitations, as the secretary sees them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import segno
from markupsafe import Markup
from sqlalchemy import select

from webapp import db
from webapp.accounts import links
from webapp.accounts.joining import spent
from webapp.models import Invitation, Person


@dataclass(frozen=True)
class Invited:
    """An invitation: for whom, its link, and why it no longer works (None while it does)."""

    row: Invitation
    person: Person | None
    spent: str | None

    @property
    def left(self) -> int:
        """How many times it can still be used."""
        return max(0, self.row.uses - self.row.used)

    @property
    def link(self) -> str:
        """Its whole address."""
        return links.invitation_link(self.row)


def invitations(now: datetime) -> list[Invited]:
    """All invitations, those that still work first, then the newest."""
    found = [_invited(row, now) for row in db.session().scalars(select(Invitation).order_by(Invitation.made.desc(), Invitation.id.desc()))]
    return sorted(found, key=lambda i: i.spent is not None)


def invitation(number: int, now: datetime) -> Invited | None:
    """One invitation."""
    row = db.session().get(Invitation, number)
    return _invited(row, now) if row else None


def _invited(row: Invitation, now: datetime) -> Invited:
    return Invited(row, db.session().get(Person, row.person_id) if row.person_id else None, spent(row, now))


def accounts() -> list[Person]:
    """Everybody who can sign in, by name."""
    return list(db.session().scalars(select(Person).where(Person.password.is_not(None)).order_by(Person.folded)))


def qr(text: str) -> Markup:
    """A QR code as SVG, dark on white so that it can be read in the dark theme and on paper."""
    return Markup(segno.make(text, error="m").svg_inline(scale=6, omitsize=True, border=4, light="#fff", svgclass="qr", lineclass=None))  # noqa: S704
