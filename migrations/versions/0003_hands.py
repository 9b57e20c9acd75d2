"""Makes the tables of hands, of their places in uploads, and of their players."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0003"
down_revision = "0002"


def upgrade():
    op.create_table(
        "identity",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("venue_id", sa.SmallInteger(), nullable=False),
        sa.Column("room", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["venue_id"], ["venue.id"], name="identity_venue_id_fkey"),
        sa.PrimaryKeyConstraint("id", name="identity_pkey"),
        sa.UniqueConstraint("venue_id", "key", "room", "game", name="identity_venue_id_key_room_game_key"),
    )
    op.create_table(
        "hand",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("month", sa.Date(), nullable=False),
        sa.Column("identity_id", sa.BigInteger(), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("venue_id", sa.SmallInteger(), nullable=False),
        sa.Column("room", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("number", sa.Text(), nullable=True),
        sa.Column("structure", sa.Text(), nullable=False),
        sa.Column("currency", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("minor", sa.SmallInteger(), nullable=False),
        sa.Column("ante", sa.BigInteger(), nullable=True),
        sa.Column("bring_in", sa.BigInteger(), nullable=True),
        sa.Column("small_bet", sa.BigInteger(), nullable=True),
        sa.Column("big_bet", sa.BigInteger(), nullable=True),
        sa.Column("table_name", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("tournament", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("played", sa.DateTime(timezone=True), nullable=True),
        sa.Column("local", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("players", postgresql.ARRAY(sa.BigInteger()), nullable=False),
        sa.Column("document", sa.LargeBinary(), nullable=False),
        sa.Column("stored_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("octet_length(digest) = 32", name="hand_digest_check"),
        sa.PrimaryKeyConstraint("id", "month", name="hand_pkey"),
        sa.UniqueConstraint("identity_id", "digest", "month", name="hand_identity_id_digest_month_key"),
        postgresql_partition_by="RANGE (month)",
    )
    op.create_index("hand_players_idx", "hand", ["players"], unique=False, postgresql_using="gin")
    op.create_table(
        "source",
        sa.Column("hand_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("upload_id", sa.BigInteger(), nullable=False),
        sa.Column("first_line", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("last_line", sa.BigInteger(), nullable=False),
        sa.Column("shard_id", sa.BigInteger(), nullable=False),
        sa.Column("lines", sa.LargeBinary(), nullable=False),
        sa.CheckConstraint("first_line <= last_line", name="source_lines_check"),
        sa.ForeignKeyConstraint(["shard_id"], ["shard.id"], name="source_shard_id_fkey", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["upload_id"], ["upload.id"], name="source_upload_id_fkey", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("hand_id", "upload_id", "first_line", name="source_pkey"),
    )
    op.create_index("source_upload_id_idx", "source", ["upload_id"], unique=False)
    op.create_table(
        "player",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("venue_id", sa.SmallInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["venue_id"], ["venue.id"], name="player_venue_id_fkey"),
        sa.PrimaryKeyConstraint("id", name="player_pkey"),
        sa.UniqueConstraint("venue_id", "name", name="player_venue_id_name_key"),
    )
    op.create_table(
        "dictionary",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("trained_on", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("id", name="dictionary_pkey"),
    )
    # Each month has its own partition, which is made when hands are stored. Hands without a date go to this partition.
    op.execute("CREATE TABLE hand_undated PARTITION OF hand DEFAULT")
    # Documents are already compressed. If the server compressed them again, this would cost time and save no space.
    op.execute("ALTER TABLE hand ALTER COLUMN document SET STORAGE EXTERNAL")
    op.execute("ALTER TABLE hand_undated ALTER COLUMN document SET STORAGE EXTERNAL")


def downgrade():
    op.drop_table("dictionary")
    op.drop_table("player")
    op.drop_table("source")
    op.drop_table("hand")
    op.drop_table("identity")
