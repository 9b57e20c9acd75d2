"""Adds the count of hands with trailing text, and the first line of such text.

The count and the line do not depend on which part of the file is audited first.
"""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade():
    op.add_column("upload", sa.Column("below", sa.BigInteger(), server_default=sa.text("0"), nullable=False))
    op.add_column("upload", sa.Column("below_line", sa.BigInteger()))


def downgrade():
    op.drop_column("upload", "below_line")
    op.drop_column("upload", "below")
