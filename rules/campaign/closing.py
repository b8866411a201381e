"""What closing a round comes to: results, lords, peace, points, and a warning about the next round (C7, C9, C10, K24, K43, K46)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.campaign import scoring
from rules.campaign.battles import Result
from rules.campaign.pyramid import Lords, after, without
from rules.campaign.reckoning import land, owners
from rules.campaign.records import DEFENDER
from rules.campaign.state import Fight, Outcome, Round, Season
from rules.campaign.territory import Pair, Position, position
from rules.campaign.voting import designate, named
from rules.rulings import Ruling


def result_of(fight: Fight, lord: Lords) -> Result | None:
    """A battle's result with the lord its double names (7b); None while no report counts. `lord` as when the round began."""
    filed = fight.filed
    if filed is None:
        return None
    decisive = filed.report.broken == DEFENDER and fight.is_double
    candidate = designate(lord, fight.battle.attackers, fight.votes) if decisive else None
    return Result(fight.battle, filed.report.broken, filed.attackers, filed.defender, candidate)


def outcome(season: Season, current: Round) -> Outcome:
    """The round as it would end now: all battles at once, then lords, peace and points. Battles without a result are listed and change nothing."""
    before = current.position.lord
    fights = sorted(current.fights.values(), key=lambda f: f.table)
    found = [(fight, result_of(fight, before)) for fight in fights]
    results = tuple(result for _, result in found if result)
    missing = [fight for fight, result in found if not result]
    on_lords = [named(before, f.battle.attackers, f.votes) for f, result in found if result and _needs_votes(f, result)]
    if current.skipped:
        everybody = tuple(sorted(current.position.lord))
        on_lords.append(Ruling(("K46",), everybody, f"round {current.number} is closed without battles", "without_battles"))
    shift = after(before, results, current.settings)
    lord = without({**season.lord, **shift.lord}, season.left)
    scored = scoring.points(before, results, current.settings)
    for fight in missing:
        for p in fight.battle.players:
            del scored[p]
    peace = scoring.peace((fight.battle for fight in fights), current.settings)
    return Outcome(
        number=current.number,
        results=results,
        lord=lord,
        peace=peace,
        points=scored,
        on_lords=(*on_lords, *shift.rulings),
        missing=tuple(fight.battle.id for fight in missing),
        next=_next(season, current, lord, peace),
    )


def _needs_votes(fight: Fight, result: Result) -> bool:
    """Whether a double has broken the defender, so that its members name a lord or nobody (7b)."""
    return result.broken == DEFENDER and fight.is_double


def _next(season: Season, current: Round, lord: Lords, peace: Sequence[Pair]) -> Position | None:
    """The position of the next round, None after the last."""
    if current.number >= season.settings_next.rounds:
        return None
    return position(land(season), owners(season), lord, peace, season.left, season.settings_next)


def alone(fight: Fight, lord: Lords, current: Round) -> tuple[Ruling, ...]:
    """What one battle decides by itself: its result, the lord named, and everybody whose lord changes."""
    result = result_of(fight, lord)
    if result is None:
        return ()
    vote = (named(lord, fight.battle.attackers, fight.votes),) if _needs_votes(fight, result) else ()
    return (scoring.told(result), *vote, *after(lord, [result], current.settings).rulings)
