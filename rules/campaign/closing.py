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
from rules.rulings import Problem, Ruling, listing


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
    decided = [ruling for fight, result in found if result for ruling in _told(fight, result, before)]
    if current.skipped:
        everybody = tuple(sorted(current.position.near))
        decided.append(Ruling(("K46",), everybody, f"round {current.number} is closed without battles", "without_battles"))
    shift = after(before, results, current.settings)
    lord = without({**season.lord, **shift.lord}, season.left)
    scored = scoring.points(before, results, current.settings)
    for fight in missing:
        for p in fight.battle.players:
            del scored[p]
    peace = scoring.peace((fight.battle for fight in fights), current.settings)
    then = _next(season, current, lord, peace)
    return Outcome(
        number=current.number,
        results=results,
        lord=lord,
        peace=peace,
        points=scored,
        decided=(*decided, *shift.rulings),
        missing=tuple(fight.battle.id for fight in missing),
        next=then,
        warnings=_cannot_fight(then) if then else (),
    )


def _told(fight: Fight, result: Result, lord: Lords) -> list[Ruling]:
    """A battle's result, and whom a victorious double names."""
    said = [scoring.told(result)]
    if fight.is_double and result.broken == DEFENDER:
        said.append(named(lord, fight.battle.attackers, fight.votes))
    return said


def _next(season: Season, current: Round, lord: Lords, peace: Sequence[Pair]) -> Position | None:
    """The position of the next round, None after the last."""
    if current.number >= season.settings_next.rounds:
        return None
    return position(land(season), owners(season), lord, peace, season.left, season.settings_next)


def _cannot_fight(now: Position) -> tuple[Problem, ...]:
    """The warning that next round nobody, or only some, will have somebody to declare war on (K46)."""
    able = sorted(p for p, targets in now.lawful.items() if targets)
    if len(able) == len(now.near):
        return ()
    if not able:
        text = "next round nobody can declare war: close it without battles, or allow war inside a pyramid from the next round on"
        return (Problem("nobody_can_fight", None, "K46", text, grave=False),)
    text = f"next round only these can declare war: {listing(able)}"
    return (Problem("few_can_fight", None, "K46", text, grave=False),)


def alone(fight: Fight, lord: Lords, current: Round) -> tuple[Ruling, ...]:
    """What one battle decides by itself: its result, the lord named, and everybody whose lord changes."""
    result = result_of(fight, lord)
    if result is None:
        return ()
    return (*_told(fight, result, lord), *after(lord, [result], current.settings).rulings)
