"""Events by address, and who is what in them: shared by every area, knows neither views nor forms."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp import journal
from webapp.models import Event


@dataclass(frozen=True)
class News:
    """Something that happened, for the home page: a ruling's text with its clauses, and whom to show beside it."""

    event: Event
    at: datetime
    people: tuple[str, ...]
    text: str
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class Duel:
    """A match being fought, for the home page: who against whom, the score, and the page to watch it on."""

    pair: tuple[str, str]
    score: tuple[int, int]
    address: str


@dataclass(frozen=True)
class Summary:
    """How an event stands, for the home page: a badge (its form and its word), a sentence, and where it has them its rounds or its duel."""

    badge: str
    word: str
    text: str
    steps: tuple[tuple[str, str], ...] = ()
    duel: Duel | None = None


@dataclass(frozen=True)
class Step:
    """What somebody should do next in an event: a sentence, the page where he does it, and what its button says. `waits`: others are to move."""

    event: Event
    text: str
    address: str
    button: str
    clauses: tuple[str, ...] = ()
    waits: bool = False


@dataclass(frozen=True)
class Deeds:
    """A member's part in an event, for his page: his place as words and a line on how he did; once it is over, among how many, and his honours."""

    event: Event
    place: str
    text: str
    of: int = 0
    honours: tuple[str, ...] = ()


def find(session: Session, slug: str, kind: str | None = None) -> Event | None:
    """The event at an address; None when there is none of that kind."""
    event = session.scalar(select(Event).where(Event.slug == slug))
    return event if event is not None and kind in (None, event.kind) else None


def listed(session: Session, kind: str | None = None) -> list[Event]:
    """Events, the newest first."""
    query = select(Event).order_by(Event.made.desc(), Event.id.desc())
    return list(session.scalars(query.where(Event.kind == kind) if kind else query))


def roles(event: Event, person: int) -> set[str]:
    """What a person is in an event: player, and the offices he was appointed to."""
    state, player = journal.snapshot(event).state, str(person)
    if event.kind == "campaign":
        held = {"player": state.people, "umpire": state.umpires}
    else:
        officials = state.officials
        held = {"player": state.entrants, "guardian": officials.guardians, "judge": officials.judges, "dice_master": officials.dice_masters}
    return {role for role, people in held.items() if player in people}


def players(snap: journal.Snapshot) -> frozenset[str]:
    """Everybody who takes part in an event."""
    return frozenset(getattr(snap.state, "people", None) or getattr(snap.state, "entrants", None) or ())
