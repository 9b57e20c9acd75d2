"""Adds the links with which players without an account file claims."""

import sqlalchemy as sa
from alembic import op

revision = "0053"
down_revision = "0052"


def upgrade():
    op.create_table(
        "claim_link",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("venue_id", sa.SmallInteger(), nullable=False),
        sa.Column("hand_id", sa.BigInteger()),
        sa.Column("seat", sa.SmallInteger()),
        sa.Column("sha256", sa.LargeBinary(), nullable=False),
        sa.Column("made_by", sa.BigInteger()),
        sa.Column("made_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True)),
        sa.CheckConstraint("octet_length(sha256) = 32", name=op.f("claim_link_sha256_check")),
        sa.ForeignKeyConstraint(["venue_id"], ["venue.id"], name=op.f("claim_link_venue_id_fkey")),
        sa.ForeignKeyConstraint(["made_by"], ["account.id"], name=op.f("claim_link_made_by_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("claim_link_pkey")),
        sa.UniqueConstraint("sha256", name=op.f("claim_link_sha256_key")),
    )


def downgrade():
    op.drop_table("claim_link")
