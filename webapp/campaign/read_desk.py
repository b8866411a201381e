"""The umpire's desk: what waits for a result, a battle's two sides on the form, and what a result or an undo would do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from rules.campaign import voting
from rules.campaign.acts import Report, Strike
from rules.campaign.closing import outcome
from rules.campaign.corrections import dropped
from rules.campaign.pyramid import above
from rules.campaign.records import ALLY, ATTACKERS, CINC, DEFENDER, SUB_GENERAL, UMPIRE
from rules.campaign.season import apply
from rules.campaign.state import BATTLE, CONTESTED, MISSING, Fight, Filed, Outcome, Round, Season, open_round, working_copy
from rules.campaign.steps_battle import commands_of, filed
from rules.entry import Entry
from rules.rulings import Player, Problem, Ruling, listing, mention
from webapp.campaign.read_battles import QUIET, Fought, fought

UNKNOWN = 3
"""How many commands a side is taken to have when nobody has said."""
NAMES = {CINC: "C-in-C", SUB_GENERAL: "Sub", ALLY: "Ally"}


@dataclass(frozen=True)
class Command:
    """One command on the form: its value, what the button says, and its general's rank where the player named it otherwise."""

    value: str
    label: str
    rank: str


@dataclass(frozen=True)
class Side:
    """One side of a battle on the form. `known`: the number of commands is known, so the form need not ask."""

    side: str
    players: tuple[Player, ...]
    army: str
    commands: tuple[Command, ...]
    known: bool


@dataclass(frozen=True)
class Naming:
    """Who may be named lord of a beaten defender, whom the votes name now (None: nobody), and who has not voted (C7b, K24)."""

    candidates: tuple[Player, ...]
    now: Player | None
    waiting: tuple[Player, ...]


@dataclass(frozen=True)
class Entering:
    """A battle on the form."""

    fight: Fight
    now: Fought
    attackers: Side
    defender: Side
    naming: Naming | None
    reports: tuple[Filed, ...]

    @property
    def id(self) -> str:
        """The battle's id."""
        return self.fight.battle.id

    @property
    def contest(self) -> Entry | None:
        """Who said that the other side's report is wrong, with his reason."""
        return next((e for e in self.fight.answers.values() if e.act.kind == "contest"), None)


@dataclass(frozen=True)
class Recorded:
    """A result that the umpire recorded, with the act that an undo strikes."""

    now: Fought
    entry: Entry


@dataclass(frozen=True)
class Desk:
    """The desk in the battle phase: battles without a result, results on which the sides agree, and those the umpire recorded, latest first.

    `unheard`: doubles that broke the defender's army while votes are still wanted, and whose.
    """

    missing: tuple[Fought, ...]
    agreed: tuple[Fought, ...]
    recorded: tuple[Recorded, ...]
    unheard: tuple[tuple[Fought, tuple[Player, ...]], ...]
    all: int
    clock: datetime | None
    ends: datetime | None


@dataclass(frozen=True)
class Would:
    """What a change would do: the score, what looks odd, what follows, what would no longer follow, each player's points, and the peace."""

    attackers: int
    defender: int
    broken: str | None
    doubts: tuple[Problem, ...]
    follows: tuple[Ruling, ...]
    instead: tuple[Ruling, ...]
    points: tuple[tuple[Player, int], ...]
    peace: tuple[Ruling, ...]
    victor: Player | None


@dataclass(frozen=True)
class Undoing:
    """What striking a result would do: what the battle comes to then, what would no longer follow, what would follow instead."""

    entry: Entry
    now: Fought
    then: Fought
    gone: tuple[Ruling, ...]
    instead: tuple[Ruling, ...]


def desk(season: Season) -> Desk | None:
    """The desk in the battle phase, else None."""
    current = season.current
    if season.phase != BATTLE or current is None:
        return None
    fights = sorted(current.fights.values(), key=lambda f: f.table)
    missing = tuple(fought(current, f) for f in fights if f.standing in (MISSING, CONTESTED))
    settled = sorted((f for f in fights if UMPIRE in f.reports), key=lambda f: -f.reports[UMPIRE].entry.seq)
    recorded = tuple(Recorded(fought(current, f), f.reports[UMPIRE].entry) for f in settled)
    agreed = tuple(fought(current, f) for f in fights if f.filed and UMPIRE not in f.reports)
    broke = [f for f in fights if f.is_double and f.filed and f.filed.report.broken == DEFENDER]
    unheard = tuple((fought(current, f), naming.waiting) for f in broke if (naming := _naming(current, f)).waiting)
    return Desk(missing, agreed, recorded, unheard, len(fights), current.clock, current.clock_ends)


def _naming(current: Round, fight: Fight) -> Naming:
    """Where the votes of a double stand (C7b, K24); whoever votes with a lord of his in it is not waited for (C8)."""
    team, lord = fight.battle.attackers, current.position.lord
    waiting = tuple(p for p in team if p not in fight.votes and not any(up in team for up in above(lord, p)))
    return Naming(team, voting.designate(lord, team, fight.votes), waiting)


def entering(season: Season, battle: str) -> Entering | None:
    """A battle of the open round on the form; None when there is no such battle to enter."""
    current = season.current
    if season.phase != BATTLE or current is None or battle not in current.fights:
        return None
    fight = current.fights[battle]
    naming = _naming(current, fight) if fight.is_double else None
    sides = side_of(season, fight, ATTACKERS), side_of(season, fight, DEFENDER)
    return Entering(fight, fought(current, fight), *sides, naming, tuple(fight.reports.values()))


def side_of(season: Season, fight: Fight, side: str) -> Side:
    """One side with its commands as they were organised; three plain ones and a question when nobody has said."""
    players = fight.battle.attackers if side == ATTACKERS else (fight.battle.defender,)
    army = ", ".join(dict.fromkeys(season.people[p].army for p in players))
    ranks: list[tuple[str, str]]
    if side == ATTACKERS and fight.army:
        heads: list[tuple[str, str]] = [(s.role, "") for s in fight.army.shares]
        ranks = heads + [(SUB_GENERAL, "") for s in fight.army.shares for _ in range(s.commands - 1)]
    else:
        organised = season.people[players[0]].organisation if len(players) == 1 else None
        ranks = [(c.rank, c.name) for c in organised.commands] if organised else [(CINC, ""), *[(SUB_GENERAL, "")] * 3]
    ranks.sort(key=lambda rank: rank[0] != CINC)
    return Side(side, players, army, _labelled(ranks), commands_of(season, fight, side) is not None)


def _labelled(ranks: Iterable[tuple[str, str]]) -> tuple[Command, ...]:
    """The commands with their values on the form: the first is the commander-in-chief's."""
    said = []
    for i, (rank, name) in enumerate(ranks):
        plain = NAMES[rank] if rank == CINC else f"{NAMES[rank]} {i}"
        said.append(Command(str(i), name or plain, plain if name else ""))
    return tuple(said[:4])


def typed(entering: Entering) -> dict[str, Any]:
    """What the form says when it is opened: the result that counts so far, or nothing but a guess at the commands."""
    filed = entering.fight.filed
    values: dict[str, Any] = {"attackers_commands": str(UNKNOWN), "defender_commands": str(UNKNOWN)}
    if filed is None:
        return values
    told = filed.report
    for side, stated in ((ATTACKERS, told.attackers_commands), (DEFENDER, told.defender_commands)):
        ranks = [d.rank for d in told.demoralised if d.side == side]
        others = len([rank for rank in ranks if rank != CINC])
        values[f"{side}_down"] = ["0"] * (CINC in ranks) + [str(i + 1) for i in range(others)]
        if stated:
            values[f"{side}_commands"] = str(stated)
    return values | {"broken": told.broken or "neither", "attackers": told.attackers, "defender": told.defender}


def would(season: Season, report: Report, votes: Mapping[Player, Player | None]) -> Would:
    """What recording this would do, given the other results so far, with these votes in a double; Refusal when it is impossible."""
    fight = season.fight(report.battle)
    settled = filed(season, fight, Entry(season.version + 1, season.entries[-1].at, None, report), report)
    without = _with(season, replace(fight, reports={}))
    after = _with(season, replace(fight, reports={UMPIRE: settled}, votes={**fight.votes, **votes}))
    gained, lost = difference(without, after)
    follows = tuple(r for r in gained if r.code != "battle")
    result = next(r for r in after.results if r.battle.id == report.battle)
    points = tuple((p, after.points[p]) for p in (*fight.battle.attackers, fight.battle.defender) if p in after.points)
    pairs = tuple(r for r in after.told if r.code == "peace" and set(r.who) <= set(fight.battle.players))
    return Would(
        settled.attackers, settled.defender, report.broken, settled.doubts, follows, lost, points, _one_peace(pairs), result.victor
    )  # fmt: skip


def _one_peace(pairs: tuple[Ruling, ...]) -> tuple[Ruling, ...]:
    """Several truces with one defender in one sentence."""
    if len(pairs) < 2:
        return pairs
    everybody = tuple(dict.fromkeys(p for r in pairs for p in r.who))
    shared = [p for p in everybody if all(p in r.who for r in pairs)]
    if len(shared) != 1:
        return pairs
    others = [p for p in everybody if p != shared[0]]
    tail = pairs[0].text.rpartition(" are at peace ")[2]
    return (Ruling(pairs[0].clauses, everybody, f"{listing(others)} each are at peace with {mention(shared[0])} {tail}", "peace"),)


def _with(season: Season, fight: Fight) -> Outcome:
    """The open round's outcome with one battle as given."""
    copy = working_copy(season)
    current = open_round(copy)
    current.fights[fight.battle.id] = fight
    return outcome(copy, current)


def difference(before: Outcome, after: Outcome) -> tuple[tuple[Ruling, ...], tuple[Ruling, ...]]:
    """The rulings on results and lords that are new, and those that are gone."""
    was, now = (tuple(r for r in o.told if r.code not in QUIET) for o in (before, after))
    return tuple(r for r in now if r not in was), tuple(r for r in was if r not in now)


def undoing(season: Season, seq: int, at: datetime, by: Player) -> Undoing | None:
    """What striking that recorded result would do; None when it is not one that counts in the open round. Refusal when it cannot be struck."""
    current = season.current
    entry = next((e for e in season.entries if e.seq == seq and isinstance(e.act, Report)), None)
    if season.phase != BATTLE or current is None or entry is None or seq in dropped(season.entries):
        return None
    battle = entry.act.battle
    if battle not in current.fights:
        return None
    then = apply(season, Entry(season.version + 1, at, by, Strike(seq)))
    gained, lost = difference(outcome(season, current), outcome(then, open_round(then)))
    return Undoing(entry, fought(current, season.fight(battle)), fought(open_round(then), then.fight(battle)), lost, gained)
