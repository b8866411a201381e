"""The umpire's desk before the battles: who has filed, what its close would do, a round without battles, and what a departure changes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from rules.campaign import filing, questions
from rules.campaign.acts import CloseRound, Leave
from rules.campaign.corrections import dropped
from rules.campaign.records import Dated
from rules.campaign.season import apply
from rules.campaign.state import ASSIGN, BATTLE, DIPLOMACY, FINISHED, SIGNUP, Season, open_round
from rules.entry import Entry
from rules.rulings import Player, Problem, Refusal, Ruling, listing, mention
from webapp.web import names


@dataclass(frozen=True)
class Filing:
    """How far one player has come: a badge with its word, and what he filed where the reader may know it (K4)."""

    player: Player
    badge: str
    word: str
    told: Ruling | None


@dataclass(frozen=True)
class Waiting:
    """The desk outside the battle phase. `since`: when this phase began; `sealed` of `due` have filed; `open`: whether the reader may know what was
    filed; `declared`: every declaration once they are revealed."""

    since: datetime | None
    filings: tuple[Filing, ...]
    sealed: int
    due: int
    open: bool
    declared: tuple[Ruling, ...]


@dataclass(frozen=True)
class Silent:
    """Players who have filed nothing, and what the close makes of each of them."""

    players: tuple[Player, ...]
    then: str
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class Closing:
    """What the close of diplomacy would do: how many have filed, and what it makes of those who have not, told once for all it is true of."""

    number: int
    filed: int
    all: int
    silent: tuple[Silent, ...]
    empty: tuple[Ruling, ...]


@dataclass(frozen=True)
class Skipping:
    """What closing the round without battles would do. `able`: who could still declare war, for which a reason is asked."""

    number: int
    last: bool
    able: tuple[Player, ...]
    warnings: tuple[Problem, ...]


@dataclass(frozen=True)
class Leaving:
    """What a departure changes."""

    player: Player
    follows: tuple[Ruling, ...]
    phase: str


STARTS = {DIPLOMACY: ("begin", "close_round"), ASSIGN: ("close_diplomacy",), BATTLE: ("publish_allotment",)}


def waiting(season: Season, reader: Player) -> Waiting:
    """The desk in a phase without results, as this umpire may see it."""
    gone = dropped(season.entries)
    starts = [e.at for e in season.entries if e.act.kind in STARTS.get(season.phase, ()) and e.seq not in gone]
    may_read = questions.may_read_declarations(season, reader)
    filings = tuple(_filings(season, may_read))
    effective = season.current.effective if season.phase == ASSIGN and season.current else None
    return Waiting(
        starts[-1] if starts else None,
        filings,
        sum(f.badge == "sealed" for f in filings),
        sum(f.badge != "bye" for f in filings),
        may_read,
        declared(effective.rulings) if effective else (),
    )


def declared(rulings: Iterable[Ruling]) -> tuple[Ruling, ...]:
    """What was declared, in the order of the names of those who declared."""
    return tuple(sorted(rulings, key=lambda r: [names()(p) for p in r.who[:1]]))


def coming(season: Season, now: datetime) -> Dated | None:
    """The next line of the schedule (S1); None when nothing is to come."""
    return min((d for d in season.schedule if d.at >= now), key=lambda d: d.at, default=None) if season.phase != FINISHED else None


def _filings(season: Season, may_read: bool) -> Iterable[Filing]:
    """Everybody in the diplomacy phase, those still awaited first."""
    if season.phase != DIPLOMACY:
        return []
    current, filed = open_round(season), filing.as_filed(season) if may_read else None
    told = {r.who[0]: r for r in filed.rulings if r.code in ("declared", "ordered")} if filed else {}
    found = []
    for p, lawful in sorted(current.position.lawful.items()):
        state = ("sealed", "Sealed") if p in current.own else ("wait", "Nothing yet") if lawful else ("bye", "Nobody to name")
        found.append(Filing(p, *state, told.get(p)))
    called = names()
    return sorted(found, key=lambda f: (("wait", "sealed", "bye").index(f.badge), called(f.player)))


def closing(season: Season) -> Closing | None:
    """What ending diplomacy now would do; None in another phase."""
    if season.phase != DIPLOMACY:
        return None
    current, silent = open_round(season), filing.silence(season)
    groups: dict[tuple[str, tuple[str, ...]], list[Player]] = {}
    for r in silent:
        if r.code == "no_declaration":
            groups.setdefault((r.text.partition(": ")[2], r.clauses), []).append(r.who[0])
    missing = tuple(Silent(tuple(sorted(players, key=names())), then, clauses) for (then, clauses), players in groups.items())
    empty = tuple(r for r in silent if r.code != "no_declaration")
    return Closing(current.number, len(current.own), len(current.position.lawful), missing, empty)


def skipping(season: Season) -> Skipping | None:
    """What closing the round without battles would do; None once battles are published (K46)."""
    if season.phase not in (DIPLOMACY, ASSIGN):
        return None
    current = open_round(season)
    then = apply(season, Entry(season.version + 1, season.entries[-1].at, None, CloseRound(True), reason="seen before"))
    outcome = then.closed[-1].outcome
    able = tuple(sorted((p for p, lawful in current.position.lawful.items() if lawful), key=names()))
    return Skipping(current.number, then.phase == FINISHED, able, outcome.warnings if outcome else ())


def leaving(season: Season, player: Player) -> Leaving | None:
    """What it would change if this player left now; None when he is not in the campaign, or it is over (K43)."""
    if player not in season.present or season.phase == FINISHED:
        return None
    try:
        then = apply(season, Entry(season.version + 1, season.entries[-1].at, None, Leave(player)))
    except Refusal:
        return None
    if season.phase == SIGNUP:
        text = f"{mention(player)} is taken off the list, and his province is free again"
        return Leaving(player, (Ruling(("C1", "K43"), (player,), text),), season.phase)
    return Leaving(player, tuple(_changed(season, then, player)), season.phase)


def _changed(season: Season, then: Season, player: Player) -> Iterable[Ruling]:
    """Sentences on a departure: province, lord and subordinates, his battle or his declaration, and who loses his last target."""
    yield Ruling(("K43",), (player,), f"the province of {mention(player)} stays on the map, but cannot be attacked")
    for p, up in sorted(season.lord.items()):
        if up == player:
            yield Ruling(("K43",), (p,), f"{mention(p)} goes free")
    lord = season.lord.get(player)
    if lord:
        yield Ruling(("K43", "C10"), (lord,), f"{mention(lord)} loses him as a subordinate, and the bonus for him")
    if season.phase == BATTLE:
        yield from _his_battle(season, player)
        return
    yield Ruling(("K43",), (player,), "whatever he declared or ordered is void, and a war declared on him comes to nothing")
    before, after = open_round(season).position.lawful, open_round(then).position.lawful
    alone = tuple(p for p in sorted(after) if before.get(p) and not after[p])
    if alone:
        yield Ruling(("K6", "K46"), alone, f"{listing(alone)} {'has' if len(alone) == 1 else 'have'} nobody left to declare war on")


def _his_battle(season: Season, player: Player) -> Iterable[Ruling]:
    for fight in open_round(season).fights.values():
        if player in fight.battle.players:
            yield Ruling(("K43",), (player,), f"his battle of this round, {fight.battle.words}, is still played and reported")
