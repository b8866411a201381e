"""Worked cases: one question to the campaign's rules as plain data, and the answer as plain data (see `outcome`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rules.campaign import muster, scoring
from rules.campaign.acts import HandInList
from rules.campaign.battles import Battle, Result
from rules.campaign.declarations import Given, effective
from rules.campaign.pairing import propose
from rules.campaign.pyramid import after, bonus
from rules.campaign.reading import Node
from rules.campaign.records import ALLY, ATTACKERS, BOTH, CINC, DEFENDER, SUB_GENERAL, Share
from rules.campaign.runs import run
from rules.campaign.settings import Settings
from rules.campaign.territory import Position, position
from rules.campaign.voting import designate
from rules.rulings import Player, Problem, Refusal, count, mention

Answer = dict[str, Any]


def outcome(kind: str, settings: Mapping[str, Any], input: Mapping[str, Any]) -> Answer:
    """The answer to a case of one of KINDS, in the shapes that case files use.

    `settings` has what differs from the defaults. Refusal when the rules say no to the input; ValueError naming the JSON path when it is malformed.
    """
    if kind not in KINDS:
        raise ValueError(f"kind: there is no kind of case called {kind!r}; the campaign's are {', '.join(KINDS)}")
    given = {name: node.value for name, node in Node(settings, "settings").members()}
    return KINDS[kind](Settings.of(given), Node(input, "input"))


def _problems(problems: Iterable[Problem]) -> list[list[str | None]]:
    return [[p.code, p.who] for p in problems]


def _known(node: Node, players: Iterable[Player]) -> Player:
    if not isinstance(node.value, str) or node.value not in set(players):
        raise node.wrong("should be one of the players")
    return node.text()


def _lords(node: Node, players: Iterable[Player] = ()) -> dict[Player, Player | None]:
    """Who is whose direct lord; a ring of lords is malformed. Whoever is only named as a lord, or in `players`, is free."""
    lord = {p: up.text_or_none() for p, up in node.members()}
    for p in [*(up for up in lord.values() if up), *players]:
        lord.setdefault(p, None)
    for p in lord:
        here, seen = lord[p], {p}
        while here is not None:
            if here in seen:
                raise node.wrong("should be a pyramid, where nobody stands above himself")
            seen.add(here)
            here = lord[here]
    return lord


def _state(node: Node, settings: Settings) -> tuple[Position, tuple[Player, ...]]:
    """The position a case describes, and everybody in it, absent ones included."""
    borders = [(a.text(), b.text()) for a, b in (item.items(2) for item in node.at("borders").items())]
    owner = {p: province.text() for p, province in node.at("owner").members()}
    lord = _lords(node.get("lord", {}))
    for p in lord:
        if p not in owner:
            raise ValueError(f"{node.path}.lord: {p!r} has no province")
    peace = [(_known(a, owner), _known(b, owner)) for a, b in (item.items(2) for item in node.get("peace", []).items())]
    absent = [_known(p, owner) for p in node.get("absent", []).items()]
    return position(borders, owner, lord, peace, absent, settings), tuple(owner)


def _targets(settings: Settings, given: Node) -> Answer:
    now, everybody = _state(given.at("state"), settings)
    lawful = now.lawful
    asked = [_known(p, everybody) for p in given.at("players").items()]
    return {"targets": {p: list(lawful.get(p, ())) for p in asked}}


def _effective(settings: Settings, given: Node) -> Answer:
    now, everybody = _state(given.at("state"), settings)
    own = {p: None if t.value is None else _known(t, everybody) for p, t in given.get("own", {}).members()}
    for p in own:
        _known(Node(p, f"{given.path}.own"), everybody)
    orders = []
    for item in given.get("orders", []).items():
        giver, vassal, target = item.items(3)
        orders.append(Given(_known(giver, everybody), _known(vassal, everybody), None if target.value is None else _known(target, everybody)))
    lot = f"{given.get('seed', '').value}|{given.at('state').get('round', 1).value}"
    found = effective(now.lawful, now.lord, own, orders, settings, lot, everybody)
    return {"effective": {p: found.target.get(p) for p in everybody}, "problems": _problems(found.problems)}


def _assign(settings: Settings, given: Node) -> Answer:
    target = {p: t.text_or_none() for p, t in given.at("declarations").members()}
    priority = given.get("priority", []).texts()
    for p in [*(t for t in target.values() if t), *priority]:
        target.setdefault(p, None)
    for p, t in target.items():
        if p == t:
            raise Refusal("C4", f"{mention(p)} cannot declare war on himself")
    found = propose(target, [*priority, *sorted(target.keys() - set(priority))], settings.team_cap)
    return {"battles": [{"defender": b.defender, "attackers": list(b.attackers)} for b in found.battles], "idle": list(found.idle)}


def _battles(node: Node, settings: Settings, with_points: bool = False) -> list[Result]:
    """The battles of a case; nobody fights twice, and no double is too large."""
    results: list[Result] = []
    busy: set[Player] = set()
    for item in node.items():
        battle = Battle(item.at("defender").text(), tuple(sorted(item.at("attackers").texts())))
        if not battle.attackers:
            raise item.at("attackers").wrong("should name at least one attacker")
        if len(battle.attackers) > settings.team_cap:
            raise Refusal("C5", f"a double has at most {count(settings.team_cap, 'player')}, not {len(battle.attackers)}")
        for p in battle.players:
            if p in busy:
                raise Refusal("C5", f"{mention(p)} cannot be in two places: each player has one battle a round")
            busy.add(p)
        score = {side: scoring.checked(item.at("points").at(side).whole(), side) if with_points else 0 for side in (ATTACKERS, DEFENDER)}
        named = item.get("lord").text_or_none()
        if named is not None and named not in battle.attackers:
            raise Refusal("C7b", f"{mention(named)} is no attacker in this battle and cannot become lord by it")
        results.append(Result(battle, item.get("broken").among(DEFENDER, ATTACKERS, BOTH, None), score[ATTACKERS], score[DEFENDER], named))
    return results


def _pyramid(settings: Settings, given: Node) -> Answer:
    results = _battles(given.at("battles"), settings)
    lord = _lords(given.at("lord"), [p for r in results for p in r.battle.players])
    shift = after(lord, results, settings)
    return {"lord": shift.lord, "bonus": bonus(shift.lord, settings)}


def _peace(settings: Settings, given: Node) -> Answer:
    results = _battles(given.at("battles"), settings)
    return {"peace": [list(p) for p in scoring.peace((r.battle for r in results), settings)]}


def _points(settings: Settings, given: Node) -> Answer:
    results = _battles(given.at("battles"), settings, with_points=True)
    return {"points": scoring.points(given.at("players").texts(), results, settings)}


def _designate(settings: Settings, given: Node) -> Answer:
    votes = {p: v.text_or_none() for p, v in given.get("votes", {}).members()}
    return {"lord": designate(_lords(given.get("lord", {})), _team(given.at("team").texts()), votes)}


def _team(players: list[Player]) -> list[Player]:
    if not players:
        raise ValueError("input.team: should name at least one player")
    return players


def _joint_army(settings: Settings, given: Node) -> Answer:
    shares = [
        Share(m.at("player").text(), m.at("ap").halves(), m.at("commands").whole(), m.at("role").among(CINC, ALLY, SUB_GENERAL))
        for m in given.at("team").items()
    ]
    Node(_team([s.player for s in shares]), "input.team").texts()
    return {"problems": _problems(muster.team_problems(shares, _lords(given.get("lord", {})), settings))}


def _list(settings: Settings, given: Node) -> Answer:
    node = given.at("list")
    number = node.get("number")
    handed_in = HandInList(
        player=node.get("player", "?").text(),
        book=node.at("book").whole(),
        number=None if number.value is None else number.whole(),
        edition="",
        external_allies=node.get("external_allies", False).flag(),
        ap_half=node.at("ap").halves(),
        received=node.at("received").time(),
    )
    return {"problems": _problems(muster.list_problems(handed_in, settings))}


KINDS: dict[str, Callable[[Settings, Node], Answer]] = {
    "campaign.targets": _targets,
    "campaign.effective": _effective,
    "campaign.assign": _assign,
    "campaign.pyramid": _pyramid,
    "campaign.peace": _peace,
    "campaign.points": _points,
    "campaign.designate": _designate,
    "campaign.team": _joint_army,
    "campaign.list": _list,
    "campaign.run": run,
}
"""The kinds of case, each with what answers it."""
