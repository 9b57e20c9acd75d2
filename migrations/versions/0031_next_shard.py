"""Where splitting of a file goes on: a job that was interrupted and is done again no longer starts a second chain of
jobs. Files that are being split now have no number, and any of their jobs goes on.
"""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"


def upgrade():
    op.add_column("upload", sa.Column("next_shard", sa.Integer()))


def downgrade():
    op.drop_column("upload", "next_shard")
