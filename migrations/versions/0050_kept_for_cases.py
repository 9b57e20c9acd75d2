"""Keeps the uploads with a hand of an open case, whatever the retention of their venue is."""

from alembic import op

revision = "0050"
down_revision = "0049"

WITH_OPEN_CASE = """
  AND NOT EXISTS (SELECT FROM dispute JOIN source ON source.hand_id = dispute.hand_id
                  WHERE source.upload_id = mine.id AND dispute.state NOT IN ('closed', 'declined', 'withdrawn'))
"""
# The function of migration 0039, with a place for a further condition.
EXPIRED = """
CREATE OR REPLACE FUNCTION expired_uploads(venue smallint, days integer) RETURNS SETOF bigint LANGUAGE sql STABLE AS $$
SELECT mine.id FROM upload AS mine
WHERE mine.venue_id = venue AND mine.removed_at IS NULL AND mine.state NOT IN ('received', 'reading', 'auditing')
  AND (SELECT min(same.received_at) FROM upload AS same
       WHERE same.venue_id = venue AND same.sha256 = mine.sha256 AND same.removed_at IS NULL)
      < now() - make_interval(days => days)
  AND_MORE
$$
"""


def upgrade():
    op.execute(EXPIRED.replace("AND_MORE", WITH_OPEN_CASE.strip()))


def downgrade():
    op.execute(EXPIRED.replace("AND_MORE", ""))
