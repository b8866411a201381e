"""The small flat records that acts are made of, and the words they use for sides and ranks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from rules.rulings import Player

ATTACKERS, DEFENDER, UMPIRE = "attackers", "defender", "umpire"
"""The two sides of a battle, and the umpire where he speaks for neither."""
CINC, SUB_GENERAL, ALLY = "cinc", "sub-general", "ally"
"""Ranks of a command's general, and of a member of a double."""


@dataclass(frozen=True, slots=True)
class Dated:
    """One line of the schedule: what happens when, in which round (0 = before or after the rounds)."""

    round: int
    what: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Place:
    """One province: a code that never changes, its name, and its pin in map units."""

    code: str
    name: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Border:
    """Two provinces (by code) that border each other, by land or across a strait."""

    a: str
    b: str
    strait: bool = False


@dataclass(frozen=True, slots=True)
class TroopLine:
    """Some elements of one sort: drill Reg/Irr, troop Bd..., grade S/O/I/F/X; `general` is a rank or "", `extra` "", "chariot" or "mounted"."""

    count: int
    drill: str
    troop: str
    grade: str
    general: str = ""
    extra: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Command:
    """One command of an army for this round: the rank of its general and what the player calls it."""

    rank: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """So many elements of one line of the army list (both counted from 0) stand in this command."""

    command: int
    line: int
    count: int


@dataclass(frozen=True, slots=True)
class Share:
    """What one member brings to the joint army of a double; `ap_half` in half army points."""

    player: Player
    ap_half: int
    commands: int
    role: str


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's place in the allotment: table number (from 1) and side. All seats of one table make one battle, "round.table"."""

    table: int
    player: Player
    side: str


@dataclass(frozen=True, slots=True)
class Demoralised:
    """One command that was demoralised in a battle: whose, and the rank of its general."""

    side: str
    rank: str
