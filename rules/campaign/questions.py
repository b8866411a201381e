"""What pages and the shell ask of a season: targets, previews, standings, how things stood, what to warn of, and what a correction changes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rules.campaign import muster, scoring
from rules.campaign.acts import Declare, Order, Report
from rules.campaign.closing import alone, outcome
from rules.campaign.corrections import FACTS
from rules.campaign.pyramid import Lords, bonus
from rules.campaign.reckoning import stand
from rules.campaign.records import UMPIRE
from rules.campaign.scoring import Row
from rules.campaign.state import BATTLE, DIPLOMACY, FINISHED, SIGNUP, Filed, Flag, Outcome, Season, open_round, working_copy
from rules.campaign.steps_battle import filed
from rules.campaign.territory import Pair, Position, why_not
from rules.entry import Entry
from rules.rulings import Player, Problem, Ruling, mention


@dataclass(frozen=True, slots=True)
class Targets:
    """On whom a player may declare war (sorted), and for everybody else why not."""

    player: Player
    lawful: tuple[Player, ...]
    why_not: dict[Player, Ruling]


def targets(season: Season, player: Player) -> Targets:
    """Lawful targets in the open round (between rounds: as things stand), with the reason and clause for every other player (C4)."""
    now = _position(season)
    reasons = {q: barred for q in sorted(season.people) if q != player and (barred := why_not(now, player, q))}
    return Targets(player, now.lawful.get(player, ()), reasons)


def _position(season: Season) -> Position:
    return season.current.position if season.current else stand(season, season.settings)


def preview_close(season: Season, reports: Iterable[Report] = ()) -> Outcome:
    """What closing the open round now would come to, with these results in addition (as if the umpire settled them); nothing is committed.

    Battles that still lack a result are in `missing`. Refusal when a result is impossible, or no round is open.
    """
    copy = working_copy(season)
    current = open_round(copy)
    for report in reports:
        current.fights[report.battle] = replace(copy.fight(report.battle), reports={UMPIRE: _as_settled(copy, report)})
    return outcome(copy, current)


def _as_settled(season: Season, report: Report) -> Filed:
    entry = Entry(season.version + 1, season.entries[-1].at, None, report)
    return filed(season, season.fight(report.battle), entry, report)


@dataclass(frozen=True, slots=True)
class BattlePreview:
    """What one report would come to by itself: points of both sides, what looks odd, and the rulings that follow."""

    attackers: int
    defender: int
    doubts: tuple[Problem, ...]
    rulings: tuple[Ruling, ...]


def preview_report(season: Season, report: Report) -> BattlePreview:
    """The outcome of that battle alone, nothing committed; Refusal when the result is impossible (C7, C10, K50, K51)."""
    settled = _as_settled(season, report)
    fight = replace(season.fight(report.battle), reports={UMPIRE: settled})
    current = next(r for r in season.rounds if report.battle in r.fights)
    return BattlePreview(settled.attackers, settled.defender, settled.doubts, alone(fight, current.position.lord, current))


def standings(season: Season, after: int | None = None) -> tuple[Row, ...]:
    """The table: battle points by round, the bonus for lordship apart, places shared by equal totals (C10, K34, K35, K44).

    `after` gives it as it stood after that round. The bonus is in the total only when the campaign is over.
    """
    rounds = [r.outcome for r in season.closed[:after] if r.outcome]
    lord = as_of(season, len(rounds)).lord
    last = season.phase == FINISHED and len(rounds) == len(season.closed)
    return scoring.table([r.points for r in rounds], bonus(lord, season.settings), final=last)


@dataclass(frozen=True, slots=True)
class AsOf:
    """Lords, and the peace that began, when so many rounds were over."""

    round: int
    lord: Lords
    peace: tuple[Pair, ...]


def as_of(season: Season, round_number: int) -> AsOf:
    """How things stood after that round; 0 is the start, the last closed round is how they stand now."""
    if round_number >= len(season.closed):
        return AsOf(len(season.closed), season.lord, season.peace)
    ended = season.closed[round_number - 1].outcome if round_number > 0 else None
    if ended is None:
        return AsOf(0, dict.fromkeys(season.people), ())
    return AsOf(round_number, ended.lord, ended.peace)


def may_read_declarations(season: Season, person: Player) -> bool:
    """Whether somebody may read declarations and orders of others before they are revealed: the umpire, unless he plays himself (K4)."""
    return season.phase != DIPLOMACY or may_read_sealed(season, person)


def may_read_sealed(season: Season, person: Player) -> bool:
    """Whether somebody may read what is sealed, revealed or not: the umpire, unless he plays himself (K4)."""
    if person not in season.umpires or season.settings.umpire_sees == "never":
        return False
    return season.settings.umpire_sees == "always" or person not in season.present


def undeclared(season: Season) -> tuple[Player, ...]:
    """Who must still hand in a declaration in the open diplomacy phase: he has filed nothing and could name somebody (C4, K6)."""
    if season.phase != DIPLOMACY:
        return ()
    current = open_round(season)
    return tuple(p for p, lawful in sorted(current.position.lawful.items()) if lawful and p not in current.own)


def warnings(season: Season, reader: Player | None = None) -> tuple[Problem, ...]:
    """What the umpire should know now, none of it forbidding anything (S1, L1, K5, K39, K40, K46, K50-K52).

    What is sealed is told only to a `reader` who may read it (K4).
    """
    found: list[Problem] = []
    if season.phase == SIGNUP:
        found += _before_round_1(season)
    if season.phase != FINISHED:
        found += _lists(season)
    if season.phase != FINISHED and season.closed and (ended := season.closed[-1].outcome):
        found += ended.warnings
    current = season.current
    if current and current.effective and season.phase != DIPLOMACY:
        found += current.effective.problems
    if current and season.phase == BATTLE:
        found += _in_battle(season)
    for flag in season.open_flags:
        answer = "it was published, so let it stand" if isinstance(flag.entry.act, FACTS) else "let it stand, or strike it"
        text = f"a correction made act {flag.entry.seq} unlawful ({flag_told(season, flag, reader)}): {answer}"
        found.append(Problem("flagged", None, "K52", text))
    return tuple(found)


def flag_told(season: Season, flag: Flag, reader: Player | None) -> str:
    """Why an act became unlawful, which names whom it was about: while declarations are sealed, not of one of them (K4)."""
    if isinstance(flag.entry.act, (Declare, Order)) and not (season.phase != DIPLOMACY or (reader and may_read_declarations(season, reader))):
        return "what it says is sealed until diplomacy is closed, K4"
    return flag.text


def _before_round_1(season: Season) -> Iterable[Problem]:
    if not season.schedule:
        yield Problem("no_schedule", None, "S1", "the schedule is empty; round 1 cannot begin without times", grave=False)
    for p, one in sorted(season.people.items()):
        if one.province is None:
            yield Problem("no_province", p, "C1", f"{mention(p)} has no province yet", grave=False)
        if one.handed_in is None:
            yield Problem("no_list", p, "L1", f"{mention(p)} has handed in no army list", grave=False)


def _lists(season: Season) -> Iterable[Problem]:
    """Lists that break a limit as the settings are now, also when they were approved before; late ones until they are approved (K39)."""
    for p in season.present:
        one = season.people[p]
        for problem in muster.list_problems(one.handed_in, season.settings) if one.handed_in else ():
            if problem.grave or one.verdict != "approved":
                yield replace(problem, who=p)


def _in_battle(season: Season) -> Iterable[Problem]:
    for fight in open_round(season).fights.values():
        for p in fight.battle.players:
            if season.people[p].organisation is None:
                yield Problem("not_organised", p, "K40", f"{mention(p)} has put his army into no commands yet", grave=False)
        if fight.is_double and fight.army is None:
            text = f"the double against {mention(fight.battle.defender)} has agreed on no joint army yet"
            yield Problem("no_joint_army", fight.battle.defender, "L6", text, grave=False)
        if fight.filed:
            yield from fight.filed.doubts


def changes(before: Season, after: Season, reader: Player | None = None) -> tuple[Ruling, ...]:
    """What a correction changes, told before it is committed: lords, points and peace of each round, and acts it makes unlawful (K52, K4)."""
    said: list[Ruling] = []
    for old, new in zip(before.closed, after.closed, strict=False):
        if old.outcome and new.outcome and old.outcome != new.outcome:
            said += _changes_of(old.number, old.outcome, new.outcome)
    for seq, flag in sorted(after.flagged.items()):
        if seq not in before.flagged:
            said.append(Ruling(("K52",), (), f"act {seq} becomes unlawful and waits for the umpire: {flag_told(after, flag, reader)}", "flagged"))
    return tuple(said)


def _changes_of(number: int, old: Outcome, new: Outcome) -> Iterable[Ruling]:
    for p in sorted(new.lord):
        was, now = old.lord.get(p), new.lord[p]
        if was != now:
            words = [f"under {mention(up)}" if up else "free" for up in (was, now)]
            yield Ruling(("K52", "C7"), (p,), f"after round {number}, {mention(p)} is {words[1]}, not {words[0]}", "lord_changes")
        scored = old.points.get(p, 0), new.points.get(p, 0)
        if scored[0] != scored[1]:
            yield Ruling(("K52", "C10"), (p,), f"in round {number}, {mention(p)} scores {scored[1]}, not {scored[0]}", "points_change")
    for p, q in sorted(set(old.peace) ^ set(new.peace)):
        kept = "are" if (p, q) in new.peace else "are not"
        yield Ruling(("K52", "C9"), (p, q), f"after round {number}, {mention(p)} and {mention(q)} {kept} at peace", "peace_changes")
