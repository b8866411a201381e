"""The club and its people: ordinary rows, no acts."""

from __future__ import annotations

import unicodedata
from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, LargeBinary, String, Text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from webapp.db import Base, Utc

UNSEEN = frozenset(map(chr, (0x34F, 0x200C, 0x200D, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0000, 0xE0FFF))))
"""Characters that only join or vary the ones beside them, as emoji need: allowed, but they make no other name."""
HIDDEN = frozenset(
    map(
        chr,
        (
            *range(32), *range(127, 160), 0xAD, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x200B, 0x200E, 0x200F, *range(0x202A, 0x202F),
            *range(0x2060, 0x2070), 0x2800, 0x3164, 0xFEFF, 0xFFA0, *range(0xFFF9, 0xFFFC),
        ),
    )
)  # fmt: skip
"""Characters that show nothing or turn the text around them: with them a name could pass for another."""


def folded(name: str) -> str:
    """The name as compared: two names that look or read the same fold to one."""
    plain = "".join(c for c in name if c not in UNSEEN)
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", plain).casefold()).split())


def spelling_fault(name: str) -> str | None:
    """What is wrong with a person's name as such, in words; None when it will do."""
    plain = folded(name)
    if not any(c.isalnum() for c in plain):
        return "A name needs a letter or a digit."
    if len(" ".join(name.split())) > 40 or len(plain) > 160:
        return "Use at most 40 characters."
    if HIDDEN & set(name):
        return "A name must not hold characters that cannot be seen."
    return None


class Club(Base):
    """The one club of an installation."""

    __tablename__ = "club"
    __table_args__ = (CheckConstraint("id = 1", name="one_club"),)
    id: Mapped[int] = mapped_column(primary_key=True, default=1)
    name: Mapped[str] = mapped_column(String(80))
    zone: Mapped[str] = mapped_column(String(64), default="UTC")
    made: Mapped[datetime] = mapped_column(Utc)


class Person(Base):
    """A member, with or without an account (a person without a password cannot sign in, but can be entered and acted for: K53).

    `mail` is for its owner and the secretary only. `same_as_id`: this one was entered twice and is that other person; acts keep the id they were
    done under, so nothing that was drawn or thrown changes.
    """

    __tablename__ = "person"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    folded: Mapped[str] = mapped_column(String(160), unique=True)
    password: Mapped[str | None] = mapped_column(String(200))
    arms: Mapped[str | None] = mapped_column(String(120), unique=True)
    mail: Mapped[str | None] = mapped_column(String(254))
    same_as_id: Mapped[int | None] = mapped_column(ForeignKey("person.id"))
    secretary: Mapped[bool] = mapped_column(default=False)
    demo: Mapped[bool] = mapped_column(default=False)
    joined: Mapped[datetime] = mapped_column(Utc)


class Login(Base):
    """A signed-in browser; deleting the row signs it out at its next request."""

    __tablename__ = "login"
    id: Mapped[int] = mapped_column(primary_key=True)
    token: Mapped[str] = mapped_column(String(64), unique=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id", ondelete="CASCADE"), index=True)
    browser: Mapped[str] = mapped_column(String(200))
    began: Mapped[datetime] = mapped_column(Utc)
    seen: Mapped[datetime] = mapped_column(Utc)
    person: Mapped[Person] = relationship(lazy="joined")


class Event(Base):
    """A campaign or an arena; what happened in it is its acts."""

    __tablename__ = "event"
    __table_args__ = (CheckConstraint("kind IN ('campaign', 'arena')", name="event_kind"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(String(60), unique=True)
    kind: Mapped[str] = mapped_column(String(10))
    name: Mapped[str] = mapped_column(String(80))
    lede: Mapped[str] = mapped_column(String(200), default="")
    place: Mapped[str] = mapped_column(String(80), default="", server_default="")
    demo: Mapped[bool] = mapped_column(default=False)
    made: Mapped[datetime] = mapped_column(Utc)


class Invitation(Base):
    """A way into the club: its link carries the signed id, so a copy of the database opens nothing. `person_id`: whom it lets somebody claim;
    `uses`: how many times it may still be used; `ended`: taken back by the secretary."""

    __tablename__ = "invitation"
    id: Mapped[int] = mapped_column(primary_key=True)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    person_id: Mapped[int | None] = mapped_column(ForeignKey("person.id", ondelete="CASCADE"), index=True)
    note: Mapped[str] = mapped_column(String(80), default="")
    uses: Mapped[int] = mapped_column(default=1)
    used: Mapped[int] = mapped_column(default=0)
    made: Mapped[datetime] = mapped_column(Utc)
    expires: Mapped[datetime] = mapped_column(Utc)
    ended: Mapped[datetime | None] = mapped_column(Utc)


class Picture(Base):
    """A picture that a map lies on, encoded anew when it was sent in; known by the hash of its bytes."""

    __tablename__ = "picture"
    id: Mapped[int] = mapped_column(primary_key=True)
    mark: Mapped[str] = mapped_column(String(64), unique=True)
    kind: Mapped[str] = mapped_column(String(20))
    width: Mapped[int]
    height: Mapped[int]
    data: Mapped[bytes] = mapped_column(LargeBinary)
    made: Mapped[datetime] = mapped_column(Utc)


class MapDraft(Base):
    """One step of a map being drawn, as the whole map in its text form; undo takes the last step away. Only the map that is put to use is an act."""

    __tablename__ = "map_draft"
    event_id: Mapped[int] = mapped_column(ForeignKey("event.id", ondelete="CASCADE"), primary_key=True)
    step: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    ground: Mapped[str] = mapped_column(String(120))
    text: Mapped[str] = mapped_column(Text)
    key: Mapped[str] = mapped_column(String(80))
    changed: Mapped[datetime] = mapped_column(Utc)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
