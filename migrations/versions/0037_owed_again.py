"""Computes the chips that are owed again, and their sums: some were wrong after a file was read a second time.

A record (a hand as one log has it) that replaced another one of the same deal was left out in some cases, and in others
two records of one deal counted. The statements are those of the migration 0036, and each range of hands has a
transaction of its own again.
"""

from alembic import context, op

revision = "0037"
down_revision = "0036"

REMOVE = "DELETE FROM owed WHERE hand_id > :done AND hand_id <= :last"


def upgrade():
    first = context.script.get_revision("0036").module
    first.in_ranges("filled_0037", (REMOVE, first.OWED))
    op.execute("TRUNCATE owed_player, owed_night")
    for statement in (first.OF_PLAYERS, first.OF_NIGHTS):
        op.execute(statement)


def downgrade():
    """The amounts stay: they are right for the version before, too."""
