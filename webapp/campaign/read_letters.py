"""Somebody's letters in a campaign: what is unread, his boxes, one letter, to whom he may write. No letter is shown to anybody not on it (C3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from flask import g
from sqlalchemy import func, or_, select

from rules.campaign.state import Season
from rules.rulings import Player
from webapp import db
from webapp.campaign import letters
from webapp.models import Event, Letter, Recipient
from webapp.web import names

A_PAGE = 40
"""How many letters a page of a box shows."""


@dataclass(frozen=True)
class Post:
    """How many letters somebody has not read, how many he has, and a mark that changes with every letter he sends, gets or reads."""

    unread: int
    received: int
    version: str

    def newer(self, seen: str) -> bool:
        """Whether a letter has come since that mark."""
        before = seen.partition(".")[0]
        return before.isdecimal() and len(before) < 10 and int(before) < self.received


@dataclass(frozen=True)
class Line:
    """A letter in a box: its first words, whom to show beside it, and whether it waits to be read."""

    id: int
    beside: tuple[Player, ...]
    sent: datetime
    words: str
    unread: bool


@dataclass(frozen=True)
class Box:
    """A page of what somebody received or sent, the newest first; `older` is where the next page begins, None on the last."""

    sent: bool
    lines: tuple[Line, ...]
    older: int | None


@dataclass(frozen=True)
class Reading:
    """One letter as somebody on it reads it; `answer` and `answer_all` are those an answer would go to."""

    id: int
    sender: Player
    to: tuple[Player, ...]
    sent: datetime
    body: str
    unread: bool
    answer: tuple[Player, ...]
    answer_all: tuple[Player, ...]


@dataclass(frozen=True)
class Addressee:
    """Somebody who can be written to, with his army and what else he is."""

    player: Player
    army: str
    note: str


def post(event: Event, person: int) -> Post:
    """Somebody's post in this event, counted once in a request."""
    kept: dict[tuple[int, int], Post] = g.setdefault("post", {})
    if (event.id, person) not in kept:
        to_him = select(func.count(), func.count(Recipient.read)).join(Letter, Letter.id == Recipient.letter_id)
        received, read = db.session().execute(to_him.where(Letter.event_id == event.id, Recipient.person_id == person)).one()
        sent = db.session().scalar(select(func.count()).where(Letter.event_id == event.id, Letter.sender_id == person))
        kept[event.id, person] = Post(received - read, received, f"{received}.{read}.{sent}")
    return kept[event.id, person]


def box(event: Event, person: int, sent: bool, before: int | None = None) -> Box:
    """A page of a box, from the newest or from before the letter of that number."""
    query = select(Letter).where(Letter.event_id == event.id)
    mine = select(Recipient.letter_id).where(Recipient.person_id == person)
    query = query.where(Letter.sender_id == person) if sent else query.where(Letter.id.in_(mine))
    if before is not None:
        query = query.where(Letter.id < before)
    found = list(db.session().scalars(query.order_by(Letter.id.desc()).limit(A_PAGE + 1)))
    lines = tuple(_line(letter, person, sent) for letter in found[:A_PAGE])
    return Box(sent, lines, lines[-1].id if len(found) > A_PAGE else None)


def _line(letter: Letter, person: int, sent: bool) -> Line:
    beside = _by_name(r.person_id for r in letter.to) if sent else (str(letter.sender_id),)
    words = " ".join(letter.body.split())
    unread = not sent and any(r.person_id == person and r.read is None for r in letter.to)
    return Line(letter.id, beside, letter.sent, words if len(words) <= 140 else f"{words[:139].rstrip()}…", unread)


def reading(event: Event, letter: int, person: int) -> Reading | None:
    """A letter for somebody who is on it; None for anybody else, as if there were none."""
    on_it = or_(Letter.sender_id == person, Letter.to.any(Recipient.person_id == person))
    found = db.session().scalar(select(Letter).where(Letter.id == letter, Letter.event_id == event.id, on_it))
    if found is None:
        return None
    to = _by_name(r.person_id for r in found.to)
    everybody = tuple(p for p in dict.fromkeys((str(found.sender_id), *to)) if p != str(person))
    first = to if found.sender_id == person else (str(found.sender_id),)
    unread = any(r.person_id == person and r.read is None for r in found.to)
    return Reading(found.id, str(found.sender_id), to, found.sent, found.body, unread, first, everybody)


def addressees(season: Season, person: int) -> tuple[Addressee, ...]:
    """Everybody whom somebody may write to in this campaign, by name."""
    return tuple(_addressee(season, p) for p in _by_name(letters.people(season)) if p != str(person))


def _addressee(season: Season, player: Player) -> Addressee:
    """Who it is, and what keeps him from reading at once."""
    known, person = season.people.get(player), names().person(player)
    noted = (
        ("umpire", player in season.umpires),
        ("has left", known is not None and known.left),
        ("no account", person is not None and person.password is None),
    )
    return Addressee(player, known.army if known else "", ", ".join(word for word, so in noted if so))


def _by_name(people: Iterable[int | str]) -> tuple[Player, ...]:
    return tuple(sorted(map(str, people), key=lambda p: (names()(p).casefold(), p)))
