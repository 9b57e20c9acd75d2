"""Adds the position of each hand in the order of play at its poker table, and the earlier hand of a cross-hand finding.

Hands that are already stored get their positions when they are audited again.
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade():
    op.create_table(
        "trace",
        sa.Column("hand_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("month", sa.Date(), nullable=False),
        sa.Column("identity_id", sa.BigInteger(), nullable=False),
        sa.Column("venue_id", sa.SmallInteger(), nullable=False),
        sa.Column("sitting", sa.BigInteger()),
        sa.Column("turn", sa.Text(collation="C"), nullable=False),
        sa.Column("deck", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.PrimaryKeyConstraint("hand_id", name="trace_pkey"),
    )
    op.create_index("trace_identity_id_idx", "trace", ["identity_id"])
    op.create_index("trace_sitting_turn_hand_id_idx", "trace", ["sitting", "turn", "hand_id"])
    op.create_index("trace_deck_idx", "trace", ["sitting", "deck", "turn"], postgresql_where=sa.text("deck <> ''"))
    op.add_column("finding", sa.Column("earlier_id", sa.BigInteger()))


def downgrade():
    op.drop_column("finding", "earlier_id")
    op.drop_table("trace")
