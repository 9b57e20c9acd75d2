"""Adds an index of contested findings, the largest amounts first, because few of the many findings are contested.

A finding is contested if it depends on the reading of a clause, that is, on how the clause is understood.
"""

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
