"""Applies the results of a run to stored findings, as the table of precedence has it.

The database gets the table from `auditor.triage`, so that it is written once. Every change by a run leaves a row in the
history of the finding.
"""

from itertools import product
from typing import Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection
from auditor.triage.precedence import TABLE
from auditor.triage.states import Detection, Result, Standing, State
from auditor.triage.transitions import Table, after_run

GONE_ACTS: Final = ("closed", "gone")


def open_results(connection: Connection) -> None:
    """Makes the temporary table `result`, empty: a finding, the result of the run for it, and the digest of the house
    that judged, null where unknown.
    """
    connection.execute(text(_MAKE_RESULT))
    connection.execute(text("DELETE FROM result"))  # made anew each time, it would cost a lock each time


def apply_results(connection: Connection, run_id: int | None) -> int:
    """Applies all rows of `result`, and counts the findings that are gone by that.

    `run_id` is `None` where the result is not that of a run.
    """
    connection.execute(text(_LOCK_RESULTS))
    connection.execute(text(_END_FOUND_ACCEPTANCES), {"run": run_id})
    acts = connection.execute(text(_APPLY), {"run": run_id})
    return sum([row.act in GONE_ACTS for row in acts])


def inherit(connection: Connection, run_id: int) -> None:
    """Applies the decision on a fingerprint to all findings that this transaction inserted with it. Flags a finding
    where no other record with that decision has the same evidence.

    Call this when everything is inserted: from here until the transaction ends nobody decides. So a decision is either
    found here, or is made about the new findings too.
    """
    connection.execute(text(_LOCK_DECISIONS))
    if connection.execute(text(_ANY_INSERTED)).scalar_one() and connection.execute(text(_ANY_DECIDED)).scalar_one():
        connection.execute(text(_INHERIT), {"run": run_id})


def end_acceptances(connection: Connection, run_id: int) -> None:
    """Ends the acceptances whose last day is over: a finding that is still there is open again."""
    connection.execute(text(_LOCK_OVERDUE))
    connection.execute(text(_END_OVERDUE_ACCEPTANCES), {"run": run_id})


def table_as_rows(table: Table = TABLE) -> list[tuple[str, ...]]:
    """The table of precedence as values of SQL: the standing before, the result, then the standing after and the act
    for the history. Rows that change nothing are left out.
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

# Whoever changes findings first locks them in the order of their numbers, as people who decide do: whoever has to wait
# then finds the other's changes. An acceptance that ends by the result on one record ends on the other records too.
_LOCK_RESULTS: Final = """
SELECT FROM finding WHERE id IN (
    SELECT finding_id FROM result
    UNION ALL
    SELECT other.id FROM result JOIN finding ON finding.id = result.finding_id JOIN decision USING (fingerprint)
    JOIN finding AS other USING (fingerprint))
ORDER BY id FOR UPDATE
"""

# Locks the findings whose acceptance is over, in the same order.
_LOCK_OVERDUE: Final = """
SELECT FROM finding WHERE fingerprint IN (SELECT fingerprint FROM decision WHERE until < current_date)
ORDER BY id FOR UPDATE
"""

# Locks `triage_batch` in share mode. Every decision, and every undoing of one, writes a row there, and runs write none:
# so runs do not wait for each other.
_LOCK_DECISIONS: Final = "SELECT nobody_decides()"

# Whether this transaction inserted any finding.
_ANY_INSERTED: Final = "SELECT to_regclass('pg_temp.inserted') IS NOT NULL"

# Whether anybody decided about a fingerprint that this transaction inserted.
_ANY_DECIDED: Final = "SELECT EXISTS (SELECT FROM inserted JOIN decision USING (fingerprint))"

_BECOMES: Final = ", ".join([f"({', '.join(row)})" for row in table_as_rows()])

# Changes each finding as the table of precedence has it. Materialized, so that the server looks up the results, and
# does not compare every finding with the table.
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
RETURNING act
"""

# The rest of a statement whose `ended` has the fingerprints of acceptances that ended: opens their findings again, or
# closes those that are gone.
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

# Ends acceptances until a day that is over, by the clock of the database in UTC.
_END_OVERDUE_ACCEPTANCES: Final = f"""
WITH ended AS (DELETE FROM decision WHERE until < current_date RETURNING fingerprint), {_OPEN_ENDED}
"""

# Ends acceptances of findings that are found again after the last day or under another house.
_END_FOUND_ACCEPTANCES: Final = f"""
WITH ended AS (
    DELETE FROM decision USING result, finding
    WHERE finding.id = result.finding_id AND decision.fingerprint = finding.fingerprint
      AND result.result IN ('same', 'changed')
      AND (decision.until < current_date OR decision.until_house <> result.house_digest)
    RETURNING decision.fingerprint
), {_OPEN_ENDED}
"""

# Gives inserted findings that are open the decision on their fingerprint.
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
