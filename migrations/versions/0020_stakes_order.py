"""Adds an index by stakes.

Findings of games with small stakes have small amounts, so they are at the end of the whole list. Without the index, the
search for them would take long.
"""

from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade():
    op.create_index("finding_stakes_idx", "finding", ["stakes", "worst", "weight", "id"])


def downgrade():
    op.drop_index("finding_stakes_idx", "finding")
