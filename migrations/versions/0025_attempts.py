"""Adds a count of attempts to split a file, the start time of the server at an attempt, and a mark for damaged files.

Attempts before a restart of the server are not counted.
"""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade():
    op.add_column("upload", sa.Column("attempts", sa.SmallInteger(), server_default=sa.text("0"), nullable=False))
    op.add_column("upload", sa.Column("damage", sa.Text(), server_default=sa.text("''"), nullable=False))
    for table in ("upload", "shard"):
        op.add_column(table, sa.Column("server_started", sa.DateTime(timezone=True)))
    op.create_index("upload_sha256_idx", "upload", ["sha256"])


def downgrade():
    op.drop_index("upload_sha256_idx", "upload")
    for table in ("shard", "upload"):
        op.drop_column(table, "server_started")
    op.drop_column("upload", "damage")
    op.drop_column("upload", "attempts")
