"""Findings by how much is at stake: what has no amount, or a small one, stands at the end of the list of all."""

from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade():
    op.create_index("finding_band_idx", "finding", ["band", "worst", "weight", "id"])


def downgrade():
    op.drop_index("finding_band_idx", "finding")
