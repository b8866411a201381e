"""What the map editor writes: strokes on the draft, pictures, and at last the map itself as an act."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from rules.campaign import acts
from rules.campaign.state import SIGNUP
from rules.rulings import Refusal
from webapp import db, journal, picture
from webapp.campaign.map_draft import Drawing, Stroke, from_text, in_use, mark
from webapp.journal import Deed
from webapp.models import Event, MapDraft, Picture

STEPS = 200
"""So many strokes can be taken back."""


@dataclass(frozen=True)
class Draft:
    """The drawing as it stands, its mark, how many strokes can be taken back, and who did the last one (None: nobody yet)."""

    drawing: Drawing
    mark: str
    undoable: int
    by: int | None


class Outdated(Exception):
    """The form was made from another drawing than the one that stands now: nothing is written (HTTP 409)."""


def draft(event: Event, own: Session | None = None) -> Draft:
    """The draft of a campaign; before the first stroke that is the map in use, or an empty one."""
    own = own or db.session()
    last = own.scalars(select(MapDraft).where(MapDraft.event_id == event.id).order_by(MapDraft.step.desc()).limit(1)).first()
    if last is None:
        drawing = _base(event)
        return Draft(drawing, mark(0, drawing, ""), 0, None)
    drawing = from_text(last.ground, last.text)
    rows = own.scalar(select(func.count()).select_from(MapDraft).where(MapDraft.event_id == event.id)) or 1
    return Draft(drawing, mark(last.step, drawing, last.key), rows - 1, last.by_id)


def _base(event: Event) -> Drawing:
    return in_use(journal.snapshot(event).state) or Drawing()


def stroke(event: Event, seen: str, key: str, by: int, do: Stroke) -> Drawing:
    """Do something to the drawing that a form with the mark `seen` was made from. The same key again does nothing more.

    Raises Outdated, Unfit when it cannot be done, and Refusal once round 1 has begun (C1).
    """
    frozen(event)
    before = draft(event)
    after = do(before.drawing) if before.mark == seen else None
    with db.writing() as own:
        own.execute(select(Event.id).where(Event.id == event.id).with_for_update())
        if own.scalar(select(MapDraft.step).where(MapDraft.event_id == event.id, MapDraft.key == key)) is not None:
            return draft(event, own).drawing
        now = draft(event, own)
        if after is None or now.mark != seen:
            raise Outdated
        if after != now.drawing:
            _append(own, event, now, after, key, by)
        return after


def _append(own: Session, event: Event, now: Draft, after: Drawing, key: str, by: int) -> None:
    last = own.scalar(select(func.max(MapDraft.step)).where(MapDraft.event_id == event.id))
    when = datetime.now(UTC)
    if last is None:
        own.add(MapDraft(event_id=event.id, step=0, ground=now.drawing.ground, text=now.drawing.text, key="", changed=when, by_id=by))
        last = 0
    own.add(MapDraft(event_id=event.id, step=last + 1, ground=after.ground, text=after.text, key=key, changed=when, by_id=by))
    own.execute(delete(MapDraft).where(MapDraft.event_id == event.id, MapDraft.step < last + 1 - STEPS))


def undo(event: Event, seen: str) -> None:
    """Take the last stroke back. Raises Outdated, and Refusal once round 1 has begun (C1)."""
    frozen(event)
    with db.writing() as own:
        own.execute(select(Event.id).where(Event.id == event.id).with_for_update())
        now = draft(event, own)
        if now.mark != seen:
            raise Outdated
        if now.undoable:
            last = own.scalar(select(func.max(MapDraft.step)).where(MapDraft.event_id == event.id))
            own.execute(delete(MapDraft).where(MapDraft.event_id == event.id, MapDraft.step == last))


def frozen(event: Event) -> None:
    """Refuse to draw once round 1 has begun (C1)."""
    if journal.snapshot(event).state.phase != SIGNUP:
        raise Refusal("C1", "round 1 has begun, so the map stays as it is: it can no longer be drawn")


def use(event: Event, seen: str, by: int, key: str, version: int | None) -> None:
    """Put the drawing to use as the campaign's map. Raises Outdated, Stale when another map was put to use meanwhile, and Refusal (C1)."""
    frozen(event)
    now = draft(event)
    if now.mark != seen:
        raise Outdated
    if not now.drawing.places:
        raise Refusal("C1", "there is no province on the map yet")
    act = acts.DrawMap(now.drawing.ground, now.drawing.places, now.drawing.borders)
    journal.write(event, Deed(act, by), key, version, lambda entry: entry.act.kind in ("draw_map", "begin"))


def keep(kept: picture.Kept) -> str:
    """Keep a picture, once however often it is sent; the name of the ground that it is."""
    with db.writing() as own:
        if own.scalar(select(Picture.id).where(Picture.mark == kept.mark)) is None:
            row = Picture(mark=kept.mark, kind=kept.kind, width=kept.width, height=kept.height, data=kept.data, made=datetime.now(UTC))
            own.add(row)
    return f"picture:{kept.mark}:{kept.units}"


def kept(mark_: str) -> tuple[bytes, str] | None:
    """A picture's bytes and kind by its mark; None when there is none."""
    found = db.session().execute(select(Picture.data, Picture.kind).where(Picture.mark == mark_)).first()
    return (found.data, found.kind) if found else None
