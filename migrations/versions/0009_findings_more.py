"""Adds the number of further findings of the same rule that are not listed, because the hand has too many."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade():
    op.add_column("finding", sa.Column("more", sa.Integer(), server_default=sa.text("0"), nullable=False))


def downgrade():
    op.drop_column("finding", "more")
