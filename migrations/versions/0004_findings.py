"""Makes the tables of reports and findings."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade():
    op.create_table(
        "report",
        sa.Column("hand_id", sa.BigInteger(), nullable=False),
        sa.Column("month", sa.Date(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("house", sa.Text(), nullable=False),
        sa.Column("house_digest", sa.LargeBinary(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("run_id", sa.BigInteger(), nullable=False),
        sa.Column("findings", sa.Integer(), nullable=False),
        sa.Column("unverifiable", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("settlement", sa.Text(), nullable=False),
        sa.Column("current", sa.Boolean(), nullable=False),
        sa.Column("audited_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name="report_run_id_fkey"),
        sa.PrimaryKeyConstraint("hand_id", "house", "house_digest", "rules_version", name="report_pkey"),
    )
    op.create_table(
        "finding",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.Column("hand_id", sa.BigInteger(), nullable=False),
        sa.Column("month", sa.Date(), nullable=False),
        sa.Column("venue_id", sa.SmallInteger(), nullable=False),
        sa.Column("room", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("number", sa.Text(), nullable=True),
        sa.Column("currency", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("minor", sa.SmallInteger(), nullable=False),
        sa.Column("house", sa.Text(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("grade", sa.Text(), nullable=False),
        sa.Column("street", sa.SmallInteger(), nullable=True),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("event", sa.Integer(), nullable=True),
        sa.Column("line", sa.BigInteger(), nullable=True),
        sa.Column("logged", sa.Text(), nullable=False),
        sa.Column("lawful", sa.Text(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=True),
        sa.Column("clause", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("status", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("readings", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("subject", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("evidence", sa.LargeBinary(), nullable=False),
        sa.Column("detection", sa.Text(), server_default=sa.text("'present'"), nullable=False),
        sa.Column("origin", sa.Text(), server_default=sa.text("'audit'"), nullable=False),
        sa.Column("first_run_id", sa.BigInteger(), nullable=False),
        sa.Column("last_run_id", sa.BigInteger(), nullable=False),
        sa.Column("first_seen_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("last_seen_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("detection IN ('present', 'changed', 'gone', 'unassessed')", name="finding_detection_check"),
        sa.CheckConstraint("grade IN ('fault', 'violation', 'irregular')", name="finding_grade_check"),
        sa.CheckConstraint("origin IN ('audit', 'history')", name="finding_origin_check"),
        sa.CheckConstraint("octet_length(evidence) = 32", name="finding_evidence_check"),
        sa.CheckConstraint("street BETWEEN 3 AND 7", name="finding_street_check"),
        sa.ForeignKeyConstraint(["first_run_id"], ["run.id"], name="finding_first_run_id_fkey"),
        sa.ForeignKeyConstraint(["last_run_id"], ["run.id"], name="finding_last_run_id_fkey"),
        sa.ForeignKeyConstraint(["venue_id"], ["venue.id"], name="finding_venue_id_fkey"),
        sa.PrimaryKeyConstraint("id", name="finding_pkey"),
        sa.UniqueConstraint("hand_id", "fingerprint", name="finding_hand_id_fingerprint_key"),
    )
    op.create_index(
        "finding_code_idx", "finding", ["code", sa.literal_column("abs(amount) DESC NULLS LAST"), "id"], unique=False
    )
    op.create_index("finding_fingerprint_idx", "finding", ["fingerprint"], unique=False)
    op.create_index(
        "finding_worst_idx", "finding", [sa.literal_column("abs(amount) DESC NULLS LAST"), "id"], unique=False
    )


def downgrade():
    op.drop_table("finding")
    op.drop_table("report")
