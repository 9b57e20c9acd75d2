"""The size of an upload's shards is stored with the upload: whoever continues to split it must cut as it was begun."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

# What was being split when this step came goes on at the size of what is there of it.
BEGUN = """
UPDATE upload SET shard_hands = (SELECT max(expected) FROM shard WHERE shard.upload_id = upload.id)
WHERE state = 'reading'
"""


def upgrade():
    op.add_column("upload", sa.Column("shard_hands", sa.Integer(), nullable=True))
    op.execute(BEGUN)


def downgrade():
    op.drop_column("upload", "shard_hands")
