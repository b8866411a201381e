"""Opening a campaign or an arena: its row, its first official, and for a campaign the day by which army lists must be in."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select

from rules.arena import acts as arena
from rules.campaign import acts as campaign
from rules.entry import SettingValue
from webapp import db, journal
from webapp.eventfile import free_slug
from webapp.models import Act, Club, Event


def open_event(kind: str, name: str, place: str, lede: str, runner: int, by: int, key: str, lists_by: datetime | None) -> Event:
    """A new event run by `runner`: umpire of a campaign, Guardian of an arena. The same form sent twice opens one event.

    `lists_by` is an aware time (L1), for a campaign only; the house sets it, as only an umpire may and none has acted yet.
    """
    with db.writing() as own:
        own.execute(select(Club.id).with_for_update())
        done = own.scalar(select(Event).join(Act, Act.event_id == Event.id).where(Act.key == key))
        if done is not None:
            return done
        event = Event(slug=free_slug(own, name), kind=kind, name=name, place=place, lede=lede, made=datetime.now(UTC))
        own.add(event)
        own.flush()
        before = journal.Snapshot(0, b"", (), journal.ENGINES[kind].replay(()))
        journal.append(own, event, before, _first(kind, runner, by, lists_by), key, datetime.now(UTC))
        return event


def _first(kind: str, runner: int, by: int, lists_by: datetime | None) -> list[journal.Deed]:
    if kind == "arena":
        return [journal.Deed(arena.Appoint(str(runner), "guardian"), by)]
    acts: list[Any] = [campaign.Appoint(str(runner), "umpire")]
    if lists_by:
        acts.append(campaign.SetSettings((SettingValue("list_deadline", json.dumps(lists_by.isoformat())),)))
    return [journal.Deed(act, by if act.kind == "appoint" else None) for act in acts]
