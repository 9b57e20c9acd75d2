"""Keeps every kind of change to the text of hands in one table, in place of two columns for text below a hand."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"


def upgrade():
    op.create_table(
        "upload_change",
        sa.Column("upload_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("line", sa.BigInteger(), nullable=False),
        sa.Column("hands", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.ForeignKeyConstraint(
            ["upload_id"], ["upload.id"], name=op.f("upload_change_upload_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("upload_id", "kind", name=op.f("upload_change_pkey")),
    )
    op.execute(
        """INSERT INTO upload_change (upload_id, kind, line, hands)
           SELECT id, 'left_out', below_line, below FROM upload WHERE below_line IS NOT NULL"""
    )
    op.drop_column("upload", "below_line")
    op.drop_column("upload", "below")


def downgrade():
    op.add_column("upload", sa.Column("below", sa.BigInteger(), server_default=sa.text("0"), nullable=False))
    op.add_column("upload", sa.Column("below_line", sa.BigInteger()))
    op.execute(
        """UPDATE upload SET below = upload_change.hands, below_line = upload_change.line FROM upload_change
           WHERE upload_change.upload_id = upload.id AND kind = 'left_out'"""
    )
    op.drop_table("upload_change")
