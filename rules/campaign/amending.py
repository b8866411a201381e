"""What a correction comes to before it is committed: everything it changes, in closed rounds and in the open one (K52)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rules.campaign.acts import Strike
from rules.campaign.closing import outcome
from rules.campaign.corrections import check_correction, dropped
from rules.campaign.pyramid import without
from rules.campaign.questions import changes, standings
from rules.campaign.season import apply
from rules.campaign.state import BATTLE, Flag, Season
from rules.entry import Entry
from rules.rulings import Player, Refusal, Ruling

QUIET = frozenset(("points", "peace"))


@dataclass(frozen=True, slots=True)
class Moved:
    """A player whose place in the table changes: place and points before, and then (an equal place is shared)."""

    player: Player
    place: tuple[int, int]
    total: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Amended:
    """A campaign after a correction, and what that changes.

    `said`: lords, points and peace of closed rounds; `gained` and `lost`: what the open round's results come to so far; `moved`: the table;
    `lapsed`: answers that lose what they answered; `flags`: acts that become unlawful and wait for the umpire.
    """

    after: Season
    said: tuple[Ruling, ...]
    gained: tuple[Ruling, ...]
    lost: tuple[Ruling, ...]
    moved: tuple[Moved, ...]
    lapsed: tuple[Entry, ...]
    flags: tuple[Flag, ...]

    @property
    def nothing(self) -> bool:
        """Whether nothing else changes by it."""
        return not (self.said or self.gained or self.lost or self.moved or self.lapsed or self.flags)


def amended(season: Season, entries: Iterable[Entry]) -> Amended:
    """The campaign as it would be with these acts in addition, and all that changes; Refusal when one of them is not lawful (K52)."""
    after = season
    for entry in entries:
        after = apply(after, entry)
    said = tuple(r for r in changes(season, after) if r.code != "flagged")
    was, now = _open_rulings(season), _open_rulings(after)
    flags = tuple(flag for seq, flag in sorted(after.flagged.items()) if seq not in season.flagged)
    gained, lost = tuple(r for r in now if r not in was), tuple(r for r in was if r not in now)
    return Amended(after, said, gained, lost, tuple(_moved(season, after)), _lapsed(season, after), flags)


def _open_rulings(season: Season) -> tuple[Ruling, ...]:
    """What the open battle phase comes to so far: results and lords."""
    if season.phase != BATTLE or season.current is None:
        return ()
    return tuple(r for r in outcome(season, season.current).told if r.code not in QUIET)


def _moved(before: Season, after: Season) -> Iterator[Moved]:
    was = {row.player: row for row in standings(before)}
    for row in standings(after):
        old = was.get(row.player)
        if old and (old.place, old.total) != (row.place, row.total):
            yield Moved(row.player, (old.place, row.place), (old.total, row.total))


def _lapsed(before: Season, after: Season) -> tuple[Entry, ...]:
    """Reports and answers that counted before and count no longer, though nobody struck or replaced them themselves."""
    told, gone = {e.seq for e in _told(after)}, dropped(after.entries)
    return tuple(e for e in _told(before) if e.seq not in told and e.seq not in gone and not _overruled(after, e))


def _told(season: Season) -> Iterator[Entry]:
    for one in season.rounds:
        for fight in one.fights.values():
            yield from (filed.entry for filed in fight.reports.values())
            yield from fight.answers.values()


def _overruled(after: Season, entry: Entry) -> bool:
    """Whether a newer word of the same side has simply taken its place."""
    fight, side = after.fight(entry.act.battle), entry.act.side
    newer = fight.reports.get(side), fight.answers.get(side)
    return any(e is not None for e in newer)


def may_correct(season: Season, entry: Entry) -> Refusal | None:
    """Why an act can be neither struck nor replaced; None when it can, as far as the act itself goes (K52)."""
    strike = Entry(season.version + 1, entry.at, None, Strike(entry.seq), reason="asked")
    try:
        check_correction(season.entries, strike)
    except Refusal as no:
        return no
    return None


def opened(season: Season, number: int) -> Season:
    """The campaign with that closed round open in its battle phase, as its results stand now: to look at, never to play on.

    Armies are organised as they are today. Refusal when the round is not over.
    """
    one = next((r for r in season.closed if r.number == number and r.fights), None)
    if one is None:
        raise Refusal("K52", f"round {number} has no battles that are over")
    earlier = season.closed[: number - 1]
    peace = earlier[-1].outcome.peace if earlier and earlier[-1].outcome else ()
    lord = without({**dict.fromkeys(season.people), **one.position.lord}, season.left)
    return replace(season, closed=earlier, current=replace(one, outcome=None), phase=BATTLE, lord=lord, peace=peace, settings=one.settings)
