"""Removes the chips that are owed in hands whose log contradicts itself about money, and computes the sums again.
Counts confirmed findings of the rule D214 among those about payouts.

Such a log states two different amounts, so nobody can say who owes what. The pages of the hands say so, but the lists
of owed chips still named a debtor. Such a hand has a finding of the rule L106 or L107.

Each range of hands has a transaction of its own, as in the migration 0036.
"""

import sqlalchemy as sa
from alembic import context, op

revision = "0043"
down_revision = "0042"

REMOVE = """
DELETE FROM owed WHERE hand_id > :done AND hand_id <= :last
  AND EXISTS (SELECT FROM finding WHERE finding.hand_id = owed.hand_id AND finding.house = owed.house
                AND finding.code IN ('L106', 'L107') AND finding.detection <> 'gone')
"""


# The confirmed findings that may be about a payout. A finding of the rule D214 may be about a payout, too: after a
# misdeal, everybody gets his chips back.
CONFIRMED = "triage = 'confirmed' AND detection <> 'gone' AND ({rules}) AND amount IS NOT NULL"
BEFORE = "left(code, 1) IN ('L', 'P', 'S')"
AFTER = f"{BEFORE} OR code IN ('D214')"


def upgrade():
    index_confirmed(AFTER)
    first = context.script.get_revision("0036").module
    first.in_ranges("filled_0043", (REMOVE,))
    op.execute("TRUNCATE owed_player, owed_night")
    for statement in (first.OF_PLAYERS, first.OF_NIGHTS):
        op.execute(statement)


def downgrade():
    index_confirmed(BEFORE)
    context.script.get_revision("0037").module.upgrade()


def index_confirmed(rules):
    op.drop_index("finding_confirmed_payout_idx", "finding")
    op.create_index(
        "finding_confirmed_payout_idx",
        "finding",
        ["hand_id", "house"],
        postgresql_where=sa.text(CONFIRMED.format(rules=rules)),
    )
