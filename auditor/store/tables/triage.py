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

# The current decision of people on a finding. All records (logs) of a deal that have the same finding share its
# fingerprint, so the decision applies to all of them. An acceptance ends after the day `until`, or when the digest of
# the house is no longer `until_house`.
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
    Column("second_by", Text),  # the person who agreed to a decision that another person proposed
    moment("at"),
    one_of("state", "confirmed", "dismissed", "accepted"),
    CheckConstraint("second_by <> by", name="two_people"),
    CheckConstraint("second_by IS NULL OR state IN ('dismissed', 'accepted')", name="second"),
    CheckConstraint("(state = 'accepted') = (num_nonnulls(until, until_house) = 1)", name="ends"),
    Index("decision_until_idx", "until", postgresql_where=text("until IS NOT NULL")),
)

# The limit of a venue for each currency: a dismissal or an acceptance of this amount or more needs a second person. A
# finding of the severity money or integrity that has no amount needs a second person as well. The unit of `amount` is
# 10 ** -`minor` of the currency, so 50000 with `minor` 2 is 500.00. A null amount ends the limit. Each change adds a
# row and the last row of a currency applies, so that earlier limits can still be found.
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

# A proposal is a dismissal or an acceptance that one person proposed, and that waits for a second person. Only an
# acceptance has an end: either `until` or `until_house`, as in `decision`. `seen` has the evidence of the findings at
# the time of the proposal; if the evidence changes, nobody can agree any more. `put_forward_id` is the number of the
# act that made the proposal. The second person's answer names that number, so that the answer cannot apply to a later
# proposal.
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
    Column("until", Date),
    Column("until_house", LargeBinary),
    CheckConstraint("num_nonnulls(until, until_house) < 2", name="ends"),
)

# A selection is a fixed list of findings. A person sees the number of findings, and then acts on exactly these
# findings.
#
# `selection_finding` has two facts about each finding at the time when the list was made. `put_forward_id` is the
# proposal that waited for a second person, or null. So nobody agrees to a later proposal without seeing it.
# `last_act_id` is the last act in the history of the finding, or 0. So nobody overwrites a later act without seeing it.
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
    Column("last_act_id", BigInteger),
    Index(None, "finding_id"),
)

# An act of a person on one finding, or on a selection (a fixed list of findings). If the act undoes an earlier one,
# `undoes_id` names the earlier act.
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

# The history of all findings. Rows are only added. If a run acted, `by` is empty, and the row is about the single
# record (a hand as one log has it) of `finding_id`. If a person acted, the row is about all records that have the
# fingerprint. `before` has the state of the findings before the act, so that the act can be undone.
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

# A filter that a person saved. `query` is the query part of the URL of the list of findings.
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
