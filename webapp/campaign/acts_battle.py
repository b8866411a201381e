"""What the players of a battle write: reports, answers, joint armies, votes, and how an army is organised.

Everything is written for a player: by himself, or by the umpire from paper (K53); the rules say whether it is his to do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from rules.campaign import acts
from rules.campaign.authority import check_authority
from rules.campaign.reckoning import in_phase
from rules.campaign.records import Share
from rules.campaign.state import BATTLE, CONFIRMED, SETTLED, Season
from rules.campaign.steps_battle import filed
from rules.entry import Entry
from rules.rulings import Player
from webapp import journal
from webapp.campaign.acts import OF_A_ROUND, alike, concerns
from webapp.journal import Deed
from webapp.models import Event


@dataclass(frozen=True)
class Pen:
    """Who writes for whom, with the form's key and the version it was drawn from."""

    by: int
    player: Player
    key: str
    seen: int | None

    @property
    def on_behalf(self) -> int | None:
        """The player, when somebody else writes for him; who is nobody's id has no act to write."""
        return None if str(self.by) == self.player else int(self.player) if self.player.isdecimal() and len(self.player) < 10 else 0

    def deed(self, act: acts.Act, reason: str = "") -> Deed:
        """The act as this pen writes it."""
        return Deed(act, self.by, self.on_behalf, reason=reason)


def report(event: Event, act: acts.Report, pen: Pen) -> int:
    """Tell a battle's result for a side; the number of the act by which it stands.

    A result that stands already is left as it is, and one that the other side told meanwhile is joined; anything else that came to this battle
    since the form was drawn raises Stale.
    """
    seen, now = pen.seen, journal.snapshot(event)
    _allowed(now.state, act, pen)
    while True:
        known = standing(now.state, act)
        if known:
            return known
        try:
            return journal.write(event, pen.deed(act), pen.key, seen, _told(act.battle, now)).seq
        except journal.Stale as stale:
            now = stale.now
            if standing(now.state, act) is None and not joins(now.state, act):
                raise
            seen = now.version


def _allowed(season: Season, act: acts.Report, pen: Pen) -> None:
    """Refuses whoever is not of that side before anything is compared, and results outside the battle phase (C2, K53)."""
    if season.current is None or act.battle not in season.current.fights:
        in_phase(season, "C2", "results are told in the battle phase", BATTLE)
    on_behalf = None if pen.on_behalf is None else str(pen.on_behalf)
    check_authority(season, Entry(season.version + 1, datetime.now(UTC), str(pen.by), act, on_behalf))


def _told(battle: str, snap: journal.Snapshot) -> Callable[[Entry], bool]:
    """Which acts make a report stale: what was told of the same battle, or the end of its round; votes do not."""
    concerned = concerns(battle, snap.entries)
    return lambda entry: entry.act.kind != "vote" and concerned(entry)


def standing(season: Season, act: acts.Report) -> int | None:
    """The number of the act by which this very result stands for that side, or for good; None when it does not."""
    if season.phase != BATTLE or season.current is None or act.battle not in season.current.fights:
        return None
    fight = season.current.fights[act.battle]
    own, told = fight.reports.get(act.side), fight.filed
    if own and alike(season, own, act):
        return own.entry.seq
    over = told is not None and fight.standing in (CONFIRMED, SETTLED) and filed(season, fight, told.entry, act).said == told.said
    return told.entry.seq if told and over else None


def joins(season: Season, act: acts.Report) -> bool:
    """Whether the other side alone has told the same, so that this report makes it the result of both."""
    fight = season.fight(act.battle)
    others = [f for side, f in fight.reports.items() if side != act.side]
    return len(others) == len(fight.reports) == 1 and not fight.answers and filed(season, fight, others[0].entry, act).said == others[0].said


def confirm(event: Event, battle: str, side: Any, pen: Pen) -> int:
    """Take the other side's word for it; Stale when what it says changed since the form was drawn."""
    return _answer(event, acts.Confirm(battle, side), pen, "")


def contest(event: Event, battle: str, side: Any, pen: Pen, reason: str) -> int:
    """Say that the other side's report is wrong; Stale when what it says changed since the form was drawn."""
    return _answer(event, acts.Contest(battle, side), pen, reason)


def _answer(event: Event, act: acts.Confirm | acts.Contest, pen: Pen, reason: str) -> int:
    """One answer; giving the one that stands already is success."""
    snap = journal.snapshot(event)
    fight = snap.state.current.fights.get(act.battle) if snap.state.current else None
    given = fight.answers.get(act.side) if fight else None
    if given and (given.act, given.by, given.reason) == (act, str(pen.by), reason):
        return given.seq
    return journal.write(event, pen.deed(act, reason), pen.key, pen.seen, _told(act.battle, snap)).seq


def vote(event: Event, battle: str, candidate: Player | None, pen: Pen) -> int:
    """Name the lord of a beaten defender, or nobody; the last vote counts."""
    act = acts.Vote(pen.player, battle, candidate)
    return journal.write(event, pen.deed(act), pen.key, pen.seen, lambda e: e.act.kind in OF_A_ROUND).seq


def propose(event: Event, battle: str, shares: tuple[Share, ...], pen: Pen) -> int:
    """Propose the joint army of a double; Stale when another one was proposed since the form was drawn."""
    return journal.write(event, pen.deed(acts.JointArmy(pen.player, battle, shares)), pen.key, pen.seen, _armies(battle)).seq


def agree(event: Event, battle: str, pen: Pen) -> int:
    """Agree to the joint army as proposed; Stale when another one was proposed since the page was drawn."""
    return journal.write(event, pen.deed(acts.AgreeArmy(pen.player, battle)), pen.key, pen.seen, _armies(battle)).seq


def _armies(battle: str) -> Callable[[Entry], bool]:
    return lambda e: e.act.kind in OF_A_ROUND or (e.act.kind == "joint_army" and e.act.battle == battle)


def organise(event: Event, act: acts.Organise, pen: Pen) -> int:
    """Put an army into commands; Stale when it was put into others since the form was drawn."""
    return journal.write(event, pen.deed(act), pen.key, pen.seen, lambda e: e.act.kind == "organise" and e.act.player == act.player).seq
