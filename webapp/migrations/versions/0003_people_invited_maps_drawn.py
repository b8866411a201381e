"""People by invitation, maps being drawn"""

import sqlalchemy as sa
from alembic import op

import webapp.db

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("person") as person:
        person.add_column(sa.Column("mail", sa.String(length=254), nullable=True))
        person.add_column(sa.Column("same_as_id", sa.Integer(), nullable=True))
        person.create_foreign_key("person_same_as_id_fkey", "person", ["same_as_id"], ["id"])
        person.create_unique_constraint("person_arms_key", ["arms"])
    with op.batch_alter_table("event") as event:
        event.add_column(sa.Column("place", sa.String(length=80), server_default="", nullable=False))
    op.create_table(
        "invitation",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("by_id", sa.Integer(), sa.ForeignKey("person.id"), nullable=False),
        sa.Column("person_id", sa.Integer(), sa.ForeignKey("person.id", ondelete="CASCADE"), nullable=True),
        sa.Column("note", sa.String(length=80), nullable=False),
        sa.Column("uses", sa.Integer(), nullable=False),
        sa.Column("used", sa.Integer(), nullable=False),
        sa.Column("made", webapp.db.Utc(timezone=True), nullable=False),
        sa.Column("expires", webapp.db.Utc(timezone=True), nullable=False),
        sa.Column("ended", webapp.db.Utc(timezone=True), nullable=True),
    )
    op.create_index(op.f("ix_invitation_person_id"), "invitation", ["person_id"])
    op.create_table(
        "picture",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("mark", sa.String(length=64), nullable=False, unique=True),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("made", webapp.db.Utc(timezone=True), nullable=False),
    )
    op.create_table(
        "map_draft",
        sa.Column("event_id", sa.Integer(), sa.ForeignKey("event.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("step", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("ground", sa.String(length=120), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("key", sa.String(length=80), nullable=False),
        sa.Column("changed", webapp.db.Utc(timezone=True), nullable=False),
        sa.Column("by_id", sa.Integer(), sa.ForeignKey("person.id"), nullable=False),
    )


def downgrade() -> None:
    for table in ("map_draft", "picture", "invitation"):
        op.drop_table(table)
    with op.batch_alter_table("event") as event:
        event.drop_column("place")
    with op.batch_alter_table("person") as person:
        person.drop_constraint("person_arms_key", type_="unique")
        person.drop_constraint("person_same_as_id_fkey", type_="foreignkey")
        person.drop_column("same_as_id")
        person.drop_column("mail")
