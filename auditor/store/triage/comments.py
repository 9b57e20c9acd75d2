"""Comments of people on findings. A comment changes no state of a finding, and nobody can edit a comment.

The writer can withdraw a comment. The row stays, and the pages show that there was a comment, without its text. All
records (logs) of a deal that have the finding share its comments.
"""

import datetime as dt
from dataclasses import dataclass
from typing import Final

from sqlalchemy import text

from auditor.store.postgres import pg_values
from auditor.store.postgres.database import Connection
from auditor.store.triage import inbox
from auditor.triage.acts import LONGEST_COMMENT, BadWish
from auditor.triage.mentions import Mentions, mentions_in

# The names under which `triage_batch` stores the two acts.
COMMENT: Final = "comment"
WITHDRAW_COMMENT: Final = "withdraw comment"
MOST_COMMENTS: Final = 200


@dataclass(frozen=True, slots=True)
class CommentRow:
    """A comment on a finding. If its writer withdrew it at `withdrawn_at`, its `text` is empty."""

    id: int
    text: str
    by: str
    at: dt.datetime
    withdrawn_at: dt.datetime | None


@dataclass(frozen=True, slots=True)
class Written:
    """The number of a stored comment, and the accounts that it mentions."""

    comment_id: int
    mentions: Mentions


def write(connection: Connection, finding_id: int, comment: str, by: str) -> Written:
    """Stores the comment of the person `by` on a finding.

    If the last comment on the finding is the same text by the same person, and is not withdrawn, it is not stored
    again: a form was sent twice. Raises `BadWish` if the comment is empty or too long, or if there is no such finding.
    """
    plain = pg_values.text(comment.replace("\r\n", "\n").replace("\r", "\n").strip())
    if not plain:
        raise BadWish("The comment is empty. Write at least one character.")
    if len(plain) > LONGEST_COMMENT:
        raise BadWish(
            f"The comment has {len(plain):,} characters. Shorten the comment to {LONGEST_COMMENT:,} characters or"
            " fewer."
        )
    fingerprint = _locked(connection, finding_id)
    values = {"fingerprint": fingerprint, "text": plain, "by": by}
    before = connection.execute(text(_SAME), values).scalar()
    if before is not None:
        return Written(before, mentions_in(plain, inbox.names_to_mention(connection)))
    number: int = connection.execute(text(_BATCH), {"act": COMMENT, "by": by}).scalar_one()
    connection.execute(text(_WRITE), {**values, "batch": number})
    return Written(number, inbox.mention(connection, number, fingerprint, by, plain))


def withdraw(connection: Connection, finding_id: int, comment_id: int, by: str) -> None:
    """Withdraws the comment `comment_id` on a finding. Withdrawing it for the second time changes nothing.

    Raises `BadWish` if the finding has no such comment, or if another person wrote it.
    """
    values = {"fingerprint": _locked(connection, finding_id), "comment": comment_id}
    row = connection.execute(text(_WRITER), values).first()
    if row is None:
        raise BadWish(f"This finding has no comment {comment_id}.")
    if row.by != by:
        raise BadWish(f"Only {row.by}, who wrote this comment, can withdraw it.")
    if row.is_withdrawn:
        return
    batch: int = connection.execute(text(_BATCH), {"act": WITHDRAW_COMMENT, "by": by}).scalar_one()
    connection.execute(text(_WITHDRAW), {"comment": comment_id, "batch": batch})
    inbox.settle_mentions(connection, comment_id)


def comments_on(connection: Connection, fingerprint: str) -> tuple[CommentRow, ...]:
    """Returns the last comments on a finding in the order of their times, at most `MOST_COMMENTS`."""
    rows = connection.execute(text(_ON), {"fingerprint": fingerprint, "most": MOST_COMMENTS}).mappings().all()
    return tuple([CommentRow(**row) for row in reversed(rows)])


def _locked(connection: Connection, finding_id: int) -> str:
    """Locks the finding in all records (logs) of its deal, as every act does, and returns its fingerprint. Raises
    `BadWish` if there is no such finding.
    """
    rows = connection.execute(text(_LOCK), {"finding": finding_id}).scalars().all()
    if not rows:
        raise BadWish(f"There is no finding {finding_id}.")
    fingerprint: str = rows[0]
    return fingerprint


_LOCK: Final = """
SELECT fingerprint FROM finding WHERE fingerprint = (SELECT fingerprint FROM finding WHERE id = :finding)
ORDER BY id FOR UPDATE
"""
_BATCH: Final = "INSERT INTO triage_batch (act, by) VALUES (:act, :by) RETURNING id"
_WRITE: Final = "INSERT INTO finding_comment (batch_id, fingerprint, text) VALUES (:batch, :fingerprint, :text)"
_SAME: Final = """
SELECT last.batch_id FROM (
    SELECT batch_id, text FROM finding_comment WHERE fingerprint = :fingerprint ORDER BY batch_id DESC LIMIT 1) AS last
JOIN triage_batch AS batch ON batch.id = last.batch_id AND batch.by = :by
WHERE last.text = :text
  AND NOT EXISTS (SELECT FROM comment_withdrawal AS gone WHERE gone.comment_id = last.batch_id)
"""
_WRITER: Final = """
SELECT batch.by, EXISTS (SELECT FROM comment_withdrawal AS gone WHERE gone.comment_id = c.batch_id) AS is_withdrawn
FROM finding_comment AS c JOIN triage_batch AS batch ON batch.id = c.batch_id
WHERE c.batch_id = :comment AND c.fingerprint = :fingerprint
"""
_WITHDRAW: Final = "INSERT INTO comment_withdrawal (comment_id, batch_id) VALUES (:comment, :batch)"
_ON: Final = """
SELECT c.batch_id AS id, CASE WHEN gone.comment_id IS NULL THEN c.text ELSE '' END AS text, batch.by, batch.at,
       withdrawing.at AS withdrawn_at
FROM finding_comment AS c JOIN triage_batch AS batch ON batch.id = c.batch_id
LEFT JOIN comment_withdrawal AS gone ON gone.comment_id = c.batch_id
LEFT JOIN triage_batch AS withdrawing ON withdrawing.id = gone.batch_id
WHERE c.fingerprint = :fingerprint ORDER BY c.batch_id DESC LIMIT :most
"""
