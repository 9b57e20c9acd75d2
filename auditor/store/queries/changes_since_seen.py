"""Reads what people and runs did to findings after a person had seen them."""

import datetime as dt
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection


@dataclass(frozen=True, slots=True)
class Seen:
    """The findings on which a person acts, and the last act in the history of each finding that the person has seen.

    There are three ways to say what the person has seen:

    - `fingerprint` and `last_act` name one finding and its last act (0: the history was empty).
    - `selection` names a selection: the person saw its findings as they were when it was made.
    - `batch` names an earlier act: the person saw its findings as they were after this act.
    """

    fingerprint: str = ""
    last_act: int = 0
    selection: int | None = None
    batch: int | None = None


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """One change of a finding that a person has not seen: an act of another person or of a run.

    `finding_id`, `code`, `number` and `hand_id` name the finding. If a run acted, `by` is empty. `batch_id` is the
    number of a person's act, which may cover many findings. The other fields are those of `triage.ActRow`.
    """

    id: int
    finding_id: int
    code: str
    number: str | None
    hand_id: int
    act: str
    from_state: str
    to_state: str
    reason: str
    comment: str
    until: dt.date | None
    assignee: str
    by: str
    run_id: int | None
    at: dt.datetime
    batch_id: int | None


def changes(connection: Connection, seen: Seen, most: int) -> tuple[ChangeRow, ...]:
    """Returns the acts that the person has not seen, the latest act first, at most `most`."""
    statement = text(_CHANGES[_kind(seen)])
    rows = connection.execute(statement, {**values_of(seen), "most": most}).mappings()
    return tuple([ChangeRow(**row) for row in rows])


def changed(connection: Connection, seen: Seen) -> int:
    """Returns the number of findings with acts that the person has not seen."""
    number: int = connection.execute(text(_CHANGED[_kind(seen)]), values_of(seen)).scalar_one()
    return number


def last_act(connection: Connection, fingerprint: str) -> int:
    """Returns the number of the last act in the history of the findings with this fingerprint; 0 if there is none."""
    number: int = connection.execute(text(_LAST), {"fingerprint": fingerprint}).scalar_one()
    return number


def values_of(seen: Seen) -> dict[str, Any]:
    """Returns the parameters of the SQL statements that contain a query of `SEEN`."""
    return {
        "seen_print": seen.fingerprint,
        "seen_act": seen.last_act,
        "seen_selection": seen.selection,
        "seen_batch": seen.batch,
    }


def seen_in_sql(seen: Seen) -> str:
    """Returns an SQL query with two columns: the `fingerprint` of each finding, and the last act on it that the person
    has seen (`last_act_id`).
    """
    return SEEN[_kind(seen)]


def _kind(seen: Seen) -> str:
    return "selection" if seen.selection is not None else "batch" if seen.batch is not None else "finding"


# If an earlier version of this program made a selection, nobody knows what its maker saw. Then `last_act_id` is null,
# so that no act counts as later.
SEEN: Final = {
    "finding": "SELECT CAST(:seen_print AS text) AS fingerprint, CAST(:seen_act AS bigint) AS last_act_id",
    "selection": """SELECT f.fingerprint, min(s.last_act_id) AS last_act_id
        FROM selection_finding AS s JOIN finding AS f ON f.id = s.finding_id
        WHERE s.selection_id = :seen_selection GROUP BY f.fingerprint""",
    "batch": """SELECT fingerprint, max(id) AS last_act_id FROM triage_act
        WHERE batch_id = :seen_batch GROUP BY fingerprint""",
}
_CHANGES: Final = {
    kind: f"""
SELECT a.id, f.id AS finding_id, f.code, f.number, f.hand_id, a.act, a.from_state, a.to_state, a.reason, a.comment,
       a.until, a.assignee, a.by, a.run_id, a.at, a.batch_id
FROM ({seen}) AS seen JOIN triage_act AS a ON a.fingerprint = seen.fingerprint AND a.id > seen.last_act_id
JOIN LATERAL (SELECT id, code, number, hand_id FROM finding WHERE finding.fingerprint = a.fingerprint
              ORDER BY id LIMIT 1) AS f ON true
ORDER BY a.id DESC LIMIT :most
"""
    for kind, seen in SEEN.items()
}
_CHANGED: Final = {
    kind: f"""
SELECT count(*) FROM ({seen}) AS seen
WHERE EXISTS (SELECT FROM triage_act AS a WHERE a.fingerprint = seen.fingerprint AND a.id > seen.last_act_id)
"""
    for kind, seen in SEEN.items()
}
_LAST: Final = "SELECT coalesce(max(id), 0) FROM triage_act WHERE fingerprint = :fingerprint"
