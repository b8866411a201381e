"""A whole campaign as a case file tells it, played act by act as any campaign is."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from rules.campaign.acts import (
    Act,
    AssignProvince,
    Begin,
    CloseDiplomacy,
    CloseRound,
    Declare,
    DrawMap,
    Enter,
    Order,
    PublishAllotment,
    Report,
    SetSchedule,
    Vote,
)
from rules.campaign.battles import Battle
from rules.campaign.pyramid import bonus
from rules.campaign.reading import Node
from rules.campaign.records import ATTACKERS, BOTH, DEFENDER, UMPIRE, Border, Dated, Place, Seat
from rules.campaign.scoring import table
from rules.campaign.season import apply
from rules.campaign.settings import Settings
from rules.campaign.state import Season, open_round
from rules.entry import Entry
from rules.rulings import Player, Refusal, count

_THEN = datetime(1999, 9, 18, tzinfo=UTC)


def run(settings: Settings, given: Node) -> dict[str, Any]:
    """The trace of each round, the totals with the bonus, and the phase reached (`campaign.run`). Lots are those of `priority` in every round.

    A declaration or order that is not lawful counts as not handed in (K5, K10b); anything else unlawful is refused.
    """
    season = _set_up(Season(settings=settings, settings_next=settings), given)
    trace = []
    for node in given.at("rounds").items():
        season = _play(season, node)
        ended = season.closed[-1]
        rows = table([r.outcome.points for r in season.closed if r.outcome], bonus(season.lord, settings), final=False)
        battles = [{"defender": b.defender, "attackers": list(b.attackers)} for b in (f.battle for f in ended.fights.values())]
        points = {row.player: row.total for row in rows}
        trace.append({"battles": battles, "idle": list(ended.idle), "lord": dict(season.lord), "points": points})
    rows = table([r.outcome.points for r in season.closed if r.outcome], bonus(season.lord, settings), final=True)
    return {"trace": trace, "final": {row.player: row.total for row in rows}, "phase": season.phase}


def _do(season: Season, act: Act) -> Season:
    return apply(season, Entry(season.version + 1, _THEN, None, act))


def _try(season: Season, act: Act) -> Season:
    """What may be unlawful without stopping the campaign: then it counts as not handed in."""
    try:
        return _do(season, act)
    except Refusal:
        return season


def _set_up(season: Season, given: Node) -> Season:
    borders = [(a.text(), b.text()) for a, b in (item.items(2) for item in given.at("borders").items())]
    owner = {p: province.text() for p, province in given.at("owner").members()}
    codes = sorted({*owner.values(), *(code for both in borders for code in both)})
    season = _do(season, DrawMap("", tuple(Place(code, code, 0, 0) for code in codes), tuple(Border(a, b) for a, b in borders)))
    season = _do(season, SetSchedule((Dated(1, "round 1", _THEN),)))
    for p, province in owner.items():
        season = _do(season, Enter(p, ""))
        season = _do(season, AssignProvince(p, province))
    lot = [_player(season, p) for p in given.get("priority", []).items()]
    lot += sorted(owner.keys() - set(lot))
    return _do(season, Begin("", tuple(lot)))


def _player(season: Season, node: Node) -> Player:
    if node.text() not in season.people:
        raise node.wrong("should be one of the players")
    return node.text()


def _play(season: Season, node: Node) -> Season:
    """One round from its declarations to its close."""
    for p, target in node.get("declare", {}).members():
        player = _player(season, Node(p, target.path))
        season = _try(season, Declare(player, None if target.value is None else _player(season, target)))
    for item in node.get("orders", []).items():
        lord, vassal, target = item.items(3)
        if target.value is not None:
            season = _try(season, Order(_player(season, lord), _player(season, vassal), _player(season, target)))
    season = _do(season, CloseDiplomacy())
    proposal = open_round(season).proposal
    battles = proposal.battles if proposal else ()
    seats = [Seat(i, p, DEFENDER if p == b.defender else ATTACKERS) for i, b in enumerate(battles, 1) for p in b.players]
    season = _do(season, PublishAllotment(tuple(seats)))
    results = node.get("results", []).items()
    if len(results) > len(battles):
        raise ValueError(f"{node.path}.results: has {count(len(results), 'result')} for {count(len(battles), 'battle')}")
    for battle, result in zip(open_round(season).fights.values(), results, strict=False):
        season = _result(season, battle.battle, result)
    return _do(season, CloseRound())


def _result(season: Season, battle: Battle, node: Node) -> Season:
    points = node.at("points")
    broken = node.get("broken").among(DEFENDER, ATTACKERS, BOTH, None)
    season = _do(season, Report(battle.id, UMPIRE, broken, points.at(ATTACKERS).whole(), points.at(DEFENDER).whole()))
    votes = [(_player(season, Node(p, v.path)), None if v.value is None else _player(season, v)) for p, v in node.get("votes", {}).members()]
    for voter, candidate in votes if len(battle.attackers) > 1 else ():
        season = _do(season, Vote(voter, battle.id, candidate))
    return season
