"""Tables of hands: deals, their records (each is a deal as one log has it), the places of the records in uploads, and
the players.
"""

from typing import Final

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Date,
    DateTime,
    ForeignKey,
    Identity,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY

from auditor.store.tables.columns import METADATA, moment, number_of_row, words

# One deal, which may have several records: different logs of the same hand. `key` is the hand number in the room. If a
# hand has no number, `key` is `h:` and the digest of its only record.
identity: Final = Table(
    "identity",
    METADATA,
    number_of_row(),
    Column("venue_id", SmallInteger, ForeignKey("venue.id"), nullable=False),
    words("room"),
    Column("game", Text, nullable=False),
    Column("key", Text, nullable=False),
    UniqueConstraint("venue_id", "key", "room", "game"),
)

# One record of a deal: the hand as one log has it. Different records of one deal are all stored. Amounts are in the
# smallest unit of the currency. No foreign key refers to this table, so that the partition of an old month can be
# detached.
hand: Final = Table(
    "hand",
    METADATA,
    Column("id", BigInteger, Identity(always=True), nullable=False),
    Column("month", Date, nullable=False),
    Column("identity_id", BigInteger, nullable=False),
    Column("digest", LargeBinary, nullable=False),
    Column("venue_id", SmallInteger, nullable=False),
    words("room"),
    Column("game", Text, nullable=False),
    Column("number", Text),
    Column("structure", Text, nullable=False),
    words("currency"),
    Column("minor", SmallInteger, nullable=False),
    Column("ante", BigInteger),
    Column("bring_in", BigInteger),
    Column("small_bet", BigInteger),
    Column("big_bet", BigInteger),
    words("table_name"),
    words("tournament"),
    Column("played", DateTime(timezone=True)),
    words("local"),
    Column("players", ARRAY(BigInteger), nullable=False),
    Column("document", LargeBinary, nullable=False),
    moment("stored_at"),
    PrimaryKeyConstraint("id", "month"),
    UniqueConstraint("identity_id", "digest", "month"),
    CheckConstraint("octet_length(digest) = 32", name="digest"),
    postgresql_partition_by="RANGE (month)",
)

# The place of a record (a hand as one log has it) in the order of play at its poker table. `sitting` is the number of
# that table; it is null if the log names no table. `turn` is a text that sorts the records of a table by time. `deck`
# is a search key made of the first cards: hands with the same key may have been dealt from the same order of the deck.
# `deck` is empty if too few cards were seen.
trace: Final = Table(
    "trace",
    METADATA,
    Column("hand_id", BigInteger, primary_key=True, autoincrement=False),
    Column("month", Date, nullable=False),
    Column("identity_id", BigInteger, nullable=False),
    Column("venue_id", SmallInteger, nullable=False),
    Column("sitting", BigInteger),
    Column("turn", Text(collation="C"), nullable=False),
    words("deck"),
    Index(None, "identity_id"),
    Index(None, "sitting", "turn", "hand_id"),
    Index("trace_deck_idx", "sitting", "deck", "turn", postgresql_where=text("deck <> ''")),
)

# The places of records (hands as logged) in uploads. `lines` has two bytes for each event: the number of its line. The
# line `first_line` has the number 1. The number 0 means that the event has no line.
source: Final = Table(
    "source",
    METADATA,
    Column("hand_id", BigInteger, primary_key=True, autoincrement=False),
    Column("upload_id", BigInteger, ForeignKey("upload.id", ondelete="CASCADE"), primary_key=True),
    Column("first_line", BigInteger, primary_key=True, autoincrement=False),
    Column("last_line", BigInteger, nullable=False),
    Column("shard_id", BigInteger, ForeignKey("shard.id", ondelete="CASCADE"), nullable=False),
    Column("lines", LargeBinary, nullable=False),
    Index(None, "upload_id"),
    CheckConstraint("first_line <= last_line", name="lines"),
)

player: Final = Table(
    "player",
    METADATA,
    number_of_row(),
    Column("venue_id", SmallInteger, ForeignKey("venue.id"), nullable=False),
    Column("name", Text, nullable=False),
    UniqueConstraint("venue_id", "name"),
)

# The dictionaries for compressing `hand.document`. Each compressed document contains the `id` of its dictionary.
dictionary: Final = Table(
    "dictionary",
    METADATA,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("content", LargeBinary, nullable=False),
    Column("trained_on", Integer, nullable=False),
    moment("made_at"),
)
