"""Adds the table `tally` of counts of findings, so that lists do not have to count findings.

Findings with the same rule, room, state and so on have one common count. Triggers on `finding` write the counts.
"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

WORDS = ("room", "game", "stakes", "house", "code", "grade", "detection", "triage", "assignee")
MARKS = ("flagged", "reopened", "contested")
KIND = "cell, venue_id, room, game, stakes, house, code, grade, street, detection, triage, assignee, flagged, reopened"
INTO = f"{KIND}, contested, band, found, listed"
ORDER = ["worst", "weight", "id"]

# Returns the band of an amount, which is in the smallest unit. Band 0 is for no amount, and band 1 for less than 1 of
# the currency. The other bands begin at 1, 10, 100 and 1,000 of the currency.
BAND = """
CREATE FUNCTION finding_band(amount bigint, minor smallint) RETURNS smallint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
SELECT CASE WHEN amount IS NULL THEN 0
            WHEN abs(amount) < 10::numeric ^ minor THEN 1
            WHEN abs(amount) < 10::numeric ^ (minor + 1) THEN 2
            WHEN abs(amount) < 10::numeric ^ (minor + 2) THEN 3
            WHEN abs(amount) < 10::numeric ^ (minor + 3) THEN 4
            ELSE 5 END::smallint
$$
"""

CELL_OF = """
CREATE FUNCTION finding_cell(kind text[], venue_id smallint, street smallint, band smallint, marks boolean[])
RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
SELECT hash_array_extended(kind || ARRAY[venue_id::text, coalesce(street, 0)::text, band::text,
                           marks[1]::text, marks[2]::text, marks[3]::text], 0)
$$
"""

STAKES = """
CREATE FUNCTION stakes_of(small_bet bigint, big_bet bigint, minor smallint, currency text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
SELECT coalesce(rtrim(trim_scale(small_bet / 10::numeric ^ minor)::text || '/'
                      || trim_scale(big_bet / 10::numeric ^ minor)::text || ' ' || currency), '')
$$
"""

# Copies the stakes from the record of the hand to a new finding.
SET_STAKES = """
CREATE FUNCTION finding_stakes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT coalesce(stakes_of(small_bet, big_bet, minor, currency), '') INTO NEW.stakes
    FROM hand WHERE hand.id = NEW.hand_id AND hand.month = NEW.month;
    NEW.stakes := coalesce(NEW.stakes, '');
    RETURN NEW;
END $$
"""

# Adds rows for the changes of counts. No row is updated, so transactions that insert findings at the same time do not
# wait for each other.
COUNT = """
CREATE FUNCTION finding_tally() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO tally (INTO_ALL) SELECT KIND, contested, band, count(*) + sum(more), count(*)
        FROM (SELECT *, readings <> '' AS contested FROM added) AS counted GROUP BY KIND, contested, band;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO tally (INTO_ALL) SELECT KIND, contested, band, -count(*) - sum(more), -count(*)
        FROM (SELECT *, readings <> '' AS contested FROM removed) AS counted GROUP BY KIND, contested, band;
    ELSE
        INSERT INTO tally (INTO_ALL) SELECT KIND, contested, band, sum(sign * (1 + more)), sum(sign)
        FROM (SELECT KIND, readings <> '' AS contested, band, more, 1 AS sign FROM added
              UNION ALL
              SELECT KIND, readings <> '', band, more, -1 FROM removed) AS counted
        GROUP BY KIND, contested, band HAVING sum(sign) <> 0 OR sum(sign * more) <> 0;
    END IF;
    RETURN NULL;
END $$
""".replace("INTO_ALL", INTO).replace("KIND", KIND)

BEGIN = """
INSERT INTO tally (INTO_ALL) SELECT KIND, readings <> '', band, count(*) + sum(more), count(*)
FROM finding GROUP BY KIND, readings <> '', band
""".replace("INTO_ALL", INTO).replace("KIND", KIND)

EVENTS = {
    "insert": "AFTER INSERT ON finding REFERENCING NEW TABLE AS added",
    "update": "AFTER UPDATE ON finding REFERENCING OLD TABLE AS removed NEW TABLE AS added",
    "delete": "AFTER DELETE ON finding REFERENCING OLD TABLE AS removed",
}


def upgrade():
    for function in (BAND, CELL_OF, STAKES):
        op.execute(function)
    columns()
    indexes(ORDER)
    op.create_index("finding_cell_idx", "finding", ["cell", *ORDER])
    op.create_table(
        "tally",
        sa.Column("cell", sa.BigInteger(), nullable=False),
        sa.Column("venue_id", sa.SmallInteger(), nullable=False),
        *[sa.Column(name, sa.Text(), nullable=False) for name in WORDS],
        sa.Column("street", sa.SmallInteger()),
        *[sa.Column(name, sa.Boolean(), nullable=False) for name in MARKS],
        sa.Column("band", sa.SmallInteger(), nullable=False),
        sa.Column("found", sa.BigInteger(), nullable=False),
        sa.Column("listed", sa.BigInteger(), nullable=False),
    )
    op.create_index("tally_cell_idx", "tally", ["cell"])
    op.execute(SET_STAKES)
    op.execute(COUNT)
    op.execute("""
        UPDATE finding SET stakes = stakes_of(hand.small_bet, hand.big_bet, hand.minor, hand.currency)
        FROM hand WHERE hand.id = finding.hand_id AND hand.month = finding.month
    """)
    op.execute(BEGIN)
    op.execute("CREATE TRIGGER finding_stakes BEFORE INSERT ON finding FOR EACH ROW EXECUTE FUNCTION finding_stakes()")
    for name, event in EVENTS.items():
        op.execute(f"CREATE TRIGGER finding_tally_{name} {event} FOR EACH STATEMENT EXECUTE FUNCTION finding_tally()")


def columns():
    op.add_column("finding", sa.Column("stakes", sa.Text(), server_default=sa.text("''"), nullable=False))
    worst = sa.Computed("-coalesce(abs(amount), -1)", persisted=True)
    op.add_column("finding", sa.Column("worst", sa.BigInteger(), worst, nullable=False))
    weight = sa.Computed("CASE grade WHEN 'violation' THEN 0 WHEN 'fault' THEN 1 ELSE 2 END", persisted=True)
    op.add_column("finding", sa.Column("weight", sa.SmallInteger(), weight, nullable=False))
    band = "finding_band(amount, minor)"
    op.add_column("finding", sa.Column("band", sa.SmallInteger(), sa.Computed(band, persisted=True), nullable=False))
    marks = "ARRAY[flagged, reopened, (readings <> '')]"
    cell = f"finding_cell(ARRAY[{', '.join(WORDS)}], venue_id, street, {band}, {marks})"
    op.add_column("finding", sa.Column("cell", sa.BigInteger(), sa.Computed(cell, persisted=True), nullable=False))


def indexes(order):
    """Makes the indexes in the order of the list: by amount, then by grade, then by number."""
    for name in ("finding_worst_idx", "finding_contested_idx", "finding_code_idx"):
        op.drop_index(name, "finding")
    op.create_index("finding_worst_idx", "finding", order)
    op.create_index("finding_contested_idx", "finding", order, postgresql_where=sa.text("readings <> ''"))
    op.create_index("finding_code_idx", "finding", ["code", *order])


def downgrade():
    for name in EVENTS:
        op.execute(f"DROP TRIGGER finding_tally_{name} ON finding")
    op.execute("DROP TRIGGER finding_stakes ON finding")
    op.execute("DROP FUNCTION finding_tally")
    op.execute("DROP FUNCTION finding_stakes")
    op.drop_table("tally")
    op.drop_index("finding_cell_idx", "finding")
    for name in ("cell", "band"):
        op.drop_column("finding", name)
    for name in ("finding_cell", "finding_band", "stakes_of"):
        op.execute(f"DROP FUNCTION {name}")
    indexes([sa.literal_column("abs(amount) DESC NULLS LAST"), "id"])
    for name in ("weight", "worst", "stakes"):
        op.drop_column("finding", name)
