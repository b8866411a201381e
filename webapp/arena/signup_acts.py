"""Setting an arena up: entries, withdrawals, offices, the rules meeting. Each function writes through the journal or raises a Refusal or Stale."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from rules.arena import acts
from rules.rulings import Player, Refusal
from webapp import journal
from webapp.journal import Deed
from webapp.models import Event


def enter(event: Event, player: Player, entry: acts.Enter, by: int, key: str, seen: int | None) -> None:
    """Enter somebody, or put his entry right, until the draw (R6); by an official or the secretary it is marked so (K53)."""
    _open(event)
    journal.write(
        event,
        Deed(entry, by, _for(player, by)),
        f"{by}/{key}",
        seen,
        lambda e: _concerns(e, player),
    )


def withdraw(event: Event, player: Player, by: int, key: str, seen: int | None) -> None:
    """Take a name off the list again, until the draw (R7)."""
    _open(event)
    journal.write(
        event,
        Deed(acts.Resign(player), by, _for(player, by)),
        f"{by}/{key}",
        seen,
        lambda e: _concerns(e, player),
    )


def appoint(event: Event, player: Player, role: acts.Office, on: bool, by: int, key: str) -> None:
    """Give or take an office (D2); an arena always keeps a guardian (R4)."""
    held = journal.snapshot(event).state.officials.guardians
    if not on and role == "guardian" and held <= {player}:
        raise Refusal(
            "R4",
            "the standings need a Guardian; give the office to somebody else first",
        )
    journal.write(event, Deed(acts.Appoint(player, role, on), by), f"{by}/{key}")


def meet(event: Event, time: datetime, by: int, key: str, seen: int | None) -> None:
    """Set the time of the rules meeting (R10, A44)."""
    journal.write(
        event,
        Deed(acts.RulesMeeting(time), by),
        f"{by}/{key}",
        seen,
        lambda e: e.act.kind == "rules_meeting",
    )


def _open(event: Event) -> None:
    if journal.snapshot(event).state.bracket:
        raise Refusal(
            "A34",
            "the bracket has been drawn, so entries are closed; resigning has a page of its own",
        )


def _concerns(entry: Any, player: Player) -> bool:
    return entry.act.kind == "draw" or getattr(entry.act, "player", None) == player


def _for(player: Player, by: int) -> int | None:
    return None if player == str(by) else int(player)
