"""What people decided about findings, everything that was ever done about one, and lists that were frozen or kept."""

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

# The decision that is in force, for every record of the deal that bears the fingerprint. An acceptance ends after the
# day `until`, or when the digest of the house is no longer `until_house`.
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
    Column("second_by", Text),  # who agreed, where it was put forward by another
    moment("at"),
    one_of("state", "confirmed", "dismissed", "accepted"),
    CheckConstraint("second_by <> by", name="two_people"),
    CheckConstraint("second_by IS NULL OR state = 'dismissed'", name="second"),
    CheckConstraint("(state = 'accepted') = (num_nonnulls(until, until_house) = 1)", name="ends"),
    Index("decision_until_idx", "until", postgresql_where=text("until IS NOT NULL")),
)

# From which amount on a venue asks for a second person where somebody dismisses a finding, in 10 ** -`minor` of the
# currency, as amounts of findings are; `None` where from then on it does not. Rows are only added, so that it can be
# told what held when something was dismissed; the last of a currency counts.
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

# A dismissal that waits for a second person. `seen` has what the finding rested on when it was put forward: where it
# rests on anything else, nobody can agree any more. It is known by the act that put it forward: whoever answers says
# which one he has read, for another may have taken its place.
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

# A frozen list of findings, so that what is done about it is done about what was counted; and with each the dismissal
# that waited on it then, if any, so that nobody agrees to one that came later.
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

# One thing that a person did, about one finding or a selection of them; `undoes` an earlier one.
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

# Everything that was ever done about a finding; rows are only added. `by` is empty where a run did it, and then it is
# about the one record of `finding_id`; people decide about all records that bear the fingerprint. `before` is how these
# stood, for an act that is undone.
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

# The query of a list that somebody wants to see again, as it stands in the address.
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
