"""Lets an account belong to one venue, whose data alone the person sees. Until now, people saw the data of all venues,
and the accounts that are there keep this.
"""

import sqlalchemy as sa
from alembic import op

revision = "0051"
down_revision = "0050"


def upgrade():
    op.add_column("account", sa.Column("venue_id", sa.SmallInteger()))
    op.create_foreign_key(op.f("account_venue_id_fkey"), "account", "venue", ["venue_id"], ["id"])
    op.create_check_constraint(op.f("account_sees_all_check"), "account", "role <> 'admin' OR venue_id IS NULL")


def downgrade():
    op.drop_constraint(op.f("account_sees_all_check"), "account")
    op.drop_constraint(op.f("account_venue_id_fkey"), "account")
    op.drop_column("account", "venue_id")
