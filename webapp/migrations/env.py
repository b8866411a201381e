"""Run by Alembic: migrate the app's own database."""

from __future__ import annotations

from alembic import context

import webapp.models  # noqa: F401  fills the metadata
from webapp import db


def run() -> None:
    """Migrate online; SQLite alters tables by copying them."""
    with db.engine().connect() as connection:
        context.configure(
            connection=connection, target_metadata=db.Base.metadata, render_as_batch=connection.dialect.name == "sqlite", compare_type=True
        )
        with context.begin_transaction():
            context.run_migrations()
        connection.commit()


run()
