"""Tables of uploads, of shards (the part of an upload or run for one job), and of hands that were not audited."""

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

# A received file. Its bytes are stored in the data folder, in a file that is named by the SHA-256 of the bytes.
# `file_name` is the name that the sender used.
upload: Final = Table(
    "upload",
    METADATA,
    number_of_row(),
    Column("receipt", Text, nullable=False, unique=True),
    Column("venue_id", SmallInteger, ForeignKey("venue.id"), nullable=False),
    Column("sha256", LargeBinary, nullable=False),
    Column("size", BigInteger, nullable=False),
    words("file_name"),
    words("house"),  # the house that the sender named; empty if the log or its room decides
    words("asked_encoding"),  # the encoding that a person chose; empty for automatic detection
    moment("received_at"),
    moment("finished_at", always=False),
    Column("state", Text, nullable=False, server_default=text("'received'")),
    words("reason"),  # why some or all hands could not be audited
    words("cancelled_by"),
    words("format"),
    words("encoding"),
    words("notes"),  # one note per line
    Column("shard_hands", Integer),  # the most hands in one shard, fixed when the splitting of the file begins
    Column("next_shard", Integer),  # the number of the first shard that the next splitting job makes
    Column("shard_bytes", Integer),  # the most bytes in one shard; null means no limit, as in earlier versions
    counter("found"),  # pieces of the file that look like hands, counted while the file is split
    counter("hands"),
    counter("audited"),
    counter("known"),
    counter("rejected"),
    counter("skipped"),
    counter("unread_lines"),  # lines that the program does not understand; lines that people marked are not counted
    Column("members", Integer),  # the number of documents in an archive, whose own counters stay 0; null if no archive
    moment("superseded_at", always=False),  # when a re-read of the same bytes replaced this upload
    Column("attempts", SmallInteger, nullable=False, server_default=text("0")),  # attempts to split the file
    Column("outages", SmallInteger, nullable=False, server_default=text("0")),  # lost connections, see `runs.attempts`
    moment("server_started", always=False),  # the start time of the database server at the last attempt
    Column("by_people", Boolean, nullable=False, server_default=text("true")),  # whether a person sent the file
    words("damage"),  # what is wrong with the stored bytes; empty if nothing is wrong
    moment("removed_at", always=False),  # when the file was removed, because its retention ended
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

# A document in an archive; `name` is its path in the archive. An accepted document has its own row in `upload`. For a
# refused document, `reason` says why. `again`: the document had been uploaded before, alone or in another archive.
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

# A shard is the part of an upload or of a run that one job processes. For an upload, `start` and `stop` are positions
# of bytes in the file. For a run, they are numbers of records (hands as one log has them). The shard ends before
# `stop`.
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
    # The first byte of the preamble, and the byte after its end. The lines of the preamble apply to all hands of the
    # shard. The two columns are 0 if there is no preamble.
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

# Changes that the program made to the text of hands before it read them. For example, it left out text that stands
# below a hand and does not belong to the hand.
upload_change: Final = Table(
    "upload_change",
    METADATA,
    Column("upload_id", BigInteger, ForeignKey("upload.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("line", BigInteger, nullable=False),  # the line of the first such change
    counter("hands"),
)

skipped: Final = Table(
    "skipped",
    METADATA,
    Column("upload_id", BigInteger, ForeignKey("upload.id", ondelete="CASCADE"), primary_key=True),
    Column("game", Text, primary_key=True),
    counter("hands"),
)
