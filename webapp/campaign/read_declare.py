"""The page of a declaration: whom a player may name and why not the others, what he has sealed, and orders up and down."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign import filing, questions
from rules.campaign.declarations import Given
from rules.campaign.pyramid import above
from rules.campaign.state import DIPLOMACY, Season, open_round
from rules.rulings import Player, Ruling


@dataclass(frozen=True)
class Commanded:
    """A subordinate as his lord sees him: whom he could name, and the order that this lord has given him."""

    player: Player
    lawful: tuple[Player, ...]
    ordered: Player | None


@dataclass(frozen=True)
class Duty:
    """The order that counts for a player, whose it is, and whom it makes him declare war on (K10, K10a)."""

    lord: Player
    target: Player


@dataclass(frozen=True)
class Sealing:
    """What a player can seal now. `filed`: whether he has; `target`: whom he named (None: nobody), for readers who may know it."""

    player: Player
    number: int
    lawful: tuple[Player, ...]
    why_not: tuple[tuple[Player, Ruling], ...]
    filed: bool
    target: Player | None
    duty: Duty | None
    below: tuple[Commanded, ...]


def sealing(season: Season, player: Player, may_read: bool) -> Sealing | None:
    """What this player can seal; None outside diplomacy, or when he is not in the campaign. `may_read`: the reader may know what is sealed."""
    if season.phase != DIPLOMACY or player not in season.present:
        return None
    current, targets = open_round(season), questions.targets(season, player)
    present = set(season.present)
    barred = tuple((q, why) for q, why in targets.why_not.items() if q in present)
    below = tuple(_commanded(season, player, q, may_read) for q in season.present if player in above(current.position.lord, q))
    filed = player in current.own
    shown = current.own.get(player) if may_read else None
    return Sealing(player, current.number, targets.lawful, barred, filed, shown, _duty(season, player) if may_read else None, below)


def _commanded(season: Season, lord: Player, vassal: Player, may_read: bool) -> Commanded:
    current = open_round(season)
    given = [o for o in current.orders if (o.lord, o.vassal) == (lord, vassal)] if may_read else []
    return Commanded(vassal, current.position.lawful.get(vassal, ()), given[-1].target if given else None)


def _duty(season: Season, player: Player) -> Duty | None:
    """What counts for him, were diplomacy closed now."""
    filed = filing.as_filed(season)
    kept: Given | None = filed.kept.get(player) if filed else None
    return Duty(kept.lord, kept.target) if kept and kept.target else None
