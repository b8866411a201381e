"""Corrections: which acts count, in which order, once later ones have struck or replaced some (K52).

What was played stands: a published allotment, the close of a phase, a result. A result is corrected by a new report on its battle, a vote by a new
vote; such an act belongs to the round of its battle, however late it comes. Any other act is replaced by one that `corrects` it, or struck.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.campaign import acts
from rules.campaign.acts import Strike
from rules.entry import Entry
from rules.rulings import Refusal

FACTS = (acts.Begin, acts.CloseDiplomacy, acts.PublishAllotment, acts.CloseRound, acts.Reopen)
"""Acts that can be neither struck nor replaced."""
OF_A_BATTLE = (acts.Report, acts.Confirm, acts.Contest, acts.Vote)
"""Acts that belong to the round of the battle they name."""
TURNS: dict[type, int] = {acts.CloseRound: 1, acts.Reopen: -1}
"""How acts change the number of closed rounds."""


@dataclass(frozen=True, slots=True)
class Course:
    """The entries that count, in the order in which they are played; `touched` is where the first correction makes itself felt, None without one."""

    entries: tuple[Entry, ...]
    touched: int | None


def round_of(battle: str) -> int:
    """The round in which a battle was published; 0 for what is no battle's id."""
    number = battle.partition(".")[0]
    return int(number) if number.isascii() and number.isdigit() else 0


def is_correction(entry: Entry, rounds_closed: int) -> bool:
    """Whether an act changes what has been, once so many rounds are closed."""
    act = entry.act
    if entry.corrects is not None or isinstance(act, Strike):
        return True
    return rounds_closed > 0 and isinstance(act, OF_A_BATTLE) and 0 < round_of(act.battle) <= rounds_closed


def dropped(entries: Sequence[Entry]) -> set[int]:
    """The numbers of all entries that are struck or replaced; a strike that was struck itself does nothing."""
    gone: set[int] = set()
    for entry in reversed(entries):
        if entry.seq not in gone:
            if isinstance(entry.act, Strike):
                gone.add(entry.act.seq)
            if entry.corrects is not None:
                gone.add(entry.corrects)
    return gone


def course(entries: Sequence[Entry]) -> Course:
    """The acts as they count. A replacement stands where the replaced act stood, a late act on a battle just before its round was closed."""
    if not _any_correction(entries):
        return Course(tuple(entries), None)
    gone = dropped(entries)
    place = {entry.seq: float(i) for i, entry in enumerate(entries)}
    late = _late(entries, place)
    place.update(late)
    for entry in entries:
        if entry.corrects in place:
            place[entry.seq] = place[entry.corrects]
    alive = [e for e in entries if e.seq not in gone and not isinstance(e.act, Strike)]
    first = min([*late.values(), *(place[e.seq] for e in entries if e.seq in gone and not isinstance(e.act, Strike))], default=len(entries))
    order = sorted(alive, key=lambda e: (place[e.seq], e.seq))
    return Course(tuple(order), sum(place[e.seq] < first for e in order))


def _any_correction(entries: Iterable[Entry]) -> bool:
    closed = 0
    for entry in entries:
        closed += TURNS.get(type(entry.act), 0)
        if is_correction(entry, closed):
            return True
    return False


def _late(entries: Iterable[Entry], place: dict[int, float]) -> dict[int, float]:
    """New places for acts on a battle that came after its round was closed: just before that close."""
    closes: list[float] = []
    moved = {}
    for entry in entries:
        turn = TURNS.get(type(entry.act), 0)
        if turn > 0:
            closes.append(place[entry.seq])
        elif turn < 0:
            closes.pop()
        elif entry.corrects is None and isinstance(entry.act, OF_A_BATTLE) and is_correction(entry, len(closes)):
            moved[entry.seq] = closes[round_of(entry.act.battle) - 1] - 0.5
    return moved


def check_correction(entries: Sequence[Entry], entry: Entry) -> None:
    """Refuses a correction of what cannot be corrected in this way; whether the new course of things holds is for the replay to say."""
    if not isinstance(entry.act, Strike):
        entry.needs_reason("K52", "this changes what has been, so it needs a reason")
    target = entry.act.seq if isinstance(entry.act, Strike) else entry.corrects
    if target is None:
        return
    old = next((e for e in entries if e.seq == target), None)
    if old is None or target in dropped(entries):
        raise Refusal("K52", f"there is no act {target} that still counts")
    if isinstance(old.act, FACTS):
        raise Refusal("K52", "what was published or closed stands; correct the results and votes, or open the last round again")
    if isinstance(entry.act, Strike):
        _check_strike(entries, old, entry)
    elif type(old.act) is not type(entry.act) or getattr(old.act, "player", None) != getattr(entry.act, "player", None):
        raise Refusal("K52", "an act is corrected by another of the same kind and for the same player")


def _check_strike(entries: Sequence[Entry], old: Entry, entry: Entry) -> None:
    if isinstance(old.act, acts.Enter) and any(isinstance(e.act, acts.Begin) for e in entries):
        raise Refusal("K52", "round 1 has begun; a player can leave, but not be struck out")
    over = any(isinstance(e.act, acts.CloseDiplomacy | acts.CloseRound) and e.seq > old.seq for e in entries)
    if over:
        entry.needs_reason("K52", "that phase is over; striking something out of it needs a reason")
