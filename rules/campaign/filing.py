"""What the close of diplomacy makes of what was filed, asked before it happens (C4, C8, K4-K6, K8, K10)."""

from __future__ import annotations

from dataclasses import replace

from rules.campaign.declarations import Effective
from rules.campaign.pyramid import above
from rules.campaign.state import DIPLOMACY, Season, open_round
from rules.rulings import Player, Ruling, mention


def silence(season: Season) -> tuple[Ruling, ...]:
    """What closing diplomacy now makes of each player who has filed nothing, sorted by player; () in another phase.

    Orders are sealed too, so of a subordinate it only says that an order may still speak for him (K4, K10).
    """
    if season.phase != DIPLOMACY:
        return ()
    current = open_round(season)
    return tuple(_unfiled(season, p, bool(lawful)) for p, lawful in sorted(current.position.lawful.items()) if p not in current.own)


def _unfiled(season: Season, p: Player, could: bool) -> Ruling:
    if not could:
        return Ruling(("C4", "K6"), (p,), f"{mention(p)} has nobody he may declare war on, so nothing is missing", "empty")
    drawn = open_round(season).settings.missing_declaration == "random"
    then = "the lot draws a target for him" if drawn else "he starts no war, but can be attacked"
    clauses = ("C4", "K5") if drawn else ("C4", "K5", "K8")
    if above(open_round(season).position.lord, p):
        return Ruling((*clauses, "K10"), (p,), f"{mention(p)} has filed nothing: unless a lord’s order speaks for him, {then}", "no_declaration")
    return Ruling(clauses, (p,), f"{mention(p)} has filed nothing: {then}", "no_declaration")


def as_filed(season: Season) -> Effective | None:
    """What the declarations and orders filed so far would come to; None outside the diplomacy phase.

    Only for a reader who may read them (`questions.may_read_declarations`).
    """
    return replace(open_round(season), revealed=True).effective if season.phase == DIPLOMACY else None
