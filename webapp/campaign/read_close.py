"""What closing the open round would do, and what opening the last one again would."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign import questions
from rules.campaign.acts import CloseRound, Reopen
from rules.campaign.scoring import Row
from rules.campaign.season import apply
from rules.campaign.state import BATTLE, DIPLOMACY, FINISHED, Season
from rules.entry import Entry
from rules.rulings import Player, Problem, Ruling, mention
from webapp.campaign.read_battles import QUIET, Fought, fought


@dataclass(frozen=True)
class Closing:
    """What closing the round would do. `missing` are battles that keep it open, `doubts` what looks odd in results that would count.

    `table`: the final table, once the last round can be closed.
    """

    number: int
    last: bool
    results: tuple[Ruling, ...]
    shifts: tuple[Ruling, ...]
    points: tuple[tuple[Player, int], ...]
    peace: tuple[Ruling, ...]
    warnings: tuple[Problem, ...]
    missing: tuple[Fought, ...]
    doubts: tuple[tuple[Fought, Problem], ...]
    table: tuple[Row, ...]


@dataclass(frozen=True)
class Reopening:
    """What opening the last round again would do: whose lord changes, and how many declarations of the next round are void."""

    number: int
    lords: tuple[Ruling, ...]
    void: int


def closing(season: Season) -> Closing | None:
    """What closing the open battle phase now would do; None in another phase."""
    current = season.current
    if season.phase != BATTLE or current is None:
        return None
    ended = questions.preview_close(season)
    results = tuple(r for r in ended.told if r.code in ("battle", "named", "named_none"))
    shifts = tuple(r for r in ended.told if r.code not in QUIET and r not in results)
    points = tuple(sorted(ended.points.items(), key=lambda item: (-item[1], item[0])))
    missing = tuple(fought(current, current.fights[b]) for b in ended.missing)
    peace = tuple(r for r in ended.told if r.code == "peace")
    doubts = tuple((fought(current, f), doubt) for f in current.fights.values() if f.filed for doubt in f.filed.doubts)
    table = _final(season) if ended.next is None and not missing else ()
    return Closing(current.number, ended.next is None, results, shifts, points, peace, ended.warnings, missing, doubts, table)


def _final(season: Season) -> tuple[Row, ...]:
    """The table as it would stand once the last round is closed, with the bonus for lordship (C10, K35)."""
    return questions.standings(apply(season, Entry(season.version + 1, season.entries[-1].at, None, CloseRound())))


def reopening(season: Season) -> Reopening | None:
    """What opening the last closed round again would do; None when there is none that may be opened (K52)."""
    if season.phase not in (DIPLOMACY, FINISHED) or not season.closed:
        return None
    then = apply(season, Entry(season.version + 1, season.entries[-1].at, None, Reopen()))
    lords = []
    for p, now in sorted(season.lord.items()):
        if then.lord.get(p) != now:
            was, will = (f"under {mention(up)}" if up else "free" for up in (now, then.lord.get(p)))
            lords.append(Ruling(("C7", "K52"), (p,), f"{mention(p)} is {will} again, not {was}", "lord_changes"))
    return Reopening(season.closed[-1].number, tuple(lords), len(season.current.own) if season.current else 0)
