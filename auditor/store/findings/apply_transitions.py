"""Applies the results of a run to stored findings, by the table of precedence in `auditor.triage.precedence`.

That table says how each result of a run changes the state of a finding. The statements here are built from the table,
so that its rules are written only once. Each change by a run adds a row to the history of the finding.
"""

from itertools import product
from typing import Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection
from auditor.store.triage import inbox
from auditor.triage.precedence import TABLE
from auditor.triage.states import Detection, Result, Standing, State
from auditor.triage.transitions import Table, after_run

GONE_ACTS: Final = ("closed", "gone")
# The acts of a run that can change the inbox of a person.
INBOX_ACTS: Final = frozenset({"changed", "gone", "closed", "reopened"})


def open_results(connection: Connection) -> None:
    """Makes the empty temporary table `result`.

    Each row has a finding, the result of the run for the finding, and the digest of the house that was used. The result
    is a word such as `same` or `engine`, see `auditor.triage.states.Result`. The digest is null if it is unknown.
    """
    connection.execute(text(_MAKE_RESULT))
    # The table is emptied and used again, because each new table would need one more lock until the transaction ends.
    connection.execute(text("DELETE FROM result"))


def apply_results(connection: Connection, run_id: int | None) -> int:
    """Changes the state of stored findings by their results in the table `result`. Returns how many findings are now
    gone, because the run no longer found them.

    This function also ends the acceptances of findings that were found again, if their last day is over or the house
    changed. It puts news about the changes into the inboxes of people. `run_id` is `None` if the results do not come
    from a run.
    """
    connection.execute(text(_LOCK_RESULTS))
    connection.execute(text(_END_FOUND_ACCEPTANCES), {"run": run_id})
    rows = connection.execute(text(_APPLY), {"run": run_id}).all()
    if any(row.act in INBOX_ACTS for row in rows):
        inbox.deliver_changes(connection, run_id, [row.reopened for row in rows if row.reopened is not None])
    return sum([row.act in GONE_ACTS for row in rows])


def inherit(connection: Connection, run_id: int) -> None:
    """Applies earlier decisions of people to the findings that this transaction inserted or found again.

    A finding that is still open gets the decision that somebody made about its fingerprint, for example `accepted`. If
    two logs of a hand have the same finding, these two findings share a fingerprint. The finding is also flagged for
    review, because nobody has seen its evidence yet. It is not flagged if another finding has the same fingerprint, the
    same decision and the same evidence.

    Call this function after all findings are inserted. It blocks new decisions until the transaction ends. So no new
    decision can miss the new findings.
    """
    connection.execute(text(_LOCK_DECISIONS))
    if connection.execute(text(_ANY_INSERTED)).scalar_one() and connection.execute(text(_ANY_DECIDED)).scalar_one():
        connection.execute(text(_INHERIT), {"run": run_id})
        inbox.deliver_inherited(connection, run_id)


def end_acceptances(connection: Connection, run_id: int) -> None:
    """Ends the acceptances whose last day has passed. An acceptance is the decision of a person to accept a finding for
    a limited time.

    A finding whose acceptance ends becomes open again. If the finding is gone (no longer found), it becomes closed.
    """
    connection.execute(text(_LOCK_OVERDUE))
    connection.execute(text(_END_OVERDUE_ACCEPTANCES), {"run": run_id})


def table_as_rows(table: Table = TABLE) -> list[tuple[str, ...]]:
    """Returns the table of precedence as rows of SQL literals, for the list `VALUES` of a statement. Rows that change
    nothing are left out.

    A row has these columns (`detection` says whether audits still find the finding):

    - the state and the detection before the run;
    - the result of the run;
    - the state, the detection and the cause (why the finding is gone, or empty) after the run;
    - two marks: `flagged` (the decision needs another review) and `reopened` (the run opened the finding again);
    - the act for the history, or empty.
    """
    rows = []
    for state, detection, result in product(State, Detection, Result):
        before = Standing(state, detection)
        transition = after_run(before, result, table)
        now = transition.standing
        if transition.act or now != before:
            marks = [str(mark).lower() for mark in (now.flagged, now.reopened)]
            rows.append((*_quoted(state, detection, result, now.state, now.detection, now.gone_by or ""), *marks,
                         *_quoted(transition.act)))  # fmt: skip
    return rows


def _quoted(*words: str) -> list[str]:
    return [f"'{word}'" for word in words]


_MAKE_RESULT: Final = """
CREATE TEMPORARY TABLE IF NOT EXISTS result (finding_id int8, result text, house_digest bytea) ON COMMIT DROP
"""

# Locks the findings in `result`, so that no other run or decision changes them meanwhile. Every run and every decision
# locks its findings in the order of their `id`, so that two of them cannot deadlock.
#
# The statement also locks findings with the same fingerprint, which are in other logs of the same hand. If an
# acceptance ends for one of these findings, it ends for all.
_LOCK_RESULTS: Final = """
SELECT FROM finding WHERE id IN (
    SELECT finding_id FROM result
    UNION ALL
    SELECT other.id FROM result JOIN finding ON finding.id = result.finding_id JOIN decision USING (fingerprint)
    JOIN finding AS other USING (fingerprint))
ORDER BY id FOR UPDATE
"""

# Locks the findings with an acceptance whose last day has passed, in the order of their `id`.
_LOCK_OVERDUE: Final = """
SELECT FROM finding WHERE fingerprint IN (SELECT fingerprint FROM decision WHERE until < current_date)
ORDER BY id FOR UPDATE
"""

# Prevents new decisions until the transaction ends. For this the statement locks the table `triage_batch` in share
# mode: each decision, and each undo of a decision, inserts a row into that table. Runs insert no row into it, so runs
# do not wait for each other.
_LOCK_DECISIONS: Final = "SELECT nobody_decides()"

# Whether this transaction has called `insert.insert_staged`, which makes the table `inserted`.
_ANY_INSERTED: Final = "SELECT to_regclass('pg_temp.inserted') IS NOT NULL"

# Whether a person has made a decision about any finding in the table `inserted`. Findings are compared by fingerprint.
_ANY_DECIDED: Final = "SELECT EXISTS (SELECT FROM inserted JOIN decision USING (fingerprint))"

_BECOMES: Final = ", ".join([f"({', '.join(row)})" for row in table_as_rows()])

# Changes each finding by the table of precedence. `MATERIALIZED` makes the server look up only the findings with a
# result, and not compare every finding with the table of precedence.
_APPLY: Final = f"""
WITH becomes (state, detection, result, to_state, to_detection, to_gone_by, flags, reopens, act) AS (VALUES {_BECOMES}),
stood AS MATERIALIZED (
    SELECT finding.id, finding.fingerprint, finding.triage AS state, finding.detection, result.result
    FROM result JOIN finding ON finding.id = result.finding_id
), change AS (
    SELECT stood.id, stood.fingerprint, stood.state AS from_state, becomes.*
    FROM stood JOIN becomes USING (state, detection, result)
), done AS (
    UPDATE finding SET triage = change.to_state, detection = change.to_detection, gone_by = change.to_gone_by,
           flagged = finding.flagged OR change.flags, reopened = finding.reopened OR change.reopens,
           last_run_id = CASE WHEN change.result IN ('untested', 'failed') THEN finding.last_run_id
                              ELSE coalesce(:run, finding.last_run_id) END
    FROM change WHERE finding.id = change.id
    RETURNING change.*, finding.flagged
)
INSERT INTO triage_act (fingerprint, finding_id, act, from_state, to_state, flagged, run_id)
SELECT fingerprint, id, act, from_state, to_state, flagged, :run FROM done WHERE act <> '' ORDER BY id
RETURNING act, CASE WHEN act = 'reopened' THEN fingerprint END AS reopened
"""

# The end of an SQL statement. The beginning of the statement deletes acceptances that ended, and lists their
# fingerprints as `ended`. This part makes the findings with these fingerprints open again, or closed if they are gone.
_OPEN_ENDED: Final = """
moved AS (
    UPDATE finding SET triage = CASE WHEN detection = 'gone' THEN 'closed' ELSE 'open' END,
           reopened = reopened OR detection <> 'gone'
    FROM ended WHERE finding.fingerprint = ended.fingerprint
    RETURNING finding.fingerprint, finding.id, finding.triage, finding.flagged
)
INSERT INTO triage_act (fingerprint, finding_id, act, from_state, to_state, flagged, run_id)
SELECT fingerprint, id, 'expired', 'accepted', triage, flagged, CAST(:run AS bigint) FROM moved ORDER BY id
"""

# Ends acceptances whose last day is over, by the clock of the database in UTC.
_END_OVERDUE_ACCEPTANCES: Final = f"""
WITH ended AS (DELETE FROM decision WHERE until < current_date RETURNING fingerprint), {_OPEN_ENDED}
"""

# Ends acceptances of findings that this run found again. A person accepts a finding until a certain day, or until the
# house changes. So an acceptance ends if its day is over, or if the digest of the house is now different.
_END_FOUND_ACCEPTANCES: Final = f"""
WITH ended AS (
    DELETE FROM decision USING result, finding
    WHERE finding.id = result.finding_id AND decision.fingerprint = finding.fingerprint
      AND result.result IN ('same', 'changed')
      AND (decision.until < current_date OR decision.until_house <> result.house_digest)
    RETURNING decision.fingerprint
), {_OPEN_ENDED}
"""

# Gives each open finding in `inserted` the state that a person chose for its fingerprint, such as `accepted`.
_INHERIT: Final = """
WITH decided AS (
    UPDATE finding SET triage = decision.state,
           flagged = NOT EXISTS (SELECT FROM finding AS other
                                 WHERE other.fingerprint = finding.fingerprint AND other.id <> finding.id
                                   AND other.triage = decision.state AND other.evidence = finding.evidence)
    FROM inserted JOIN decision ON decision.fingerprint = inserted.fingerprint
    WHERE finding.hand_id = inserted.hand_id AND finding.fingerprint = inserted.fingerprint AND finding.triage = 'open'
    RETURNING finding.fingerprint, finding.id, finding.triage, finding.flagged
)
INSERT INTO triage_act (fingerprint, finding_id, act, from_state, to_state, flagged, run_id)
SELECT fingerprint, id, 'inherited', 'open', triage, flagged, :run FROM decided ORDER BY id
"""
