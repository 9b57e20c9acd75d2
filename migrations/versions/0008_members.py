"""Adds archives and their members, the encoding that a person chose, and the time when an upload was superseded.

An upload is superseded when the same bytes are read again in another encoding.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

WHOLE = "upload_venue_id_sha256_house_key"
IN_FORCE = "upload_in_force_idx"


def upgrade():
    op.add_column("upload", sa.Column("asked_encoding", sa.Text(), server_default=sa.text("''"), nullable=False))
    op.add_column("upload", sa.Column("members", sa.Integer(), nullable=True))
    op.add_column("upload", sa.Column("superseded_at", sa.DateTime(timezone=True), nullable=True))
    op.drop_constraint(op.f(WHOLE), "upload")
    op.create_index(
        IN_FORCE,
        "upload",
        ["venue_id", "sha256", "house"],
        unique=True,
        postgresql_where=sa.text("superseded_at IS NULL"),
    )
    op.create_table(
        "member",
        sa.Column("archive_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("upload_id", sa.BigInteger(), nullable=True),
        sa.Column("again", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("packed", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("size", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("reason", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.CheckConstraint("(upload_id IS NULL) = (reason <> '')", name=op.f("member_kept_or_refused_check")),
        sa.ForeignKeyConstraint(["archive_id"], ["upload.id"], name=op.f("member_archive_id_fkey"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["upload_id"], ["upload.id"], name=op.f("member_upload_id_fkey")),
        sa.PrimaryKeyConstraint("archive_id", "number", name=op.f("member_pkey")),
    )
    op.create_index(op.f("member_upload_id_idx"), "member", ["upload_id"], unique=False)


def downgrade():
    op.drop_table("member")
    op.drop_index(IN_FORCE, "upload")
    # The old unique constraint allows the same bytes only once for each house. A superseded upload is kept, so its
    # house gets a different name.
    op.execute("UPDATE upload SET house = house || ' ' || receipt WHERE superseded_at IS NOT NULL")
    op.create_unique_constraint(op.f(WHOLE), "upload", ["venue_id", "sha256", "house"])
    op.drop_column("upload", "superseded_at")
    op.drop_column("upload", "members")
    op.drop_column("upload", "asked_encoding")
