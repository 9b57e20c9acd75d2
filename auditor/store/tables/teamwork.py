"""Tables for work in a team: comments on findings, and the inbox of each account."""

from typing import Final

from sqlalchemy import BigInteger, CheckConstraint, Column, ForeignKey, Index, Table, Text, text

from auditor.store.tables.columns import METADATA, moment, number_of_row, one_of
from auditor.store.tables.findings import finding
from auditor.store.tables.triage import triage_batch

# A comment of a person on a finding. All records (logs) of a deal that have the finding share its fingerprint, and so
# its comments. The row of `triage_batch` has the writer and the time. Nobody can change or delete a comment. The only
# exception: if old hands are removed, because their venue keeps hands only for a set time, the comment is removed
# together with the last of these findings.
finding_comment: Final = Table(
    "finding_comment",
    METADATA,
    Column("batch_id", BigInteger, ForeignKey("triage_batch.id"), primary_key=True, autoincrement=False),
    Column("fingerprint", Text, nullable=False),
    Column("text", Text, nullable=False),
    CheckConstraint("char_length(text) BETWEEN 1 AND 2000", name="text"),
    Index(None, "fingerprint", "batch_id"),
)

# A comment that its writer withdrew. `batch_id` is the act of withdrawing.
comment_withdrawal: Final = Table(
    "comment_withdrawal",
    METADATA,
    Column("comment_id", BigInteger, ForeignKey("finding_comment.batch_id"), primary_key=True, autoincrement=False),
    Column("batch_id", BigInteger, ForeignKey("triage_batch.id"), nullable=False, unique=True),
)

# The inbox: one row for each matter that waits for an account. `kind` is one of these:
#
# - `assigned`: the finding is assigned to the account.
# - `mention`: a comment names the account.
# - `second`: a proposal about the finding waits, and the account may do the second review.
# - `changed`: the account decided about the finding, and its evidence changed.
#
# The cause is an act of a person (`batch_id`), or a run (`run_id`). A row is read when its account marked the row, or
# when the matter no longer waits.
inbox_item: Final = Table(
    "inbox_item",
    METADATA,
    number_of_row(),
    Column("account_id", BigInteger, ForeignKey("account.id"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("fingerprint", Text, nullable=False),
    Column("batch_id", BigInteger, ForeignKey("triage_batch.id")),
    Column("run_id", BigInteger, ForeignKey("run.id")),
    moment("made_at"),
    moment("read_at", always=False),
    one_of("kind", "assigned", "mention", "second", "changed"),
    Index("inbox_item_account_id_idx", "account_id", "id"),
    Index("inbox_item_unread_idx", "account_id", "id", "kind", postgresql_where=text("read_at IS NULL")),
    # An account has at most one unread row for each finding and kind. Only mentions have no such limit, because each
    # comment that names the account is a matter of its own.
    Index(
        "inbox_item_waiting_idx",
        "fingerprint",
        "kind",
        "account_id",
        unique=True,
        postgresql_where=text("read_at IS NULL AND kind <> 'mention'"),
    ),
)

# The acts of people by time, by person and by kind, for the page of all acts and for the digest of a week.
Index(None, triage_batch.c.at)
Index(None, triage_batch.c.by, triage_batch.c.id)
Index(None, triage_batch.c.act, triage_batch.c.id)
# The open findings, for the list of findings that have waited longest.
Index("finding_waiting_idx", finding.c.id, postgresql_where=text("triage = 'open' AND detection <> 'gone'"))
