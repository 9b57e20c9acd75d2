"""How often the connection to the database was lost during a shard, or while a file was split: after some times a
further loss counts as an attempt, so that nothing that crashes the server is tried without end.
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
