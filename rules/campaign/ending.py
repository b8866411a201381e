"""How a campaign ends: the bonus for lordship, who has won, and who else is honoured (C10, K34, K35, K44)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rules.campaign.pyramid import above, vassals
from rules.campaign.questions import standings
from rules.campaign.scoring import Row
from rules.campaign.state import FINISHED, Season
from rules.rulings import Player, Ruling, count, listing, mention


@dataclass(frozen=True, slots=True)
class Honour:
    """What somebody is honoured for, shared by equals: `code` is winner, field (battle points) or lord (lordship); `worth` in points."""

    code: str
    players: tuple[Player, ...]
    worth: int


def lordship(season: Season) -> tuple[Ruling, ...]:
    """The bonus of each lord with the men it is for, the greatest first; () before the end."""
    if season.phase != FINISHED:
        return ()
    rows = sorted((row for row in standings(season) if row.bonus), key=lambda row: (-row.bonus, row.player))
    if not rows:
        return (Ruling(("C10", "K35"), (), "nobody is anybody’s lord at the end, so there is no bonus", "no_lordship"),)
    return tuple(_bonus(season, row) for row in rows)


def _bonus(season: Season, row: Row) -> Ruling:
    if season.settings.lord_points == "direct":
        men = vassals(season.lord)[row.player]
    else:
        men = tuple(p for p in sorted(season.lord) if row.player in above(season.lord, p))
    text = f"{mention(row.player)} is lord of {listing(men)} at the end: +{row.bonus}"
    return Ruling(("C10", "K34", "K35"), (row.player, *men), text, "lordship")


def won(season: Season) -> Ruling | None:
    """Who has won, in a sentence; None before the end."""
    if season.phase != FINISHED:
        return None
    rows = [row for row in standings(season) if row.place == 1]
    who = tuple(row.player for row in rows)
    if len(rows) == 1:
        row = rows[0]
        parts = f"{row.battle_points} from battles and {row.bonus} for lordship" if row.bonus else "all from battles"
        return Ruling(("C10", "K35"), who, f"{mention(row.player)} wins the campaign with {count(row.total, 'point')}: {parts}", "won")
    return Ruling(("C10", "K44"), who, f"{listing(who)} share the first place with {count(rows[0].total, 'point')} each", "won")


def honours(season: Season) -> tuple[Honour, ...]:
    """Who has won, who scored most in battle, and who gained most by lordship; () before the end. What nobody earned is not given."""
    if season.phase != FINISHED:
        return ()
    rows = standings(season)
    best = (_best("winner", rows, lambda row: row.total), _best("field", rows, lambda r: r.battle_points), _best("lord", rows, lambda r: r.bonus))
    return tuple(honour for honour in best if honour.worth > 0)


def _best(code: str, rows: Iterable[Row], worth: Callable[[Row], int]) -> Honour:
    most = max(map(worth, rows), default=0)
    return Honour(code, tuple(sorted(row.player for row in rows if worth(row) == most)), most)
