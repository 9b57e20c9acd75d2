"""Adds the tables behind the page of figures: counts of findings and of audited hands by place, day and hour of play,
and the rake of hands beside the rake of the schedule. Fills them from the stored findings and reports.

Triggers on `finding` and `report` write the counts.
"""

import sqlalchemy as sa
from alembic import context, op

revision = "0041"
down_revision = "0040"

# Rows are counted in groups of this size, because each statement of a migration has a time limit.
TOGETHER = 500_000
UNDATED = "'0001-01-01'"
# The place and the hour of play of each row of `counted`. `LIMIT 1` makes the server look up one hand after another,
# also if it has no planner statistics yet. A hand without a date has the hour -1.
PLACED = f"""
placed AS MATERIALIZED (
    SELECT counted.*, coalesce(record.table_name, '') AS table_name,
           coalesce(record.played::date, {UNDATED}) AS day,
           coalesce(extract(hour FROM record.played), -1)::smallint AS hour COLUMNS
    FROM counted LEFT JOIN LATERAL (
        SELECT table_name, played AT TIME ZONE 'UTC' AS played, venue_id, room FROM hand
        WHERE hand.id = counted.hand_id AND hand.month = counted.month LIMIT 1) AS record ON true),
numbered AS MATERIALIZED (
    SELECT *, hash_array_extended(ARRAY[venue_id::text, room, house, table_name], 0) AS place,
           hash_array_extended(ARRAY[venue_id::text, room, house], 0) AS general_id NUMBERS
    FROM placed WHERE venue_id IS NOT NULL),
new_place AS (
    INSERT INTO figure_place (id, general_id, venue_id, room, house, table_name)
    SELECT DISTINCT place, general_id, venue_id, room, house, table_name FROM numbered
    WHERE NOT EXISTS (SELECT FROM figure_place AS known WHERE known.id = place))
"""
KIND = "code, severity, triage, currency, minor"
KIND_NUMBER = ", hash_array_extended(ARRAY[code, severity, triage, currency, minor::text], 0) AS kind"
OF_FINDING = f"hand_id, month, house, {KIND}, venue_id, room"
SUMS = """sum(sign * (1 + more)) AS found, coalesce(sum(sign * (1 + more)) FILTER (WHERE amount <> 0), 0) AS amounts,
          coalesce(sum(sign * abs(amount)), 0) AS at_stake"""
COUNT_FINDINGS = f"""
WITH counted AS (
    SELECT {OF_FINDING}, {SUMS} FROM (ROWS) AS moved WHERE detection <> 'gone'
    GROUP BY {OF_FINDING} HAVING sum(sign * (1 + more)) <> 0 OR coalesce(sum(sign * abs(amount)), 0) <> 0),
{PLACED.replace("COLUMNS", "").replace("NUMBERS", KIND_NUMBER)},
new_kind AS (
    INSERT INTO figure_kind (id, {KIND}) SELECT DISTINCT kind, {KIND} FROM numbered
    WHERE NOT EXISTS (SELECT FROM figure_kind AS known WHERE known.id = kind)),
by_hour AS (
    INSERT INTO figure_hour_change (place, general_id, day, hour, measure, number)
    SELECT place, general_id, day, hour, severity, sum(found) FROM numbered
    GROUP BY place, general_id, day, hour, severity HAVING sum(found) <> 0)
INSERT INTO figure_found_change (place, general_id, day, kind, found, amounts, at_stake)
SELECT place, general_id, day, kind, sum(found), sum(amounts), sum(at_stake) FROM numbered
GROUP BY place, general_id, day, kind
HAVING sum(found) <> 0 OR sum(amounts) <> 0 OR sum(at_stake) <> 0
"""
COUNT_HANDS = f"""
WITH counted AS (
    SELECT hand_id, month, house, sum(sign) AS hands FROM (ROWS) AS moved WHERE current
    GROUP BY hand_id, month, house HAVING sum(sign) <> 0),
{PLACED.replace("COLUMNS", ", record.venue_id, record.room").replace("NUMBERS", "")}
INSERT INTO figure_hour_change (place, general_id, day, hour, measure, number)
SELECT place, general_id, day, hour, 'hands', sum(hands) FROM numbered GROUP BY place, general_id, day, hour
HAVING sum(hands) <> 0
"""
ADDED = "SELECT *, 1 AS sign FROM added"
REMOVED = "SELECT *, -1 AS sign FROM removed"
EVENTS = {
    "insert": "AFTER INSERT ON {} REFERENCING NEW TABLE AS added",
    "update": "AFTER UPDATE ON {} REFERENCING OLD TABLE AS removed NEW TABLE AS added",
    "delete": "AFTER DELETE ON {} REFERENCING OLD TABLE AS removed",
}
COUNTED = {"finding": COUNT_FINDINGS, "report": COUNT_HANDS}
# The stored findings and reports are numbered by these columns.
NUMBERED = {"finding": "id", "report": "hand_id"}
NEXT = "SELECT max(number) FROM (SELECT {0} AS number FROM {1} WHERE {0} > :done ORDER BY {0} LIMIT :together) AS next"
# Each sum counts for the table of play, and for all tables of the room and house together (`general_id`).
FOLDED = """
WITH both_levels AS (SELECT place, {rest} FROM {table}_change UNION ALL SELECT general_id, {rest} FROM {table}_change)
INSERT INTO {table} (place, {rest}) SELECT place, {key}, {sums} FROM both_levels GROUP BY place, {key}
"""
FOLDS = (
    ("figure_found", "day, kind", ("found", "amounts", "at_stake")),
    ("figure_hour", "day, hour, measure", ("number",)),
)
NIGHTS = """
INSERT INTO figure_night (place, day, measure, number)
SELECT place, day, measure, sum(number) FROM figure_hour_change GROUP BY place, day, measure
"""
# Only the first valid record of a deal counts, by its latest report.
RAKE = """
INSERT INTO hand_rake (hand_id, house, taken, due)
SELECT latest.hand_id, house, (settled -> 2 ->> 1)::int8, (settled -> 2 ->> 0)::int8
FROM (SELECT DISTINCT ON (hand_id) hand_id, house, settlement::json AS settled FROM report
      WHERE current AND hand_id > :done AND hand_id <= :last ORDER BY hand_id, audited_at DESC, house) AS latest
JOIN trace ON trace.hand_id = latest.hand_id
WHERE settled -> 2 ->> 0 IS NOT NULL AND settled -> 2 ->> 1 IS NOT NULL
  AND (settled -> 2 ->> 0 <> '0' OR settled -> 2 ->> 1 <> '0')
  AND NOT EXISTS (SELECT FROM json_array_elements(settled -> 1) AS account
                  WHERE account ->> 3 IS NULL OR account ->> 4 IS NULL)
  AND NOT EXISTS (SELECT FROM trace AS earlier
                  JOIN source ON source.hand_id = earlier.hand_id
                  JOIN upload ON upload.id = source.upload_id AND upload.superseded_at IS NULL
                  WHERE earlier.identity_id = trace.identity_id AND earlier.hand_id < trace.hand_id)
"""
RAKE_OF_NIGHTS = f"""
INSERT INTO rake_night (venue_id, table_name, day, house, currency, minor, taken, due, hands, differ)
SELECT venue_id, table_name, coalesce((played AT TIME ZONE 'UTC')::date, {UNDATED}) AS day, house, currency, minor,
       sum(taken), sum(due), count(*), count(*) FILTER (WHERE taken <> due)
FROM hand_rake JOIN hand ON hand.id = hand_rake.hand_id
GROUP BY venue_id, table_name, day, house, currency, minor
"""


def number(name, of=sa.BigInteger):
    return sa.Column(name, of(), nullable=False, autoincrement=False)


def words(name):
    return sa.Column(name, sa.Text(), server_default=sa.text("''"), nullable=False)


def counter(name):
    return sa.Column(name, sa.BigInteger(), server_default=sa.text("0"), nullable=False)


def upgrade():
    make_tables()
    for table, statement in COUNTED.items():
        make_triggers(table, statement)
        fill(table, [statement.replace("ROWS", f"SELECT *, 1 AS sign FROM {table} WHERE BETWEEN")])
    fill("report", [RAKE])
    op.execute(RAKE_OF_NIGHTS)
    op.execute(NIGHTS)
    for table, key, sums in FOLDS:
        added_up = ", ".join([f"sum({name})" for name in sums])
        op.execute(FOLDED.format(table=table, key=key, rest=f"{key}, {', '.join(sums)}", sums=added_up))
        op.execute(f"TRUNCATE {table}_change")


def make_tables():
    op.create_table(
        "figure_place",
        *[number(name) for name in ("id", "general_id")],
        number("venue_id", sa.SmallInteger),
        *[words(name) for name in ("room", "house", "table_name")],
    )
    op.create_table(
        "figure_kind",
        number("id"),
        *[sa.Column(name, sa.Text(), nullable=False) for name in ("code", "severity", "triage")],
        words("currency"),
        number("minor", sa.SmallInteger),
    )
    for name in ("figure_place", "figure_kind"):
        op.create_index(op.f(f"{name}_id_idx"), name, ["id"])
    for end in ("", "_change"):
        key = [sa.PrimaryKeyConstraint("place", "day", "kind", name=op.f("figure_found_pkey"))]
        op.create_table(
            f"figure_found{end}",
            *([number("place"), number("general_id")] if end else [number("place")]),
            *(number("day", sa.Date), number("kind")),
            *(number("found"), number("amounts"), number("at_stake", sa.Numeric)),
            *([] if end else key),
        )
        key = [sa.PrimaryKeyConstraint("place", "day", "hour", "measure", name=op.f("figure_hour_pkey"))]
        op.create_table(
            f"figure_hour{end}",
            *([number("place"), number("general_id")] if end else [number("place")]),
            *(number("day", sa.Date), number("hour", sa.SmallInteger)),
            *(sa.Column("measure", sa.Text(), nullable=False), number("number")),
            *([] if end else key),
        )
    op.create_table(
        "figure_night",
        *(number("place"), number("day", sa.Date), sa.Column("measure", sa.Text(), nullable=False), number("number")),
        sa.PrimaryKeyConstraint("place", "day", "measure", name=op.f("figure_night_pkey")),
    )
    op.create_table(
        "hand_rake",
        number("hand_id"),
        sa.Column("house", sa.Text(), nullable=False),
        *(number("taken"), number("due")),
        sa.PrimaryKeyConstraint("hand_id", name=op.f("hand_rake_pkey")),
    )
    op.create_table(
        "rake_night",
        number("venue_id", sa.SmallInteger),
        words("table_name"),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("house", sa.Text(), nullable=False),
        words("currency"),
        number("minor", sa.SmallInteger),
        *[counter(name) for name in ("taken", "due", "hands", "differ")],
        sa.PrimaryKeyConstraint(
            "venue_id", "table_name", "day", "house", "currency", "minor", name=op.f("rake_night_pkey")
        ),
    )


def make_triggers(table, statement):
    """Makes the triggers that add rows for the changes of counts. No row is updated, so transactions that store
    findings or reports at the same time do not wait for each other.
    """
    op.execute(f"""
CREATE FUNCTION {table}_figure() RETURNS trigger LANGUAGE plpgsql AS $$
#variable_conflict use_column  -- PL/pgSQL has a variable `found`
BEGIN
    IF TG_OP = 'INSERT' THEN
        {statement.replace("ROWS", ADDED)};
    ELSIF TG_OP = 'DELETE' THEN
        {statement.replace("ROWS", REMOVED)};
    ELSE
        {statement.replace("ROWS", f"{ADDED} UNION ALL {REMOVED}")};
    END IF;
    RETURN NULL;
END $$
""")
    for name, event in EVENTS.items():
        on = event.format(table)
        op.execute(f"CREATE TRIGGER {table}_figure_{name} {on} FOR EACH STATEMENT EXECUTE FUNCTION {table}_figure()")


def fill(table, statements):
    """Runs the statements for one group of rows of the table after the other."""
    together = context.config.attributes.get("together", TOGETHER)
    column = NUMBERED[table]
    connection, done = op.get_bind(), 0
    following = sa.text(NEXT.format(column, table))
    while last := connection.execute(following, {"done": done, "together": together}).scalar():
        for statement in statements:
            group = statement.replace("BETWEEN", f"{column} > :done AND {column} <= :last")
            connection.execute(sa.text(group), {"done": done, "last": last})
        done = last


def downgrade():
    for table in COUNTED:
        for name in EVENTS:
            op.execute(f"DROP TRIGGER {table}_figure_{name} ON {table}")
        op.execute(f"DROP FUNCTION {table}_figure")
    for table in (
        *("rake_night", "hand_rake", "figure_hour_change", "figure_hour", "figure_found_change", "figure_found"),
        *("figure_night", "figure_kind", "figure_place"),
    ):
        op.drop_table(table)
