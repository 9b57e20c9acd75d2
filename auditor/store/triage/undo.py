"""Undoes acts of people by new acts that restore the earlier state. A finding that a person or run changed later stays
as it is.

If an act is part of a decision by two people, only the person who did the act can undo it. An undo does not restore a
decision of one person if such a decision now needs two people.
"""

from collections.abc import Iterable
from typing import Any, Final

from sqlalchemy import Row, text

from auditor.store.postgres.database import Connection
from auditor.store.queries.changes_since_seen import Seen
from auditor.store.queries.second_reviews import IN_FORCE, REACHES
from auditor.store.triage import inbox
from auditor.store.triage.unseen import Changed
from auditor.triage.acts import BECOMES, OF_TWO, Act, BadWish

UNDO_HOURS: Final = 24
UNDO: Final = "undo"
_ALONE_NOW: Final = (
    "After the undo, the decision by one person would apply again, but two people are needed now. Propose the decision"
    " instead."
)
_NO_COMMENT: Final = "A comment cannot be undone. Its writer can withdraw the comment on the page of the finding."
_REMOVED: Final = "The venue keeps the hands of this act no longer, so nothing was undone."
# The acts that cannot be undone, and what to do instead.
_NEVER: Final = {
    UNDO: "An undo cannot be undone. Repeat the act instead.",
    "comment": _NO_COMMENT,
    "withdraw comment": "A withdrawn comment cannot be restored. Write the comment again.",
}


def _listed(acts: Iterable[str]) -> str:
    return ", ".join([f"'{act}'" for act in acts])


# The SQL condition that the person `:by` may undo the act `batch`: either the person did this act, or the act is not
# part of a decision by two people.
OWN: Final = f"""(batch.by = :by OR NOT EXISTS (SELECT FROM triage_act AS one WHERE one.batch_id = batch.id
                                              AND one.act IN ({_listed(OF_TWO)})))"""

# The SQL condition that the undo must be refused: it would restore a dismissal or an acceptance by one person, but the
# amount of the finding now requires two people.
ALONE: Final = f"""coalesce(mine.act IN ({_listed(BECOMES)})
    AND mine.before -> 'decision' ->> 'state' IN ('dismissed', 'accepted')
    AND mine.before -> 'decision' ->> 'second_by' IS NULL
    AND EXISTS (SELECT FROM finding AS f JOIN {IN_FORCE} AS s USING (venue_id, currency)
                WHERE f.fingerprint = mine.fingerprint AND {REACHES}), false)"""


def reverse(connection: Connection, batch_id: int, by: str) -> tuple[int, int, int, int]:
    """Undoes a person's act, which may cover many findings (a batch).

    Returns four numbers: the id of the new batch, the count of restored findings, the count of findings that stay as
    they are, and the count of records (logs of hands) with restored findings. If the same person has undone the act
    already, returns the numbers of that undo.

    Raises `Changed` if another person has undone the act, or if later acts changed all its findings. Raises `BadWish`
    if there is no such act, if it is too old, if only another person may undo it, or if nothing would change.
    """
    values = {"batch": batch_id, "hours": UNDO_HOURS, "by": by}
    row = _locked(connection, values)
    if row.undone_by == by:
        new, done, records = connection.execute(text(_UNDONE), values).one()
        return new, done, row.acts - done, records
    if row.undone_by is not None:
        raise Changed(Seen(batch=batch_id), f"This is undone already. {row.undone_by} undid it.")
    if row.late:
        raise BadWish(f"This can no longer be undone. An act can be undone for {UNDO_HOURS} hours.")
    if not row.own:
        raise BadWish(f"This act is about a decision that needs two people. Only {row.by}, who did it, can undo it.")
    assigning = row.act == Act.ASSIGN
    standing = connection.execute(text(_STANDING), values).all()
    acts = [each.id for each in standing if not each.alone]
    if standing and not acts:
        raise BadWish(_ALONE_NOW)
    if not acts:
        raise Changed(
            Seen(batch=batch_id),
            "A person or a run changed the finding later, so nothing was undone. Make a new decision instead.",
        )
    new = connection.execute(text(_NEW), values).scalar_one()
    connection.execute(text(_REVERSE), {"acts": acts, "new": new, "by": by})
    for statement in () if assigning else (*_DECISION, *_PROPOSAL):
        connection.execute(text(statement), {"new": new})
    records = connection.execute(text(_ASSIGNED if assigning else _DECIDED), {"new": new}).rowcount
    inbox.deliver(connection, new, by, "", assigns=assigning)
    return new, len(acts), row.acts - len(acts), records


def _locked(connection: Connection, values: dict[str, Any]) -> Row[Any]:
    """Locks the findings of a person's act, and returns the act. Raises `BadWish` if nobody can ever undo the act."""
    # The findings are locked first. If two people undo a batch at the same time, the second sees the acts of the first.
    findings = connection.execute(text(_LOCK), values).rowcount
    row = connection.execute(text(_BATCH), values).first()
    if row is None:
        raise BadWish(f"There is no act {values['batch']} that can be undone. The page /activity lists the acts.")
    if row.act in _NEVER:
        raise BadWish(_NEVER[row.act])
    if not findings:
        raise BadWish(_REMOVED)
    return row


_BATCH: Final = f"""
SELECT act, by, at < now() - make_interval(hours => :hours) AS late,
       (SELECT other.by FROM triage_batch AS other WHERE other.undoes_id = batch.id) AS undone_by, {OWN} AS own,
       (SELECT count(*) FROM triage_act WHERE batch_id = batch.id) AS acts
FROM triage_batch AS batch WHERE id = :batch
"""

_LOCK: Final = """
SELECT FROM finding WHERE fingerprint IN (SELECT fingerprint FROM triage_act WHERE batch_id = :batch)
ORDER BY id FOR UPDATE
"""

_NEW: Final = """
INSERT INTO triage_batch (undoes_id, act, by) VALUES (:batch, 'undo', :by) RETURNING id
"""


# The SQL condition that no later act prevents the undo of the act `mine` on its finding. If `mine` is an assignment,
# only later assignments prevent its undo. If `mine` is not an assignment, later assignments do not matter. It also does
# not matter whether a later run could test the finding. If a later act was itself undone, that act and its undo are
# ignored. The finding must exist: a venue removes hands after some time.
STANDS: Final = """EXISTS (SELECT FROM finding WHERE finding.fingerprint = mine.fingerprint) AND NOT EXISTS (
    SELECT FROM triage_act AS later LEFT JOIN triage_act AS undone ON undone.id = later.undoes_id
    WHERE later.fingerprint = mine.fingerprint AND later.id > mine.id
      AND CASE WHEN mine.act = 'assign' THEN coalesce(undone.act, later.act) = 'assign'
               ELSE coalesce(undone.act, later.act) NOT IN ('assign', 'tested', 'untested') END
      AND coalesce(undone.id < mine.id, true)
      AND NOT EXISTS (SELECT FROM triage_act AS undoing
                      WHERE undoing.fingerprint = later.fingerprint AND undoing.undoes_id = later.id))"""

_STANDING: Final = f"""
SELECT mine.id, {ALONE} AS alone FROM triage_act AS mine WHERE mine.batch_id = :batch AND {STANDS}
"""

_UNDONE: Final = """
SELECT batch.id, count(DISTINCT a.id), count(DISTINCT finding.id)
FROM triage_batch AS batch JOIN triage_act AS a ON a.batch_id = batch.id LEFT JOIN finding USING (fingerprint)
WHERE batch.undoes_id = :batch GROUP BY batch.id
"""

# Inserts the undo into the history. The row repeats the reason, comment and end of the restored decision, so that a
# reader of the history does not have to look for the earlier act.
_REVERSE: Final = """
INSERT INTO triage_act (fingerprint, act, from_state, to_state, reason, comment, until, until_house, assignee, by,
                        undoes_id, batch_id)
SELECT mine.fingerprint, 'undo', mine.to_state, mine.from_state, coalesce(was.reason, ''), coalesce(was.comment, ''),
       was.until, was.until_house, '', :by, mine.id, :new
FROM triage_act AS mine
LEFT JOIN LATERAL jsonb_populate_record(CAST(NULL AS decision), nullif(mine.before -> 'decision', 'null')) AS was
    ON true
WHERE mine.id = ANY(:acts)
ORDER BY mine.fingerprint
"""


def _restored(table: str) -> tuple[str, str]:
    """Returns two SQL statements that restore rows of `table` as they were before the undone acts.

    The first statement deletes the present rows, and the second inserts the earlier rows, which the acts stored in
    `before`. `table` is `decision` or `proposal`.
    """
    return (
        f"""DELETE FROM {table} USING triage_act AS a
       WHERE a.batch_id = :new AND a.fingerprint = {table}.fingerprint""",
        f"""INSERT INTO {table}
       SELECT was.* FROM triage_act AS a JOIN triage_act AS undone ON undone.id = a.undoes_id
       CROSS JOIN LATERAL jsonb_populate_record(CAST(NULL AS {table}), undone.before -> '{table}') AS was
       WHERE a.batch_id = :new AND jsonb_typeof(undone.before -> '{table}') = 'object'""",
    )


_DECISION: Final = _restored("decision")
# Restores the proposals. A proposal that was made by the undone act is deleted. A proposal that waited before that act
# waits again, with the evidence of that time.
_PROPOSAL: Final = _restored("proposal")

_DECIDED: Final = """
UPDATE finding SET triage = CASE WHEN a.to_state NOT IN ('open', 'closed') THEN a.to_state
                            WHEN finding.detection = 'gone' THEN 'closed' ELSE 'open' END,
       flagged = finding.flagged OR undone.before -> 'flagged' @> to_jsonb(finding.id),
       reopened = finding.reopened OR undone.before -> 'reopened' @> to_jsonb(finding.id),
       detection = CASE WHEN detection = 'present' AND undone.before -> 'changed' @> to_jsonb(finding.id)
                   THEN 'changed' ELSE detection END
FROM triage_act AS a JOIN triage_act AS undone ON undone.id = a.undoes_id
WHERE a.batch_id = :new AND a.fingerprint = finding.fingerprint
"""

_ASSIGNED: Final = """
UPDATE finding SET assignee = coalesce(undone.before -> 'assignees' ->> CAST(finding.id AS text), '')
FROM triage_act AS a JOIN triage_act AS undone ON undone.id = a.undoes_id
WHERE a.batch_id = :new AND a.fingerprint = finding.fingerprint
"""
