"""Alembic, driven from the app: no alembic.ini, the engine is the app's own."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from webapp import db


def alembic() -> Config:
    """Alembic's configuration for this app."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def migrate() -> None:
    """Bring the database to the newest tables; quick when it is there already."""
    config = alembic()
    head = ScriptDirectory.from_config(config).get_current_head()
    with db.engine().connect() as connection:
        if MigrationContext.configure(connection).get_current_revision() == head:
            return
    command.upgrade(config, "head")
