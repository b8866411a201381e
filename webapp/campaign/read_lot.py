"""The lot that decides where the declarations of a round do not, with everything that is needed to draw it again (K19, K20)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.state import Round, Season
from rules.rulings import Player


@dataclass(frozen=True)
class Lot:
    """The lot of a round, first served first: given by the umpire, or drawn from the seed by each one's number of entry."""

    order: tuple[Player, ...]
    given: bool
    seed: str
    entered: tuple[tuple[int, Player], ...]
    waited: tuple[Player, ...]


def lot(season: Season, current: Round) -> Lot:
    """The lot of a round, with what is needed to draw it again."""
    before = next((r.idle for r in season.closed if r.number == current.number - 1), ())
    return Lot(current.lot, bool(season.priority), season.seed, tuple(enumerate(current.entered, 1)), before)
