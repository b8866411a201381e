"""Whom the umpire can remind of his declaration, whom he reminded when, and who must be told by word."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from rules.campaign import questions
from rules.campaign.state import DIPLOMACY, Season
from rules.rulings import Player
from webapp import db
from webapp.campaign import acts_remind
from webapp.models import Event
from webapp.web import names


@dataclass(frozen=True)
class Reminding:
    """`due`: to whom a reminder goes now; `waits`: who was reminded a moment ago; `by_word`: who has no account; `last`: when each was reminded.

    People stand in the order of their names.
    """

    number: int
    words: str
    due: tuple[Player, ...]
    waits: tuple[Player, ...]
    by_word: tuple[Player, ...]
    last: dict[Player, datetime]


def reminding(event: Event, season: Season, me: int, now: datetime) -> Reminding | None:
    """What reminding would do now; None outside the diplomacy phase."""
    if season.phase != DIPLOMACY:
        return None
    own = db.session()
    asked, last = sorted(acts_remind.missing(own, season, me), key=names()), acts_remind.last_reminded(own, event, season)
    waits = tuple(p for p in asked if p in last and now - last[p] < acts_remind.AGAIN)
    silent = questions.undeclared(season)
    reads = acts_remind.with_account(own, silent)
    by_word = tuple(sorted((p for p in silent if p not in reads), key=names()))
    return Reminding(season.round, acts_remind.words(season.round), tuple(p for p in asked if p not in waits), waits, by_word, last)
