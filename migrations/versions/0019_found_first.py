"""Adds counts of the findings that each run found first, by rule, so that no page has to count many findings.

Triggers on `finding` write the counts.
"""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"

KIND = "first_run_id, code, currency, minor"
ADDED = "SELECT KIND, count(*) + sum(more), coalesce(sum(abs(amount)), 0) FROM ROWS GROUP BY KIND"
REMOVED = "SELECT KIND, -count(*) - sum(more), -coalesce(sum(abs(amount)), 0) FROM ROWS GROUP BY KIND"
CHANGED = """
SELECT KIND, sum(sign * (1 + more)), sum(sign * at_stake)
FROM (SELECT KIND, more, coalesce(abs(amount), 0) AS at_stake, 1 AS sign FROM added
      UNION ALL SELECT KIND, more, coalesce(abs(amount), 0), -1 FROM removed) AS moved
GROUP BY KIND HAVING sum(sign * (1 + more)) <> 0 OR sum(sign * at_stake) <> 0"""


def filed(counted, rows=""):
    """Returns the statement that inserts the counts of the query `counted`."""
    counted = counted.replace("KIND", KIND).replace("ROWS", rows)
    return f"INSERT INTO found_first (run_id, code, currency, minor, found, at_stake) {counted}"


# Adds rows for the changes of counts. No row is updated, so transactions that insert findings at the same time do not
# wait for each other.
COUNT = f"""
CREATE FUNCTION finding_first() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        {filed(ADDED, "added")};
    ELSIF TG_OP = 'DELETE' THEN
        {filed(REMOVED, "removed")};
    ELSE
        {filed(CHANGED)};
    END IF;
    RETURN NULL;
END $$
"""
EVENTS = {
    "insert": "AFTER INSERT ON finding REFERENCING NEW TABLE AS added",
    "update": "AFTER UPDATE ON finding REFERENCING OLD TABLE AS removed NEW TABLE AS added",
    "delete": "AFTER DELETE ON finding REFERENCING OLD TABLE AS removed",
}


def upgrade():
    op.create_table(
        "found_first",
        sa.Column("run_id", sa.BigInteger(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("minor", sa.SmallInteger(), nullable=False),
        sa.Column("found", sa.BigInteger(), nullable=False),
        sa.Column("at_stake", sa.Numeric(), nullable=False),
    )
    op.create_index("found_first_run_id_idx", "found_first", ["run_id"])
    op.execute(COUNT)
    for name, event in EVENTS.items():
        op.execute(f"CREATE TRIGGER finding_first_{name} {event} FOR EACH STATEMENT EXECUTE FUNCTION finding_first()")
    op.execute(filed(ADDED, "finding"))


def downgrade():
    for name in EVENTS:
        op.execute(f"DROP TRIGGER finding_first_{name} ON finding")
    op.execute("DROP FUNCTION finding_first")
    op.drop_table("found_first")
