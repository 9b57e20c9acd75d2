"""Findings by the amount at stake: those without an amount, or with a small one, stand at the end of the whole list."""

from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade():
    op.create_index("finding_band_idx", "finding", ["band", "worst", "weight", "id"])


def downgrade():
    op.drop_index("finding_band_idx", "finding")
