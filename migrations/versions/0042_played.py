"""Adds the time of play to findings, with indexes by time, by hour of the week, by size of the amount and by currency,
and of the findings that lists leave out.

The filters by day, hour and amount then search the findings themselves. Before, the server had to look up all hands of
the days, and for an amount it read all findings.
"""

import sqlalchemy as sa
from alembic import context, op

revision = "0042"
down_revision = "0041"

# The hour of the week in UTC: 0 is Monday from 00:00 to 01:00, 167 is the last hour of Sunday.
HOUR = """
CREATE FUNCTION finding_hour(played timestamp with time zone) RETURNS smallint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
SELECT (24 * (extract(isodow FROM played AT TIME ZONE 'UTC') - 1)
        + extract(hour FROM played AT TIME ZONE 'UTC'))::smallint
$$
"""
# The amount without its sign, in units of the currency.
SIZE = """
CREATE FUNCTION finding_size(amount bigint, minor smallint) RETURNS numeric
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
SELECT abs(amount) / 10::numeric ^ minor
$$
"""
# The columns from which gone and closed findings are counted, so that the server need not read the findings.
READ = ["played", "amount", "minor", "more"]
# The findings are updated in groups of this size, because each statement of a migration has a time limit.
TOGETHER = 500_000
NEXT = "SELECT max(id) FROM (SELECT id FROM finding WHERE id > :done ORDER BY id LIMIT :together) AS next"
FILL = """
UPDATE finding SET played = hand.played FROM hand
WHERE hand.id = finding.hand_id AND hand.month = finding.month AND hand.played IS NOT NULL
  AND finding.id > :done AND finding.id <= :last
"""
# The indexes that are not needed during the update. To make them again afterwards is faster than to keep them up to
# date.
INDEXES = """
SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
WHERE indrelid = 'finding'::regclass AND NOT indisunique ORDER BY 1
"""


def upgrade():
    op.add_column("finding", sa.Column("played", sa.DateTime(timezone=True)))
    op.execute(HOUR)
    op.execute(SIZE)
    connection = op.get_bind()
    indexes = connection.execute(sa.text(INDEXES)).all()
    for index in indexes:
        op.execute(f"DROP INDEX {index.name}")
    op.execute("ALTER TABLE finding DISABLE TRIGGER USER")
    fill()
    op.execute("ALTER TABLE finding ENABLE TRIGGER USER")
    for index in indexes:
        op.execute(index.definition)
    op.create_index("finding_played_idx", "finding", ["played"])
    op.create_index("finding_hour_idx", "finding", [sa.text("finding_hour(played)")])
    op.create_index("finding_size_idx", "finding", [sa.text("finding_size(amount, minor)")])
    op.create_index("finding_currency_idx", "finding", ["currency"])
    for name, condition in (("gone", "detection = 'gone'"), ("closed", "triage = 'closed'")):
        where = sa.text(condition)
        op.create_index(f"finding_{name}_idx", "finding", ["hand_id"], postgresql_include=READ, postgresql_where=where)
    op.execute("ANALYZE finding")  # without statistics of the new column and expressions, no plan would use them well


def fill():
    """Stores the time of play of each finding."""
    together = context.config.attributes.get("together", TOGETHER)
    connection, done = op.get_bind(), 0
    while last := connection.execute(sa.text(NEXT), {"done": done, "together": together}).scalar():
        connection.execute(sa.text(FILL), {"done": done, "last": last})
        done = last


def downgrade():
    for name in ("closed", "gone", "currency", "size", "hour", "played"):
        op.drop_index(f"finding_{name}_idx", "finding")
    op.execute("DROP FUNCTION finding_size")
    op.execute("DROP FUNCTION finding_hour")
    op.drop_column("finding", "played")
