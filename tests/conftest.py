"""Shared by all tests: both databases, the site on each of them, and a browser's worth of helpers."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests import postgres

CHEAP = {"time_cost": 1, "memory_cost": 8, "parallelism": 1}
DATABASES = ("sqlite", "postgresql") if postgres.binaries() else ("sqlite",)


def pytest_report_header() -> str:
    """Say which databases are tried, so that nothing is left out silently."""
    return f"databases: {', '.join(DATABASES)}" + ("" if len(DATABASES) == 2 else f" ({postgres.MISSING})")


def pytest_configure(config: pytest.Config) -> None:
    """In CI nothing may be missing."""
    if os.environ.get("CI") and len(DATABASES) < 2:
        raise pytest.UsageError(postgres.MISSING)


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The run's own PostgreSQL server."""
    with postgres.server() as url:
        yield url


@pytest.fixture(params=DATABASES)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind: its URL."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'test.sqlite3'}"
    url: str = request.getfixturevalue("postgres_url")
    return fresh_postgres(url)


def fresh_postgres(url: str) -> str:
    """A new, empty database on the server, made from nothing."""
    import uuid

    import psycopg

    name = f"t{uuid.uuid4().hex[:12]}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} STRATEGY file_copy")
    return url.replace("/postgres?", f"/{name}?")


@pytest.fixture
def app(database: str, tmp_path: Path) -> Iterator[Flask]:
    """The site on a migrated, empty database."""
    from webapp import create_app, db
    from webapp.migrating import migrate

    site = create_app(
        {
            "TESTING": True, "DATABASE_URL": database, "INSTANCE": str(tmp_path / "instance"), "SECRET_KEY": "for tests", "ARGON2": CHEAP,
            "RATELIMIT_ENABLED": False, "WTF_CSRF_ENABLED": False, "SERVER_NAME": None,
        }
    )  # fmt: skip
    with site.app_context():
        migrate()
    yield site
    with site.app_context():
        db.engine().dispose()
