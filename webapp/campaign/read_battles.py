"""Battles and the chronicle: what was fought, how far each report has come, what it will do at the close, and every ruling by round."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign import questions
from rules.campaign.battles import Battle
from rules.campaign.closing import alone
from rules.campaign.records import ATTACKERS, BOTH, DEFENDER
from rules.campaign.state import BATTLE, CONFIRMED, CONTESTED, MISSING, REPORTED, SETTLED, Fight, Filed, Outcome, Round, Season
from rules.entry import Entry
from rules.rulings import Problem, Ruling, listing, mention
from webapp.campaign.read_lot import Lot, lot

STATES = {
    MISSING: ("bye", "No result yet"), REPORTED: ("provisional", "Reported by one side"), CONFIRMED: ("final", "Both sides agree"),
    CONTESTED: ("protested", "The sides disagree"), SETTLED: ("final", "Recorded by the umpire"),
}  # fmt: skip
QUIET = frozenset(("points", "peace"))
"""Rulings that stand in the tables rather than among the events of a round."""


@dataclass(frozen=True)
class Fought:
    """One battle as a page shows it. Scores are None while there is no result that counts; `follows` is what it does or will do to the pyramid."""

    battle: Battle
    table: int
    badge: str
    word: str
    attackers: int | None
    defender: int | None
    won: str
    line: str
    follows: tuple[Ruling, ...]
    closed: bool

    @property
    def is_double(self) -> bool:
        """Whether several attack."""
        return len(self.battle.attackers) > 1


@dataclass(frozen=True)
class Rounds:
    """The battles of one round, who stood idle and why, and whether the round is over."""

    number: int
    closed: bool
    battles: tuple[Fought, ...]
    idle: tuple[Ruling, ...]
    reason: str
    lot: Lot


@dataclass(frozen=True)
class Chapter:
    """One round of the chronicle; every list is in the order in which it was decided. `soon` is what closing the round now would do."""

    number: int
    closed: bool
    declared: tuple[Ruling, ...] = ()
    problems: tuple[Problem, ...] = ()
    allotted: tuple[Ruling, ...] = ()
    reason: str = ""
    events: tuple[Ruling, ...] = ()
    soon: tuple[Ruling, ...] = ()
    points: tuple[Ruling, ...] = ()
    peace: tuple[Ruling, ...] = ()
    notes: tuple[Ruling, ...] = ()
    dispatches: tuple[Entry, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether nothing can be told of it yet."""
        return not (self.declared or self.allotted or self.events or self.notes or self.dispatches)


def rounds(season: Season) -> tuple[Rounds, ...]:
    """The battles of every round that has some, the latest first."""
    return tuple(_round(season, one) for one in reversed(season.rounds) if one.allotted)


def tables(season: Season) -> tuple[Fought, ...]:
    """The battles that are being fought now, by table; none in another phase."""
    one = season.current
    return _round(season, one).battles if one and season.phase == BATTLE else ()


def _round(season: Season, one: Round) -> Rounds:
    fights = sorted(one.fights.values(), key=lambda f: f.table)
    idle = tuple(r for r in one.allotted.rulings if r.code == "idle") if one.allotted else ()
    return Rounds(one.number, one.outcome is not None, tuple(fought(one, f) for f in fights), idle, one.reason, lot(season, one))


def fought(one: Round, fight: Fight) -> Fought:
    """One battle of a round."""
    badge, word = STATES[fight.standing]
    filed, closed = fight.filed, one.outcome is not None
    if closed and filed:
        word = "Final"
    follows = _follows(one, fight)
    if filed is None:
        return Fought(fight.battle, fight.table, badge, word, None, None, "", "", follows, closed)
    won = {DEFENDER: ATTACKERS, ATTACKERS: DEFENDER}.get(filed.report.broken or "", "")
    return Fought(fight.battle, fight.table, badge, word, filed.attackers, filed.defender, won, _line(fight.battle, filed), follows, closed)


def _follows(one: Round, fight: Fight) -> tuple[Ruling, ...]:
    """What a battle does to the pyramid; in a closed round as all battles together decided it (K38)."""
    mine = tuple(r for r in alone(fight, one.position.lord, one) if r.code != "battle")
    if one.outcome is None:
        return mine
    along = {r.who[0] for r in mine if r.code == "comes_along"}
    return tuple(r for r in one.outcome.told if r in mine or (r.code in ("old_bond_falls", "own_victor", "goes_free") and r.who[0] in along))


def _line(battle: Battle, filed: Filed) -> str:
    """What kind of result it is, with marks for people."""
    broken = filed.report.broken
    if broken == BOTH:
        return "Both armies broke, which decides nothing."
    if broken is None:
        return "A draw." if filed.attackers == filed.defender else "No army broke."
    whose = listing(battle.attackers) if broken == ATTACKERS else mention(battle.defender)
    return f"Decisive: the army of {whose} broke."


def chapters(season: Season) -> tuple[Chapter, ...]:
    """The chronicle, the latest round first. What is sealed is in none of it: declarations are told once diplomacy is closed."""
    return tuple(chapter(season, one) for one in reversed(season.rounds))


def chapter(season: Season, one: Round) -> Chapter:
    """One round of the chronicle."""
    outcome = one.outcome or _open_outcome(season, one)
    told = outcome.told if outcome else ()
    closed = one.outcome is not None
    results = tuple(r for r in told if r.code in ("battle", "named", "named_none"))
    shifts = tuple(r for r in told if r.code not in QUIET and r not in results)
    return Chapter(
        one.number,
        closed,
        declared=one.effective.rulings if one.effective else (),
        problems=one.effective.problems if one.effective else (),
        allotted=one.allotted.rulings if one.allotted else (),
        reason=one.reason,
        events=(*results, *shifts) if closed else results,
        soon=() if closed else shifts,
        points=tuple(r for r in told if r.code == "points") if closed else (),
        peace=tuple(r for r in told if r.code == "peace") if closed else (),
        notes=tuple(one.notes),
        dispatches=tuple(e for e in season.dispatches if e.act.round == one.number),
    )


def _open_outcome(season: Season, one: Round) -> Outcome | None:
    return questions.preview_close(season) if season.phase == BATTLE and one is season.current else None


def latest(season: Season, after: int | None) -> Chapter | None:
    """The round that the front page tells: the one asked for, else the open one once something happened in it, else the last closed one."""
    told = [chapter(season, one) for one in reversed(season.rounds)]
    if after is not None and after < len(season.closed):
        return next((c for c in told if c.number == max(after, 1)), None)
    return next((c for c in told if not c.empty), None)
