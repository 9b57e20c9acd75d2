"""Adds an index by stakes.

Findings of games with small stakes have small amounts. They are at the end of the whole list, and would take long to
find.
"""

from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade():
    op.create_index("finding_stakes_idx", "finding", ["stakes", "worst", "weight", "id"])


def downgrade():
    op.drop_index("finding_stakes_idx", "finding")
