"""A finding that stands for others of its rule, which are not listed: for how many."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade():
    op.add_column("finding", sa.Column("more", sa.Integer(), server_default=sa.text("0"), nullable=False))


def downgrade():
    op.drop_column("finding", "more")
