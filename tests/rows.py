"""What a fixture writes, made once in a process: its rows are copied into the next test's empty database, which costs a tenth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, Engine, func, select, text

Rows = dict[str, list[dict[str, Any]]]
KEPT: dict[str, Rows] = {}


def once(engine: Engine, name: str, make: Callable[[], object]) -> None:
    """Let `make` add its rows, or add those it added the first time it was asked under this name.

    It must add only, and find the same database each time.
    """
    if name in KEPT:
        with engine.begin() as own:
            _put(own, KEPT[name])
        return
    before = _all(engine)
    make()
    KEPT[name] = {table: [row for row in rows if row not in before[table]] for table, rows in _all(engine).items()}


def _tables() -> list[Any]:
    from webapp import db, models  # noqa: F401  the models make the tables known

    return list(db.Base.metadata.sorted_tables)


def _all(engine: Engine) -> Rows:
    with engine.connect() as own:
        return {t.name: [dict(row) for row in own.execute(t.select()).mappings()] for t in _tables()}


def _put(own: Connection, rows: Rows) -> None:
    if own.dialect.name == "postgresql":
        own.execute(text("SET LOCAL session_replication_role = replica"))  # the rows were checked when they were made
    for table in _tables():
        if not rows[table.name]:
            continue
        own.execute(table.insert(), rows[table.name])
        if own.dialect.name == "postgresql" and "id" in table.c:
            newest = own.scalar(select(func.max(table.c.id)))
            own.execute(text("SELECT setval(pg_get_serial_sequence(:name, 'id'), :newest)"), {"name": table.name, "newest": newest})
