"""All acts of a campaign as they were done: to which round each belongs, whether it still counts, whether it is sealed (K4, K52)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.campaign.acts import Begin, CloseDiplomacy, CloseRound, Declare, Leave, Order, Reopen, Strike
from rules.campaign.corrections import OF_A_BATTLE, dropped, round_of
from rules.entry import Entry
from rules.rulings import Player

SEALED = (Declare, Order)
"""Acts that nobody reads before the close of diplomacy."""


@dataclass(frozen=True, slots=True)
class Line:
    """One act. `round`: 0 before the first; `gone`: the number of the act that struck or replaced it, None while it counts.

    Of a declaration or an order, `revealed` says whether the close of diplomacy made it known, and `stands` whether it is the last word of
    who gave it: what was replaced, taken back or made void is never made known (K4). Other acts are known at once.
    """

    entry: Entry
    round: int
    gone: int | None
    revealed: bool = True
    stands: bool = True


Key = tuple[Player, Player | None]
"""Whose word it is: a player's declaration, or a lord's order to somebody below him."""


class _Reader:
    """Reads the acts once, keeping what is filed for each round."""

    def __init__(self) -> None:
        self.round = 0
        self.filed: dict[int, dict[Key, int]] = {}
        self.places: dict[int, int] = {}
        self.open: set[int] = set()
        self.revealed: set[int] = set()

    def read(self, entry: Entry) -> None:
        """One more act that counts."""
        act, here = entry.act, self.places[entry.seq]
        filed = self.filed.setdefault(here, {})
        if isinstance(act, SEALED):
            self._file(entry, filed, here)
        elif isinstance(act, Leave):
            for key in [k for k in filed if act.player in k]:
                del filed[key]
        elif isinstance(act, CloseDiplomacy):
            self.revealed.add(here)
            self.open |= set(filed.values())
        elif isinstance(act, Begin | CloseRound):
            self.round += 1
        elif isinstance(act, Reopen):
            self.filed.pop(self.round, None)
            self.round -= 1

    def _file(self, entry: Entry, filed: dict[Key, int], here: int) -> None:
        act = entry.act
        key = (act.lord, act.vassal) if isinstance(act, Order) else (act.player, None)
        if isinstance(act, Order) and act.target is None:
            filed.pop(key, None)
            return
        filed[key] = entry.seq
        if here in self.revealed:
            self.open.add(entry.seq)


def ledger(entries: Iterable[Entry]) -> tuple[Line, ...]:
    """All acts in order, each with its round: that of its battle for a result or vote, that of what it replaced for a replacement."""
    entries = tuple(entries)
    gone, reader = _gone(entries), _Reader()
    for entry in entries:
        reader.places[entry.seq] = _round(entry, reader)
        if entry.seq not in gone:
            reader.read(entry)
    standing = {seq for filed in reader.filed.values() for seq in filed.values()}
    return tuple(
        Line(e, reader.places[e.seq], gone.get(e.seq), e.seq in reader.open, e.seq in standing)
        if isinstance(e.act, SEALED)
        else Line(e, reader.places[e.seq], gone.get(e.seq))
        for e in entries
    )


def _round(entry: Entry, reader: _Reader) -> int:
    if isinstance(entry.act, OF_A_BATTLE):
        return round_of(entry.act.battle)
    if entry.corrects is not None:
        return reader.places.get(entry.corrects, reader.round)
    return max(reader.round, 1) if isinstance(entry.act, Begin) else reader.round


def _gone(entries: tuple[Entry, ...]) -> dict[int, int]:
    """For each act that no longer counts, the one that struck or replaced it."""
    lost = dropped(entries)
    by: dict[int, int] = {}
    for entry in entries:
        if entry.seq not in lost:
            target = entry.act.seq if isinstance(entry.act, Strike) else entry.corrects
            if target is not None:
                by[target] = entry.seq
    return by
