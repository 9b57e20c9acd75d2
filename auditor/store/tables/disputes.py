"""Tables of cases: the claims of players, the acts of people on a case, and the evidence.

A case is a row of `dispute`. The application only adds rows. A trigger on `dispute_act` checks each act against the
table `dispute_transition`, and then changes the case.
"""

from typing import Final

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Computed,
    DateTime,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    Interval,
    LargeBinary,
    PrimaryKeyConstraint,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

from auditor.disputes.acts import Role
from auditor.disputes.claims import Subject
from auditor.disputes.exhibits import LARGEST, MEDIA_TYPES
from auditor.disputes.states import UNDECIDED
from auditor.store.tables.columns import METADATA, moment, number_of_row, one_of, words

UNDECIDED_CASE: Final = f"state IN ({', '.join([repr(state.value) for state in UNDECIDED])})"


def of_case() -> Column[int]:
    """Makes the column with the number of the case."""
    return Column("dispute_id", BigInteger, ForeignKey("dispute.id"), nullable=False)


def by_account(name: str, *, always: bool = False) -> Column[int]:
    """Makes a column with the number of an account."""
    return Column(name, BigInteger, ForeignKey("account.id"), nullable=not always)


# A case. Triggers write all columns after `rule`, so they always follow from the acts of people.
#
# - `opener` is the number of the account that opened the case, or 0 if a party opened it. Decisions refer to this
#   column, so that nobody decides a case that the same person opened.
# - `rule` is the code of the rule that the case is about; it may be empty.
# - `last_act` is the number of the last act, and `round` counts how often the case came under review.
# - `proposer_id`, `second_id` and `third_id` are the adjudicators of the current ruling or of the last one.
# - `due_at`, `acknowledge_by`, `paused_at` and `paused` are the clock of the case (see `auditor.disputes.deadlines`).
# - `outcome` is the outcome of the last ruling; it is empty if there is none.
dispute: Final = Table(
    "dispute",
    METADATA,
    number_of_row(),
    Column("venue_id", SmallInteger, ForeignKey("venue.id"), nullable=False),
    by_account("opener_id"),
    Column("opener", BigInteger, Computed("coalesce(opener_id, 0)", persisted=True), nullable=False),
    words("opened_through"),
    Column("hand_id", BigInteger),
    Column("acknowledge_hours", SmallInteger, nullable=False),
    Column("decide_days", SmallInteger, nullable=False),
    moment("opened_at"),
    words("rule"),
    Column("state", Text, nullable=False, server_default=text("'draft'")),
    Column("last_act", Integer, nullable=False, server_default=text("0")),
    Column("round", Integer, nullable=False, server_default=text("0")),
    by_account("owner_id"),
    by_account("proposer_id"),
    by_account("second_id"),
    by_account("third_id"),
    moment("due_at", always=False),
    moment("acknowledge_by", always=False),
    moment("paused_at", always=False),
    Column("paused", Interval, nullable=False, server_default=text("'0'")),
    words("outcome"),
    moment("changed_at"),
    one_of("opened_through", "desk", "command line", "api", "link"),
    CheckConstraint("acknowledge_hours BETWEEN 1 AND 168 AND decide_days BETWEEN 1 AND 90", name="times"),
    CheckConstraint("second_id <> proposer_id", name="two_people"),
    CheckConstraint("third_id <> proposer_id AND third_id <> second_id", name="three_people"),
    CheckConstraint("opener_id NOT IN (proposer_id, second_id, third_id)", name="opener"),
    UniqueConstraint("id", "opener"),
    Index("dispute_due_idx", "venue_id", "due_at", "id", postgresql_where=text(UNDECIDED_CASE)),
    Index(None, "venue_id", "state", "id"),
    Index(None, "owner_id"),
    Index("dispute_hand_id_idx", "hand_id", postgresql_where=text("hand_id IS NOT NULL")),
)

# The times that a venue allows. The last row of a venue applies to new cases. Each case keeps the times that applied
# when the case was opened.
dispute_policy: Final = Table(
    "dispute_policy",
    METADATA,
    number_of_row(),
    Column("venue_id", SmallInteger, ForeignKey("venue.id"), nullable=False, index=True),
    Column("acknowledge_hours", SmallInteger, nullable=False),
    Column("decide_days", SmallInteger, nullable=False),
    words("set_by"),
    moment("set_at"),
    CheckConstraint("acknowledge_hours BETWEEN 1 AND 168 AND decide_days BETWEEN 1 AND 90", name="times"),
)

# The parties of a case. `label` is shown to everybody, such as `seat 3`. `name` is the identity of the player: it is
# read only through the table `identity_look`.
dispute_party: Final = Table(
    "dispute_party",
    METADATA,
    number_of_row(),
    of_case(),
    Column("side", Text, nullable=False),
    Column("label", Text, nullable=False),
    Column("seat", SmallInteger),
    words("name"),
    moment("added_at"),
    one_of("side", "claimant", "respondent"),
    CheckConstraint("char_length(label) BETWEEN 1 AND 64", name="label"),
    UniqueConstraint("dispute_id", "label"),
    UniqueConstraint("dispute_id", "id"),
)

# The secret links of parties. Only the SHA-256 of a secret is stored.
party_link: Final = Table(
    "party_link",
    METADATA,
    number_of_row(),
    Column("party_id", BigInteger, ForeignKey("dispute_party.id"), nullable=False, index=True),
    Column("sha256", LargeBinary, nullable=False, unique=True),
    by_account("made_by"),
    moment("made_at"),
    Column("expires_at", DateTime(timezone=True), nullable=False),
    moment("ended_at", always=False),
    CheckConstraint("octet_length(sha256) = 32", name="sha256"),
)

# The links with which players file claims (see `auditor.store.disputes.claim_links`). If a link is for any hand of the
# venue, `hand_id` and `seat` are null.
claim_link: Final = Table(
    "claim_link",
    METADATA,
    number_of_row(),
    Column("venue_id", SmallInteger, ForeignKey("venue.id"), nullable=False),
    Column("hand_id", BigInteger),
    Column("seat", SmallInteger),
    Column("sha256", LargeBinary, nullable=False, unique=True),
    by_account("made_by"),
    moment("made_at"),
    Column("expires_at", DateTime(timezone=True), nullable=False),
    moment("ended_at", always=False),
    CheckConstraint("octet_length(sha256) = 32", name="sha256"),
)

# The claim in the words of the player (see `auditor.disputes.claims`). A case may have several rows: the last row is
# the present text. `raised_at` is the time at which the player first disputed the hand, if somebody noted it.
dispute_claim: Final = Table(
    "dispute_claim",
    METADATA,
    number_of_row(),
    Column("dispute_id", BigInteger, ForeignKey("dispute.id"), nullable=False, index=True),
    Column("party_id", BigInteger, ForeignKey("dispute_party.id")),
    Column("hand_number", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("happened", Text, nullable=False),
    Column("should", Text, nullable=False),
    Column("street", SmallInteger),
    Column("event", Integer),
    Column("amount", BigInteger),
    words("currency"),
    Column("minor", SmallInteger, nullable=False),
    moment("raised_at", always=False),
    moment("made_at"),
    one_of("subject", *Subject),
    CheckConstraint("amount >= 0", name="amount"),
)

# The table of all transitions, as `auditor.disputes.transitions.TABLE` has it. Only migrations change it.
dispute_transition: Final = Table(
    "dispute_transition",
    METADATA,
    Column("state", Text, nullable=False),
    Column("act", Text, nullable=False),
    Column("to_state", Text, nullable=False),
    Column("roles", ARRAY(Text), nullable=False),
    Column("only_for", ARRAY(Text), nullable=False),
    Column("never_for", ARRAY(Text), nullable=False),
    PrimaryKeyConstraint("state", "act"),
    UniqueConstraint("state", "act", "to_state"),
)

# The acts on a case. `seen` is the last act that the person had seen: an act that changes the state is refused if there
# was another act since then. A trigger numbers the acts of a case (`seq`), and checks each act.
dispute_act: Final = Table(
    "dispute_act",
    METADATA,
    of_case(),
    Column("seq", Integer, nullable=False, autoincrement=False),
    Column("act", Text, nullable=False),
    Column("from_state", Text, nullable=False),
    Column("to_state", Text, nullable=False),
    by_account("account_id"),
    Column("party_id", BigInteger),
    Column("role", Text, nullable=False),
    Column("seen", Integer, nullable=False),
    words("reason"),
    words("comment"),
    by_account("assignee_id"),
    moment("at"),
    PrimaryKeyConstraint("dispute_id", "seq"),
    ForeignKeyConstraint(
        ["from_state", "act", "to_state"],
        ["dispute_transition.state", "dispute_transition.act", "dispute_transition.to_state"],
    ),
    ForeignKeyConstraint(["dispute_id", "party_id"], ["dispute_party.dispute_id", "dispute_party.id"]),
    CheckConstraint("num_nonnulls(account_id, party_id) = 1", name="who"),
    CheckConstraint("char_length(comment) <= 4000 AND char_length(reason) <= 200", name="texts"),
    one_of("role", *Role),
    Index("dispute_act_account_id_idx", "account_id", postgresql_where=text("account_id IS NOT NULL")),
)

# The bytes of the files that people add as evidence. The database itself checks that `sha256` is the digest of the
# bytes. Two cases may have the same file.
exhibit: Final = Table(
    "exhibit",
    METADATA,
    Column("sha256", LargeBinary, primary_key=True),
    Column("media_type", Text, nullable=False),
    Column("content", LargeBinary, nullable=False),
    moment("stored_at"),
    CheckConstraint("sha256 = sha256(content)", name="sha256"),
    CheckConstraint(f"octet_length(content) BETWEEN 1 AND {LARGEST}", name="size"),
    one_of("media_type", *[each.name for each in MEDIA_TYPES]),
)

# A file as evidence in a case. `seq` is the act that added it; this act has the person and the time. `origin` says in
# plain words where the file comes from, such as "photo of the table by the dealer".
dispute_evidence: Final = Table(
    "dispute_evidence",
    METADATA,
    number_of_row(),
    of_case(),
    Column("seq", Integer, nullable=False),
    Column("sha256", LargeBinary, ForeignKey("exhibit.sha256"), nullable=False),
    words("label"),
    Column("origin", Text, nullable=False),
    ForeignKeyConstraint(["dispute_id", "seq"], ["dispute_act.dispute_id", "dispute_act.seq"]),
    UniqueConstraint("dispute_id", "sha256"),
    UniqueConstraint("dispute_id", "seq"),
    CheckConstraint("char_length(origin) BETWEEN 1 AND 400 AND char_length(label) <= 120", name="texts"),
)

# A hand as it was when it became part of the case: the record, the house, the findings and the settlement. Later audits
# and changes of the house do not change it. `findings` is a list of JSON objects; `document` is the record as
# compressed JSON, as in the table `hand`; `house_lines` is the text of the house.
dispute_pin: Final = Table(
    "dispute_pin",
    METADATA,
    number_of_row(),
    Column("dispute_id", BigInteger, ForeignKey("dispute.id"), nullable=False, index=True),
    Column("hand_id", BigInteger, nullable=False),
    Column("record_digest", LargeBinary, nullable=False),
    Column("document", LargeBinary, nullable=False),
    Column("house", Text, nullable=False),
    Column("house_digest", LargeBinary, nullable=False),
    Column("house_lines", Text, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("report_digest", LargeBinary, nullable=False),
    Column("settlement", Text, nullable=False),
    Column("findings", JSONB, nullable=False),
    Column("currency", Text, nullable=False),
    Column("minor", SmallInteger, nullable=False),
    moment("pinned_at"),
)

# The findings that are pinned to a case. Whoever decided about one of them cannot do the second review.
dispute_finding: Final = Table(
    "dispute_finding",
    METADATA,
    of_case(),
    Column("fingerprint", Text, nullable=False),
    Column("code", Text, nullable=False),
    PrimaryKeyConstraint("dispute_id", "fingerprint"),
    Index(None, "fingerprint"),
)

# Each look of a person at the name of a party, with the reason.
identity_look: Final = Table(
    "identity_look",
    METADATA,
    number_of_row(),
    Column("dispute_id", BigInteger, ForeignKey("dispute.id"), nullable=False, index=True),
    Column("party_id", BigInteger, nullable=False),
    by_account("account_id", always=True),
    Column("reason", Text, nullable=False),
    moment("at"),
    ForeignKeyConstraint(["dispute_id", "party_id"], ["dispute_party.dispute_id", "dispute_party.id"]),
    CheckConstraint("char_length(reason) BETWEEN 10 AND 2000", name="reason"),
)
