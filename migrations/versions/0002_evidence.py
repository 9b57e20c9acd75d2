"""Makes the tables of venues, uploads, shards, runs, and hands that were rejected or skipped.

A shard is the part of an upload or of a run that one job processes.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0002"
down_revision = "0001"


def upgrade():
    op.create_table(
        "venue",
        sa.Column("id", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.PrimaryKeyConstraint("id", name="venue_pkey"),
        sa.UniqueConstraint("name", name="venue_name_key"),
    )
    op.create_table(
        "upload",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("receipt", sa.Text(), nullable=False),
        sa.Column("venue_id", sa.SmallInteger(), nullable=False),
        sa.Column("sha256", sa.LargeBinary(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("file_name", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("house", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("state", sa.Text(), server_default=sa.text("'received'"), nullable=False),
        sa.Column("reason", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("format", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("encoding", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("notes", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("found", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("hands", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("audited", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("known", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("rejected", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("skipped", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.CheckConstraint(
            "state IN ('received', 'reading', 'auditing', 'done', 'incomplete', 'unreadable')",
            name="upload_state_check",
        ),
        sa.CheckConstraint("hands = audited + known + rejected + skipped", name="upload_adds_up_check"),
        sa.CheckConstraint("octet_length(sha256) = 32", name="upload_sha256_check"),
        sa.CheckConstraint("size >= 0", name="upload_size_check"),
        sa.ForeignKeyConstraint(["venue_id"], ["venue.id"], name="upload_venue_id_fkey"),
        sa.PrimaryKeyConstraint("id", name="upload_pkey"),
        sa.UniqueConstraint("receipt", name="upload_receipt_key"),
        sa.UniqueConstraint("venue_id", "sha256", "house", name="upload_venue_id_sha256_house_key"),
    )
    op.create_table(
        "run",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("trigger", sa.Text(), nullable=False),
        sa.Column("upload_id", sa.BigInteger(), nullable=True),
        sa.Column("selection", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("house", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("since", sa.Date(), nullable=True),
        sa.Column("every", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("houses", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("pin", sa.LargeBinary(), nullable=False),
        sa.Column("state", sa.Text(), server_default=sa.text("'running'"), nullable=False),
        sa.Column("reason", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("hands", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("clean", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("faulty", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("failed", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("skipped", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("findings_new", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("findings_same", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("findings_changed", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("findings_gone", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.CheckConstraint(
            "state <> 'done' OR clean + faulty + failed + skipped = hands", name="run_done_adds_up_check"
        ),
        sa.CheckConstraint("state IN ('running', 'done', 'partial')", name="run_state_check"),
        sa.CheckConstraint("clean + faulty + failed + skipped <= hands", name="run_adds_up_check"),
        sa.ForeignKeyConstraint(["upload_id"], ["upload.id"], name="run_upload_id_fkey", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="run_pkey"),
        sa.UniqueConstraint("upload_id", "pin", name="run_upload_id_pin_key"),
    )
    op.create_index("run_started_at_idx", "run", ["started_at"], unique=False)
    op.create_table(
        "run_hand",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("run_id", sa.BigInteger(), nullable=False),
        sa.Column("hand_id", sa.BigInteger(), nullable=False),
        sa.Column("month", sa.Date(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.CheckConstraint("outcome IN ('failed', 'alarm')", name="run_hand_outcome_check"),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name="run_hand_run_id_fkey", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="run_hand_pkey"),
    )
    op.create_index("run_hand_run_id_idx", "run_hand", ["run_id"], unique=False)
    op.create_table(
        "shard",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("upload_id", sa.BigInteger(), nullable=True),
        sa.Column("run_id", sa.BigInteger(), nullable=True),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("start", sa.BigInteger(), nullable=False),
        sa.Column("stop", sa.BigInteger(), nullable=False),
        sa.Column("first_line", sa.BigInteger(), server_default=sa.text("1"), nullable=False),
        sa.Column("expected", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), server_default=sa.text("'waiting'"), nullable=False),
        sa.Column("attempts", sa.SmallInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("reason", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("state IN ('waiting', 'done', 'given_up')", name="shard_state_check"),
        sa.CheckConstraint("(upload_id IS NULL) <> (run_id IS NULL)", name="shard_belongs_to_one_check"),
        sa.CheckConstraint("start < stop", name="shard_not_empty_check"),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name="shard_run_id_fkey", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["upload_id"], ["upload.id"], name="shard_upload_id_fkey", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="shard_pkey"),
        sa.UniqueConstraint("run_id", "number", name="shard_run_id_number_key"),
        sa.UniqueConstraint("upload_id", "number", name="shard_upload_id_number_key"),
    )
    op.create_table(
        "rejected",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("upload_id", sa.BigInteger(), nullable=False),
        sa.Column("line", sa.BigInteger(), nullable=False),
        sa.Column("hand", sa.Text(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["upload_id"], ["upload.id"], name="rejected_upload_id_fkey", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="rejected_pkey"),
    )
    op.create_index("rejected_upload_id_line_idx", "rejected", ["upload_id", "line"], unique=False)
    op.create_table(
        "skipped",
        sa.Column("upload_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("hands", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.ForeignKeyConstraint(["upload_id"], ["upload.id"], name="skipped_upload_id_fkey", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("upload_id", "game", name="skipped_pkey"),
    )
    op.execute("INSERT INTO venue (id, name, title) VALUES (1, 'default', 'Default venue')")


def downgrade():
    op.drop_table("skipped")
    op.drop_table("rejected")
    op.drop_table("shard")
    op.drop_table("run_hand")
    op.drop_table("run")
    op.drop_table("upload")
    op.drop_table("venue")
