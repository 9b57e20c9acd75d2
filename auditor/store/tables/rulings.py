"""Tables of decisions, rulings and the ledger of owed chips. Triggers refuse every change of a row in these tables."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.dialects.postgresql import JSONB

from auditor.disputes.ledger import Kind
from auditor.disputes.outcomes import Outcome
from auditor.store.tables.columns import METADATA, moment, number_of_row, one_of, words
from auditor.store.tables.disputes import by_account

# The decision of one adjudicator. `rank` is 1 for the proposal, 2 for the second review, and 3 for the third one.
# `amounts` has the amount of each party that receives or pays chips. `document` is the text of a ruling; a decision
# that only agrees with another one has none. Each person decides at most once in a round, and the opener never.
dispute_decision: Final = Table(
    "dispute_decision",
    METADATA,
    Column("dispute_id", BigInteger, nullable=False),
    Column("round", Integer, nullable=False),
    Column("rank", SmallInteger, nullable=False),
    by_account("account_id", always=True),
    Column("opener", BigInteger, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("amounts", JSONB, nullable=False),
    Column("document", Text),
    words("comment"),
    moment("at"),
    PrimaryKeyConstraint("dispute_id", "round", "rank"),
    UniqueConstraint("dispute_id", "round", "account_id"),
    ForeignKeyConstraint(["dispute_id", "opener"], ["dispute.id", "dispute.opener"]),
    CheckConstraint("account_id <> opener", name="opener"),
    CheckConstraint("rank BETWEEN 1 AND 3 AND (rank <> 1 OR document IS NOT NULL)", name="rank"),
    one_of("outcome", *Outcome),
)

# A final ruling. `document` is its canonical JSON, and `digest` the SHA-256 of that text. `rank` is the decision that
# has the text. A correction is a new ruling that names the old one in `replaces_id`.
ruling: Final = Table(
    "ruling",
    METADATA,
    number_of_row(),
    Column("dispute_id", BigInteger, ForeignKey("dispute.id"), nullable=False),
    Column("round", Integer, nullable=False),
    Column("rank", SmallInteger, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("amounts", JSONB, nullable=False),
    Column("document", Text, nullable=False),
    Column("digest", LargeBinary, nullable=False),
    words("currency"),
    Column("minor", SmallInteger, nullable=False),
    Column("replaces_id", BigInteger, ForeignKey("ruling.id"), unique=True),
    moment("made_at"),
    UniqueConstraint("dispute_id", "round"),
    ForeignKeyConstraint(
        ["dispute_id", "round", "rank"],
        ["dispute_decision.dispute_id", "dispute_decision.round", "dispute_decision.rank"],
    ),
    CheckConstraint("digest = sha256(convert_to(document, 'UTF8'))", name="digest"),
    one_of("outcome", *Outcome),
)

# A posting in the ledger of a ruling (see `auditor.disputes.ledger`). `entries` is the number of its entries. A posting
# can be reversed once.
ledger_posting: Final = Table(
    "ledger_posting",
    METADATA,
    Column("ruling_id", BigInteger, ForeignKey("ruling.id"), nullable=False),
    Column("number", Integer, nullable=False, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("entries", SmallInteger, nullable=False),
    words("reference"),
    words("reason"),
    Column("reverses", Integer),
    by_account("account_id", always=True),
    moment("at"),
    PrimaryKeyConstraint("ruling_id", "number"),
    UniqueConstraint("ruling_id", "reverses"),
    ForeignKeyConstraint(["ruling_id", "reverses"], ["ledger_posting.ruling_id", "ledger_posting.number"]),
    one_of("kind", *Kind),
    CheckConstraint("(kind = 'reversed') = (reverses IS NOT NULL)", name="reverses"),
    CheckConstraint("kind <> 'paid' OR reference <> ''", name="reference"),
    CheckConstraint("kind NOT IN ('waived', 'reversed', 'ex gratia') OR reason <> ''", name="reason"),
)

# An entry of a posting, in the smallest unit of the ruling. Above zero: the party is to receive more. When the
# transaction ends, the entries of each posting must sum to zero.
ledger_entry: Final = Table(
    "ledger_entry",
    METADATA,
    Column("ruling_id", BigInteger, nullable=False),
    Column("number", Integer, nullable=False, autoincrement=False),
    Column("party", Text, nullable=False),
    Column("amount", BigInteger, nullable=False),
    PrimaryKeyConstraint("ruling_id", "number", "party"),
    ForeignKeyConstraint(["ruling_id", "number"], ["ledger_posting.ruling_id", "ledger_posting.number"]),
    CheckConstraint("amount <> 0", name="amount"),
)
