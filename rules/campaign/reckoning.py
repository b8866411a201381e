"""What the steps of a season share: who is in it, which phase it is in, and the open round worked out from what was filed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rules.campaign.settings import Settings
from rules.campaign.state import ASSIGN, BATTLE, DIPLOMACY, FINISHED, SIGNUP, Person, Season
from rules.campaign.territory import Position, position
from rules.entry import Entry
from rules.rulings import Player, Problem, Refusal, mention

Step = tuple[Callable[[Season, Entry, Any], None], Callable[[Season, Entry, Any], Season]]
"""What to do with one kind of act: refuse it if it is not lawful; make the season that follows."""


def refuse_all(problems: tuple[Problem, ...]) -> None:
    """Refuses with every grave problem at once."""
    grave = [p for p in problems if p.grave]
    if grave:
        raise Refusal(grave[0].clause, "; ".join(p.text for p in grave))


def person(season: Season, player: Player) -> Person:
    """A player who is in the campaign; Refusal when he never was, or has left."""
    found = season.people.get(player)
    if found is None:
        raise Refusal("C1", f"{mention(player)} has not entered this campaign")
    if found.left:
        raise Refusal("K43", f"{mention(player)} has left the campaign")
    return found


def in_phase(season: Season, clause: str, what: str, *phases: str) -> None:
    """Refuses what belongs to another phase."""
    if season.phase not in phases:
        now = {
            SIGNUP: "players are still signing up",
            DIPLOMACY: "it is the diplomacy phase",
            ASSIGN: "declarations are closed and the umpire is assigning battles",
            BATTLE: "it is the battle phase",
            FINISHED: "the campaign is over",
        }
        raise Refusal(clause, f"{what}: {now[season.phase]}")


def land(season: Season) -> list[tuple[str, str]]:
    """The map's borders as pairs of provinces."""
    return [(b.a, b.b) for b in season.borders]


def owners(season: Season) -> dict[Player, str]:
    """Who holds which province, those who left included."""
    return {p: one.province for p, one in season.people.items() if one.province is not None}


def stand(season: Season, settings: Settings) -> Position:
    """How things stand now, under these settings."""
    return position(land(season), owners(season), season.lord, season.peace, season.left, settings)


def reckon(season: Season) -> Season:
    """The open round in the position as it is now; who is no longer there has filed and ordered nothing."""
    current = season.current
    if current is None:
        return season
    now = stand(season, current.settings)
    own = {p: t for p, t in current.own.items() if p in now.lord}
    orders = [o for o in current.orders if o.lord in now.lord and o.vassal in now.lord]
    lot = tuple(p for p in current.lot if p in now.lord)
    return replace(season, current=replace(current, position=now, own=own, orders=orders, lot=lot))
