"""Reads the inbox of an account: the matters that wait for the account, and the matters that the account marked as
read.
"""

import datetime as dt
from dataclasses import dataclass
from typing import Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection

# The header of each page counts unread rows up to this number.
MOST_COUNTED: Final = 100
MOST_ON_A_PAGE: Final = 200


@dataclass(frozen=True, slots=True)
class ItemRow:
    """A matter in the inbox: its `kind` (`assigned`, `mention`, `second` or `changed`), its finding, and its cause.

    `by` is the person whose act is the cause; it is empty if a run is the cause. `act` is that act. `comment` is the
    comment of the act; it is empty if its writer withdrew the comment at a later time (`withdrawn`). `findings` counts
    the findings of the act, because a person can act on many findings together. `triage` and `assignee` are the state
    of the finding now.
    """

    id: int
    kind: str
    finding_id: int
    code: str
    severity: str
    number: str | None
    hand_id: int
    triage: str
    assignee: str
    by: str
    act: str
    comment: str
    withdrawn: bool
    findings: int
    run_id: int | None
    at: dt.datetime
    read_at: dt.datetime | None


def unread(connection: Connection, account_id: int, *, reviews: bool) -> int:
    """Returns the number of unread rows of an account, at most `MOST_COUNTED`. The query reads one index.

    `reviews`: the account may do second reviews. Otherwise rows about second reviews do not count.
    """
    values = {"account": account_id, "reviews": reviews, "most": MOST_COUNTED}
    number: int = connection.execute(text(_UNREAD), values).scalar_one()
    return number


def page(
    connection: Connection, account_id: int, *, reviews: bool, everything: bool, before: int | None, size: int
) -> tuple[ItemRow, ...]:
    """Returns a page of the inbox, the newest rows first: the unread rows, or with `everything` all rows.

    `before` is the number of the last row on the previous page; `None` means the first page.
    """
    values = {
        "account": account_id,
        "reviews": reviews,
        "before": before,
        "size": max(1, min(size, MOST_ON_A_PAGE)),
    }
    rows = connection.execute(text(_PAGE[everything]), values).mappings()
    return tuple([ItemRow(**row) for row in rows])


_UNREAD: Final = """
SELECT count(*) FROM (
    SELECT FROM inbox_item WHERE account_id = :account AND read_at IS NULL AND (kind <> 'second' OR :reviews)
    LIMIT :most) AS waiting
"""

_PAGE: Final = {
    everything: f"""
SELECT item.id, item.kind, f.id AS finding_id, f.code, f.severity, f.number, f.hand_id, f.triage, f.assignee,
       coalesce(batch.by, '') AS by, coalesce(batch.act, '') AS act,
       CASE WHEN gone.comment_id IS NULL THEN coalesce(c.text, a.comment, '') ELSE '' END AS comment,
       gone.comment_id IS NOT NULL AS withdrawn,
       greatest((SELECT count(*) FROM triage_act WHERE triage_act.batch_id = item.batch_id), 1) AS findings,
       item.run_id, item.made_at AS at, item.read_at
FROM (SELECT * FROM inbox_item WHERE account_id = :account AND (kind <> 'second' OR :reviews)
        AND (CAST(:before AS bigint) IS NULL OR id < :before) {"" if everything else "AND read_at IS NULL"}
      ORDER BY id DESC LIMIT :size) AS item
JOIN LATERAL (SELECT * FROM finding WHERE finding.fingerprint = item.fingerprint ORDER BY id LIMIT 1) AS f ON true
LEFT JOIN triage_batch AS batch ON batch.id = item.batch_id
LEFT JOIN finding_comment AS c ON c.batch_id = item.batch_id
LEFT JOIN comment_withdrawal AS gone ON gone.comment_id = c.batch_id
LEFT JOIN triage_act AS a ON a.batch_id = item.batch_id AND a.fingerprint = item.fingerprint
ORDER BY item.id DESC
"""
    for everything in (False, True)
}
