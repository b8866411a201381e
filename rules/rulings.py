"""What a decision of the rules looks like: Ruling, Problem, Refusal.

Texts name people and times by marks (`mention`, `instant`), so that one ruling serves every reader: the site puts a link, and the club's own
clock; the shell an id, and the time in UTC.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

Player = str
"""Who a rule speaks of: an opaque, sortable id."""

_MARK = re.compile(r"⟦(.*?)⟧")
_INSTANT = re.compile(r"⟪(.*?)⟫")


def mention(player: Player) -> str:
    """The mark that stands for a player inside a ruling's text."""
    return f"⟦{player}⟧"


def instant(time: datetime) -> str:
    """The mark that stands for a time inside a ruling's text."""
    return f"⟪{iso(time)}⟫"


def iso(time: datetime) -> str:
    """A time in UTC, to the minute; one without a zone counts as UTC."""
    return (time.astimezone(UTC) if time.tzinfo else time.replace(tzinfo=UTC)).isoformat(timespec="minutes")


def count(n: int, what: str) -> str:
    """So many of something, in words: "1 point", "3 points"."""
    return f"{n} {what}" if abs(n) == 1 else f"{n} {what}s"


def listing(players: Iterable[Player], last: str = "and") -> str:
    """Players as words: "A", "A and B", "A, B and C", each as a mark."""
    marks = [mention(p) for p in players]
    return marks[0] if len(marks) == 1 else f"{', '.join(marks[:-1])} {last} {marks[-1]}" if marks else "nobody"


def spell(text: str, name: Callable[[Player], str] = str, moment: Callable[[datetime], str] = iso) -> str:
    """The text with every mark replaced by what `name` makes of the player, or `moment` of the time. What somebody typed may look like a mark."""

    def told(mark: re.Match[str]) -> str:
        try:
            return moment(datetime.fromisoformat(mark.group(1)))
        except (ValueError, OverflowError):
            return mark.group(1)

    return _MARK.sub(lambda m: name(m.group(1)), _INSTANT.sub(told, text))


@dataclass(frozen=True, slots=True)
class Ruling:
    """One decision, ready to be told: the clauses it rests on, whom it concerns, a plain sentence, and a stable code for machines."""

    clauses: tuple[str, ...]
    who: tuple[Player, ...]
    text: str
    code: str = ""

    def say(self, name: Callable[[Player], str] = str) -> str:
        """The sentence with names put in."""
        return spell(self.text, name)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong (or, with `grave` false, merely unusual) where there can be several; all are reported, not the first."""

    code: str
    who: Player | None
    clause: str
    text: str
    grave: bool = True

    def say(self, name: Callable[[Player], str] = str) -> str:
        """The sentence with names put in."""
        return spell(self.text, name)


class Refusal(Exception):
    """The rules say no: the clause, and in words a player understands why, and what he can do."""

    def __init__(self, clause: str, text: str) -> None:
        super().__init__(f"{clause}: {text}")
        self.clause = clause
        self.text = text

    def say(self, name: Callable[[Player], str] = str) -> str:
        """The sentence with names put in."""
        return spell(self.text, name)
