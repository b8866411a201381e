"""Letters, and drafts of allotments"""

import sqlalchemy as sa
from alembic import op

import webapp.db

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "letter",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("event_id", sa.Integer(), sa.ForeignKey("event.id", ondelete="CASCADE"), nullable=False),
        sa.Column("sender_id", sa.Integer(), sa.ForeignKey("person.id"), nullable=False),
        sa.Column("sent", webapp.db.Utc(timezone=True), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("key", sa.String(length=80), nullable=False),
        sa.Column("reminds", sa.Integer(), nullable=True),
        sa.UniqueConstraint("event_id", "sender_id", "key", name="one_letter_a_key"),
    )
    op.create_index(op.f("ix_letter_event_id"), "letter", ["event_id"])
    op.create_index(op.f("ix_letter_sender_id"), "letter", ["sender_id"])
    op.create_table(
        "letter_recipient",
        sa.Column("letter_id", sa.Integer(), sa.ForeignKey("letter.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("person_id", sa.Integer(), sa.ForeignKey("person.id"), primary_key=True),
        sa.Column("read", webapp.db.Utc(timezone=True), nullable=True),
    )
    op.create_index(op.f("ix_letter_recipient_person_id"), "letter_recipient", ["person_id"])
    op.create_table(
        "allotment_draft",
        sa.Column("event_id", sa.Integer(), sa.ForeignKey("event.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("round", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("seats", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("changed", webapp.db.Utc(timezone=True), nullable=False),
        sa.Column("by_id", sa.Integer(), sa.ForeignKey("person.id"), nullable=False),
    )


def downgrade() -> None:
    for table in ("allotment_draft", "letter_recipient", "letter"):
        op.drop_table(table)
