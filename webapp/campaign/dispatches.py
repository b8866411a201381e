"""Dispatches: a player's own words on a round, an act like any other, for everybody to read in the chronicle."""

from __future__ import annotations

from typing import Final

from rules.campaign.acts import Dispatch
from webapp import journal
from webapp.campaign.letters import tidy
from webapp.journal import Deed
from webapp.models import Event

LONGEST: Final = 600
"""How many characters a dispatch may have."""


def fault(text: str) -> str | None:
    """What is wrong with the words of a dispatch; None when they will do."""
    length = len(tidy(text))
    if not length:
        return "Write a few words first."
    return f"A dispatch has up to {LONGEST} characters; this one has {length}." if length > LONGEST else None


def send(event: Event, player: int, number: int, text: str, key: str) -> int:
    """Add a dispatch to that round; its act's number. Refusal when the round has not begun (C3). Nothing that happens meanwhile makes it stale."""
    return journal.write(event, Deed(Dispatch(str(player), number, tidy(text)), player), key).seq
