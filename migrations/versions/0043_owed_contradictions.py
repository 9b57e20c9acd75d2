"""Removes the chips that are owed in hands whose log contradicts itself about money, and computes the sums again.
From now on, a finding is about a payout if its severity is money, and not by the chapter of its rule. So the index of
the confirmed findings about payouts is made again.

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

CONFIRMED = "triage = 'confirmed' AND detection <> 'gone' AND {payout} AND amount IS NOT NULL"
BEFORE = "left(code, 1) IN ('L', 'P', 'S')"
AFTER = "severity = 'money'"


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


def index_confirmed(payout):
    op.drop_index("finding_confirmed_payout_idx", "finding")
    op.create_index(
        "finding_confirmed_payout_idx",
        "finding",
        ["hand_id", "house"],
        postgresql_where=sa.text(CONFIRMED.format(payout=payout)),
    )
