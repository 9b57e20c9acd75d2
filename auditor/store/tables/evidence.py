"""Uploads, the shards they are read in, and their hands that were not audited."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    text,
)

from auditor.store.tables.columns import METADATA, counter, moment, number_of_row, one_of, words

venue: Final = Table(
    "venue",
    METADATA,
    Column("id", SmallInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False, unique=True),
    words("title"),
)

# The bytes lie in the data folder under their SHA-256; `file_name`, the sender's name for the file, is only a text.
upload: Final = Table(
    "upload",
    METADATA,
    number_of_row(),
    Column("receipt", Text, nullable=False, unique=True),
    Column("venue_id", SmallInteger, ForeignKey("venue.id"), nullable=False),
    Column("sha256", LargeBinary, nullable=False),
    Column("size", BigInteger, nullable=False),
    words("file_name"),
    words("house"),  # the house that the sender named; empty: the log's own, or its room's
    words("asked_encoding"),  # the encoding that a person chose; empty: found by the bytes
    moment("received_at"),
    moment("finished_at", always=False),
    Column("state", Text, nullable=False, server_default=text("'received'")),
    words("reason"),  # why nothing, or not all, could be audited
    words("cancelled_by"),
    words("format"),
    words("encoding"),
    words("notes"),  # one a line
    Column("shard_hands", Integer),  # most hands in a shard of it, fixed when splitting begins
    Column("next_shard", Integer),  # the first shard that the next job of splitting makes; null before that is known
    Column("shard_bytes", Integer),  # most bytes; null for no bound, as in earlier versions
    counter("found"),  # pieces that a hand may stand in, counted while the file is split
    counter("hands"),
    counter("audited"),
    counter("known"),
    counter("rejected"),
    counter("skipped"),
    counter("below"),  # hands with trailing text that is none of theirs
    Column("below_line", BigInteger),  # where the first trailing text begins
    Column("members", Integer),  # how many documents are in an archive, whose own counters stay 0; null for a document
    moment("superseded_at", always=False),  # since then a re-read of the same bytes counts instead
    Column("attempts", SmallInteger, nullable=False, server_default=text("0")),  # at splitting it
    Column("outages", SmallInteger, nullable=False, server_default=text("0")),  # see `store.runs.attempts`
    moment("server_started", always=False),  # when the server was, at the last attempt
    Column("by_people", Boolean, nullable=False, server_default=text("true")),  # whether a person sent it too
    words("damage"),  # what is wrong with the stored bytes, empty while they are whole
    Index("upload_sha256_idx", "sha256"),
    Index(
        "upload_in_force_idx",
        "venue_id",
        "sha256",
        "house",
        unique=True,
        postgresql_where=text("superseded_at IS NULL"),
    ),
    one_of("state", "received", "reading", "auditing", "done", "incomplete", "unreadable", "cancelled"),
    CheckConstraint("hands = audited + known + rejected + skipped", name="adds_up"),
    CheckConstraint("octet_length(sha256) = 32", name="sha256"),
    CheckConstraint("size >= 0", name="size"),
)

# A document in an archive, `name` its path in there: an upload of its own, or none and the `reason` why not. The same
# document may be in several archives, and be sent alone; `again` where it was there before this archive brought it.
member: Final = Table(
    "member",
    METADATA,
    Column("archive_id", BigInteger, ForeignKey("upload.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("upload_id", BigInteger, ForeignKey("upload.id")),
    Column("again", Boolean, nullable=False, server_default=text("false")),
    counter("packed"),
    counter("size"),
    words("reason"),
    Index(None, "upload_id"),
    CheckConstraint("(upload_id IS NULL) = (reason <> '')", name="kept_or_refused"),
)

# One job's worth: bytes `start` up to `stop` of an upload, or hands `start` up to `stop` of a run; `stop` is not in it.
shard: Final = Table(
    "shard",
    METADATA,
    number_of_row(),
    Column("upload_id", BigInteger, ForeignKey("upload.id", ondelete="CASCADE")),
    Column("run_id", BigInteger, ForeignKey("run.id", ondelete="CASCADE")),
    Column("number", Integer, nullable=False),
    Column("start", BigInteger, nullable=False),
    Column("stop", BigInteger, nullable=False),
    Column("first_line", BigInteger, nullable=False, server_default=text("1")),
    Column("expected", Integer, nullable=False),
    # The bytes of the preamble that holds for its hands: none where both are 0.
    Column("lead_start", BigInteger, nullable=False, server_default=text("0")),
    Column("lead_stop", BigInteger, nullable=False, server_default=text("0")),
    Column("state", Text, nullable=False, server_default=text("'waiting'")),
    Column("attempts", SmallInteger, nullable=False, server_default=text("0")),
    Column("outages", SmallInteger, nullable=False, server_default=text("0")),
    moment("server_started", always=False),
    words("reason"),
    moment("finished_at", always=False),
    UniqueConstraint("upload_id", "number"),
    UniqueConstraint("run_id", "number"),
    one_of("state", "waiting", "done", "given_up"),
    CheckConstraint("(upload_id IS NULL) <> (run_id IS NULL)", name="belongs_to_one"),
    CheckConstraint("start < stop", name="not_empty"),
)

rejected: Final = Table(
    "rejected",
    METADATA,
    number_of_row(),
    Column("upload_id", BigInteger, ForeignKey("upload.id", ondelete="CASCADE"), nullable=False),
    Column("line", BigInteger, nullable=False),
    Column("hand", Text),
    Column("reason", Text, nullable=False),
    Index(None, "upload_id", "line"),
)

skipped: Final = Table(
    "skipped",
    METADATA,
    Column("upload_id", BigInteger, ForeignKey("upload.id", ondelete="CASCADE"), primary_key=True),
    Column("game", Text, primary_key=True),
    counter("hands"),
)
