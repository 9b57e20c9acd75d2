"""Findings that do not stand under every reading of a clause, worst first: there are few of them among many."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade():
    op.create_index(
        "finding_contested_idx",
        "finding",
        [sa.literal_column("abs(amount) DESC NULLS LAST"), "id"],
        postgresql_where=sa.text("readings <> ''"),
    )


def downgrade():
    op.drop_index("finding_contested_idx", "finding")
