"""Adds the tables of the seats of hands, of the names of poker tables and of the chips that are owed, with their
indexes, and fills them from the stored hands and reports. Removes an index of the players of hands that no query used.

The tables are filled by ranges of hands. Each range has a transaction of its own, because a statement of a migration
has a time limit, and so that an interrupted upgrade need not begin again.
"""

import sqlalchemy as sa
from alembic import context, op

revision = "0036"
down_revision = "0035"

# How many hands a range has.
TOGETHER = 100_000
NEXT = "SELECT max(id) FROM (SELECT id FROM hand WHERE id > :done ORDER BY id LIMIT :together) AS next"
# A report has the number and the name of each seat. For a record without a report, only the players are known: their
# seats get negative numbers.
SEATS = """
INSERT INTO seat (hand_id, seat, player_id)
SELECT DISTINCT ON (report.hand_id, account ->> 0) report.hand_id, (account ->> 0)::int2, player.id
FROM report JOIN hand ON hand.id = report.hand_id AND hand.month = report.month
CROSS JOIN LATERAL json_array_elements(settlement::json -> 1) AS account
JOIN player ON player.venue_id = hand.venue_id AND player.name = account ->> 1
WHERE report.hand_id > :done AND report.hand_id <= :last
ON CONFLICT DO NOTHING
"""
OTHER_SEATS = """
INSERT INTO seat (hand_id, seat, player_id)
SELECT hand.id, -place, seated.player_id
FROM hand CROSS JOIN LATERAL unnest(players) WITH ORDINALITY AS seated (player_id, place)
WHERE hand.id > :done AND hand.id <= :last AND NOT EXISTS (SELECT FROM seat WHERE seat.hand_id = hand.id)
"""
POKER_TABLES = """
INSERT INTO poker_table (venue_id, name)
SELECT DISTINCT venue_id, table_name FROM hand
WHERE table_name <> '' AND hand.id > :done AND hand.id <= :last
  AND NOT EXISTS (SELECT FROM poker_table AS old WHERE old.venue_id = hand.venue_id AND old.name = hand.table_name)
ORDER BY venue_id, table_name
"""
# Each deal counts once: by the latest report on its first valid record. A payout is unknown if some amount is null.
OWED = """
INSERT INTO owed (hand_id, seat, player_id, venue_id, table_name, day, house, currency, minor, amount)
SELECT hand.id, paid.seat, seat.player_id, hand.venue_id, hand.table_name,
       coalesce((hand.played AT TIME ZONE 'UTC')::date, '0001-01-01'), latest.house, hand.currency, hand.minor,
       paid.logged - paid.lawful
FROM (SELECT DISTINCT ON (hand_id) hand_id, month, house, settlement::json AS settled FROM report
      WHERE current AND hand_id > :done AND hand_id <= :last
      ORDER BY hand_id, audited_at DESC, house) AS latest
JOIN hand ON hand.id = latest.hand_id AND hand.month = latest.month
CROSS JOIN LATERAL (
    SELECT (account ->> 0)::int2 AS seat, (account ->> 3)::int8 AS lawful, (account ->> 4)::int8 AS logged
    FROM json_array_elements(settled -> 1) AS account
    UNION ALL SELECT 0, (settled -> 2 ->> 0)::int8, (settled -> 2 ->> 1)::int8) AS paid
LEFT JOIN seat ON seat.hand_id = hand.id AND seat.seat = paid.seat
WHERE paid.logged <> paid.lawful
  AND settled -> 2 ->> 0 IS NOT NULL AND settled -> 2 ->> 1 IS NOT NULL
  AND NOT EXISTS (SELECT FROM json_array_elements(settled -> 1) AS account
                  WHERE account ->> 3 IS NULL OR account ->> 4 IS NULL)
  AND NOT EXISTS (SELECT FROM trace AS earlier
                  JOIN source ON source.hand_id = earlier.hand_id
                  JOIN upload ON upload.id = source.upload_id AND upload.superseded_at IS NULL
                  WHERE earlier.identity_id = hand.identity_id AND earlier.hand_id < hand.id)
"""
OF_PLAYERS = """
INSERT INTO owed_player (player_id, currency, minor, over, short, hands)
SELECT player_id, currency, minor, sum(greatest(amount, 0)), sum(least(amount, 0)), count(DISTINCT hand_id)
FROM owed WHERE player_id IS NOT NULL GROUP BY player_id, currency, minor
"""
OF_NIGHTS = """
INSERT INTO owed_night (venue_id, table_name, day, house, currency, minor, over, short, rake, hands)
SELECT venue_id, table_name, day, house, currency, minor,
       coalesce(sum(greatest(amount, 0)) FILTER (WHERE seat > 0), 0),
       coalesce(sum(least(amount, 0)) FILTER (WHERE seat > 0), 0),
       coalesce(sum(amount) FILTER (WHERE seat = 0), 0), count(DISTINCT hand_id)
FROM owed GROUP BY venue_id, table_name, day, house, currency, minor
"""


def counter(name):
    return sa.Column(name, sa.BigInteger(), server_default=sa.text("0"), nullable=False)


def words(name):
    return sa.Column(name, sa.Text(), server_default=sa.text("''"), nullable=False)


def upgrade():
    # If an earlier upgrade was interrupted, the tables are there, and some of the ranges.
    if not sa.inspect(op.get_bind()).has_table("seat"):
        make_tables()
    in_ranges("filled_0036", (SEATS, OTHER_SEATS, POKER_TABLES, OWED))
    # The rows come first and the indexes after them, which is faster.
    for statement in (OF_PLAYERS, OF_NIGHTS):
        op.execute(statement)
    make_indexes()


def in_ranges(progress, statements):
    """Runs the statements for each range of hands: the hands with numbers above `done`, up to `last`.

    Commits after each range. The table `progress` has the number of the last hand that was done, until all are done.
    """
    together = context.config.attributes.get("together", TOGETHER)
    connection = op.get_bind()
    connection.execute(sa.text(f"CREATE TABLE IF NOT EXISTS {progress} AS SELECT 0::bigint AS done"))
    done = connection.execute(sa.text(f"SELECT done FROM {progress}")).scalar_one()
    while last := connection.execute(sa.text(NEXT), {"done": done, "together": together}).scalar():
        for statement in statements:
            connection.execute(sa.text(statement), {"done": done, "last": last})
        connection.execute(sa.text(f"UPDATE {progress} SET done = :last"), {"last": last})
        connection.commit()
        done = last
    connection.execute(sa.text(f"DROP TABLE {progress}"))


def make_tables():
    op.create_table(
        "seat",
        sa.Column("hand_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
    )
    op.create_table(
        "poker_table",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("venue_id", sa.SmallInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["venue_id"], ["venue.id"], name=op.f("poker_table_venue_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("poker_table_pkey")),
        sa.UniqueConstraint("venue_id", "name", name=op.f("poker_table_venue_id_name_key")),
    )
    make_tables_of_owed()
    op.create_primary_key(op.f("seat_pkey"), "seat", ["hand_id", "seat"])


def make_indexes():
    op.create_index(op.f("seat_player_id_hand_id_idx"), "seat", ["player_id", "hand_id"])
    for column in ("player_id", "table_name", "day", "house"):
        op.create_index(op.f(f"owed_{column}_hand_id_idx"), "owed", [column, "hand_id"])
    op.create_index(op.f("owed_player_worst_player_id_idx"), "owed_player", ["worst", "player_id"])
    op.create_index("hand_table_name_id_idx", "hand", ["table_name", "id"])
    op.create_index("hand_played_id_idx", "hand", ["played", "id"])
    for table in ("player", "poker_table"):
        op.create_index(f"{table}_begins_idx", table, [sa.text("lower(name) text_pattern_ops")])
    op.create_index(
        "finding_confirmed_payout_idx",
        "finding",
        ["hand_id", "house"],
        postgresql_where=sa.text(
            "triage = 'confirmed' AND detection <> 'gone' AND left(code, 1) IN ('L', 'P', 'S') AND amount IS NOT NULL"
        ),
    )
    op.drop_index("hand_players_idx", "hand")


def make_tables_of_owed():
    op.create_table(
        "owed",
        sa.Column("hand_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger()),
        sa.Column("venue_id", sa.SmallInteger(), nullable=False),
        words("table_name"),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("house", sa.Text(), nullable=False),
        words("currency"),
        sa.Column("minor", sa.SmallInteger(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("amount <> 0", name=op.f("owed_amount_check")),
        sa.ForeignKeyConstraint(["venue_id"], ["venue.id"], name=op.f("owed_venue_id_fkey")),
        sa.PrimaryKeyConstraint("hand_id", "seat", name=op.f("owed_pkey")),
    )
    op.create_table(
        "owed_player",
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        words("currency"),
        sa.Column("minor", sa.SmallInteger(), autoincrement=False, nullable=False),
        counter("over"),
        counter("short"),
        counter("hands"),
        sa.Column("worst", sa.BigInteger(), sa.Computed("least(short, -over)", persisted=True), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "currency", "minor", name=op.f("owed_player_pkey")),
    )
    op.create_table(
        "owed_night",
        sa.Column("venue_id", sa.SmallInteger(), autoincrement=False, nullable=False),
        words("table_name"),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("house", sa.Text(), nullable=False),
        words("currency"),
        sa.Column("minor", sa.SmallInteger(), autoincrement=False, nullable=False),
        *[counter(name) for name in ("over", "short", "rake", "hands")],
        sa.PrimaryKeyConstraint(
            "venue_id", "table_name", "day", "house", "currency", "minor", name=op.f("owed_night_pkey")
        ),
    )


def downgrade():
    op.create_index("hand_players_idx", "hand", ["players"], postgresql_using="gin")
    op.drop_index("finding_confirmed_payout_idx", "finding")
    op.drop_index("player_begins_idx", "player")
    op.drop_index("hand_played_id_idx", "hand")
    op.drop_index("hand_table_name_id_idx", "hand")
    for table in ("owed_night", "owed_player", "owed", "poker_table", "seat"):
        op.drop_table(table)
