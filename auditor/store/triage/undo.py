"""Undoes acts of people: by acts that reverse them, and only where nobody acted since.

Where it takes two people to dismiss a finding, undoing replaces neither of them.
"""

from collections.abc import Iterable
from typing import Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection
from auditor.store.queries.second_reviews import IN_FORCE, REACHES
from auditor.triage.acts import BECOMES, OF_TWO, Act, BadWish

UNDO_HOURS: Final = 24
UNDO: Final = "undo"
_ALONE_NOW: Final = (
    "Undone, this would be dismissed by one person, and by now that takes two; put its dismissal forward."
)


def _listed(acts: Iterable[str]) -> str:
    return ", ".join([f"'{act}'" for act in acts])


# Whether this person may undo the batch `batch`: acts of a dismissal that takes two people are undone by their author
# alone.
OWN: Final = f"""(batch.by = :by OR NOT EXISTS (SELECT FROM triage_act AS one WHERE one.batch_id = batch.id
                                              AND one.act IN ({_listed(OF_TWO)})))"""

# Whether undoing the act `mine` would bring back a dismissal by one person, where by now it takes two.
ALONE: Final = f"""coalesce(mine.act IN ({_listed(BECOMES)}) AND mine.before -> 'decision' ->> 'state' = 'dismissed'
    AND mine.before -> 'decision' ->> 'second_by' IS NULL
    AND EXISTS (SELECT FROM finding AS f JOIN {IN_FORCE} AS s USING (venue_id, currency)
                WHERE f.fingerprint = mine.fingerprint AND {REACHES}), false)"""


def reverse(connection: Connection, batch_id: int, by: str) -> tuple[int, int, int, int]:
    """Reverses a batch; returns the number of the reversing batch, how many findings stand as before, how many were
    left, and how many records the former have.

    Raises `BadWish` where that is too late, or done already, or for another person to do, or would reverse nothing, or
    there is no such batch.
    """
    values = {"batch": batch_id, "hours": UNDO_HOURS, "by": by}
    connection.execute(
        text(_LOCK), values
    )  # when two undo the same at the same time, the second finds the acts of the first
    row = connection.execute(text(_BATCH), values).first()
    if row is None:
        raise BadWish(f"There is nothing by the number {batch_id} that could be undone.")
    if row.act == UNDO:
        raise BadWish("What undid something is not undone itself; do it anew.")
    if row.undone:
        raise BadWish("This is undone already.")
    if row.late:
        raise BadWish(f"This can no longer be undone: that is possible for {UNDO_HOURS} hours.")
    if not row.own:
        raise BadWish(
            f"This is about a dismissal that takes two people, and only {row.by} takes back what {row.by} did."
        )
    assigning = row.act == Act.ASSIGN
    stands = _STANDS.replace("MATTERS", "= 'assign'" if assigning else "NOT IN ('assign', 'tested', 'untested')")
    standing = connection.execute(text(stands), values).all()
    acts = [each.id for each in standing if not each.alone]
    if not acts:
        raise BadWish(_ALONE_NOW if standing else "Something else was done about it since, so it is left as it is.")
    new = connection.execute(text(_NEW), values).scalar_one()
    connection.execute(text(_REVERSE), {"acts": acts, "new": new, "by": by})
    for statement in () if assigning else (*_DECISION, *_PROPOSAL):
        connection.execute(text(statement), {"new": new})
    records = connection.execute(text(_ASSIGNED if assigning else _DECIDED), {"new": new}).rowcount
    return new, len(acts), row.acts - len(acts), records


_BATCH: Final = """
SELECT act, by, at < now() - make_interval(hours => :hours) AS late,
       EXISTS (SELECT FROM triage_batch AS other WHERE other.undoes_id = batch.id) AS undone, OWN AS own,
       (SELECT count(*) FROM triage_act WHERE batch_id = batch.id) AS acts
FROM triage_batch AS batch WHERE id = :batch
""".replace("OWN", OWN)

_LOCK: Final = """
SELECT FROM finding WHERE fingerprint IN (SELECT fingerprint FROM triage_act WHERE batch_id = :batch)
ORDER BY id FOR UPDATE
"""

_NEW: Final = """
INSERT INTO triage_batch (undoes_id, act, by) VALUES (:batch, 'undo', :by) RETURNING id
"""

# The acts of the batch without a later act that matters to them. An act that undoes another is of the same kind; an act
# and the one that undid it cancel out, where both came later.
_STANDS: Final = """
SELECT mine.id, ALONE AS alone FROM triage_act AS mine
WHERE mine.batch_id = :batch
  AND NOT EXISTS (SELECT FROM triage_act AS later LEFT JOIN triage_act AS undone ON undone.id = later.undoes_id
                  WHERE later.fingerprint = mine.fingerprint AND later.id > mine.id
                    AND coalesce(undone.act, later.act) MATTERS
                    AND coalesce(undone.id < mine.id, true)
                    AND NOT EXISTS (SELECT FROM triage_act AS undoing
                                    WHERE undoing.fingerprint = later.fingerprint AND undoing.undoes_id = later.id))
""".replace("ALONE", ALONE)

# The decision before is written to the history again, so that the history reads by itself.
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

_DECISION: Final = (
    """DELETE FROM decision USING triage_act AS a
       WHERE a.batch_id = :new AND a.fingerprint = decision.fingerprint""",
    """INSERT INTO decision
       SELECT was.* FROM triage_act AS a JOIN triage_act AS undone ON undone.id = a.undoes_id
       CROSS JOIN LATERAL jsonb_populate_record(CAST(NULL AS decision), undone.before -> 'decision') AS was
       WHERE a.batch_id = :new AND jsonb_typeof(undone.before -> 'decision') = 'object'""",
)

# An undone dismissal no longer waits; one that waited before waits again, with the evidence seen then.
_PROPOSAL: Final = tuple([each.replace("decision", "proposal") for each in _DECISION])

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
