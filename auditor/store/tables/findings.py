"""Tables of reports and findings.

A report is the audit of one record under one house and one rules version. A finding is one broken rule in one record.
A record is a hand as one log has it.
"""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Computed,
    Date,
    DateTime,
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
    text,
)

from auditor.engine.findings import Certainty, Severity
from auditor.store.tables.columns import METADATA, moment, number_of_row, one_of, words

# `current`: whether this report is the latest report on its record (a hand as one log has it) under its house.
# `unverifiable` lists the rules that could not be verified, such as `P601:12 B402:7+3`: the rule code and the event,
# and `+3` if three further events are not listed. `findings` counts all findings of the report, also findings without a
# row in `finding`.
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

# SQL expressions for columns that the database computes from other columns of a finding. The table of counts uses the
# same expressions, so that the counts agree with the lists.
_WORST: Final = "finding_worst(severity, amount, big_bet)"
_WEIGHT: Final = "CASE grade WHEN 'violation' THEN 0 WHEN 'fault' THEN 1 ELSE 2 END"
_BAND: Final = "finding_band(amount, minor)"
_CELL: Final = (
    "finding_cell(ARRAY[room, game, stakes, house, code, grade, detection, triage, assignee, severity, certainty],"
    f" venue_id, street, {_BAND}, ARRAY[flagged, reopened, (readings <> '')])"
)

# The columns of a finding, grouped by the code that writes them. No other place lists the columns: `findings.insert`
# builds its statement from these groups, and `queries.findings` selects the columns of the table.

# The columns that identify a finding. `fingerprint` stays the same each time the hand is audited.
IDENTIFYING: Final = (
    Column("fingerprint", Text, nullable=False),
    Column("hand_id", BigInteger, nullable=False),
    Column("month", Date, nullable=False),
    Column("code", Text, nullable=False),
    Column("seat", SmallInteger, nullable=False),
    words("subject"),
    Column("origin", Text, nullable=False, server_default=text("'audit'")),
)
# The result of an audit or of a comparison of hands, updated each time the finding is found again. `amount` is the
# logged amount minus the lawful amount.
DETAILS: Final = (
    Column("house", Text, nullable=False),
    Column("grade", Text, nullable=False),
    Column("severity", Text, nullable=False),
    Column("certainty", Text, nullable=False),
    Column("street", SmallInteger),
    Column("event", Integer),
    Column("line", BigInteger),
    Column("logged", Text, nullable=False),
    Column("lawful", Text, nullable=False),
    Column("amount", BigInteger),
    words("clause"),
    words("status"),
    # The readings, one per line. A reading is a way to understand the clause. With each of these readings, the finding
    # does not exist.
    words("readings"),
    # The number of further findings of the same rule on the same hand that have no row, because the hand has too many.
    Column("more", Integer, nullable=False, server_default=text("0")),
    Column("earlier_id", BigInteger),  # the record of the earlier hand, if the finding compares two hands of a table
    # A number for the shape of the finding: its rule and its difference, without names, amounts, seats and cards.
    Column("shape", BigInteger, nullable=False, server_default=text("0")),
    # A number that the findings with one cause share (see `engine.causes`). `follows`: the finding follows from the
    # first finding of the cause; it is neither that finding nor equal to it.
    Column("cause", BigInteger, nullable=False, server_default=text("0")),
    Column("follows", Boolean, nullable=False, server_default=text("false")),
    # A digest of the facts behind the finding; if it differs later, the finding changed.
    Column("evidence", LargeBinary, nullable=False),
)
# Columns copied from the row of the record in the table `hand`. The names are the same in both tables.
OF_RECORD: Final = (
    Column("venue_id", SmallInteger, ForeignKey("venue.id"), nullable=False),
    words("room"),
    Column("game", Text, nullable=False),
    Column("number", Text),
    words("currency"),
    Column("minor", SmallInteger, nullable=False),
    Column("played", DateTime(timezone=True)),
)
# The stakes as in the record, such as `10/20 USD`, and the big bet in the smallest unit.
_STAKES: Final = (words("stakes"), Column("big_bet", BigInteger))
# The state of a finding. `detection`: whether the last run that tested the finding found it. `triage`: the decision of
# people on its fingerprint. `flagged`: the decision needs another review. `reopened`: a run opened the finding again
# after it was closed or accepted.
_STANDING: Final = (
    Column("detection", Text, nullable=False, server_default=text("'present'")),
    words("gone_by"),  # why the finding is gone; empty if it is not gone or the cause is unknown
    Column("triage", Text, nullable=False, server_default=text("'open'")),
    Column("flagged", Boolean, nullable=False, server_default=text("false")),
    Column("reopened", Boolean, nullable=False, server_default=text("false")),
    words("assignee"),
)
# Columns that the database computes for lists and counts.
_DERIVED: Final = (
    # The sort key of the list of findings: the severity, then the amount in hundredths of a big bet, the largest first.
    # Among findings of one severity, findings without an amount come last.
    Column("worst", BigInteger, Computed(_WORST, persisted=True), nullable=False),
    Column("weight", SmallInteger, Computed(_WEIGHT, persisted=True), nullable=False),
    # The size of the amount in units of the currency. 0: no amount; 1: less than 1; 2: less than 10; 3: less than 100;
    # 4: less than 1000; 5: 1000 or more.
    Column("band", SmallInteger, Computed(_BAND, persisted=True), nullable=False),
    # A number for the group of findings that are counted together in `tally`.
    Column("cell", BigInteger, Computed(_CELL, persisted=True), nullable=False),
)
_RUNS: Final = (
    Column("rules_version", Integer, nullable=False),  # the rules version of the run `first_run_id`
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
    *_STAKES,
    *_STANDING,
    *_DERIVED,
    *_RUNS,
    UniqueConstraint("hand_id", "fingerprint"),
    Index(None, "fingerprint"),
    Index(None, "first_run_id", postgresql_using="brin"),
    Index("finding_earlier_id_idx", "earlier_id", postgresql_where=text("earlier_id IS NOT NULL")),
    Index("finding_attention_idx", "id", postgresql_where=text("flagged OR reopened")),
    Index("finding_assignee_idx", "assignee", postgresql_where=text("assignee <> ''")),
    one_of("grade", "fault", "violation", "irregular"),
    one_of("severity", *Severity),
    one_of("certainty", *Certainty),
    one_of("detection", "present", "changed", "gone", "unassessed"),
    one_of("origin", "audit", "history"),
    one_of("triage", "open", "confirmed", "dismissed", "accepted", "closed"),
    one_of("gone_by", "", "record", "engine", "rules"),
    CheckConstraint("street BETWEEN 3 AND 7", name="street"),
    CheckConstraint("octet_length(evidence) = 32", name="evidence"),
)

# The cause of a changed finding, if the rules version and the house had both changed since the last report. Such a hand
# is also audited with the new rules version and the old text of the house. If this audit gives the same finding as the
# last report, the house caused the change (`rules`), otherwise the new rules version did (`engine`).
laid: Final = Table(
    "laid",
    METADATA,
    Column("finding_id", BigInteger, ForeignKey("finding.id", ondelete="CASCADE"), primary_key=True),
    Column("run_id", BigInteger, ForeignKey("run.id", ondelete="CASCADE"), primary_key=True),
    Column("cause", Text, nullable=False),
    one_of("cause", "engine", "rules"),
)

# The order of the list of findings: by severity and by the amount in big bets (paid too much and paid too little count
# alike), then by grade, then by number.
worst_first: Final = (finding.c.worst, finding.c.weight, finding.c.id)
Index("finding_worst_idx", *worst_first)
Index("finding_contested_idx", *worst_first, postgresql_where=finding.c.readings != "")
Index("finding_code_idx", finding.c.code, *worst_first)
Index("finding_band_idx", finding.c.band, *worst_first)
Index("finding_stakes_idx", finding.c.stakes, *worst_first)
Index("finding_rules_idx", finding.c.rules_version, *worst_first)
Index("finding_cell_idx", finding.c.cell, *worst_first)
Index("finding_shape_idx", finding.c.shape, *worst_first)
# For the filters by day, by weekday and hour, and by amount. With an index on an expression, the server also knows how
# many findings have which value of the expression.
Index("finding_played_idx", finding.c.played)
Index("finding_hour_idx", func.finding_hour(finding.c.played))
Index("finding_size_idx", func.finding_size(finding.c.amount, finding.c.minor))
Index("finding_currency_idx", finding.c.currency)
# For the counts, beside a list, of the findings that it leaves out. Measured with 5,000,000 findings of which one in 90
# is gone, in seconds of the processor: the page of one weekday took 7.4 s without these indexes, because half of all
# findings were read for the two counts, and 0.7 s with them. The further columns are those by which people filter.
_COUNTED: Final = ["played", "amount", "minor", "more"]
Index(
    "finding_gone_idx",
    finding.c.hand_id,
    postgresql_include=_COUNTED,
    postgresql_where=finding.c.detection == "gone",
)
Index(
    "finding_closed_idx",
    finding.c.hand_id,
    postgresql_include=_COUNTED,
    postgresql_where=finding.c.triage == "closed",
)
# The order of the findings with one cause: first the findings from which the others follow.
first_of_cause: Final = (finding.c.follows, *worst_first)
Index("finding_cause_idx", finding.c.cause, *first_of_cause)
