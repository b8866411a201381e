"""What the forms of a joint army and of an army's commands need: what to begin with, who would serve as what, and where commands break."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rules.campaign import muster
from rules.campaign.acts import HandInList
from rules.campaign.pyramid import Lords, above
from rules.campaign.records import CINC, SUB_GENERAL, Command, Part, Share, TroopLine
from rules.campaign.state import Person, Season, open_round
from rules.rulings import Player, Problem
from webapp.campaign.forms_battle import MOST
from webapp.campaign.read_battle import RANKS, Shown


@dataclass(frozen=True)
class Commander:
    """A member of a double as commander-in-chief: as what the others would serve, or why he cannot command."""

    player: Player
    serve: tuple[tuple[Player, str], ...]
    barred: Player | None


@dataclass(frozen=True)
class Joining:
    """The form of a joint army: what it begins with, and each member as its commander."""

    shares: tuple[Share, ...]
    commanders: tuple[Commander, ...]
    most: str


@dataclass(frozen=True)
class Line:
    """One line of an army list on the form: its place, what it is, and how many elements it has."""

    place: int
    words: str
    count: int


@dataclass(frozen=True)
class Ready:
    """One command as typed: its name, its general's rank, its elements and equivalents, and the loss at which it is demoralised."""

    name: str
    rank: str
    elements: int
    equivalents: str
    breaks: str


@dataclass(frozen=True)
class Plan:
    """An army in its commands as typed: with break points, or with problems; `left` are elements of the list that stand in no command."""

    commands: tuple[Ready, ...]
    breaks: str
    problems: tuple[Problem, ...]
    left: int


def joining(season: Season, page: Shown) -> Joining:
    """The form of a joint army: the army as proposed, or an even split under the first who may command the others."""
    current, team = open_round(season), page.fight.battle.attackers
    lord, most = current.position.lord, current.settings.army_points
    commanders = tuple(_commander(p, team, lord) for p in team)
    if page.fight.army:
        shares = page.fight.army.shares
    else:
        first = next(c.player for c in commanders if c.barred is None)
        serve: dict[Player, Any] = muster.roles(team, first, lord)
        shares = tuple(Share(p, most * 2 // len(team), 2 if len(team) == 2 else 1, serve[p]) for p in team)
    return Joining(shares, commanders, str(most))


def _commander(player: Player, team: Sequence[Player], lord: Lords) -> Commander:
    serve = muster.roles(team, player, lord)
    barred = next((p for p in team if p in above(lord, player)), None)
    return Commander(player, tuple((p, RANKS[serve[p]]) for p in team if p != player), barred)


def troops(person: Person) -> tuple[Line, ...]:
    """The lines of his latest army list."""
    return tuple(Line(i, _words(line), line.count) for i, line in enumerate(_list(person.handed_in)))


def _list(given: HandInList | None) -> tuple[TroopLine, ...]:
    return given.troops if given else ()


def _words(line: TroopLine) -> str:
    """A line of an army list as people write it."""
    sort = f"{line.drill} {line.troop}" + (f" ({line.grade})" if line.grade else "")
    return ", ".join(filter(None, (sort, RANKS.get(line.general, ""), line.extra, line.note)))


def typed(person: Person) -> dict[str, Any]:
    """What the form says when it is opened: the army as organised, or a command for each general of the list."""
    organised, lines = person.organisation, _list(person.handed_in)
    commands, parts = (organised.commands, organised.parts) if organised else _by_generals(lines)
    stand = {(p.line, p.command): p.count for p in parts}
    rows = [[stand.get((i, c)) for c in range(MOST)] for i in range(len(lines))]
    return {"commands": [{"rank": c.rank, "name": c.name} for c in commands[:MOST]], "lines": rows}


def _by_generals(lines: Sequence[TroopLine]) -> tuple[tuple[Command, ...], tuple[Part, ...]]:
    """A command for each general of a list, each with its general in it; three plain ones where the list names none."""
    found = [(i, line.general) for i, line in enumerate(lines) if line.general for _ in range(line.count)]
    found = sorted(found, key=lambda one: one[1] != CINC)[:MOST]
    if not found:
        return (Command(CINC), Command(SUB_GENERAL), Command(SUB_GENERAL)), ()
    commands = tuple(Command(rank) for _, rank in found if rank)
    return commands, tuple(Part(place, line, 1) for place, (line, _) in enumerate(found))


def plan(person: Person, commands: tuple[Command, ...], parts: tuple[Part, ...]) -> Plan:
    """An army in these commands: where each is demoralised and the army breaks, or what is wrong (L5)."""
    lines = _list(person.handed_in)
    problems = muster.command_problems(commands, parts, lines)
    left = sum(line.count for line in lines) - sum(p.count for p in parts)
    if problems or not parts:
        plain = tuple(Ready(c.name, RANKS.get(c.rank, ""), 0, "", "") for c in commands)
        return Plan(plain, "", problems, left)
    sheet = muster.army_sheet(commands, parts, lines)
    text = muster.points_text
    ready = tuple(Ready(s.command.name, RANKS[s.command.rank], s.elements, text(s.equivalents), text(s.demoralised_at)) for s in sheet.commands)
    return Plan(ready, text(sheet.broken_at), (), left)
