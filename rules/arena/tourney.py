"""A whole arena: the acts in, the tournament out.

`replay` and `apply` go through the same steps (field, duel, court), one for each kind of act. An act that is not lawful at its moment is a
Refusal and changes nothing, so any lawful journal's beginning is a lawful journal. What an hour brings about is asked in status.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rules.arena import court, duel, field
from rules.arena.book import AlreadyThrown, Entrant, Note, Step, Tourney
from rules.arena.fight import Fight
from rules.entry import Entry
from rules.rulings import Refusal

__all__ = ["AlreadyThrown", "Entrant", "Fight", "Note", "Tourney", "apply", "replay"]

STEPS: dict[type, Step] = {**field.STEPS, **duel.STEPS, **court.STEPS}


def apply(t: Tourney, entry: Entry) -> Tourney:
    """The tournament after one more act, which must come later in the journal; Refusal when it is not lawful now."""
    if entry.seq <= t.seq:
        raise ValueError(f"entry {entry.seq} does not come after {t.seq}")
    if entry.corrects is not None:
        raise Refusal("A40", "in an arena nothing takes an earlier entry's place: take that one back, then enter it anew")
    return replace(STEPS[type(entry.act)](t, entry, entry.act), seq=entry.seq)


def replay(entries: Iterable[Entry]) -> Tourney:
    """The tournament that these acts make, in the order given."""
    t = Tourney()
    for entry in entries:
        t = apply(t, entry)
    return t
