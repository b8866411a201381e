"""The migrations and the models say the same on both databases."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Boolean, CheckConstraint, Integer, String, inspect
from sqlalchemy.exc import IntegrityError

from tests.conftest import _site
from webapp import db
from webapp.db import Utc
from webapp.migrating import alembic, migrate, newest


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


@pytest.mark.parametrize(
    ("table", "column", "good", "wrong"),
    [
        ("arena_appoint", "role", "judge", "herald"),
        ("arena_enter", "klass", "mage", "bard"),
        ("arena_rule", "step_a", 2, 3),
        ("campaign_report", "broken", None, "nobody"),
        ("campaign_organise_commands", "rank", "sub-general", "general"),
        ("campaign_hand_in_list_troops", "general", "", "captain"),
    ],
)
def test_the_database_itself_knows_the_few_words_a_field_may_say(app, table, column, good, wrong):
    """Rows of an act that is not there: a good word is refused for that alone, a wrong one for itself."""
    with app.app_context(), db.engine().connect() as connection:
        shape = db.Base.metadata.tables[table]
        for word, fits in ((good, True), (wrong, False)):
            row = {c.name: word if c.name == column else _filling(c) for c in shape.columns}
            with pytest.raises(IntegrityError) as no:
                connection.execute(shape.insert(), row)
            assert (f"{table}_{column}" in str(no.value.orig)) is not fits
            connection.rollback()


def _filling(column: Any) -> Any:
    """A value that a column takes."""
    checks = [c for c in column.table.constraints if isinstance(c, CheckConstraint) and c.name == f"{column.table.name}_{column.name}"]
    if column.nullable:
        return None
    if checks:
        first = str(checks[0].sqltext).split("(")[1].split(",")[0].strip("')")
        return int(first) if isinstance(column.type, Integer) else first
    kinds: tuple[tuple[Any, Any], ...] = ((Boolean, False), (Integer, 1), (Utc, datetime(2000, 1, 1, tzinfo=UTC)), (String, ""))
    return next(value for kind, value in kinds if isinstance(column.type, kind))


def test_files_are_named_by_the_revision_that_alembic_reads_in_them(app):
    from alembic.script import ScriptDirectory

    with app.app_context():
        script = ScriptDirectory.from_config(alembic())
        assert newest() == script.get_current_head()
        assert all(Path(r.path).name.startswith(f"{r.revision}_") for r in script.walk_revisions())
