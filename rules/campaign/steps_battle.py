"""The battle phase: clock, joint armies, results, votes, the close of the round and its reopening (C2, C7, L6, K24, K45, K50-K52)."""

from __future__ import annotations

from dataclasses import replace

from rules.campaign import muster, scoring
from rules.campaign import state as at
from rules.campaign.acts import AgreeArmy, CloseRound, Confirm, Contest, JointArmy, Reopen, Report, StartClock, Vote
from rules.campaign.closing import outcome
from rules.campaign.pyramid import without
from rules.campaign.reckoning import Step, in_phase, reckon, refuse_all
from rules.campaign.records import ALLY, ATTACKERS, BOTH, CINC, DEFENDER, SUB_GENERAL, UMPIRE
from rules.campaign.state import ASSIGN, BATTLE, DIPLOMACY, FINISHED, Fight, Filed, Round, Season, open_round
from rules.campaign.voting import check_vote
from rules.entry import Entry
from rules.rulings import Player, Refusal, Ruling, listing, mention

OTHER = {ATTACKERS: DEFENDER, DEFENDER: ATTACKERS}


def _put(season: Season, fight: Fight) -> Season:
    open_round(season).fights[fight.battle.id] = fight
    return season


def _running(season: Season, battle: str) -> Fight:
    """A battle of the open battle phase."""
    in_phase(season, "C2", "this belongs to the battle phase", BATTLE)
    fight = open_round(season).fights.get(battle)
    if fight is None:
        raise Refusal("C5", f"there is no battle {battle} in this round")
    return fight


def _double(season: Season, battle: str, player: Player) -> Fight:
    fight = _running(season, battle)
    if not fight.is_double:
        raise Refusal("C7b", f"in battle {battle} nobody fights as a double")
    if player not in fight.battle.attackers:
        raise Refusal("L6", f"{mention(player)} is not in this double")
    return fight


def _check_clock(season: Season, entry: Entry, act: StartClock) -> None:
    in_phase(season, "C2", "the clock runs in the battle phase", BATTLE)


def _do_clock(season: Season, entry: Entry, act: StartClock) -> Season:
    return replace(season, current=replace(open_round(season), clock=entry.at))


def _check_army(season: Season, entry: Entry, act: JointArmy) -> None:
    fight = _double(season, act.battle, act.player)
    if tuple(sorted(s.player for s in act.shares)) != fight.battle.attackers:
        raise Refusal("L6", f"the joint army names each member of the double once: {listing(fight.battle.attackers)}")
    current = open_round(season)
    refuse_all(muster.team_problems(act.shares, current.position.lord, current.settings))


def _do_army(season: Season, entry: Entry, act: JointArmy) -> Season:
    return _put(season, replace(season.fight(act.battle), army=act, agreed=(act.player,)))


def _check_agree(season: Season, entry: Entry, act: AgreeArmy) -> None:
    if _double(season, act.battle, act.player).army is None:
        raise Refusal("L6", "nobody has proposed a joint army yet")


def _do_agree(season: Season, entry: Entry, act: AgreeArmy) -> Season:
    fight = season.fight(act.battle)
    return _put(season, replace(fight, agreed=tuple(sorted({*fight.agreed, act.player}))))


def commands_of(season: Season, fight: Fight, side: str) -> int | None:
    """How many commands a side has brought: as agreed for a double, as organised for a single army, None when nobody said."""
    if side == ATTACKERS and fight.is_double:
        return sum(s.commands for s in fight.army.shares) if fight.army else None
    organised = season.people[fight.battle.attackers[0] if side == ATTACKERS else fight.battle.defender].organisation
    return len(organised.commands) if organised else None


def _worked_out(season: Season, fight: Fight, act: Report) -> tuple[int, int]:
    """The points that follow from what broke; Refusal when the number of commands of a side that did not break is not known."""
    stated = {ATTACKERS: act.attackers_commands, DEFENDER: act.defender_commands}
    commands = {}
    for side, count in stated.items():
        known = count if count is not None else commands_of(season, fight, side)
        if known is None and act.broken not in (side, BOTH):
            raise Refusal("K40", f"to work out the points, say how many commands the {side} had; or enter the points themselves")
        commands[side] = known or 1
    return scoring.worked_out(act.broken, commands, act.demoralised)


def filed(season: Season, fight: Fight, entry: Entry, act: Report) -> Filed:
    """A report with its points, given or worked out; Refusal for anything a battle cannot end in (C10, K50)."""
    if act.broken not in (ATTACKERS, DEFENDER, BOTH, None):
        raise Refusal("C7a", f"an army that broke is the attackers', the defender's, or both, not {act.broken}")
    if any(d.side not in OTHER or d.rank not in (CINC, SUB_GENERAL, ALLY) for d in act.demoralised):
        raise Refusal("C10", "a demoralised command has a side and the rank of its general")
    if act.attackers is None and act.defender is None:
        return Filed(entry, act, *_worked_out(season, fight, act))
    if act.attackers is None or act.defender is None:
        raise Refusal("C10", "give the points of both sides, or of neither")
    points = scoring.checked(act.attackers, ATTACKERS), scoring.checked(act.defender, DEFENDER)
    return Filed(entry, act, *points, _worked_out(season, fight, act) if act.demoralised else None)


def _check_report(season: Season, entry: Entry, act: Report) -> None:
    fight = _running(season, act.battle)
    new = filed(season, fight, entry, act)
    if act.side == UMPIRE:
        return
    if fight.standing == at.SETTLED:
        raise Refusal("C7", "the umpire has settled this battle; ask him if it is wrong")
    if fight.standing == at.CONFIRMED and fight.filed and fight.filed.said != new.said:
        raise Refusal("C7", "both sides have agreed on this result; ask the umpire if it is wrong")


def _do_report(season: Season, entry: Entry, act: Report) -> Season:
    fight = season.fight(act.battle)
    new, old = filed(season, fight, entry, act), fight.reports.get(act.side)
    if old is None or old.said != new.said:
        fight.answers.clear()
    fight.reports[act.side] = new
    return season


def _check_answer(season: Season, entry: Entry, act: Confirm | Contest) -> None:
    fight = _running(season, act.battle)
    if fight.standing == at.SETTLED:
        raise Refusal("C7", "the umpire has settled this battle")
    if OTHER[act.side] not in fight.reports:
        raise Refusal("C7", "the other side has reported nothing yet")
    if act.kind == "confirm":
        return
    if fight.standing == at.CONFIRMED and act.side in fight.reports:
        raise Refusal("C7", "your own report says the same; report anew, or ask the umpire")
    entry.needs_reason("C7", "say what is wrong with the report, so that the umpire can settle it")


def _do_confirm(season: Season, entry: Entry, act: Confirm) -> Season:
    """He takes the other side's word for it, whatever he reported himself."""
    fight = season.fight(act.battle)
    fight.reports.pop(act.side, None)
    return _do_contest(season, entry, act)


def _do_contest(season: Season, entry: Entry, act: Confirm | Contest) -> Season:
    fight = season.fight(act.battle)
    fight.answers.clear()
    fight.answers[act.side] = entry
    return season


def _check_vote(season: Season, entry: Entry, act: Vote) -> None:
    check_vote(_double(season, act.battle, act.player).battle.attackers, act.player, act.candidate)


def _do_vote(season: Season, entry: Entry, act: Vote) -> Season:
    season.fight(act.battle).votes[act.player] = act.candidate
    return season


def _check_close(season: Season, entry: Entry, act: CloseRound) -> None:
    if act.without_battles:
        in_phase(season, "K46", "a round ends without battles only before any are published", DIPLOMACY, ASSIGN)
        if any(open_round(season).position.lawful.values()):
            entry.needs_reason("K46", "somebody could still declare war; give a reason for closing the round without battles")
        return
    in_phase(season, "C2", "a round is closed at the end of its battle phase", BATTLE)
    unfinished = [f for f in open_round(season).fights.values() if f.filed is None]
    missing = [f.battle.id for f in unfinished if f.standing == at.MISSING]
    if missing:
        raise Refusal("C7", f"no result yet for battle {', '.join(missing)}; without an army break enter the points as they stand (K45)")
    if unfinished:
        raise Refusal("C7", f"battle {', '.join(f.battle.id for f in unfinished)} is contested; settle it first")


def _do_close(season: Season, entry: Entry, act: CloseRound) -> Season:
    """All battles first, then pyramid, peace and points in one go; after the last round the campaign is over (C7, K35)."""
    current = open_round(season)
    if act.without_battles:
        current = replace(current, reason=entry.reason, skipped=True)
    ended = outcome(season, current)
    season = replace(
        season,
        closed=(*season.closed, replace(current, outcome=ended)),
        lord=ended.lord,
        peace=ended.peace,
        settings=season.settings_next,
        phase=DIPLOMACY if ended.next else FINISHED,
    )
    return replace(season, current=Round(current.number + 1, season.settings, ended.next, season.seed, current.entered) if ended.next else None)


def _check_reopen(season: Season, entry: Entry, act: Reopen) -> None:
    if not season.closed:
        raise Refusal("K52", "no battle phase has been closed yet")
    in_phase(season, "K52", "the last round can be opened again only until the next declarations are revealed", DIPLOMACY, FINISHED)


def _do_reopen(season: Season, entry: Entry, act: Reopen) -> Season:
    """Back to where the last round was before its close; what was filed for the next one is void, settings chosen since then wait again."""
    last = season.closed[-1]
    note = Ruling(("K52",), (), f"round {last.number} is opened again; what was filed for the next round is void", "reopened")
    current = replace(last, outcome=None, notes=[*last.notes, note])
    phase = BATTLE
    if last.skipped:
        current = replace(current, skipped=False)
        phase = ASSIGN if last.revealed else DIPLOMACY
    before = season.closed[-2].outcome if len(season.closed) > 1 else None
    season = replace(
        season,
        closed=season.closed[:-1],
        current=current,
        phase=phase,
        lord=without({**dict.fromkeys(season.people), **last.position.lord}, season.left),
        peace=before.peace if before else (),
        settings=last.settings,
    )
    return season if phase == BATTLE else reckon(season)


STEPS: dict[type, Step] = {
    StartClock: (_check_clock, _do_clock),
    JointArmy: (_check_army, _do_army),
    AgreeArmy: (_check_agree, _do_agree),
    Report: (_check_report, _do_report),
    Confirm: (_check_answer, _do_confirm),
    Contest: (_check_answer, _do_contest),
    Vote: (_check_vote, _do_vote),
    CloseRound: (_check_close, _do_close),
    Reopen: (_check_reopen, _do_reopen),
}
