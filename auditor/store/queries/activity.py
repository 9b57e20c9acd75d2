"""Reads what people did: decisions, assignments, comments and undos, the latest first."""

import datetime as dt
from dataclasses import dataclass
from typing import Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection
from auditor.store.queries.triage import CHANGES_SOME
from auditor.store.triage.undo import UNDO_HOURS

MOST_ON_A_PAGE: Final = 200


@dataclass(frozen=True, slots=True)
class ActivityFilter:
    """The acts to list. An empty value means all. `act` is a name of an act in `triage_batch`, such as `dismiss`. `day`
    is a day in UTC.
    """

    person: str = ""
    act: str = ""
    day: dt.date | None = None


@dataclass(frozen=True, slots=True)
class ActivityRow:
    """An act of a person. `act` is the act as the history of the finding names it, such as `put forward`.

    `findings` counts the findings of the act. `finding_id`, `code`, `severity`, `number` and `hand_id` describe the
    first of them. `from_state` and `to_state` are empty for a comment. `comment` is empty if its writer withdrew the
    comment (`withdrawn`). `undone_by` is the person who undid the act. `may_undo`: the reader can undo the act now, on
    at least one finding.
    """

    id: int
    act: str
    by: str
    at: dt.datetime
    findings: int
    finding_id: int | None
    code: str
    severity: str
    number: str | None
    hand_id: int | None
    from_state: str
    to_state: str
    reason: str
    comment: str
    assignee: str
    withdrawn: bool
    undone_by: str
    may_undo: bool


def page(
    connection: Connection, chosen: ActivityFilter, by: str, before: int | None, size: int
) -> tuple[ActivityRow, ...]:
    """Returns a page of acts, the latest first. `before` is the number of the last act on the previous page; `None`
    means the first page. `by` is the person who reads the page; `may_undo` depends on this person.
    """
    values = {
        "person": chosen.person,
        "act": chosen.act,
        "start": dt.datetime.combine(chosen.day, dt.time(), dt.UTC) if chosen.day else None,
        "stop": dt.datetime.combine(chosen.day, dt.time(), dt.UTC) + dt.timedelta(days=1) if chosen.day else None,
        "before": before,
        "by": by,
        "hours": UNDO_HOURS,
        "size": max(1, min(size, MOST_ON_A_PAGE)),
    }
    rows = connection.execute(text(_page(chosen)), values).mappings()
    return tuple([ActivityRow(**row) for row in rows])


def _page(chosen: ActivityFilter) -> str:
    """Returns the statement for a page. The statement contains only the conditions of the filters that are set. So the
    server can use the indexes of the columns in these conditions.
    """
    conditions = [condition for name, condition in _CONDITIONS.items() if getattr(chosen, name)]
    return _PAGE.format(" AND ".join(["true", *conditions]))


_CONDITIONS: Final = {"person": "by = :person", "act": "act = :act", "day": "at >= :start AND at < :stop"}

_PAGE: Final = f"""
SELECT batch.id, coalesce(first.act, batch.act) AS act, batch.by, batch.at, coalesce(many.findings, 1) AS findings,
       f.id AS finding_id, coalesce(f.code, '') AS code, coalesce(f.severity, '') AS severity, f.number, f.hand_id,
       coalesce(first.from_state, '') AS from_state, coalesce(first.to_state, '') AS to_state,
       coalesce(first.reason, '') AS reason,
       CASE WHEN gone.comment_id IS NULL THEN coalesce(c.text, first.comment, '') ELSE '' END AS comment,
       coalesce(first.assignee, '') AS assignee, gone.comment_id IS NOT NULL AS withdrawn,
       coalesce((SELECT other.by FROM triage_batch AS other WHERE other.undoes_id = batch.id), '') AS undone_by,
       {CHANGES_SOME} AS may_undo
FROM (SELECT * FROM triage_batch WHERE {{}} AND (CAST(:before AS bigint) IS NULL OR id < :before)
      ORDER BY id DESC LIMIT :size) AS batch
LEFT JOIN LATERAL (SELECT * FROM triage_act WHERE triage_act.batch_id = batch.id ORDER BY id LIMIT 1) AS first ON true
LEFT JOIN LATERAL (SELECT nullif(count(*), 0) AS findings FROM triage_act WHERE triage_act.batch_id = batch.id) AS many
    ON true
LEFT JOIN comment_withdrawal AS withdrawing ON withdrawing.batch_id = batch.id
LEFT JOIN finding_comment AS c ON c.batch_id = coalesce(withdrawing.comment_id, batch.id)
LEFT JOIN comment_withdrawal AS gone ON gone.comment_id = c.batch_id
LEFT JOIN LATERAL (SELECT * FROM finding WHERE finding.fingerprint = coalesce(first.fingerprint, c.fingerprint)
                   ORDER BY id LIMIT 1) AS f ON true
ORDER BY batch.id DESC
"""
