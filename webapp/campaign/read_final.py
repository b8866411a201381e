"""The end of a campaign on its page, in the chronicle and on members' pages: who has won, the next places, honours, lordship."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign import ending, questions
from rules.campaign.scoring import Row
from rules.campaign.state import Season
from rules.rulings import Player, Ruling, count

TITLES = {"winner": "Winner of the campaign", "field": "Most points in battle", "lord": "Greatest lord"}
"""What each honour is called."""


@dataclass(frozen=True)
class Honour:
    """An honour as a page shows it: what for, who, and what it was worth."""

    title: str
    players: tuple[Player, ...]
    worth: str


@dataclass(frozen=True)
class End:
    """How it ended: the winners' rows, the sentence on them, the next places, the other honours, and the bonus of each lord."""

    first: tuple[Row, ...]
    won: Ruling
    next: tuple[Row, ...]
    honours: tuple[Honour, ...]
    lordship: tuple[Ruling, ...]


def end(season: Season) -> End | None:
    """The end of a campaign; None before it."""
    won = ending.won(season)
    if won is None:
        return None
    rows = questions.standings(season)
    first = tuple(row for row in rows if row.place == 1)
    given = tuple(Honour(TITLES[h.code], h.players, _worth(h)) for h in ending.honours(season) if h.code != "winner")
    return End(first, won, tuple(row for row in rows if 1 < row.place <= 3), given, ending.lordship(season))


def _worth(honour: ending.Honour) -> str:
    return f"+{honour.worth} for lordship" if honour.code == "lord" else count(honour.worth, "point")


def earned(season: Season, player: Player) -> tuple[str, ...]:
    """What somebody is honoured for at the end of a campaign."""
    return tuple(TITLES[h.code] for h in ending.honours(season) if player in h.players)
