"""Writes the inbox of each account: one row for each matter that waits for the account.

If a person acts on findings, all rows about these findings are written again, so that the inbox never has matters that
are settled. A run adds rows about decisions whose evidence changed. The callers of this module have locked the findings
before.
"""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import text

from auditor.store.people.roles import MAY_DECIDE
from auditor.store.postgres.database import Connection
from auditor.triage.mentions import Mentions, mentions_in


def deliver(connection: Connection, batch_id: int, by: str, comment: str, *, assigns: bool) -> Mentions:
    """Writes the inbox after the act `batch_id` of the person `by`, which may be an undo. Returns the mentions in the
    comment.

    `comment` is the comment of the act. `assigns`: the act is an assignment, or the undo of one. The person who acts
    gets no unread row: a finding that people assign to themselves is read already.
    """
    values = {"batch": batch_id, "by": by, "assigns": assigns}
    connection.execute(text(_SETTLE), {**values, "kinds": ["assigned"] if assigns else _KINDS})
    connection.execute(text(_ASSIGNED), values)
    if not assigns:
        connection.execute(text(_SECOND), values)
    if "@" in comment:
        first = connection.execute(text(_FIRST), values).scalar()
        if first is not None:
            return mention(connection, batch_id, first, by, comment)
    return Mentions()


def mention(connection: Connection, batch_id: int, fingerprint: str, by: str, comment: str) -> Mentions:
    """Adds a row to the inbox of each account that the comment of the act `batch_id` mentions. Returns the mentions.

    The person `by` gets no row. A person who already has a row about this act, such as its assignee, gets no second
    row: both rows would show the same comment.
    """
    found = mentions_in(comment, names_to_mention(connection))
    names = [name for name in found.names if name != by]
    connection.execute(text(_MENTION), {"batch": batch_id, "fingerprint": fingerprint, "names": names})
    return found


def begin(connection: Connection, account_id: int) -> None:
    """Adds the second reviews that wait to the inbox of an account that is new, enabled again, or a reviewer from now
    on.
    """
    connection.execute(text(_BEGIN), {"account": account_id})


def names_to_mention(connection: Connection) -> tuple[str, ...]:
    """Returns the names of the accounts that comments can mention. These are all enabled accounts. A person of one
    venue finds only the people of this venue, and the people who see every venue.
    """
    return tuple(connection.execute(text(_NAMES)).scalars())


def settle_mentions(connection: Connection, batch_id: int) -> None:
    """Marks the mentions in a comment as read, because its writer withdrew the comment."""
    connection.execute(text(_SETTLE_MENTIONS), {"batch": batch_id})


def deliver_changes(connection: Connection, run_id: int | None, reopened: Sequence[str]) -> None:
    """Writes the inbox after the state of findings changed. The table `result` has the results that changed the
    findings. `run_id` is the run that gave these results; `None` if they do not come from a run. `reopened` has the
    fingerprints of the findings that were opened again. To settle a row means to mark it as read.

    - If the evidence of a finding changed, or if a confirmed finding disappeared, each person who decided about the
      finding gets a row.
    - If the evidence of a finding changed, a proposal about the finding is out of date. So the rows about its second
      review are settled.
    - If all findings with one fingerprint are closed, the rows about the assignment and about the second review are
      settled.
    - If a finding was opened again, its assignee gets a row. If a proposal about the finding waits, its possible second
      persons get a row instead.
    """
    connection.execute(text(_OUT_OF_DATE))
    connection.execute(text(_CHANGED), {"run": run_id})
    if reopened:
        for statement in (_REOPENED, _REOPENED_SECOND):
            connection.execute(text(statement), {"run": run_id, "prints": list(reopened)})


def deliver_inherited(connection: Connection, run_id: int) -> None:
    """Tells the people who decided on a finding that their decision now also counts for a new record (log) of the hand.
    They get no row about a finding whose evidence is the same in the new record.

    Reads the table `inserted`, which has the findings that this transaction stored.
    """
    connection.execute(text(_INHERITED), {"run": run_id})


def mark_read(connection: Connection, account_id: int, items: Sequence[int], newest: int | None = None) -> int:
    """Marks these rows of an account's inbox as read, and all its rows up to the number `newest`. Returns how many of
    them were unread.

    Rows that another transaction is marking as read at this moment are skipped.
    """
    values = {"account": account_id, "items": list(items), "newest": newest}
    return connection.execute(text(_MARK), values).rowcount


def mark_unread(connection: Connection, account_id: int, item: int) -> bool:
    """Marks a row of an account's inbox as unread again.

    Returns false in three cases:

    - The account has no such row.
    - The row is unread already.
    - A newer row about the same matter is unread.
    """
    return connection.execute(text(_MARK_UNREAD), {"account": account_id, "item": item}).rowcount == 1


_KINDS: Final = ["assigned", "second", "changed"]

# Marks the unread rows about the findings of an act (a batch) as read, except mentions.
_SETTLE: Final = """
UPDATE inbox_item SET read_at = now() FROM triage_act AS a
WHERE a.batch_id = :batch AND inbox_item.fingerprint = a.fingerprint
  AND inbox_item.read_at IS NULL AND inbox_item.kind <> 'mention' AND inbox_item.kind = ANY(:kinds)
"""

# A finding waits for its assignee as long as it is open and no proposal about it waits for a second person. After an
# assignment, a decided finding waits too: somebody wants the assignee to look at it.
_ASSIGNED: Final = """
INSERT INTO inbox_item (account_id, kind, fingerprint, batch_id, read_at)
SELECT DISTINCT account.id, 'assigned', a.fingerprint, a.batch_id, CASE WHEN account.name = :by THEN now() END
FROM triage_act AS a JOIN finding AS f USING (fingerprint)
JOIN account ON account.name = f.assignee AND account.disabled_at IS NULL
WHERE a.batch_id = :batch AND f.assignee <> '' AND (f.triage = 'open' OR :assigns AND f.triage <> 'closed')
  AND NOT EXISTS (SELECT FROM proposal WHERE proposal.fingerprint = a.fingerprint)
ON CONFLICT (fingerprint, kind, account_id) WHERE read_at IS NULL AND kind <> 'mention' DO NOTHING
"""

_SECOND: Final = f"""
INSERT INTO inbox_item (account_id, kind, fingerprint, batch_id)
SELECT account.id, 'second', p.fingerprint, put.batch_id
FROM triage_act AS a JOIN proposal AS p USING (fingerprint) JOIN triage_act AS put ON put.id = p.put_forward_id
JOIN account ON account.name <> p.by AND {MAY_DECIDE} AND account.disabled_at IS NULL
WHERE a.batch_id = :batch
ON CONFLICT (fingerprint, kind, account_id) WHERE read_at IS NULL AND kind <> 'mention' DO NOTHING
"""

_BEGIN: Final = f"""
INSERT INTO inbox_item (account_id, kind, fingerprint, batch_id)
SELECT account.id, 'second', p.fingerprint, put.batch_id
FROM account JOIN proposal AS p ON p.by <> account.name JOIN triage_act AS put ON put.id = p.put_forward_id
WHERE account.id = :account AND {MAY_DECIDE} AND account.disabled_at IS NULL
ON CONFLICT (fingerprint, kind, account_id) WHERE read_at IS NULL AND kind <> 'mention' DO NOTHING
"""

_NAMES: Final = "SELECT name FROM account WHERE disabled_at IS NULL"

_FIRST: Final = "SELECT fingerprint FROM triage_act WHERE batch_id = :batch ORDER BY id LIMIT 1"

_MENTION: Final = """
INSERT INTO inbox_item (account_id, kind, fingerprint, batch_id)
SELECT id, 'mention', :fingerprint, :batch FROM account WHERE name = ANY(:names) AND disabled_at IS NULL
  AND NOT EXISTS (SELECT FROM inbox_item AS same WHERE same.account_id = account.id AND same.batch_id = :batch)
"""

_SETTLE_MENTIONS: Final = """
UPDATE inbox_item SET read_at = now() WHERE batch_id = :batch AND kind = 'mention' AND read_at IS NULL
"""

_OUT_OF_DATE: Final = """
UPDATE inbox_item SET read_at = now() FROM result JOIN finding ON finding.id = result.finding_id
WHERE inbox_item.fingerprint = finding.fingerprint AND inbox_item.read_at IS NULL AND inbox_item.kind <> 'mention'
  AND (result.result = 'changed' AND inbox_item.kind = 'second'
       OR finding.triage = 'closed' AND inbox_item.kind IN ('assigned', 'second')
          AND NOT EXISTS (SELECT FROM finding AS other
                          WHERE other.fingerprint = finding.fingerprint AND other.triage <> 'closed'))
"""

_REOPENED: Final = """
INSERT INTO inbox_item (account_id, kind, fingerprint, run_id)
SELECT DISTINCT account.id, 'assigned', f.fingerprint, CAST(:run AS bigint)
FROM finding AS f JOIN account ON account.name = f.assignee AND account.disabled_at IS NULL
WHERE f.fingerprint = ANY(:prints) AND f.triage = 'open' AND f.assignee <> ''
  AND NOT EXISTS (SELECT FROM proposal WHERE proposal.fingerprint = f.fingerprint)
ON CONFLICT (fingerprint, kind, account_id) WHERE read_at IS NULL AND kind <> 'mention' DO NOTHING
"""
_REOPENED_SECOND: Final = f"""
INSERT INTO inbox_item (account_id, kind, fingerprint, batch_id, run_id)
SELECT account.id, 'second', p.fingerprint, put.batch_id, CAST(:run AS bigint)
FROM proposal AS p JOIN triage_act AS put ON put.id = p.put_forward_id
JOIN account ON account.name <> p.by AND {MAY_DECIDE} AND account.disabled_at IS NULL
WHERE p.fingerprint = ANY(:prints)
ON CONFLICT (fingerprint, kind, account_id) WHERE read_at IS NULL AND kind <> 'mention' DO NOTHING
"""

# A confirmed finding also needs another review if it disappeared.
_CHANGED: Final = """
INSERT INTO inbox_item (account_id, kind, fingerprint, run_id)
SELECT DISTINCT account.id, 'changed', f.fingerprint, CAST(:run AS bigint)
FROM result JOIN finding AS f ON f.id = result.finding_id AND f.flagged JOIN decision AS d USING (fingerprint)
JOIN account ON account.name IN (d.by, d.second_by) AND account.disabled_at IS NULL
WHERE result.result = 'changed' OR result.result IN ('record', 'engine', 'rules') AND f.triage = 'confirmed'
ON CONFLICT (fingerprint, kind, account_id) WHERE read_at IS NULL AND kind <> 'mention' DO NOTHING
"""

_INHERITED: Final = """
INSERT INTO inbox_item (account_id, kind, fingerprint, run_id)
SELECT DISTINCT account.id, 'changed', f.fingerprint, CAST(:run AS bigint)
FROM inserted JOIN finding AS f ON f.hand_id = inserted.hand_id AND f.fingerprint = inserted.fingerprint AND f.flagged
JOIN decision AS d ON d.fingerprint = f.fingerprint
JOIN account ON account.name IN (d.by, d.second_by) AND account.disabled_at IS NULL
ON CONFLICT (fingerprint, kind, account_id) WHERE read_at IS NULL AND kind <> 'mention' DO NOTHING
"""

_MARK: Final = """
UPDATE inbox_item SET read_at = now() WHERE id IN (
    SELECT id FROM inbox_item
    WHERE account_id = :account AND read_at IS NULL AND (id = ANY(:items) OR id <= CAST(:newest AS bigint))
    ORDER BY id FOR UPDATE SKIP LOCKED)
"""

_MARK_UNREAD: Final = """
UPDATE inbox_item SET read_at = NULL WHERE id = :item AND account_id = :account AND read_at IS NOT NULL
  AND NOT EXISTS (SELECT FROM inbox_item AS newer
                  WHERE newer.account_id = :account AND newer.fingerprint = inbox_item.fingerprint
                    AND newer.kind = inbox_item.kind AND newer.read_at IS NULL AND newer.kind <> 'mention')
"""
