"""Adds a venue, a scope, an end and the time of the last use to tokens of programs, and the uploads that each sent."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"

# Until now a token allowed everything that its account may do. Existing tokens keep these rights, for one year.
AS_IT_WAS = "UPDATE api_token SET scope = 'decide' FROM account WHERE account.id = account_id AND role = 'reviewer'"


def upgrade():
    op.add_column("api_token", sa.Column("venue_id", sa.SmallInteger(), server_default="1", nullable=False))
    op.add_column("api_token", sa.Column("scope", sa.Text(), server_default="read", nullable=False))
    year = sa.text("now() + interval '8760 hours'")
    op.add_column("api_token", sa.Column("expires_at", sa.DateTime(timezone=True), server_default=year, nullable=False))
    op.add_column("api_token", sa.Column("used_at", sa.DateTime(timezone=True)))
    op.execute(AS_IT_WAS)
    for column in ("venue_id", "scope", "expires_at"):
        op.alter_column("api_token", column, server_default=None)
    op.create_check_constraint(op.f("api_token_scope_check"), "api_token", "scope IN ('upload', 'read', 'decide')")
    op.create_foreign_key(op.f("api_token_venue_id_fkey"), "api_token", "venue", ["venue_id"], ["id"])
    op.create_table(
        "token_upload",
        sa.Column("token_id", sa.BigInteger(), nullable=False),
        sa.Column("upload_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["token_id"], ["api_token.id"], name=op.f("token_upload_token_id_fkey"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["upload_id"], ["upload.id"], name=op.f("token_upload_upload_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("token_id", "upload_id", name=op.f("token_upload_pkey")),
    )
    op.create_index(op.f("token_upload_upload_id_idx"), "token_upload", ["upload_id"])


def downgrade():
    op.drop_table("token_upload")
    op.drop_constraint(op.f("api_token_venue_id_fkey"), "api_token")
    for column in ("used_at", "expires_at", "scope", "venue_id"):
        op.drop_column("api_token", column)
