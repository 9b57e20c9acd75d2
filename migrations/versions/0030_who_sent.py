"""Adds the senders of a file: whether a person sent the file, and which token was the first to send it.

A token that may only upload cannot change a file that others sent too. Files from before this migration count as sent
by a person.
"""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"


def upgrade():
    op.add_column("upload", sa.Column("by_people", sa.Boolean(), server_default=sa.text("true"), nullable=False))
    op.add_column("token_upload", sa.Column("made", sa.Boolean(), server_default=sa.text("false"), nullable=False))


def downgrade():
    op.drop_column("token_upload", "made")
    op.drop_column("upload", "by_people")
