"""Adds the number of the next shard (part of a file for one job) that the splitting of a file makes.

With this number, a job that was interrupted and is repeated does not start a second chain of jobs. A file that is being
split during this migration has no number, so all its jobs continue.
"""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"


def upgrade():
    op.add_column("upload", sa.Column("next_shard", sa.Integer()))


def downgrade():
    op.drop_column("upload", "next_shard")
