"""Tables of the people in hands and of the chips that are owed: the seats of hands, the names of poker tables, and the
differences between the payouts in the logs and the lawful payouts.
"""

from typing import Final

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Computed,
    Date,
    ForeignKey,
    Index,
    PrimaryKeyConstraint,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    func,
    text,
)

from auditor.store.tables.columns import METADATA, counter, night_of_table, number_of_row, words
from auditor.store.tables.findings import finding
from auditor.store.tables.hands import hand, player
from auditor.store.tables.payouts import CONFIRMED_PAYOUT

# The player in each seat of a record (a hand as one log has it). A seat without a name has no row. The number of a seat
# is negative if the seat is unknown. This happens in hands that were stored before this table existed and were never
# audited. The table has no partitions by month, so one search of one index finds all hands of a player.
seat: Final = Table(
    "seat",
    METADATA,
    Column("hand_id", BigInteger, nullable=False, autoincrement=False),
    Column("player_id", BigInteger, nullable=False),
    Column("seat", SmallInteger, nullable=False, autoincrement=False),
    PrimaryKeyConstraint("hand_id", "seat"),
    Index(None, "player_id", "hand_id"),
)

# The names of poker tables, for the search. The names are as in the logs. Poker tables of a venue that have the same
# name share one row.
poker_table: Final = Table(
    "poker_table",
    METADATA,
    number_of_row(),
    Column("venue_id", SmallInteger, ForeignKey("venue.id"), nullable=False),
    Column("name", Text, nullable=False),
    UniqueConstraint("venue_id", "name"),
)

# The payouts that are wrong. `amount` is the payout in the log minus the lawful payout, in the smallest unit: it is
# negative if chips are owed to the seat. Seat 0 is the rake. The amounts of a hand usually add up to zero. They add
# up to -5 if neither a seat nor the house got 5 of the chips (unaccounted chips). Hands with an unknown payout have
# no rows. Hands whose log contradicts itself about money have no rows either. Each deal counts once: of its records
# (logs) that are not superseded, only the record that was stored first has rows, by its latest audit. `day` is the
# day of play in UTC, or 0001-01-01 if the log has no date.
owed: Final = Table(
    "owed",
    METADATA,
    Column("hand_id", BigInteger, nullable=False, autoincrement=False),
    Column("seat", SmallInteger, nullable=False, autoincrement=False),
    Column("player_id", BigInteger),
    Column("venue_id", SmallInteger, ForeignKey("venue.id"), nullable=False),
    words("table_name"),
    Column("day", Date, nullable=False),
    Column("house", Text, nullable=False),
    words("currency"),
    Column("minor", SmallInteger, nullable=False),
    Column("amount", BigInteger, nullable=False),
    PrimaryKeyConstraint("hand_id", "seat"),
    Index(None, "player_id", "hand_id"),
    Index(None, "table_name", "hand_id"),
    Index(None, "day", "hand_id"),
    Index(None, "house", "hand_id"),
    CheckConstraint("amount <> 0", name="amount"),
)

_OWED_MOST: Final = "least(short, -over)"

# The sums of `owed` for each player and unit (a currency and its number of decimals). `over` adds up the amounts that
# the player got too much. `short` adds up the amounts that the player got too little; it is negative. `hands` is the
# number of hands with such amounts.
owed_player: Final = Table(
    "owed_player",
    METADATA,
    Column("player_id", BigInteger, nullable=False, autoincrement=False),
    words("currency"),
    Column("minor", SmallInteger, nullable=False, autoincrement=False),
    counter("over"),
    counter("short"),
    counter("hands"),
    # The larger of the two sums `over` and `short` without their signs, negated so that the largest sum sorts first.
    Column("worst", BigInteger, Computed(_OWED_MOST, persisted=True), nullable=False),
    PrimaryKeyConstraint("player_id", "currency", "minor"),
    Index(None, "currency", "minor", "worst", "player_id"),
)

# The sums of `owed` for each night of a table, house and unit (a currency and its number of decimals). `rake` is the
# logged rake minus the lawful rake. If `over + short + rake` is -5, neither a seat nor the house got 5 of the chips
# (unaccounted chips).
owed_night: Final = Table(
    "owed_night",
    METADATA,
    *night_of_table(),
    counter("over"),
    counter("short"),
    counter("rake"),
    counter("hands"),
)

Index("hand_table_name_id_idx", hand.c.table_name, hand.c.id)
Index("hand_played_id_idx", hand.c.played, hand.c.id)
Index("player_begins_idx", func.lower(player.c.name).label("name"), postgresql_ops={"name": "text_pattern_ops"})
Index(
    "poker_table_begins_idx", func.lower(poker_table.c.name).label("name"), postgresql_ops={"name": "text_pattern_ops"}
)
# The confirmed findings that may be about a payout. The list of owed chips looks them up by their hands.
Index(
    "finding_confirmed_payout_idx",
    finding.c.hand_id,
    finding.c.house,
    postgresql_where=text(CONFIRMED_PAYOUT),
)
