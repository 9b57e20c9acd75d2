"""Makes the rows of `tally`, the table of counts of findings, small. They refer by number to rows of three new tables.

A row of these tables is called a kind: a state of findings (`standing`), a broken rule (`breach`) or a place of play
(`place`). Many findings have the same kind.
"""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"

# The columns of the three tables of kinds. In the texts below, KINDRED is the name of one of the three. Each kind has
# one row, or two if two transactions inserted the first finding of the kind at the same time. `tally` has its number.
KINDS = {
    "standing": {
        "triage": "text", "flagged": "boolean", "reopened": "boolean", "assignee": "text", "detection": "text",
        "band": "smallint",
    },
    "breach": {"code": "text", "grade": "text", "street": "smallint", "contested": "boolean"},
    "place": {"venue_id": "smallint", "room": "text", "game": "text", "stakes": "text", "house": "text"},
}  # fmt: skip
TYPES = {"text": sa.Text, "boolean": sa.Boolean, "smallint": sa.SmallInteger}
NUMBER = "hash_array_extended(ARRAY[NAMES], 0) AS KINDRED"
NEW = """, new_KINDRED AS (
    INSERT INTO tally_KINDRED (id, NAMES) SELECT DISTINCT KINDRED, NAMES FROM numbered
    WHERE NOT EXISTS (SELECT FROM tally_KINDRED AS known WHERE known.id = KINDRED))"""
# Inserts rows from `counted`, which has the columns of all three tables of kinds, `found` and `listed`.
FILE = """
numbered AS MATERIALIZED (SELECT *, NUMBERS FROM counted) ALL_NEW
INSERT INTO tally (cell, standing, breach, place, found, listed)
SELECT cell, standing, breach, place, numbered.found, listed FROM numbered
"""
ADDED = "SELECT COLUMNS, count(*) + sum(more) AS found, count(*) AS listed FROM ROWS GROUP BY KIND"
REMOVED = "SELECT COLUMNS, -count(*) - sum(more) AS found, -count(*) AS listed FROM ROWS GROUP BY KIND"
CHANGED = """
SELECT KIND, sum(sign * (1 + more)) AS found, sum(sign) AS listed
FROM (SELECT COLUMNS, more, 1 AS sign FROM added UNION ALL SELECT COLUMNS, more, -1 FROM removed) AS moved
GROUP BY KIND HAVING sum(sign) <> 0 OR sum(sign * more) <> 0"""


def number_of(names):
    """Returns the SQL expression for the number of a kind (a row of the three tables): a hash of these columns."""
    return NUMBER.replace("NAMES", ", ".join([f"coalesce({name}::text, '')" for name in names]))


def filed(counted, rows="", kinds=None):
    """Returns the statement that inserts the counts of the query `counted` into `tally` and the tables `kinds`."""
    kinds = kinds or KINDS
    kind = ", ".join(["cell", *[name for columns in kinds.values() for name in columns]])
    of_finding = kind.replace("contested", "readings <> '' AS contested")
    counted = counted.replace("COLUMNS", of_finding).replace("KIND", kind).replace("ROWS", rows)
    numbers = ", ".join([number_of(names).replace("KINDRED", kindred) for kindred, names in kinds.items()])
    new = "".join([NEW.replace("KINDRED", kindred).replace("NAMES", ", ".join(kinds[kindred])) for kindred in kinds])
    return f"WITH counted AS ({counted}), {FILE.replace('NUMBERS', numbers).replace('ALL_NEW', new)}"


def count(kinds=None):
    """Returns the SQL of the trigger function that adds rows for the changes of findings.

    No row is updated, so transactions that insert findings at the same time do not wait for each other.
    """
    return f"""
CREATE OR REPLACE FUNCTION finding_tally() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        {filed(ADDED, "added", kinds)};
    ELSIF TG_OP = 'DELETE' THEN
        {filed(REMOVED, "removed", kinds)};
    ELSE
        {filed(CHANGED, kinds=kinds)};
    END IF;
    RETURN NULL;
END $$
"""


# The statements for the earlier form of `tally`: one table, with all columns in each row.
WAS_INTO = (
    "cell, venue_id, room, game, stakes, house, code, grade, street, detection, triage, assignee, flagged, reopened,"
    " contested, band, found, listed"
)
WAS_KIND = WAS_INTO.removesuffix(", contested, band, found, listed")
WAS_BEGUN = """
INSERT INTO tally (INTO_ALL) SELECT KIND, readings <> '', band, count(*) + sum(more), count(*)
FROM finding GROUP BY KIND, readings <> '', band
""".replace("INTO_ALL", WAS_INTO).replace("KIND", WAS_KIND)
WAS_COUNT = """
CREATE OR REPLACE FUNCTION finding_tally() RETURNS trigger LANGUAGE plpgsql AS $$
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
""".replace("INTO_ALL", WAS_INTO).replace("KIND", WAS_KIND)


def upgrade():
    op.drop_table("tally")
    for kind, names in KINDS.items():
        columns = [sa.Column(name, TYPES[of](), nullable=name == "street") for name, of in names.items()]
        op.create_table(f"tally_{kind}", sa.Column("id", sa.BigInteger(), nullable=False), *columns)
        op.create_index(f"tally_{kind}_id_idx", f"tally_{kind}", ["id"])
    numbers = ("cell", *KINDS, "found", "listed")
    op.create_table("tally", *[sa.Column(name, sa.BigInteger(), nullable=False) for name in numbers])
    op.execute(count())
    op.execute(filed(ADDED, "finding"))


def downgrade():
    for table in ("tally", *[f"tally_{kind}" for kind in KINDS]):
        op.drop_table(table)
    kinds = {name: of for names in KINDS.values() for name, of in names.items()}
    names = WAS_INTO.split(", ")[1:-2]
    op.create_table(
        "tally",
        sa.Column("cell", sa.BigInteger(), nullable=False),
        *[sa.Column(name, TYPES[kinds[name]](), nullable=name == "street") for name in names],
        sa.Column("found", sa.BigInteger(), nullable=False),
        sa.Column("listed", sa.BigInteger(), nullable=False),
    )
    op.create_index("tally_cell_idx", "tally", ["cell"])
    op.execute(WAS_COUNT)
    op.execute(WAS_BEGUN)
