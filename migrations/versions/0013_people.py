"""Makes the tables of accounts, sessions, attempts to sign in, one-time links, and tokens of programs."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def moment(name, *, always=True):
    default = sa.text("now()") if always else None
    return sa.Column(name, sa.DateTime(timezone=True), server_default=default, nullable=not always)


def expires_at():
    return sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False)


def words(name):
    return sa.Column(name, sa.Text(), server_default=sa.text("''"), nullable=False)


def secret(table, *columns):
    """Makes a table of secret tokens, with the digest and the account of each token."""
    op.create_table(
        table,
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("sha256", sa.LargeBinary(), nullable=False),
        sa.Column("account_id", sa.BigInteger(), nullable=False),
        *columns,
        sa.CheckConstraint("octet_length(sha256) = 32", name=op.f(f"{table}_sha256_check")),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f(f"{table}_account_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"{table}_pkey")),
        sa.UniqueConstraint("sha256", name=op.f(f"{table}_sha256_key")),
    )
    op.create_index(op.f(f"{table}_account_id_idx"), table, ["account_id"])


def upgrade():
    op.create_table(
        "account",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        words("password"),
        sa.Column("letter_keys", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        moment("made_at"),
        moment("disabled_at", always=False),
        sa.CheckConstraint("role IN ('viewer', 'reviewer')", name=op.f("account_role_check")),
        sa.CheckConstraint("name <> ''", name=op.f("account_named_check")),
        sa.PrimaryKeyConstraint("id", name=op.f("account_pkey")),
    )
    op.create_index("account_name_idx", "account", [sa.text("lower(name)")], unique=True)
    secret(
        "session",
        moment("made_at"),
        moment("last_seen_at"),
        expires_at(),
        moment("revoked_at", always=False),
        words("address"),
        words("browser"),
    )
    op.create_table(
        "sign_in_try",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        words("name"),
        words("network"),
        moment("tried_at"),
        sa.PrimaryKeyConstraint("id", name=op.f("sign_in_try_pkey")),
    )
    op.create_index(op.f("sign_in_try_tried_at_idx"), "sign_in_try", ["tried_at"])
    secret("one_time_link", moment("made_at"), expires_at(), moment("used_at", always=False))
    secret("api_token", words("label"), moment("made_at"), moment("revoked_at", always=False))


def downgrade():
    for table in ("api_token", "one_time_link", "sign_in_try", "session", "account"):
        op.drop_table(table)
