"""The journal of an event: reading it, replaying it, and the one way to write into it.

A write opens its transaction (BEGIN IMMEDIATE on SQLite, a row lock on PostgreSQL), answers a key it has seen with what it answered then,
refuses a form drawn from an older version where that matters, asks the rules, appends the act to the chain, commits, and only then answers.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from flask import current_app
from sqlalchemy import func, insert, select
from sqlalchemy.orm import Session

from rules.arena import tourney
from rules.campaign import season
from rules.entry import Entry
from webapp import db
from webapp.models import Act, Event
from webapp.models.acts import KINDS, load, store

SEALED = frozenset({"declare", "order"})
"""Kinds whose content is nobody's business until it is revealed: they enter the chain with a nonce."""


@dataclass(frozen=True)
class Engine:
    """What a sheet's rules offer the journal."""

    replay: Callable[[Iterable[Any]], Any]
    apply: Callable[[Any, Any], Any]


ENGINES = {
    "campaign": Engine(season.replay, season.apply),
    "arena": Engine(tourney.replay, tourney.apply),
}


@dataclass(frozen=True)
class Snapshot:
    """An event as it stands: its version (the last seq, 0 at first), the chain's head, its acts in order, and what the rules make of them."""

    version: int
    head: bytes
    entries: tuple[Any, ...]
    state: Any


@dataclass(frozen=True)
class Deed:
    """One act about to be written: what, by whom, for whom, when."""

    act: Any
    by: int | None
    for_: int | None = None
    at: datetime | None = None
    reason: str = ""
    corrects: int | None = None


@dataclass(frozen=True)
class Written:
    """The answer to a write: the place of the act, whether this key had been written before, and the event after it."""

    seq: int
    again: bool
    after: Snapshot


class Stale(Exception):
    """The form was drawn from an older version, and `since` are the acts after it that concern it: HTTP 409."""

    def __init__(self, now: Snapshot, since: tuple[Any, ...]) -> None:
        super().__init__(f"the event is at version {now.version}")
        self.now = now
        self.since = since


def snapshot(event: Event, session: Session | None = None) -> Snapshot:
    """The event as it stands, replayed at most once for each version in each process."""
    session = session or db.session()
    cache: dict[tuple[int, datetime], Snapshot] = current_app.extensions.setdefault("snapshots", {})
    this = event.id, event.made  # a database may give a new event the number of one that was removed
    known = cache.get(this)
    version = session.scalar(select(func.max(Act.seq)).where(Act.event_id == event.id)) or 0
    if known is None or known.version != version:
        known = _read(event, session, known)
        cache[this] = known
    return known


def write(
    event: Event, deed: Deed, key: str, seen: int | None = None, concerns: Callable[[Any], bool] | None = None, now: datetime | None = None
) -> Written:
    """Do one act. `seen` is the version the form was drawn from, `concerns` tells which later acts make that stale (None: any).

    Raises Refusal when the rules say no, and Stale; nothing is written then.
    """
    return write_all(event, [deed], key, seen, concerns, now)


def write_all(
    event: Event, deeds: Sequence[Deed], key: str, seen: int | None = None, concerns: Callable[[Any], bool] | None = None, now: datetime | None = None
) -> Written:
    """Do several acts as one: all of them or none."""
    with db.writing() as own:
        own.execute(select(Event.id).where(Event.id == event.id).with_for_update())
        done = own.scalar(select(Act.seq).where(Act.event_id == event.id, Act.key == key))
        before = snapshot(event, own)
        if done is not None:
            return Written(done, True, before)
        since = tuple(e for e in before.entries if e.seq > seen and (concerns is None or concerns(e))) if seen is not None else ()
        if since:
            raise Stale(before, since)
        after = append(own, event, before, deeds, key, now or datetime.now(UTC))
    return Written(after.version, False, after)


def written(event: Event, key: str) -> int | None:
    """The place of the act that a form with this key has written; None when it has written none."""
    return db.session().scalar(select(Act.seq).where(Act.event_id == event.id, Act.key == key))


def append(own: Session, event: Event, before: Snapshot, deeds: Sequence[Deed], key: str, now: datetime) -> Snapshot:
    """Ask the rules about each deed in turn and add it to the chain, inside the caller's transaction."""
    engine, state, entries, head = ENGINES[event.kind], before.state, list(before.entries), before.head
    for n, deed in enumerate(deeds, start=1):
        seq = before.version + n
        entry = Entry(seq, deed.at or now, _id(deed.by), deed.act, _id(deed.for_), deed.reason, deed.corrects)
        state = engine.apply(state, entry)
        nonce = secrets.token_bytes(16) if deed.act.kind in SEALED else b""
        row = {
            "event_id": event.id, "seq": entry.seq, "kind": deed.act.kind, "actor_id": deed.by, "on_behalf_of_id": deed.for_,
            "at": entry.at, "key": key if n == len(deeds) else f"{key}/{n}", "reason": deed.reason, "corrects": deed.corrects,
            "nonce": nonce, "before": head,
        }  # fmt: skip
        act_id = own.execute(insert(Act).returning(Act.id), row).scalar_one()
        store(own.connection(), event.kind, act_id, deed.act)
        entries.append(entry)
        head = link(head, entry, nonce)
    return Snapshot(before.version + len(deeds), head, tuple(entries), state)


def link(before: bytes, entry: Any, nonce: bytes) -> bytes:
    """The chain's next hash: over the hash before and the digest of the act, which is all that a public copy needs of a sealed one."""
    return hashlib.sha256(before + digest(entry, nonce)).digest()


def digest(entry: Any, nonce: bytes) -> bytes:
    """What stands for an act in the chain: SHA-256 of its nonce and its canonical JSON."""
    told = {"seq": entry.seq, "at": entry.at.astimezone(UTC).isoformat(), "by": entry.by, "for": entry.for_, "kind": entry.act.kind}
    told |= {"reason": entry.reason, "corrects": entry.corrects}
    told["act"] = dataclasses.asdict(entry.act)
    return hashlib.sha256(nonce + json.dumps(told, sort_keys=True, separators=(",", ":"), default=_plain).encode()).digest()


def faults(event: Event, session: Session | None = None) -> list[int]:
    """The places of acts that do not fit the chain: empty when nobody has touched the journal."""
    session = session or db.session()
    wrong, head = [], b""
    rows = _rows(event, session, 0)
    for row, entry in zip(rows, _entries(event, session, rows), strict=True):
        if row.before != head or row.seq != (entry.seq):
            wrong.append(row.seq)
        head = link(row.before, entry, row.nonce)
    return wrong


def nonces(event: Event, kind: str) -> dict[int, bytes]:
    """The nonces of the sealed acts of that kind by their numbers: to make receipts of them, never to be shown before the reveal."""
    rows = db.session().execute(select(Act.seq, Act.nonce).where(Act.event_id == event.id, Act.kind == kind))
    return {row.seq: row.nonce for row in rows}


def _plain(value: Any) -> str:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    raise TypeError(f"{value!r} has no place in the chain")


def _id(person: int | None) -> str | None:
    return None if person is None else str(person)


def _rows(event: Event, session: Session, after: int) -> Sequence[Any]:
    columns = (Act.id, Act.seq, Act.kind, Act.actor_id, Act.on_behalf_of_id, Act.at, Act.reason, Act.corrects, Act.nonce, Act.before)
    return session.execute(select(*columns).where(Act.event_id == event.id, Act.seq > after).order_by(Act.seq)).all()


def _entries(event: Event, session: Session, rows: Sequence[Any]) -> list[Any]:
    acts = load(session.connection(), event.kind, rows)
    return [Entry(r.seq, r.at, _id(r.actor_id), acts[r.id], _id(r.on_behalf_of_id), r.reason, r.corrects) for r in rows]


def _read(event: Event, session: Session, known: Snapshot | None) -> Snapshot:
    """Read what is new since `known` (acts are only ever added) and replay the whole."""
    rows = _rows(event, session, known.version if known else 0)
    new = _entries(event, session, rows)
    entries = (known.entries if known else ()) + tuple(new)
    head = link(rows[-1].before, new[-1], rows[-1].nonce) if rows else (known.head if known else b"")
    return Snapshot(len(entries), head, entries, ENGINES[event.kind].replay(entries))


__all__ = ["KINDS", "Deed", "Snapshot", "Stale", "Written", "append", "faults", "nonces", "snapshot", "write", "write_all", "written"]
