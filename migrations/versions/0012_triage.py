"""Adds the decisions of people about findings, with their history. Closes the findings that are already gone."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0012"
down_revision = "0011"


def number():
    return sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False)


def words(name):
    return sa.Column(name, sa.Text(), server_default=sa.text("''"), nullable=False)


def moment(name):
    return sa.Column(name, sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False)


def upgrade():
    findings()
    decisions()
    selections()
    acts()
    op.add_column("run", sa.Column("reviewed_at", sa.DateTime(timezone=True)))
    op.add_column("run", words("reviewed_by"))


def findings():
    op.add_column("finding", sa.Column("triage", sa.Text(), server_default=sa.text("'open'"), nullable=False))
    op.add_column("finding", sa.Column("flagged", sa.Boolean(), server_default=sa.text("false"), nullable=False))
    op.add_column("finding", sa.Column("reopened", sa.Boolean(), server_default=sa.text("false"), nullable=False))
    op.add_column("finding", words("assignee"))
    op.add_column("finding", words("gone_by"))
    op.execute("UPDATE finding SET triage = 'closed' WHERE detection = 'gone'")
    states = "triage IN ('open', 'confirmed', 'dismissed', 'accepted', 'closed')"
    op.create_check_constraint("finding_triage_check", "finding", states)
    op.create_check_constraint("finding_gone_by_check", "finding", "gone_by IN ('', 'record', 'engine', 'rules')")
    op.create_index("finding_first_run_id_idx", "finding", ["first_run_id"], postgresql_using="brin")
    attention = sa.text("flagged OR reopened")
    op.create_index("finding_attention_idx", "finding", ["id"], postgresql_where=attention)
    op.create_index("finding_assignee_idx", "finding", ["assignee"], postgresql_where=sa.text("assignee <> ''"))


def decisions():
    op.create_table(
        "decision",
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        words("reason"),
        words("comment"),
        sa.Column("until", sa.Date()),
        sa.Column("until_house", sa.LargeBinary()),
        sa.Column("by", sa.Text(), nullable=False),
        moment("at"),
        sa.CheckConstraint("state IN ('confirmed', 'dismissed', 'accepted')", name="decision_state_check"),
        sa.CheckConstraint("(state = 'accepted') = (num_nonnulls(until, until_house) = 1)", name="decision_ends_check"),
        sa.PrimaryKeyConstraint("fingerprint", name="decision_pkey"),
    )
    op.create_index("decision_until_idx", "decision", ["until"], postgresql_where=sa.text("until IS NOT NULL"))


def selections():
    op.create_table(
        "selection",
        number(),
        sa.Column("made_by", sa.Text(), nullable=False),
        moment("made_at"),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("filters", postgresql.JSONB(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="selection_pkey"),
    )
    op.create_table(
        "selection_finding",
        sa.Column("selection_id", sa.BigInteger(), nullable=False),
        sa.Column("finding_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["selection_id"], ["selection.id"], name="selection_finding_selection_id_fkey", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["finding_id"], ["finding.id"], name="selection_finding_finding_id_fkey", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("selection_id", "finding_id", name="selection_finding_pkey"),
    )
    op.create_table(
        "saved_filter",
        number(),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        words("query"),
        moment("saved_at"),
        sa.PrimaryKeyConstraint("id", name="saved_filter_pkey"),
        sa.UniqueConstraint("owner", "name", name="saved_filter_owner_name_key"),
    )


def acts():
    op.create_table(
        "triage_batch",
        number(),
        sa.Column("selection_id", sa.BigInteger()),
        sa.Column("undoes_id", sa.BigInteger()),
        sa.Column("act", sa.Text(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        moment("at"),
        sa.ForeignKeyConstraint(["selection_id"], ["selection.id"], name="triage_batch_selection_id_fkey"),
        sa.ForeignKeyConstraint(["undoes_id"], ["triage_batch.id"], name="triage_batch_undoes_id_fkey"),
        sa.PrimaryKeyConstraint("id", name="triage_batch_pkey"),
        sa.UniqueConstraint("undoes_id", name="triage_batch_undoes_id_key"),
    )
    op.create_table(
        "triage_act",
        number(),
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.Column("finding_id", sa.BigInteger()),
        sa.Column("act", sa.Text(), nullable=False),
        sa.Column("from_state", sa.Text(), nullable=False),
        sa.Column("to_state", sa.Text(), nullable=False),
        sa.Column("flagged", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        words("reason"),
        words("comment"),
        sa.Column("until", sa.Date()),
        sa.Column("until_house", sa.LargeBinary()),
        words("assignee"),
        words("by"),
        sa.Column("run_id", sa.BigInteger()),
        moment("at"),
        sa.Column("undoes_id", sa.BigInteger()),
        sa.Column("batch_id", sa.BigInteger()),
        sa.Column("before", postgresql.JSONB()),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name="triage_act_run_id_fkey"),
        sa.ForeignKeyConstraint(["undoes_id"], ["triage_act.id"], name="triage_act_undoes_id_fkey"),
        sa.ForeignKeyConstraint(["batch_id"], ["triage_batch.id"], name="triage_act_batch_id_fkey"),
        sa.PrimaryKeyConstraint("id", name="triage_act_pkey"),
    )
    op.create_index("triage_act_fingerprint_id_idx", "triage_act", ["fingerprint", "id"])
    by_run, by_batch = sa.text("run_id IS NOT NULL"), sa.text("batch_id IS NOT NULL")
    op.create_index("triage_act_run_id_idx", "triage_act", ["run_id", "act"], postgresql_where=by_run)
    op.create_index("triage_act_batch_id_idx", "triage_act", ["batch_id"], postgresql_where=by_batch)


def downgrade():
    op.drop_column("run", "reviewed_by")
    op.drop_column("run", "reviewed_at")
    for table in ("triage_act", "triage_batch", "saved_filter", "selection_finding", "selection", "decision"):
        op.drop_table(table)
    for name in ("finding_assignee_idx", "finding_attention_idx", "finding_first_run_id_idx"):
        op.drop_index(name, "finding")
    for column in ("gone_by", "assignee", "reopened", "flagged", "triage"):
        op.drop_column("finding", column)
