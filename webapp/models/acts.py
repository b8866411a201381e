"""The acts: one base table, and for each kind a table of its own with real columns, foreign keys and checks.

The kinds' tables are derived from the frozen dataclasses of rules/campaign/acts.py and rules/arena/acts.py, so that an act is described once:
a field annotated Player becomes a foreign key to person, a Literal becomes a CHECK, a tuple becomes a child table ordered by `pos`.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Connection,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    UniqueConstraint,
    insert,
    select,
)
from sqlalchemy.orm import Mapped, mapped_column
from sqlalchemy.schema import SchemaItem

from rules.arena import acts as arena
from rules.campaign import acts as campaign
from webapp.db import Base, Utc

KINDS: dict[str, dict[str, type]] = {"campaign": dict(campaign.KINDS), "arena": dict(arena.KINDS)}


class Act(Base):
    """What somebody did in an event. `seq` counts from 1; `key` is the form's own, so that sending it twice does it once; `before` is the hash of
    the act before, `nonce` hides a sealed act from whoever knows only the chain's head."""

    __tablename__ = "act"
    __table_args__ = (UniqueConstraint("event_id", "seq", name="one_act_a_place"), UniqueConstraint("event_id", "key", name="one_act_a_key"))
    id: Mapped[int] = mapped_column(primary_key=True)
    event_id: Mapped[int] = mapped_column(ForeignKey("event.id"))
    seq: Mapped[int]
    kind: Mapped[str] = mapped_column(String(30))
    actor_id: Mapped[int | None] = mapped_column(ForeignKey("person.id"))
    on_behalf_of_id: Mapped[int | None] = mapped_column(ForeignKey("person.id"))
    at: Mapped[datetime] = mapped_column(Utc)
    key: Mapped[str] = mapped_column(String(80))
    reason: Mapped[str] = mapped_column(Text, default="")
    corrects: Mapped[int | None]
    nonce: Mapped[bytes] = mapped_column(LargeBinary, default=b"")
    before: Mapped[bytes] = mapped_column(LargeBinary)


@dataclasses.dataclass(frozen=True)
class Part:
    """A dataclass (or the bare items of a tuple) and the table that holds it; `children` by the field they fill."""

    shape: Any
    table: Table
    columns: Mapping[str, bool]  # field -> is it a person
    children: Mapping[str, Part]


def _column(table: str, name: str, hint: Any, person: bool) -> list[SchemaItem]:
    """A field's column, with the check that it says one of the few words it may."""
    options = typing.get_args(hint) if typing.get_origin(hint) in (typing.Union, types.UnionType) else (hint,)
    nullable = type(None) in options
    base = next(o for o in options if o is not type(None))
    if person:
        return [Column(name, ForeignKey("person.id"), nullable=nullable)]
    if typing.get_origin(base) is typing.Literal:
        words = typing.get_args(base)
        allowed = ", ".join(str(w) if type(w) is int else f"'{w}'" for w in words)
        column: Column[Any] = Column(name, Integer if type(words[0]) is int else String(40), nullable=nullable)
        return [column, CheckConstraint(f"{name} IN ({allowed})", name=f"{table}_{name}")]
    kinds: dict[Any, Any] = {bool: Boolean, int: Integer, datetime: Utc, str: Text, float: None}
    return [Column(name, kinds[base], nullable=nullable)]


def _part(name: str, shape: Any, keys: int, person: bool = False) -> Part:
    """The table for a shape nested `keys` tuples deep below its act."""
    own: list[SchemaItem] = [Column("act_id", ForeignKey("act.id", ondelete="CASCADE"), primary_key=True)]
    own += [Column(f"pos{n}", Integer, primary_key=True, autoincrement=False) for n in range(1, keys + 1)]
    columns: dict[str, bool] = {}
    children: dict[str, Part] = {}
    if not dataclasses.is_dataclass(shape):
        own += _column(name, "value", shape, person)
        return Part(shape, Table(name, Base.metadata, *own), {"value": person}, {})
    hints = typing.get_type_hints(shape)
    for field in dataclasses.fields(shape):
        hint, named = hints[field.name], "Player" in str(field.type)
        if typing.get_origin(hint) is tuple:
            children[field.name] = _part(f"{name}_{field.name}", typing.get_args(hint)[0], keys + 1, named)
        else:
            columns[field.name] = named
            own += _column(name, field.name, hint, named)
    return Part(shape, Table(name, Base.metadata, *own), columns, children)


PARTS: dict[str, dict[str, Part]] = {
    sheet: {kind: _part(f"{sheet}_{kind}", shape, 0) for kind, shape in kinds.items()} for sheet, kinds in KINDS.items()
}
Index("act_of_event", Act.event_id, Act.seq.desc())


def store(connection: Connection, sheet: str, act_id: int, act: Any) -> None:
    """Write an act's own rows below its base row."""
    _store(connection, PARTS[sheet][act.kind], [({"act_id": act_id}, act)])


def _store(connection: Connection, part: Part, items: list[tuple[dict[str, int], Any]]) -> None:
    """Write values below their keys, all rows of a table at once."""
    if not items:
        return
    connection.execute(insert(part.table), [keys | _row(part, value) for keys, value in items])
    for name, child in part.children.items():
        below = [({**keys, f"pos{len(keys)}": pos}, item) for keys, value in items for pos, item in enumerate(getattr(value, name))]
        _store(connection, child, below)


def _row(part: Part, value: Any) -> dict[str, Any]:
    cells = ((name, getattr(value, name) if dataclasses.is_dataclass(part.shape) else value) for name in part.columns)
    return {name: int(cell) if part.columns[name] and cell is not None else cell for name, cell in cells}


def load(connection: Connection, sheet: str, rows: Iterable[Any]) -> dict[int, Any]:
    """The acts of the given base rows, by act id: one query for each kind's table, whatever the number of acts."""
    by_kind: dict[str, list[int]] = {}
    for row in rows:
        by_kind.setdefault(row.kind, []).append(row.id)
    found: dict[int, Any] = {}
    for kind, ids in by_kind.items():
        loaded = _load(connection, PARTS[sheet][kind], min(ids), max(ids))
        found.update({i: loaded[(i,)][0][1] for i in ids})
    return found


def _load(connection: Connection, part: Part, low: int, high: int) -> dict[tuple[int, ...], list[tuple[int, Any]]]:
    """Values by parent key, each with its place, in order."""
    below = {name: _load(connection, child, low, high) for name, child in part.children.items()}
    keys = list(part.table.primary_key.columns)
    query = select(part.table).where(part.table.c.act_id.between(low, high)).order_by(*keys)
    out: dict[tuple[int, ...], list[tuple[int, Any]]] = {}
    for row in connection.execute(query).mappings():
        key = tuple(row[c.name] for c in keys)
        cells = {n: str(row[n]) if person and row[n] is not None else row[n] for n, person in part.columns.items()}
        if dataclasses.is_dataclass(part.shape):
            tuples = {name: tuple(v for _, v in children.get(key, ())) for name, children in below.items()}
            value: Any = typing.cast(Any, part.shape)(**cells, **tuples)
        else:
            value = cells["value"]
        out.setdefault(key if len(key) == 1 else key[:-1], []).append((key[-1], value))
    return out
