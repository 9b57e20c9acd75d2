"""Findings by stakes: those of a small game have small amounts, and stand at the end of the list of all."""

from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade():
    op.create_index("finding_stakes_idx", "finding", ["stakes", "worst", "weight", "id"])


def downgrade():
    op.drop_index("finding_stakes_idx", "finding")
