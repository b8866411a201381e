"""All acts of a campaign for its umpire, what correcting one of them would change, and flagged acts that wait for his word (K52)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rules.campaign import acts, questions
from rules.campaign.amending import Moved, amended, may_correct, opened
from rules.campaign.corrections import FACTS
from rules.campaign.ledger import SEALED, Line, ledger
from rules.campaign.records import ATTACKERS, BOTH, DEFENDER
from rules.campaign.state import BATTLE, FINISHED, Filed, Season
from rules.campaign.steps_battle import filed
from rules.entry import Entry
from rules.rulings import Player, Refusal, Ruling, count, mention
from webapp.campaign import read_desk

NAMED = {"declare": "target", "order": "target", "assign_province": "province"}
"""The field of an act of a kind in whose place another name can be put."""
NOBODY = "none"
"""The name of nobody, where a declaration may be empty."""
TYPED = {"dispatch": "text", "review_list": "verdict", "enter": "army"}
"""The field that tells an act of a kind, as it was typed."""


@dataclass(frozen=True)
class Shown:
    """One act in the list. `what`: what it says, with marks for people; `gone`: the act that took it out, and how; `back`: the strike whose own
    strike brings it back; `strike`: it can be struck; `right`: it is a result that counts, so the right one can be entered in its place;
    `name`: another name can."""

    entry: Entry
    what: str
    gone: str
    back: int | None
    strike: bool
    right: bool
    name: bool


@dataclass(frozen=True)
class Acts:
    """The acts of one round, newest first, and the rounds that have some. `sealed`: something is left out until diplomacy is closed (K4)."""

    round: int
    rounds: tuple[int, ...]
    shown: tuple[Shown, ...]
    sealed: bool


@dataclass(frozen=True)
class Changes:
    """Everything a correction changes; `no` says why it cannot be. `mark` is another one when the changes are."""

    said: tuple[Ruling, ...] = ()
    gained: tuple[Ruling, ...] = ()
    lost: tuple[Ruling, ...] = ()
    moved: tuple[Moved, ...] = ()
    lapsed: tuple[Entry, ...] = ()
    flags: tuple[Ruling, ...] = ()
    no: Refusal | None = None

    @property
    def nothing(self) -> bool:
        """Whether nothing else changes by it."""
        return not (self.said or self.gained or self.lost or self.moved or self.lapsed or self.flags or self.no)

    @property
    def mark(self) -> str:
        """What stands for these changes on a form."""
        lapsed = [e.seq for e in self.lapsed]
        told = (self.said, self.gained, self.lost, self.moved, lapsed, self.flags, str(self.no))
        return hashlib.sha256(repr(told).encode()).hexdigest()[:24]


@dataclass(frozen=True)
class Flagged:
    """A flagged act that waits for the umpire's word, with what it says; `entry` is None while what it is, is sealed from him."""

    seq: int
    entry: Entry | None
    what: str
    why: str
    clause: str
    strike: bool


def hidden(season: Season, line: Line, reader: Player) -> bool:
    """Whether this umpire may not know of an act: he plays himself, and it is sealed or was never made known (K4)."""
    return isinstance(line.entry.act, SEALED) and not line.revealed and not questions.may_read_sealed(season, reader)


def listed(season: Season, reader: Player, number: int | None = None) -> Acts:
    """The acts of a round (None: the latest that has any), as this umpire may see them."""
    lines = ledger(season.entries)
    last = season.round + (season.phase == FINISHED)
    rounds = tuple(sorted({min(line.round, last) for line in lines}, reverse=True))
    here = number if number in rounds else (rounds[0] if rounds else 0)
    own = [line for line in reversed(lines) if min(line.round, last) == here]
    seen = [line for line in own if not hidden(season, line, reader)]
    counting = _counting(season)
    return Acts(here, rounds, tuple(_shown(season, line, counting) for line in seen), len(seen) < len(own))


def _counting(season: Season) -> dict[int, Filed]:
    """The results that count, by the number of the act that tells them."""
    return {f.filed.entry.seq: f.filed for one in season.rounds for f in one.fights.values() if f.filed}


def _shown(season: Season, line: Line, counting: dict[int, Filed]) -> Shown:
    entry, by = line.entry, None
    if line.gone is not None:
        by = next(e for e in season.entries if e.seq == line.gone)
    struck = by is not None and isinstance(by.act, acts.Strike)
    gone = "" if by is None else f"{'struck' if struck else 'replaced'} by act {line.gone}"
    if by is None and not line.stands:
        gone = "no longer the last word"
    free = by is None and may_correct(season, entry) is None
    named = free and bool(names_for(season, line))
    return Shown(entry, _what(season, line), gone, line.gone if struck else None, free, free and entry.seq in counting, named)


def names_for(season: Season, line: Line) -> tuple[str, ...]:
    """The names that can be put in the place of the one in this act: players or provinces; () when that is not how it is corrected.

    What is still sealed is simply filed anew, and an order that counts as none is struck.
    """
    act: Any = line.entry.act
    if line.gone is not None or act.kind not in NAMED or (isinstance(act, SEALED) and not (line.revealed and line.stands)):
        return ()
    if isinstance(act, acts.AssignProvince):
        return tuple(sorted(season.places))
    others = tuple(p for p in sorted(season.people) if p not in (getattr(act, "player", None), getattr(act, "vassal", None)))
    return (*others, NOBODY) if isinstance(act, acts.Declare) else others


def name_in(entry: Entry) -> str:
    """The name that an act has now."""
    return getattr(entry.act, NAMED[entry.act.kind]) or NOBODY


def _what(season: Season, line: Line) -> str:
    """What an act says, where its kind alone does not tell; of what is sealed only the last word of each (K4)."""
    act: Any = line.entry.act
    if isinstance(act, SEALED):
        return _word(act) if line.stands and line.gone is None else ""
    if isinstance(act, acts.Report):
        return _result(season, line.entry, act)
    if isinstance(act, acts.Vote):
        return f"for {mention(act.candidate)}" if act.candidate else "for nobody"
    if isinstance(act, acts.AssignProvince):
        place = season.places.get(act.province)
        return place.name if place else act.province
    if isinstance(act, acts.SetSettings):
        return ", ".join(f"{v.name} {v.value}" for v in act.values)
    if isinstance(act, acts.Organise):
        return count(len(act.commands), "command")
    return str(getattr(act, TYPED.get(act.kind, ""), ""))


def _word(act: acts.Declare | acts.Order) -> str:
    if isinstance(act, acts.Order):
        return f"{mention(act.vassal)} is to declare war on {mention(act.target)}" if act.target else f"to {mention(act.vassal)}, taken back"
    return f"war on {mention(act.target)}" if act.target else "nobody to name"


def _result(season: Season, entry: Entry, act: acts.Report) -> str:
    """A report in words: who fought, the points, and what broke."""
    fight = season.fight(act.battle)
    points = _points(season, entry, act)
    score = f"{points[0]}–{points[1]}, " if points else ""
    broke = {None: "no army broke", BOTH: "both armies broke", DEFENDER: "the defender’s army broke", ATTACKERS: "the attackers’ army broke"}[
        act.broken
    ]
    return f"{fight.battle.words}: {score}{broke}"


def _points(season: Season, entry: Entry, act: acts.Report) -> tuple[int, int] | None:
    """The points a report comes to, also one that counts no longer; None when they cannot be worked out as armies are organised today."""
    fight = season.fight(act.battle)
    try:
        told = next((f for f in fight.reports.values() if f.entry.seq == entry.seq), None) or filed(season, fight, entry, act)
    except Refusal:
        return None
    return told.attackers, told.defender


def changed(season: Season, entries: Sequence[Entry], reader: Player) -> Changes:
    """Everything these entries would change, told as this umpire may know it; with the refusal when they cannot be."""
    try:
        told = amended(season, entries)
    except Refusal as no:
        return Changes(no=no)
    flags = tuple(r for r in questions.changes(season, told.after, reader) if r.code == "flagged")
    return Changes(told.said, told.gained, told.lost, told.moved, told.lapsed, flags)


def line_of(season: Season, seq: int, reader: Player) -> Line | None:
    """An act by its number; None for one that this umpire may not know of, unless it waits for his word."""
    line = next((line for line in ledger(season.entries) if line.entry.seq == seq), None)
    waits = seq in {flag.entry.seq for flag in season.open_flags}
    return None if line is None or (hidden(season, line, reader) and not waits) else line


def single(season: Season, line: Line) -> Shown:
    """One act as the list shows it."""
    return _shown(season, line, _counting(season))


def reported(season: Season, line: Line) -> tuple[Season, read_desk.Entering] | None:
    """The closed round of a result that counts, to be looked at as if it were open, and its battle on the form; None when there is no such thing."""
    act = line.entry.act
    if not isinstance(act, acts.Report) or line.entry.seq not in _counting(season) or is_open(season, line):
        return None
    then = opened(season, line.round)
    entering = read_desk.entering(then, act.battle)
    return (then, entering) if entering else None


def is_open(season: Season, line: Line) -> bool:
    """Whether an act belongs to the open battle phase, where the desk itself takes results."""
    return season.phase == BATTLE and line.round == season.round


def flags(season: Season, reader: Player) -> tuple[Flagged, ...]:
    """The acts that wait for the umpire's word, as he may know of them."""
    return tuple(_flagged(season, reader))


def _flagged(season: Season, reader: Player) -> Iterable[Flagged]:
    lines = {line.entry.seq: line for line in ledger(season.entries)}
    for flag in season.open_flags:
        seq = flag.entry.seq
        secret = hidden(season, lines[seq], reader)
        why = questions.flag_told(season, flag, reader)
        what = "" if secret else _what(season, lines[seq])
        yield Flagged(seq, None if secret else flag.entry, what, why, flag.clause, not isinstance(flag.entry.act, FACTS))
