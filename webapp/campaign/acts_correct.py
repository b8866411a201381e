"""Corrections of what has been (K52): an act is struck, a result is replaced by the right one, a flagged act is let stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules.campaign import acts
from rules.campaign.acts import Report
from rules.entry import Entry
from rules.rulings import Player
from webapp import journal
from webapp.journal import Deed, Snapshot
from webapp.models import Event


def strike(seq: int, by: int, reason: str) -> list[Deed]:
    """What strikes an act; striking a strike brings an act back."""
    return [Deed(acts.Strike(seq), by, reason=reason)]


def result(act: Report, votes: Mapping[Player, Player | None], corrects: int, by: int, reason: str) -> list[Deed]:
    """What puts another result in the place of that one, with the votes of a double that the umpire enters for its members (K53)."""
    said = [Deed(acts.Vote(p, act.battle, named), by, int(p), reason=reason) for p, named in sorted(votes.items())]
    return [*said, Deed(act, by, reason=reason, corrects=corrects)]


def renamed(old: Entry, field: str, name: str | None, by: int, reason: str) -> list[Deed]:
    """What puts another name in the place of the one in that act: done by the umpire for whoever did it (K53)."""
    whose = getattr(old.act, "lord", getattr(old.act, "player", None)) if old.act.kind != "assign_province" else None
    return [Deed(replace(old.act, **{field: name}), by, int(whose) if whose else None, reason=reason, corrects=old.seq)]


def ahead(snap: Snapshot, deeds: Sequence[Deed]) -> list[Entry]:
    """The entries these deeds would make, to be looked at before they are done; a reason still to come is taken as given."""
    at = snap.entries[-1].at
    return [
        Entry(snap.version + n, at, str(d.by), d.act, str(d.for_) if d.for_ else None, d.reason or "to come", d.corrects)
        for n, d in enumerate(deeds, start=1)
    ]


def commit(event: Event, deeds: Sequence[Deed], key: str, seen: int) -> int:
    """Do what was looked at, all or nothing; Stale when anything at all happened since that version."""
    return journal.write_all(event, deeds, key, seen).seq


def let_stand(event: Event, seq: int, by: int, key: str) -> int:
    """Let a flagged act stand; one that was let stand already is."""
    before = journal.snapshot(event)
    flag = before.state.flagged.get(seq)
    if flag and flag.let_stand:
        return before.version
    return journal.write(event, Deed(acts.LetStand(seq), by), key).seq
