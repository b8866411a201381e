"""Shared by all tests: both databases, the site on each of them, and a browser's worth of helpers."""

from __future__ import annotations

import os
import shutil
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, settings
from jinja2.bccache import Bucket, BytecodeCache

from tests import postgres


class Compiled(BytecodeCache):
    """Templates compiled once for all the sites of a run, which is most of what a web test would otherwise spend its time on."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take a template that another site has compiled."""
        if bucket.key in self.kept:
            bucket.bytecode_from_string(self.kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template for the sites to come."""
        self.kept[bucket.key] = bucket.bytecode_to_string()


COMPILED = Compiled()
slow = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile("here", deadline=None, suppress_health_check=slow)
settings.register_profile("ci", deadline=None, suppress_health_check=slow, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")
CHEAP = {"time_cost": 1, "memory_cost": 8, "parallelism": 1}
SQLITE = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
"""For what cannot differ between databases: who may do what, and what pages say."""
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
    """The run's own PostgreSQL server, with a migrated database to copy from."""
    with postgres.server() as url:
        _migrated(_made(url, "migrated"))
        yield url


@pytest.fixture(scope="session")
def postgres_database(postgres_url: str) -> str:
    """One database for all tests of this process, emptied before each: making one costs more than most tests."""
    return _made(postgres_url, f"t{uuid.uuid4().hex[:12]}", "migrated")


def emptied(url: str) -> str:
    """The same database without a row, its ids counted from 1 again; only what was used is touched."""
    import psycopg

    from webapp import db

    tables = [t.name for t in reversed(db.Base.metadata.sorted_tables)]
    asked = " UNION ALL ".join(f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {name})" for name in tables)
    with psycopg.connect(url) as connection:
        connection.execute("SET lock_timeout = '20s'; SET session_replication_role = replica")  # the second: nothing is left to refer to anything
        used = {name for (name,) in connection.execute(asked)}
        connection.execute("; ".join(["SELECT 1", *(f"DELETE FROM {name}" for name in tables if name in used)]))
        connection.execute(
            "SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, 1, false) FROM pg_sequences WHERE last_value IS NOT NULL"
        )
    return url


@pytest.fixture(scope="session")
def sqlite_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated database file to copy from."""
    path = tmp_path_factory.mktemp("migrated") / "migrated.sqlite3"
    _migrated(f"sqlite:///{path}")
    return path


def _site(url: str, instance: Path) -> Flask:
    from webapp import create_app

    site = create_app(
        {
            "TESTING": True, "DATABASE_URL": url, "INSTANCE": str(instance), "SECRET_KEY": "for tests", "ARGON2": CHEAP,
            "SIGN_IN_LIMIT": "1000 per minute", "WTF_CSRF_ENABLED": False,
        }
    )  # fmt: skip
    site.jinja_env.bytecode_cache = COMPILED
    return site


def _migrated(url: str) -> None:
    from webapp import db
    from webapp.migrating import migrate

    with tempfile.TemporaryDirectory() as folder:
        site = _site(url, Path(folder))
        with site.app_context():
            migrate()
            db.engine().dispose()


def _made(url: str, name: str, template: str = "template0") -> str:
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
    return url.replace("/postgres?", f"/{name}?")


def _gone(url: str, name: str) -> None:
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=DATABASES)
def database(request: pytest.FixtureRequest) -> str:
    """A migrated, empty database of each kind: its URL, the same for all tests of this process."""
    if request.param == "postgresql":
        return emptied(request.getfixturevalue("postgres_database"))
    migrated: Path = request.getfixturevalue("sqlite_file")
    path = migrated.with_name("test.sqlite3")
    for old in migrated.parent.glob("test.sqlite3*"):
        old.unlink()
    shutil.copy(migrated, path)
    return f"sqlite:///{path}"


@pytest.fixture(params=DATABASES)
def bare_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of each kind without a table: its URL."""
    if request.param == "postgresql":
        return _made(request.getfixturevalue("postgres_url"), f"b{uuid.uuid4().hex[:12]}")
    return f"sqlite:///{tmp_path / 'bare.sqlite3'}"


ENGINES: dict[str, Any] = {}
"""One engine a database: it remembers how its statements are compiled."""


@pytest.fixture(scope="session")
def kept_site(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """One site for all tests of this process: making its routes anew costs more than most tests."""
    return _site("sqlite://", tmp_path_factory.mktemp("kept"))


@pytest.fixture
def app(kept_site: Flask, database: str, tmp_path: Path) -> Iterator[Flask]:
    """The site on a migrated, empty database, and with nothing of what other tests did to it."""
    from webapp import db
    from webapp.extensions import limiter

    config, extensions = dict(kept_site.config), dict(kept_site.extensions)
    folder = tmp_path / "instance"
    folder.mkdir(exist_ok=True)
    kept_site.instance_path = str(folder)
    kept_site.config.update(DATABASE_URL=database, INSTANCE=str(folder))
    engine = ENGINES.get(database) or ENGINES.setdefault(database, db.make_engine(database))
    kept_site.extensions["engine"] = engine
    limiter.reset()
    yield kept_site
    engine.dispose()
    for kept, before in ((kept_site.config, config), (kept_site.extensions, extensions)):
        kept.clear()
        kept.update(before)


@pytest.fixture
def own_app(database: str, tmp_path: Path) -> Iterator[Flask]:
    """A site that a test may add routes to."""
    site = _site(database, tmp_path / "instance")
    yield site
    site.extensions["engine"].dispose()
