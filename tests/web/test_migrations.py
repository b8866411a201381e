"""The migrations and the models say the same on both databases."""

from __future__ import annotations

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect

from tests.conftest import _site
from webapp import db
from webapp.migrating import migrate


def test_migrating_an_empty_database_gives_the_models_tables(bare_database, tmp_path):
    site = _site(bare_database, tmp_path)
    with site.app_context():
        migrate()
        migrate()
        with db.engine().connect() as connection:
            context = MigrationContext.configure(connection, opts={"compare_type": True})
            assert compare_metadata(context, db.Base.metadata) == []
            assert set(inspect(connection).get_table_names()) == set(db.Base.metadata.tables) | {"alembic_version"}
        db.engine().dispose()
