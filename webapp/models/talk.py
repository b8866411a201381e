"""What is no act: letters between people, and the umpire's draft of an allotment. Neither leaves the site in an event file."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from webapp.db import Base, Utc


class Letter(Base):
    """A letter in plain text; only whoever wrote it and those it is addressed to may read it (C3).

    `key` is the form's own, so that sending it twice does it once; `reminds` is the round of whose declaration an umpire reminds somebody.
    """

    __tablename__ = "letter"
    __table_args__ = (UniqueConstraint("event_id", "sender_id", "key", name="one_letter_a_key"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    event_id: Mapped[int] = mapped_column(ForeignKey("event.id", ondelete="CASCADE"), index=True)
    sender_id: Mapped[int] = mapped_column(ForeignKey("person.id"), index=True)
    sent: Mapped[datetime] = mapped_column(Utc)
    body: Mapped[str] = mapped_column(Text)
    key: Mapped[str] = mapped_column(String(80))
    reminds: Mapped[int | None]
    to: Mapped[list[Recipient]] = relationship(lazy="selectin", cascade="all, delete-orphan", passive_deletes=True)


class Recipient(Base):
    """To whom a letter goes, and when he first opened it."""

    __tablename__ = "letter_recipient"
    letter_id: Mapped[int] = mapped_column(ForeignKey("letter.id", ondelete="CASCADE"), primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"), primary_key=True, index=True)
    read: Mapped[datetime | None] = mapped_column(Utc)


class Draft(Base):
    """The umpire's allotment of a round before it is published. `seats` is JSON: a list of [table, player, role]."""

    __tablename__ = "allotment_draft"
    event_id: Mapped[int] = mapped_column(ForeignKey("event.id", ondelete="CASCADE"), primary_key=True)
    round: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seats: Mapped[str] = mapped_column(Text)
    reason: Mapped[str] = mapped_column(Text, default="")
    changed: Mapped[datetime] = mapped_column(Utc)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
