"""Adds the number of lost connections to the database during a shard, or during the splitting of a file.

After a fixed number of losses, each further loss counts as an attempt. So work that crashes the server is not repeated
for ever.
"""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"


def upgrade():
    for table in ("shard", "upload"):
        op.add_column(table, sa.Column("outages", sa.SmallInteger(), server_default=sa.text("0"), nullable=False))


def downgrade():
    for table in ("upload", "shard"):
        op.drop_column(table, "outages")
