"""Sorts the index of the sums of players by unit, then by amount. Amounts of different units are not compared."""

from alembic import op

revision = "0048"
down_revision = "0047"

WAS = "owed_player_worst_player_id_idx"
NAME = "owed_player_currency_minor_worst_player_id_idx"


def upgrade():
    op.create_index(op.f(NAME), "owed_player", ["currency", "minor", "worst", "player_id"])
    op.drop_index(op.f(WAS), "owed_player")


def downgrade():
    op.create_index(op.f(WAS), "owed_player", ["worst", "player_id"])
    op.drop_index(op.f(NAME), "owed_player")
