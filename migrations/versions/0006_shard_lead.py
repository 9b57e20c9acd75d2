"""Stores the place of the preamble of a shard: earlier lines of the file that apply to all hands of the shard."""

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
