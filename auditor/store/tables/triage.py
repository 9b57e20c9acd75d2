"""Tables of decisions about findings, the history of the findings, fixed lists of findings, and saved filters."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Date,
    ForeignKey,
    Index,
    LargeBinary,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

from auditor.store.tables.columns import METADATA, moment, number_of_row, one_of, words

# The current decision on a fingerprint, for all records of the deal that have a finding with this fingerprint. An
# acceptance ends after the day `until`, or when the digest of the house is no longer `until_house`.
decision: Final = Table(
    "decision",
    METADATA,
    Column("fingerprint", Text, primary_key=True),
    Column("state", Text, nullable=False),
    words("reason"),
    words("comment"),
    Column("until", Date),
    Column("until_house", LargeBinary),
    Column("by", Text, nullable=False),
    Column("second_by", Text),  # the person who agreed, if another person proposed the decision
    moment("at"),
    one_of("state", "confirmed", "dismissed", "accepted"),
    CheckConstraint("second_by <> by", name="two_people"),
    CheckConstraint("second_by IS NULL OR state = 'dismissed'", name="second"),
    CheckConstraint("(state = 'accepted') = (num_nonnulls(until, until_house) = 1)", name="ends"),
    Index("decision_until_idx", "until", postgresql_where=text("until IS NOT NULL")),
)

# The amount from which a venue requires a second person for a dismissal. Its unit is 10 ** -`minor` of the currency, as
# for the amounts of findings. A null amount means that the venue no longer requires a second person. Rows are only
# added, so that the amount at the time of a dismissal can be found. The last row of a currency applies.
second_person: Final = Table(
    "second_person",
    METADATA,
    number_of_row(),
    Column("venue_id", SmallInteger, ForeignKey("venue.id"), nullable=False),
    Column("currency", Text, nullable=False),
    Column("amount", BigInteger),
    Column("minor", SmallInteger, nullable=False),
    moment("set_at"),
    CheckConstraint("amount >= 0", name="amount"),
)

# A proposal is a dismissal that waits for a second person. `seen` has the evidence of the finding at the time of the
# proposal; if the evidence changes, nobody can agree any more. `put_forward_id` is the act that made the proposal. An
# answer names that act, because another proposal may have replaced this one.
proposal: Final = Table(
    "proposal",
    METADATA,
    Column("fingerprint", Text, primary_key=True),
    Column("put_forward_id", BigInteger, ForeignKey("triage_act.id"), nullable=False),
    words("reason"),
    words("comment"),
    Column("by", Text, nullable=False),
    moment("at"),
    Column("seen", ARRAY(LargeBinary), nullable=False),
)

# A selection is a fixed list of findings, so that an act changes exactly the findings that were counted. If a proposal
# waited for a finding when the list was made, `put_forward_id` names that proposal. So nobody agrees to a later one.
selection: Final = Table(
    "selection",
    METADATA,
    number_of_row(),
    Column("made_by", Text, nullable=False),
    moment("made_at"),
    Column("words", Text, nullable=False),
    Column("filters", JSONB, nullable=False),
)

selection_finding: Final = Table(
    "selection_finding",
    METADATA,
    Column("selection_id", BigInteger, ForeignKey("selection.id", ondelete="CASCADE"), primary_key=True),
    Column("finding_id", BigInteger, ForeignKey("finding.id", ondelete="CASCADE"), primary_key=True),
    Column("put_forward_id", BigInteger),
)

# One act of a person, about one finding or about a selection. `undoes_id` names the earlier act that this act undoes.
triage_batch: Final = Table(
    "triage_batch",
    METADATA,
    number_of_row(),
    Column("selection_id", BigInteger, ForeignKey("selection.id")),
    Column("undoes_id", BigInteger, ForeignKey("triage_batch.id"), unique=True),
    Column("act", Text, nullable=False),
    Column("by", Text, nullable=False),
    moment("at"),
)

# The history of all findings. Rows are only added. If a run acted, `by` is empty, and the row is about one record, that
# of `finding_id`. If a person acted, the row is about all records that have the fingerprint. `before` has the state of
# the findings before the act, so that the act can be undone.
triage_act: Final = Table(
    "triage_act",
    METADATA,
    number_of_row(),
    Column("fingerprint", Text, nullable=False),
    Column("finding_id", BigInteger),
    Column("act", Text, nullable=False),
    Column("from_state", Text, nullable=False),
    Column("to_state", Text, nullable=False),
    Column("flagged", Boolean, nullable=False, server_default=text("false")),
    words("reason"),
    words("comment"),
    Column("until", Date),
    Column("until_house", LargeBinary),
    words("assignee"),
    words("by"),
    Column("run_id", BigInteger, ForeignKey("run.id")),
    moment("at"),
    Column("undoes_id", BigInteger, ForeignKey("triage_act.id")),
    Column("batch_id", BigInteger, ForeignKey("triage_batch.id")),
    Column("before", JSONB),
    Index(None, "fingerprint", "id"),
    Index("triage_act_run_id_idx", "run_id", "act", postgresql_where=text("run_id IS NOT NULL")),
    Index("triage_act_between_idx", "at", postgresql_where=text("run_id IS NULL AND by = ''")),
    Index("triage_act_batch_id_idx", "batch_id", postgresql_where=text("batch_id IS NOT NULL")),
)

# A filter that a person saved. `query` is the query part of the address of the list.
saved_filter: Final = Table(
    "saved_filter",
    METADATA,
    number_of_row(),
    Column("owner", Text, nullable=False),
    Column("name", Text, nullable=False),
    words("query"),
    moment("saved_at"),
    UniqueConstraint("owner", "name"),
)
