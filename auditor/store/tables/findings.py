"""What audits said: one report a record, house and rules version; one finding a place in a record that broke a rule."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ColumnElement,
    Date,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    func,
    nulls_last,
    text,
)

from auditor.store.tables.columns import METADATA, moment, number_of_row, one_of, words

# `current`: the latest for its record and house. `unverifiable` has `code:event` with blanks between.
report: Final = Table(
    "report",
    METADATA,
    Column("hand_id", BigInteger, nullable=False),
    Column("month", Date, nullable=False),
    Column("game", Text, nullable=False),
    Column("house", Text, nullable=False),
    Column("house_digest", LargeBinary, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("digest", LargeBinary, nullable=False),
    Column("run_id", BigInteger, ForeignKey("run.id"), nullable=False),
    Column("findings", Integer, nullable=False),
    words("unverifiable"),
    Column("settlement", Text, nullable=False),
    Column("current", Boolean, nullable=False),
    moment("audited_at"),
    PrimaryKeyConstraint("hand_id", "house", "house_digest", "rules_version"),
)

# `fingerprint` is what stays the same however often the record is audited; what people decide will hang on it.
# `detection` is what runs say; `evidence` the digest of what it rests on. Amounts are logged less lawful.
finding: Final = Table(
    "finding",
    METADATA,
    number_of_row(),
    Column("fingerprint", Text, nullable=False),
    Column("hand_id", BigInteger, nullable=False),
    Column("month", Date, nullable=False),
    Column("venue_id", SmallInteger, ForeignKey("venue.id"), nullable=False),
    words("room"),
    Column("game", Text, nullable=False),
    Column("number", Text),
    words("currency"),
    Column("minor", SmallInteger, nullable=False),
    Column("house", Text, nullable=False),
    Column("code", Text, nullable=False),
    Column("grade", Text, nullable=False),
    Column("street", SmallInteger),
    Column("seat", SmallInteger, nullable=False),
    Column("event", Integer),
    Column("line", BigInteger),
    Column("logged", Text, nullable=False),
    Column("lawful", Text, nullable=False),
    Column("amount", BigInteger),
    words("clause"),
    words("status"),
    words("readings"),  # one a line
    words("subject"),
    Column("evidence", LargeBinary, nullable=False),
    Column("detection", Text, nullable=False, server_default=text("'present'")),
    Column("origin", Text, nullable=False, server_default=text("'audit'")),
    Column("first_run_id", BigInteger, ForeignKey("run.id"), nullable=False),
    Column("last_run_id", BigInteger, ForeignKey("run.id"), nullable=False),
    moment("first_seen_at"),
    moment("last_seen_at"),
    UniqueConstraint("hand_id", "fingerprint"),
    Index(None, "fingerprint"),
    one_of("grade", "fault", "violation", "irregular"),
    one_of("detection", "present", "changed", "gone", "unassessed"),
    one_of("origin", "audit", "history"),
    CheckConstraint("street BETWEEN 3 AND 7", name="street"),
    CheckConstraint("octet_length(evidence) = 32", name="evidence"),
)

# The order of the list: too much paid and too little weigh the same.
at_stake: Final[ColumnElement[int]] = func.abs(finding.c.amount)
Index("finding_worst_idx", nulls_last(at_stake.desc()), finding.c.id)
Index("finding_code_idx", finding.c.code, nulls_last(at_stake.desc()), finding.c.id)
