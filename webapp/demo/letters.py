"""The demonstration's letters, as its people might have written them before and during the third round."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import select

from webapp import db
from webapp.campaign import letters
from webapp.models import Event, Person


@dataclass(frozen=True)
class Written:
    """A letter: so many hours before the demonstration was loaded, by whom, to whom, its words, and whether it has been read."""

    hours: float
    by: str
    to: tuple[str, ...]
    words: str
    read: bool = True


LETTERS = (
    Written(52, "Anna", ("Dirk",), "I am for Carthage this round. Lotte is yours: she cannot help Cleo and hold Cyrene at once."),
    Written(49, "Dirk", ("Anna",), "At your orders. If it goes wrong, I shall blame the wind."),
    Written(31, "Xena", ("Anna", "Bram", "Cleo", "Dirk", "Kees", "Lotte"), "The hall opens at ten. Tables 1 and 2 stand by the window; bring felt."),
    Written(27, "Anna", ("Xena",), "Could Bram and I have the table with the good light? He claims that he cannot see my dice.", read=False),
    Written(
        20,
        "Nico",
        ("Anna", "Elsa"),
        "All three of us look at Iris. Shall we not look at each other until she falls?\n\nNo oath.",
        read=False,
    ),
    Written(3, "Bram", ("Anna",), "Figs are four sesterces the basket.\nFor you, five.\n\nTable 1, then. Bring a basket.", read=False),
)


def deliver(own: db.Session, event: Event, now: datetime) -> None:
    """Put them into the campaign, inside the caller's transaction."""
    ids = {p.name: p.id for p in own.scalars(select(Person))}
    for n, one in enumerate(LETTERS, start=1):
        at = now - timedelta(hours=one.hours)
        letter = letters.send(own, event, letters.Written(ids[one.by], tuple(ids[name] for name in one.to), one.words, f"demo/{n}"), at)
        for recipient in letter.to:
            recipient.read = at + timedelta(hours=1) if one.read else None
