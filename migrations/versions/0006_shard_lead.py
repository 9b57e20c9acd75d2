"""The preamble of a shard: lines above it that hold for all of its hands, as in files of one table's session."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade():
    for name in ("lead_start", "lead_stop"):
        op.add_column("shard", sa.Column(name, sa.BigInteger(), nullable=False, server_default=sa.text("0")))


def downgrade():
    op.drop_column("shard", "lead_stop")
    op.drop_column("shard", "lead_start")
