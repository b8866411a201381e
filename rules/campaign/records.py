"""The small flat records that acts are made of, and the words they use for sides and ranks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from rules.rulings import Player

ATTACKERS: Final = "attackers"
DEFENDER: Final = "defender"
UMPIRE: Final = "umpire"
"""The two sides of a battle, and the umpire where he speaks for neither."""
BOTH: Final = "both"
"""Both armies broke."""
CINC: Final = "cinc"
SUB_GENERAL: Final = "sub-general"
ALLY: Final = "ally"
"""Ranks of a command's general, and of a member of a double."""

Side = Literal["attackers", "defender"]
Teller = Literal["attackers", "defender", "umpire"]
Broken = Literal["attackers", "defender", "both"]
Rank = Literal["cinc", "sub-general", "ally"]
Verdict = Literal["approved", "returned", "comment"]
General = Literal["", "cinc", "sub-general", "ally"]
"""Whether one of a line's elements is a general, and of what rank."""
Drill = Literal["Reg", "Irr", "Fort"]
Extra = Literal["", "chariot", "mounted"]
"""What makes an element dearer or cheaper."""


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
    """Some elements of one sort: troop Bd..., grade S/O/I/F/X; `general` is a rank or ""."""

    count: int
    drill: Drill
    troop: str
    grade: str
    general: General = ""
    extra: Extra = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Command:
    """One command of an army for this round: the rank of its general and what the player calls it."""

    rank: Rank
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
    role: Rank


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's place in the allotment: table number (from 1) and side. All seats of one table make one battle, "round.table"."""

    table: int
    player: Player
    side: Side


@dataclass(frozen=True, slots=True)
class Demoralised:
    """One command that was demoralised in a battle: whose, and the rank of its general."""

    side: Side
    rank: Rank
