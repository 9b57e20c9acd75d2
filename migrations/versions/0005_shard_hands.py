"""Stores the size of the shards of an upload, so that an interrupted splitting continues with the same size.

A shard is the part of an upload that one job audits.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

# An upload that is being split during this migration gets the size of its largest shard so far.
BEGUN = """
UPDATE upload SET shard_hands = (SELECT max(expected) FROM shard WHERE shard.upload_id = upload.id)
WHERE state = 'reading'
"""


def upgrade():
    op.add_column("upload", sa.Column("shard_hands", sa.Integer(), nullable=True))
    op.execute(BEGUN)


def downgrade():
    op.drop_column("upload", "shard_hands")
