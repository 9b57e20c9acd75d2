"""Reports and findings: one report a record, house and rules version; one finding a broken rule at a place in a record."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Computed,
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
    text,
)

from auditor.store.tables.columns import METADATA, moment, number_of_row, one_of, words

# `current`: the latest for its record and house. `unverifiable` has `code:event` with blanks
# between, `code:event+more` where a note stands for more of its rule; `findings` counts those that are not listed too.
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

# Functions of the database, so that the count of a finding and the search for it agree on its kind.
_WORST: Final = "-coalesce(abs(amount), -1)"
_WEIGHT: Final = "CASE grade WHEN 'violation' THEN 0 WHEN 'fault' THEN 1 ELSE 2 END"
_BAND: Final = "finding_band(amount, minor)"
_CELL: Final = (
    "finding_cell(ARRAY[room, game, stakes, house, code, grade, detection, triage, assignee], venue_id, street,"
    f" {_BAND}, ARRAY[flagged, reopened, (readings <> '')])"
)

# The columns of a finding, in groups by who writes them. Nothing else lists them: `findings.insert` makes its statement
# from these groups, and `queries.findings` selects the columns of the table.

# The identity of a finding. `fingerprint` stays the same however often its record is audited.
IDENTIFYING: Final = (
    Column("fingerprint", Text, nullable=False),
    Column("hand_id", BigInteger, nullable=False),
    Column("month", Date, nullable=False),
    Column("code", Text, nullable=False),
    Column("seat", SmallInteger, nullable=False),
    words("subject"),
    Column("origin", Text, nullable=False, server_default=text("'audit'")),
)
# The result of an audit or a comparison of hands, brought up to date when the finding is found again. Amounts are
# logged less lawful.
DETAILS: Final = (
    Column("house", Text, nullable=False),
    Column("grade", Text, nullable=False),
    Column("street", SmallInteger),
    Column("event", Integer),
    Column("line", BigInteger),
    Column("logged", Text, nullable=False),
    Column("lawful", Text, nullable=False),
    Column("amount", BigInteger),
    words("clause"),
    words("status"),
    words("readings"),  # one a line
    # How many of its rule it stands for that are not listed, where a hand has too many of them.
    Column("more", Integer, nullable=False, server_default=text("0")),
    Column("earlier_id", BigInteger),  # the record that it is against, where it is across hands of a table
    Column("evidence", LargeBinary, nullable=False),  # the digest of what it rests on
)
# Columns copied from the row of its record in `hand`, under the same names.
OF_RECORD: Final = (
    Column("venue_id", SmallInteger, ForeignKey("venue.id"), nullable=False),
    words("room"),
    Column("game", Text, nullable=False),
    Column("number", Text),
    words("currency"),
    Column("minor", SmallInteger, nullable=False),
)
_STAKES: Final = words("stakes")  # as the record has them: `10/20 USD`
# Whether it is there, by the last run that tested it; and where it stands with people, by the decision on its
# fingerprint. `flagged` where that needs another review, `reopened` where a run opened a closed or accepted finding.
_STANDING: Final = (
    Column("detection", Text, nullable=False, server_default=text("'present'")),
    words("gone_by"),  # why it is gone; empty where it is there, or nobody knows
    Column("triage", Text, nullable=False, server_default=text("'open'")),
    Column("flagged", Boolean, nullable=False, server_default=text("false")),
    Column("reopened", Boolean, nullable=False, server_default=text("false")),
    words("assignee"),
)
# Columns that the database derives for lists and counts.
_DERIVED: Final = (
    # The amount at stake, below zero so that the worst comes first; 1 where there is none.
    Column("worst", BigInteger, Computed(_WORST, persisted=True), nullable=False),
    Column("weight", SmallInteger, Computed(_WEIGHT, persisted=True), nullable=False),
    Column("band", SmallInteger, Computed(_BAND, persisted=True), nullable=False),  # how much is at stake: 0 to 5
    Column("cell", BigInteger, Computed(_CELL, persisted=True), nullable=False),  # the cell of the tally it counts in
)
_RUNS: Final = (
    Column("rules_version", Integer, nullable=False),  # of the run that found it first
    Column("first_run_id", BigInteger, ForeignKey("run.id"), nullable=False),
    Column("last_run_id", BigInteger, ForeignKey("run.id"), nullable=False),
    moment("first_seen_at"),
    moment("last_seen_at"),
)

finding: Final = Table(
    "finding",
    METADATA,
    number_of_row(),
    *IDENTIFYING,
    *DETAILS,
    *OF_RECORD,
    _STAKES,
    *_STANDING,
    *_DERIVED,
    *_RUNS,
    UniqueConstraint("hand_id", "fingerprint"),
    Index(None, "fingerprint"),
    Index(None, "first_run_id", postgresql_using="brin"),
    Index("finding_attention_idx", "id", postgresql_where=text("flagged OR reopened")),
    Index("finding_assignee_idx", "assignee", postgresql_where=text("assignee <> ''")),
    one_of("grade", "fault", "violation", "irregular"),
    one_of("detection", "present", "changed", "gone", "unassessed"),
    one_of("origin", "audit", "history"),
    one_of("triage", "open", "confirmed", "dismissed", "accepted", "closed"),
    one_of("gone_by", "", "record", "engine", "rules"),
    CheckConstraint("street BETWEEN 3 AND 7", name="street"),
    CheckConstraint("octet_length(evidence) = 32", name="evidence"),
)

# The cause of a change by a run where both the rules version and the house changed before: the one that makes the
# change without the other.
laid: Final = Table(
    "laid",
    METADATA,
    Column("finding_id", BigInteger, ForeignKey("finding.id", ondelete="CASCADE"), primary_key=True),
    Column("run_id", BigInteger, ForeignKey("run.id", ondelete="CASCADE"), primary_key=True),
    Column("cause", Text, nullable=False),
    one_of("cause", "engine", "rules"),
)

# The order of the list: too much paid and too little weigh the same, then what weighs more, then what came first.
worst_first: Final = (finding.c.worst, finding.c.weight, finding.c.id)
Index("finding_worst_idx", *worst_first)
Index("finding_contested_idx", *worst_first, postgresql_where=finding.c.readings != "")
Index("finding_code_idx", finding.c.code, *worst_first)
Index("finding_band_idx", finding.c.band, *worst_first)
Index("finding_stakes_idx", finding.c.stakes, *worst_first)
Index("finding_rules_idx", finding.c.rules_version, *worst_first)
Index("finding_cell_idx", finding.c.cell, *worst_first)
