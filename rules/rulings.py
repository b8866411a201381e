"""What a decision of the rules looks like: Ruling, Problem, Refusal.

Texts name people by marks (`mention`), never by name, so that one ruling serves every reader: the site puts a shield and a link, the shell an id.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

Player = str
"""Who a rule speaks of: an opaque, sortable id."""

_MARK = re.compile(r"⟦(.*?)⟧")


def mention(player: Player) -> str:
    """The mark that stands for a player inside a ruling's text."""
    return f"⟦{player}⟧"


def listing(players: Iterable[Player], last: str = "and") -> str:
    """Players as words: "A", "A and B", "A, B and C", each as a mark."""
    marks = [mention(p) for p in players]
    return marks[0] if len(marks) == 1 else f"{', '.join(marks[:-1])} {last} {marks[-1]}" if marks else "nobody"


def spell(text: str, name: Callable[[Player], str] = str) -> str:
    """The text with every mark replaced by what `name` makes of the player."""
    return _MARK.sub(lambda m: name(m.group(1)), text)


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
