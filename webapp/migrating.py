"""Alembic, driven from the app: no alembic.ini, the engine is the app's own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import inspect, text

from webapp import db

if TYPE_CHECKING:
    from alembic.config import Config

HERE = Path(__file__).parent / "migrations"


def alembic() -> Config:
    """Alembic's configuration for this app."""
    from alembic.config import Config  # a warm start does without it: importing it takes longer than all the rest of the check

    config = Config()
    config.set_main_option("script_location", str(HERE))
    return config


def migrate() -> None:
    """Bring the database to the newest tables; quick when it is there already."""
    if _revision() == newest():
        return
    from alembic import command

    command.upgrade(alembic(), "head")


def newest() -> str:
    """The newest revision: files are named by it, counted up."""
    return max(path.name.partition("_")[0] for path in (HERE / "versions").glob("[0-9]*_*.py"))


def _revision() -> str | None:
    """The database's own revision; None while it has none."""
    with db.engine().connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
        return found
