"""Adds ingest tokens that belong to a venue and to no account, and the name of the person who made them.

A downgrade removes these tokens. It keeps the tokens of accounts.
"""

import sqlalchemy as sa
from alembic import op

revision = "0045"
down_revision = "0044"


def upgrade():
    op.alter_column("api_token", "account_id", existing_type=sa.BigInteger(), nullable=True)
    op.add_column("api_token", sa.Column("made_by", sa.Text(), server_default=sa.text("''"), nullable=False))
    op.create_check_constraint(
        op.f("api_token_owned_check"), "api_token", "account_id IS NOT NULL OR scope = 'upload' AND made_by <> ''"
    )


def downgrade():
    op.execute("DELETE FROM api_token WHERE account_id IS NULL")
    op.drop_constraint(op.f("api_token_owned_check"), "api_token")
    op.drop_column("api_token", "made_by")
    op.alter_column("api_token", "account_id", existing_type=sa.BigInteger(), nullable=False)
