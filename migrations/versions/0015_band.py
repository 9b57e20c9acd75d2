"""Adds an index by band, the size of the amount at stake.

Findings with a small amount or no amount are at the end of the whole list. Without the index, the search for them would
take long.
"""

from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade():
    op.create_index("finding_band_idx", "finding", ["band", "worst", "weight", "id"])


def downgrade():
    op.drop_index("finding_band_idx", "finding")
