"""Adds the second factor of accounts: the secret of an app that shows codes, and recovery codes."""

import sqlalchemy as sa
from alembic import op

revision = "0052"
down_revision = "0051"


def moment(name, *, always=True):
    if always:
        return sa.Column(name, sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False)
    return sa.Column(name, sa.DateTime(timezone=True))


def upgrade():
    op.create_table(
        "second_factor",
        sa.Column("account_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("secret", sa.Text(), nullable=False),
        moment("made_at"),
        moment("confirmed_at", always=False),
        sa.Column("last_step", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.CheckConstraint("char_length(secret) >= 32", name=op.f("second_factor_secret_check")),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("second_factor_account_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("account_id", name=op.f("second_factor_pkey")),
    )
    op.create_table(
        "recovery_code",
        sa.Column("sha256", sa.LargeBinary(), nullable=False),
        sa.Column("account_id", sa.BigInteger(), nullable=False),
        moment("used_at", always=False),
        sa.CheckConstraint("octet_length(sha256) = 32", name=op.f("recovery_code_sha256_check")),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("recovery_code_account_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("sha256", name=op.f("recovery_code_pkey")),
    )
    op.create_index(op.f("recovery_code_account_id_idx"), "recovery_code", ["account_id"])
    op.add_column("session", moment("factor_at", always=False))


def downgrade():
    op.drop_column("session", "factor_at")
    op.drop_table("recovery_code")
    op.drop_table("second_factor")
