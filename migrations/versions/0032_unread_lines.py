"""Adds the unread lines of uploads: their shapes, the lines, the acts of people on shapes, and counts of the lines.

A file that was read before this migration has no such rows. Its unread lines are findings of rule L101 until the file
is read again.
"""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"


def now(name):
    return sa.Column(name, sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False)


def upgrade():
    op.create_table(
        "unread_shape",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("venue_id", sa.SmallInteger(), nullable=False),
        sa.Column("room", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("shape", sa.Text(), nullable=False),
        sa.Column("example", sa.Text(), nullable=False),
        sa.Column("hand_id", sa.BigInteger(), nullable=False),
        sa.Column("month", sa.Date(), nullable=False),
        now("seen_at"),
        sa.ForeignKeyConstraint(["venue_id"], ["venue.id"], name=op.f("unread_shape_venue_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("unread_shape_pkey")),
        sa.UniqueConstraint("venue_id", "room", "shape", name=op.f("unread_shape_venue_id_room_shape_key")),
    )
    op.create_table(
        "unread_line",
        sa.Column("upload_id", sa.BigInteger(), nullable=False),
        sa.Column("hand_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("first_line", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("event", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("month", sa.Date(), nullable=False),
        sa.Column("line", sa.BigInteger()),
        sa.Column("shape_id", sa.BigInteger(), nullable=False),
        sa.Column("noise", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["upload_id"], ["upload.id"], name=op.f("unread_line_upload_id_fkey"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["shape_id"], ["unread_shape.id"], name=op.f("unread_line_shape_id_fkey")),
        sa.PrimaryKeyConstraint("upload_id", "hand_id", "first_line", "event", name=op.f("unread_line_pkey")),
    )
    op.create_index(op.f("unread_line_shape_id_noise_upload_id_idx"), "unread_line", ["shape_id", "noise", "upload_id"])
    op.create_index(op.f("unread_line_hand_id_idx"), "unread_line", ["hand_id"])
    op.create_table(
        "shape_act",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("shape_id", sa.BigInteger(), nullable=False),
        sa.Column("noise", sa.Boolean(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        now("at"),
        sa.CheckConstraint("by <> ''", name=op.f("shape_act_named_check")),
        sa.ForeignKeyConstraint(["shape_id"], ["unread_shape.id"], name=op.f("shape_act_shape_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("shape_act_pkey")),
    )
    op.create_index(op.f("shape_act_shape_id_id_idx"), "shape_act", ["shape_id", "id"])
    for table in ("upload", "run"):
        op.add_column(table, sa.Column("unread_lines", sa.BigInteger(), server_default=sa.text("0"), nullable=False))


def downgrade():
    for table in ("run", "upload"):
        op.drop_column(table, "unread_lines")
    op.drop_table("shape_act")
    op.drop_table("unread_line")
    op.drop_table("unread_shape")
