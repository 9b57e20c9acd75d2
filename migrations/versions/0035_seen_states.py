"""Stores on which state of its findings a selection was made, and lets an acceptance wait for a second person."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"


def upgrade():
    # Null for the selections that exist already: nobody knows what their makers saw.
    op.add_column("selection_finding", sa.Column("last_act_id", sa.BigInteger()))
    op.add_column("proposal", sa.Column("until", sa.Date()))
    op.add_column("proposal", sa.Column("until_house", sa.LargeBinary()))
    op.create_check_constraint(op.f("proposal_ends_check"), "proposal", "num_nonnulls(until, until_house) < 2")
    op.drop_constraint(op.f("decision_second_check"), "decision", type_="check")
    op.create_check_constraint(
        op.f("decision_second_check"), "decision", "second_by IS NULL OR state IN ('dismissed', 'accepted')"
    )


def downgrade():
    op.execute("UPDATE decision SET second_by = NULL WHERE state = 'accepted'")
    op.drop_constraint(op.f("decision_second_check"), "decision", type_="check")
    op.create_check_constraint(op.f("decision_second_check"), "decision", "second_by IS NULL OR state = 'dismissed'")
    # The earlier version would take a proposed acceptance for a proposed dismissal.
    op.execute("DELETE FROM proposal WHERE num_nonnulls(until, until_house) = 1")
    op.drop_column("proposal", "until_house")
    op.drop_column("proposal", "until")
    op.drop_column("selection_finding", "last_act_id")
