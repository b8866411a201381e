"""A match as its page shows it: both sides, the score, the last throw, the log, whose throw is wanted, and the chances from here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING

from rules.arena import status
from rules.arena.book import Note, Tourney, drawn, guard_of
from rules.arena.dice import die_points
from rules.arena.fight import Fight
from rules.arena.match import Match, low_of, play_round
from rules.arena.state import FIGHTER, MAGE, OUT, PRESENT, SIDES, Round, at
from rules.arena.status import Need, Status
from rules.arena.tree import whence
from rules.rulings import Player, Ruling
from webapp.arena.read_bracket import BADGES, slot_name

if TYPE_CHECKING:
    from rules.arena.odds import Chance, Odds

DECIDED = frozenset({"played", "forfeited", "disputed", "final", "walkover"})
_lock = Lock()


@dataclass(frozen=True, slots=True)
class Fighter:
    """One side: who, his class and man-at-arms in words, his score, and its track: a mark for each point up to the target ("on", "new" or "")."""

    player: Player
    kind: str
    guard: str
    guard_name: str
    score: int
    track: tuple[str, ...]
    won: bool
    resigned: bool


@dataclass(frozen=True, slots=True)
class Cast:
    """Two dice as thrown: for whom, by his man-at-arms or not, each die with whether it scored; typed by whom and confirmed by whom, if so."""

    player: Player
    guard: bool
    dice: tuple[tuple[int, bool], tuple[int, bool]]
    seq: int
    by: Player | None
    typed: bool
    confirmed: Player | None


@dataclass(frozen=True, slots=True)
class Line:
    """A round of the log: its number, what kind of round it was, the throws, the score after it, and what was ruled."""

    number: int
    kind: str
    casts: tuple[Cast, ...]
    score: tuple[int, int]
    rulings: tuple[Ruling, ...]
    before: str = ""

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause it rests on, once."""
        return tuple(dict.fromkeys(c for r in self.rulings for c in r.clauses))


@dataclass(frozen=True, slots=True)
class Wanted:
    """A throw that the coming round needs, whether it is made, and whether whoever looks may make it."""

    role: str
    player: Player
    guard: bool
    thrown: Cast | None
    yours: bool


@dataclass(frozen=True, slots=True)
class Curve:
    """The chances over the rounds: A's and B's now, in percent and whole, and A's line as places in a picture of 640 by 222."""

    a: int
    b: int
    draw: int
    rounds: float
    line: tuple[tuple[int, int], ...]
    ticks: tuple[tuple[int, int], ...]

    @property
    def path(self) -> str:
        """The line as an SVG path."""
        return "M" + "L".join(f"{x} {y}" for x, y in self.line)


@dataclass(frozen=True, slots=True)
class Bout:
    """A match that is being fought or was."""

    slot: str
    name: str
    status: Status
    badge: tuple[str, str]
    fight: Fight | None
    sides: tuple[Fighter, Fighter] | None
    sources: tuple[str, str]
    round: int
    phase: str
    last: Line | None
    log: tuple[Line, ...]
    wanted: tuple[Wanted, ...]
    target: int
    notes: tuple[Note, ...]
    onward: tuple[tuple[str, str], ...]

    @property
    def fought(self) -> bool:
        """Whether it can be fought, or was."""
        return bool(self.fight and (self.fight.begun or not self.decided))

    @property
    def decided(self) -> bool:
        """Whether it has come to its end."""
        return self.status.state in DECIDED


def bout(t: Tourney, slot: str, found: Status, me: Player | None) -> Bout:
    """A match of this status, as `me` sees it."""
    bracket = drawn(t)
    fight = t.fights.get(slot)
    match = status.match_of(t, slot) if fight else None
    log = _log(fight, match) if fight and match else ()
    shape = bracket.shape
    i = shape.number[slot]
    onward = tuple((word, slot_name(shape.slots[to[0]])) for word, to in (("winner", shape.winner_to[i]), ("loser", shape.loser_to[i])) if to)
    return Bout(
        slot, slot_name(slot), found, BADGES[found.state], fight,
        _sides(t, fight, match, log[0] if log else None) if fight and match else None,
        (whence(bracket.source(slot, 0)), whence(bracket.source(slot, 1))),
        match.rounds + 1 if match else 1,
        phase(match, fight) if match and fight and not bracket.row(slot).how else "",
        log[0] if log else None, log,
        _wanted(t, slot, fight, match, me) if fight and match else (),
        t.settings.target if match is None else match.settings.target,
        tuple(n for n in t.journal if n.slot == slot), onward,
    )  # fmt: skip


def _sides(t: Tourney, fight: Fight, match: Match, last: Line | None) -> tuple[Fighter, Fighter]:
    a, b = (_fighter(t, fight, match, i, last) for i in (0, 1))
    return a, b


def _fighter(t: Tourney, fight: Fight, match: Match, i: int, last: Line | None) -> Fighter:
    player, row = fight.pair[i], drawn(t).row(fight.slot)
    gained = match.log[-1].gained[i] if match.log and last else 0
    score, target = fight.score[i], match.settings.target
    track = tuple("" if n > score else "new" if n > score - max(gained, 0) else "on" for n in range(1, target + 1))
    named = guard_of(t, fight, i) or ""
    guard = {PRESENT: f"guarded by {named or 'a man-at-arms'}", OUT: f"{named or 'his man-at-arms'} is out of the match"}.get(
        match.men_at_arms[i], "alone"
    )
    kind = match.classes[i]
    return Fighter(player, kind, guard if kind == MAGE else "", named, score, track, row.winner == player, player in drawn(t).gone)


def phase(match: Match, fight: Fight) -> str:
    """What the coming round is, in words with marks."""
    who = [f"⟦{p}⟧" for p in fight.pair]
    if match.free:
        return f"An uncontested throw for {who[SIDES.index(match.free)]}"
    casts = [who[i] for i in (0, 1) if match.classes[i] == MAGE and match.step[i] == 2]
    conjures = [who[i] for i in (0, 1) if match.classes[i] == MAGE and match.step[i] == 1]
    told = ([f"{' and '.join(casts)} cast" + ("s" if len(casts) == 1 else "")] if casts else []) + (
        [f"{' and '.join(conjures)} conjure" + ("s" if len(conjures) == 1 else "")] if conjures else []
    )
    return ", ".join(told)


def _log(fight: Fight, match: Match) -> tuple[Line, ...]:
    """Every round, the newest first; before the first throw those that need none."""
    lines = []
    parts = fight.parts or (() if fight.paper else (match,))
    for part, before in (*((p, "before it was taken up again") for p in fight.earlier), *((p, "") for p in parts)):
        lines += [_line(fight, part, r, before) for r in part.log]
    return tuple(reversed(lines))


def _line(fight: Fight, part: Match, r: Round, before: str) -> Line:
    casts = tuple(_cast(fight, part, r.number, role) for role, _ in r.throws)
    return Line(r.number, _kind(part, r), casts, r.score, tuple(fight.tell(x) for x in r.rulings), before)


def _kind(part: Match, r: Round) -> str:
    """What kind of round it was: nothing to say between two fighters."""
    roles = {role for role, _ in r.throws}
    if r.free:
        return "Free cast" if part.classes[SIDES.index(r.free)] == MAGE else "Free roll"
    if part.classes == (FIGHTER, FIGHTER):
        return ""
    casting = [side for i, side in enumerate(SIDES) if part.classes[i] == MAGE and side in roles]
    return "Cast" if casting else "Conjure"


def _cast(fight: Fight, part: Match, number: int, role: str) -> Cast:
    thrown = fight.throws[number, role]
    low = low_of(part, role)
    one, two = ((die, die_points(die, low) > 0) for die in thrown.dice)
    return Cast(fight.player(role), role[0] == "C", (one, two), thrown.seq, thrown.by, thrown.typed, thrown.confirmed)


def _wanted(t: Tourney, slot: str, fight: Fight, match: Match, me: Player | None) -> tuple[Wanted, ...]:
    may: tuple[Need, ...] = status.may_throw(t, slot, me) if me is not None else ()
    yours = {need.role for need in may}
    return tuple(
        Wanted(
            n.role, n.player, n.role[0] == "C", _cast(fight, match, n.round, n.role) if n.thrown else None, n.role in yours
        )
        for n in status.needs(t, slot)
    )  # fmt: skip


def states(fight: Fight) -> list[Match]:
    """The match before its first round and after each, since it was begun or last taken up again."""
    found = []
    for n, part in enumerate(fight.parts):
        was = fight.parts[n - 1]
        match = at(was.settings, was.classes, was.men_at_arms, rounds=was.rounds) if n else fight.bases[-1]
        found.append(match)
        for r in part.log:
            match, _ = play_round(match, dict(r.throws))
            found.append(match)
    return found


def chances(match: Match) -> Chance:
    """The exact chances from a state. Its table is worked out once in a process; threads wait for each other meanwhile."""
    with _lock:
        return _odds().at(match)


@cache
def _odds() -> Odds:
    from rules.arena.odds import Odds  # numpy takes long to import: the first match that is shown waits for it

    return Odds()


def curve(t: Tourney, slot: str) -> Curve | None:
    """The chances over the rounds of a match; None where it was decided without a throw on the site."""
    fight = t.fights.get(slot)
    if fight is None or fight.paper or not (fight.begun or not drawn(t).row(slot).how):
        return None
    found = [chances(m) for m in (states(fight) if fight.begun else [status.match_of(t, slot)])]
    line = tuple(_places([c.a + c.draw / 2 for c in found]))
    now = found[-1]
    a, draw = round(100 * now.a), round(100 * now.draw)
    every = max(1, -(-(len(line) - 1) // 10))
    ticks = tuple((x, n) for n, (x, _) in enumerate(line) if n % every == 0)
    return Curve(a, 100 - a - draw, draw, now.rounds, line, ticks)


def curve_or_words(t: Tourney, slot: str) -> Curve | str | None:
    """The same; words under settings whose chances are not worked out."""
    try:
        return curve(t, slot)
    except ArithmeticError:
        return "Under this arena’s settings a match can go on so long that its exact chances are not worked out."


def _places(values: list[float]) -> list[tuple[int, int]]:
    step = 576 / max(1, len(values) - 1)
    return [(round(48 + n * step), round(190 - 146 * v)) for n, v in enumerate(values)]


@dataclass(frozen=True, slots=True)
class Undo:
    """What taking typed dice back would change: the throw, the score before and after, rounds that wait for it, and matches that would fall."""

    line: Line
    cast: Cast
    now: tuple[int, int]
    then: tuple[int, int]
    waiting: int
    decided: bool
    falls: tuple[str, ...]


def undone(t: Tourney, slot: str, seq: int) -> Undo | None:
    """What would change; None when these are no typed dice of this match."""
    fight = t.fights.get(slot)
    place = next((p for p, x in fight.throws.items() if x.seq == seq and x.typed), None) if fight else None
    if fight is None or place is None:
        return None
    match = status.match_of(t, slot)
    cast = _cast(fight, match, *place)
    line = next((x for x in _log(fight, match) if x.number == place[0]), Line(place[0], "", (cast,), fight.score, ()))
    after = fight.thrown(place, None)
    then = after.match.score if after.match else (0, 0)
    later = len({number for number, _ in after.throws if number > place[0]})
    decided = drawn(t).row(slot).how == "played"
    fallen = tuple(f.slot for f in status.falls(t, slot, None)) if decided else ()
    return Undo(line, cast, fight.score, then, later, decided, fallen)
