"""Allows uploads to be cancelled, and adds a limit of bytes to the size of shards.

A shard is the part of an upload that one job audits. If an upload was already being split, its shards have no limit of
bytes.
"""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"

_BEFORE = "state IN ('received', 'reading', 'auditing', 'done', 'incomplete', 'unreadable')"
_NOW = "state IN ('received', 'reading', 'auditing', 'done', 'incomplete', 'unreadable', 'cancelled')"


def upgrade():
    op.add_column("upload", sa.Column("shard_bytes", sa.Integer()))
    op.add_column("upload", sa.Column("cancelled_by", sa.Text(), server_default=sa.text("''"), nullable=False))
    _check_state(_NOW)


def downgrade():
    op.execute("UPDATE upload SET state = 'incomplete' WHERE state = 'cancelled'")
    _check_state(_BEFORE)
    op.drop_column("upload", "cancelled_by")
    op.drop_column("upload", "shard_bytes")


def _check_state(condition):
    op.drop_constraint("upload_state_check", "upload", type_="check")
    op.create_check_constraint("upload_state_check", "upload", condition)
