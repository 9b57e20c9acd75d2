"""Adds dismissals by two people. From an amount that a venue sets, a dismissal waits for a second person."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0022"
down_revision = "0021"


def words(name):
    return sa.Column(name, sa.Text(), server_default=sa.text("''"), nullable=False)


def upgrade():
    op.create_table(
        "second_person",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("venue_id", sa.SmallInteger(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("amount", sa.BigInteger()),
        sa.Column("minor", sa.SmallInteger(), nullable=False),
        sa.Column("set_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("amount >= 0", name=op.f("second_person_amount_check")),
        sa.ForeignKeyConstraint(["venue_id"], ["venue.id"], name=op.f("second_person_venue_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("second_person_pkey")),
    )
    op.create_table(
        "proposal",
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.Column("put_forward_id", sa.BigInteger(), nullable=False),
        words("reason"),
        words("comment"),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("seen", postgresql.ARRAY(sa.LargeBinary()), nullable=False),
        sa.ForeignKeyConstraint(["put_forward_id"], ["triage_act.id"], name=op.f("proposal_put_forward_id_fkey")),
        sa.PrimaryKeyConstraint("fingerprint", name=op.f("proposal_pkey")),
    )
    op.add_column("selection_finding", sa.Column("put_forward_id", sa.BigInteger()))
    op.add_column("decision", sa.Column("second_by", sa.Text()))
    op.create_check_constraint(op.f("decision_two_people_check"), "decision", "second_by <> by")
    only = "second_by IS NULL OR state = 'dismissed'"
    op.create_check_constraint(op.f("decision_second_check"), "decision", only)


def downgrade():
    op.drop_column("decision", "second_by")
    op.drop_column("selection_finding", "put_forward_id")
    op.drop_table("proposal")
    op.drop_table("second_person")
