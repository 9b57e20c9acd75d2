"""Adds comments on findings and the inbox of each account, with the matters that wait at this moment. Adds indexes of
the acts of people and of the open findings.
"""

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"

# The matters that wait now. Each of the three statements reads an index or a table that has only such rows.
ASSIGNED = """
INSERT INTO inbox_item (account_id, kind, fingerprint, batch_id)
SELECT account.id, 'assigned', f.fingerprint,
       (SELECT max(batch_id) FROM triage_act AS a WHERE a.fingerprint = f.fingerprint AND a.act = 'assign')
FROM (SELECT DISTINCT fingerprint, assignee FROM finding WHERE assignee <> '' AND triage = 'open') AS f
JOIN account ON account.name = f.assignee AND disabled_at IS NULL
"""
SECOND = """
INSERT INTO inbox_item (account_id, kind, fingerprint, batch_id)
SELECT account.id, 'second', p.fingerprint, a.batch_id
FROM proposal AS p JOIN triage_act AS a ON a.id = p.put_forward_id
JOIN account ON account.name <> p.by AND account.role = 'reviewer' AND disabled_at IS NULL
"""
CHANGED = """
INSERT INTO inbox_item (account_id, kind, fingerprint, run_id)
SELECT account.id, 'changed', f.fingerprint,
       (SELECT max(run_id) FROM triage_act AS a WHERE a.fingerprint = f.fingerprint AND a.flagged)
FROM (SELECT DISTINCT fingerprint FROM finding WHERE flagged) AS f JOIN decision AS d USING (fingerprint)
JOIN account ON account.name IN (d.by, d.second_by) AND disabled_at IS NULL
"""


def upgrade():
    op.create_table(
        "finding_comment",
        sa.Column("batch_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.CheckConstraint("char_length(text) BETWEEN 1 AND 2000", name=op.f("finding_comment_text_check")),
        sa.ForeignKeyConstraint(["batch_id"], ["triage_batch.id"], name=op.f("finding_comment_batch_id_fkey")),
        sa.PrimaryKeyConstraint("batch_id", name=op.f("finding_comment_pkey")),
    )
    op.create_index(op.f("finding_comment_fingerprint_batch_id_idx"), "finding_comment", ["fingerprint", "batch_id"])
    op.create_table(
        "comment_withdrawal",
        sa.Column("comment_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("batch_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["comment_id"], ["finding_comment.batch_id"], name=op.f("comment_withdrawal_comment_id_fkey")
        ),
        sa.ForeignKeyConstraint(["batch_id"], ["triage_batch.id"], name=op.f("comment_withdrawal_batch_id_fkey")),
        sa.PrimaryKeyConstraint("comment_id", name=op.f("comment_withdrawal_pkey")),
        sa.UniqueConstraint("batch_id", name=op.f("comment_withdrawal_batch_id_key")),
    )
    make_inbox()
    op.create_index(op.f("triage_batch_at_idx"), "triage_batch", ["at"])
    for column in ("by", "act"):
        op.create_index(op.f(f"triage_batch_{column}_id_idx"), "triage_batch", [column, "id"])
    waiting = sa.text("triage = 'open' AND detection <> 'gone'")
    op.create_index("finding_waiting_idx", "finding", ["id"], postgresql_where=waiting)


def make_inbox():
    op.create_table(
        "inbox_item",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("account_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.Column("batch_id", sa.BigInteger()),
        sa.Column("run_id", sa.BigInteger()),
        sa.Column("made_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("read_at", sa.DateTime(timezone=True)),
        sa.CheckConstraint("kind IN ('assigned', 'mention', 'second', 'changed')", name=op.f("inbox_item_kind_check")),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("inbox_item_account_id_fkey")),
        sa.ForeignKeyConstraint(["batch_id"], ["triage_batch.id"], name=op.f("inbox_item_batch_id_fkey")),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name=op.f("inbox_item_run_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("inbox_item_pkey")),
    )
    op.create_index("inbox_item_account_id_idx", "inbox_item", ["account_id", "id"])
    unread = sa.text("read_at IS NULL")
    op.create_index("inbox_item_unread_idx", "inbox_item", ["account_id", "id", "kind"], postgresql_where=unread)
    op.create_index(
        "inbox_item_waiting_idx",
        "inbox_item",
        ["fingerprint", "kind", "account_id"],
        unique=True,
        postgresql_where=sa.text("read_at IS NULL AND kind <> 'mention'"),
    )
    for statement in (ASSIGNED, SECOND, CHANGED):
        op.execute(statement)


def downgrade():
    op.drop_index("finding_waiting_idx", "finding")
    for column in ("at", "by_id", "act_id"):
        op.drop_index(f"triage_batch_{column}_idx", "triage_batch")
    for table in ("inbox_item", "comment_withdrawal", "finding_comment"):
        op.drop_table(table)
