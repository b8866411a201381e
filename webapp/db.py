"""The database: engine and PRAGMAs, one lazy session a request, and a session for writing.

SQLite and PostgreSQL behave alike here. The sqlite3 driver's own transactions are switched off, because they begin a transaction only at the first
write and so lose what another process wrote in between; a writing session begins with BEGIN IMMEDIATE instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from flask import Flask, current_app, g
from sqlalchemy import Connection, DateTime, Dialect, Engine, TypeDecorator, create_engine, event
from sqlalchemy.orm import DeclarativeBase, Session


class Base(DeclarativeBase):
    """All tables."""


class Utc(TypeDecorator[datetime]):
    """An instant: aware in Python, UTC in the database."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value.astimezone(UTC) if value is not None else None

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def address(url: str) -> str:
    """The database URL with the driver we ship; hosts still hand out postgres://."""
    for old in ("postgres://", "postgresql://"):
        if url.startswith(old):
            return "postgresql+psycopg://" + url[len(old) :]
    return url


def make_engine(url: str) -> Engine:
    """An engine for the URL, with the PRAGMAs that make SQLite safe for several processes."""
    engine = create_engine(address(url), pool_pre_ping=not url.startswith("sqlite"))
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _on_connect)
        event.listen(engine, "begin", _on_begin)
    return engine


def _on_connect(connection: Any, _: Any) -> None:
    connection.isolation_level = None
    for pragma in ("busy_timeout=5000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _on_begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("writing") else "BEGIN")


def init_app(app: Flask) -> None:
    """Give the app its engine; close a request's session at its end."""
    app.extensions["engine"] = make_engine(app.config["DATABASE_URL"])
    app.teardown_appcontext(_close)


def engine() -> Engine:
    """The running app's engine."""
    found: Engine = current_app.extensions["engine"]
    return found


def session() -> Session:
    """The request's session for reading; opened at first use, closed at teardown."""
    if "session" not in g:
        g.session = Session(engine())
    return g.session


@contextmanager
def writing() -> Iterator[Session]:
    """A transaction that writes: commits at the end, rolls back on any exception. What the request read before is read anew after it."""
    with Session(engine().execution_options(writing=True), expire_on_commit=False) as own, own.begin():
        yield own
    if "session" in g:
        g.session.rollback()


def _close(_: BaseException | None) -> None:
    opened = g.pop("session", None)
    if opened is not None:
        opened.close()
