"""What the umpire's desk writes: results with votes, undo, the clock, the close of a round and its reopening."""

from __future__ import annotations

from collections.abc import Callable

from rules.campaign import acts
from rules.campaign.corrections import dropped
from rules.campaign.records import UMPIRE
from rules.campaign.state import BATTLE, Filed, Season
from rules.campaign.steps_battle import filed
from rules.entry import Entry
from rules.rulings import Player, Refusal
from webapp import journal
from webapp.journal import Deed
from webapp.models import Event

OF_A_BATTLE = frozenset(("report", "confirm", "contest", "vote"))
OF_A_ROUND = frozenset(("close_round", "reopen"))


def votes_for(season: Season, battle: str, named: Player | None) -> dict[Player, Player | None]:
    """The votes that are still wanted for a double to name this member, or nobody: those who have not voted so."""
    fight = season.fight(battle)
    return {p: named for p in fight.battle.attackers if p not in fight.votes or fight.votes[p] != named}


def report(event: Event, act: acts.Report, votes: dict[Player, Player | None], by: int, key: str, seen: int | None) -> int:
    """Record a result and, for a double, its members' votes (K53), all or nothing; the number of the act that tells it.

    What is recorded already stays as it is, whoever recorded it; anything else that came to this battle meanwhile raises Stale.
    """
    deeds = [Deed(acts.Vote(p, act.battle, named), by, int(p)) for p, named in sorted(votes.items())]
    known = recorded(journal.snapshot(event).state, act, votes)
    if known:
        return known
    try:
        return journal.write_all(event, [*deeds, Deed(act, by)], key, seen, concerns(act.battle, journal.snapshot(event).entries)).seq
    except journal.Stale as stale:
        known = recorded(stale.now.state, act, votes)
        if known:
            return known
        raise


def recorded(season: Season, act: acts.Report, votes: dict[Player, Player | None]) -> int | None:
    """The number of the umpire's act that says the very same of that battle; None when there is none."""
    if season.phase != BATTLE or season.current is None or act.battle not in season.current.fights:
        return None
    fight = season.current.fights[act.battle]
    told = fight.reports.get(UMPIRE)
    if told is None or any(p not in fight.votes or fight.votes[p] != named for p, named in votes.items()):
        return None
    return told.entry.seq if alike(season, told, act) else None


def alike(season: Season, told: Filed, act: acts.Report) -> bool:
    """Whether that report says the very same of the battle as this one."""
    new = filed(season, season.fight(act.battle), told.entry, act)
    return told.said == new.said and sorted(map(repr, told.report.demoralised)) == sorted(map(repr, act.demoralised))


def concerns(battle: str, entries: tuple[Entry, ...]) -> Callable[[Entry], bool]:
    """Which acts make a form for that battle stale."""
    own = {e.seq for e in entries if getattr(e.act, "battle", None) == battle}

    def concerned(entry: Entry) -> bool:
        act = entry.act
        if act.kind in OF_A_ROUND or (isinstance(act, acts.Strike) and act.seq in own):
            return True
        return act.kind in OF_A_BATTLE and getattr(act, "battle", None) == battle

    return concerned


def undo(event: Event, seq: int, by: int, key: str, seen: int | None, reason: str) -> int:
    """Strike a result of the open round; one that is struck already stays struck. Stale when its battle has changed since.

    Refusal for any other act: what striking that changes, and whether this umpire may know of it at all, is for the list of acts (K4, K52).
    """
    before = journal.snapshot(event)
    if seq in dropped(before.entries):
        return before.version
    told = next((e.act for e in before.entries if e.seq == seq), None)
    current = before.state.current
    if not isinstance(told, acts.Report) or before.state.phase != BATTLE or current is None or told.battle not in current.fights:
        raise Refusal("K52", "only results of the open round are taken back so; the list of acts corrects everything else")
    return journal.write(event, Deed(acts.Strike(seq), by, reason=reason), key, seen, concerns(told.battle, before.entries)).seq


def close(event: Event, number: int, by: int, key: str, seen: int | None) -> int:
    """Close a round. Closing the one that was just closed is success; Stale when a result changed since the preview was drawn."""
    before = journal.snapshot(event)
    if any(one.number == number for one in before.state.closed):
        return before.version
    watched = OF_A_BATTLE | OF_A_ROUND | {"strike", "leave"}
    return journal.write(event, Deed(acts.CloseRound(), by), key, seen, lambda e: e.act.kind in watched).seq


def reopen(event: Event, by: int, key: str, seen: int | None) -> int:
    """Open the last closed round again. Stale when rounds were closed or opened since."""
    return journal.write(event, Deed(acts.Reopen(), by), key, seen, lambda e: e.act.kind in OF_A_ROUND).seq


def start_clock(event: Event, by: int, key: str, seen: int | None) -> int:
    """Start the clock of the battle phase."""
    return journal.write(event, Deed(acts.StartClock(), by), key, seen, lambda e: e.act.kind in OF_A_ROUND | {"start_clock"}).seq
