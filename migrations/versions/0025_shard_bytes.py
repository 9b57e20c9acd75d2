"""Shards are bounded by bytes as well as by hands. An upload whose splitting has begun keeps its shards as they are."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0023"


def upgrade():
    op.add_column("upload", sa.Column("shard_bytes", sa.Integer()))


def downgrade():
    op.drop_column("upload", "shard_bytes")
