"""Runs obey: what a run says of findings that were there before it becomes what the table of precedence has for it.

The table is told to the database as it stands in `auditor.triage`, so that it is written once. Whatever a run changes
leaves a row in the history of the finding.
"""

from itertools import product
from typing import Any, Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection
from auditor.triage.hearing import Table, heard
from auditor.triage.precedence import TABLE
from auditor.triage.states import Detection, Says, Standing, State

GONE_ACTS: Final = ("closed", "gone")
# The temporary tables of what was filed, each with `hand_id` and `fingerprint`.
FRESH: Final = ("fresh_finding", "fresh_history", "fresh_across")


def listen(connection: Connection) -> None:
    """Makes the temporary table `heard`, empty, for what a run says: the finding, the word, and the digest of the house
    that judged, null where none is known.
    """
    connection.execute(text(_HEARD))
    connection.execute(text("DELETE FROM heard"))  # made anew each time, it would cost a lock each time


def obey(connection: Connection, run_id: int | None) -> int:
    """Does with all that is in `heard` as the table of precedence has it; says how many findings are gone by that.

    `run_id` is `None` where it was no run that said it.
    """
    connection.execute(text(_HOLD_HEARD))
    connection.execute(text(_ENDED), {"run": run_id})
    acts = connection.execute(text(_OBEY), {"run": run_id})
    return sum([row.act in GONE_ACTS for row in acts])


def inherit(connection: Connection, run_id: int) -> None:
    """What was decided about a fingerprint holds for all records that this transaction filed with it; flagged where no
    record that it was decided on has the same evidence.

    To be called when all is filed: from here until the transaction ends nobody decides, so that a decision is either
    seen here, or sees the records.
    """
    connection.execute(text(_NOBODY_DECIDES))
    filed = connection.execute(text(_FILED), {"tables": list(FRESH)}).scalars().all()
    for fresh in filed:
        if connection.execute(text(_ANY_DECIDED.replace("FRESH", fresh))).scalar_one():
            connection.execute(text(_INHERIT.replace("FRESH", fresh)), {"run": run_id})


def end_acceptances(connection: Connection, run_id: int) -> None:
    """Ends the acceptances whose last day is over: what is still there is open again."""
    connection.execute(text(_HOLD_OVER))
    connection.execute(text(_OVER), {"run": run_id})


def table_as_rows(table: Table = TABLE) -> list[tuple[str, ...]]:
    """How a finding stood and what a run says, and from that how it stands and by which name that is kept, as values of
    SQL; only where something becomes of it.
    """
    rows = []
    for state, detection, says in product(State, Detection, Says):
        before = Standing(state, detection)
        told = heard(before, says, table)
        now = told.standing
        if told.act or now != before:
            marks = [str(mark).lower() for mark in (now.flagged, now.reopened)]
            rows.append((*_quoted(state, detection, says, now.state, now.detection, now.gone_by or ""), *marks,
                         *_quoted(told.act)))  # fmt: skip
    return rows


def _quoted(*words: str) -> list[str]:
    return [f"'{word}'" for word in words]


def _listed(words: tuple[Any, ...]) -> str:
    return ", ".join(_quoted(*words))


_HEARD: Final = """
CREATE TEMPORARY TABLE IF NOT EXISTS heard (finding_id int8, says text, house_digest bytea) ON COMMIT DROP
"""

# Who decides holds the findings before anything is changed, in the same order: whoever waits looks at them afterwards.
_HOLD: Final = "SELECT FROM finding WHERE WHICH ORDER BY id FOR UPDATE"

# An acceptance that ends by what was heard of one record ends on the others too.
_HOLD_HEARD: Final = _HOLD.replace(
    "WHICH",
    """id IN (
    SELECT finding_id FROM heard
    UNION ALL
    SELECT other.id FROM heard JOIN finding ON finding.id = heard.finding_id JOIN decision USING (fingerprint)
    JOIN finding AS other USING (fingerprint))""",
)

_HOLD_OVER: Final = _HOLD.replace(
    "WHICH", "fingerprint IN (SELECT fingerprint FROM decision WHERE until < current_date)"
)

# Locks `triage_batch` in share mode. Every decision, and every undoing of one, writes a row there, and runs write none:
# so runs do not wait for each other.
_NOBODY_DECIDES: Final = "SELECT nobody_decides()"

_FILED: Final = """
SELECT name FROM unnest(CAST(:tables AS text[])) AS name WHERE to_regclass('pg_temp.' || name) IS NOT NULL
"""

_BECOMES: Final = ", ".join([f"({', '.join(row)})" for row in table_as_rows()])

# Materialized, so that what was heard is looked up, and not every finding held against the table of precedence.
_OBEY: Final = """
WITH becomes (state, detection, says, to_state, to_detection, to_gone_by, flags, reopens, act) AS (VALUES BECOMES),
stood AS MATERIALIZED (
    SELECT finding.id, finding.fingerprint, finding.triage AS state, finding.detection, heard.says
    FROM heard JOIN finding ON finding.id = heard.finding_id
), told AS (
    SELECT stood.id, stood.fingerprint, stood.state AS from_state, becomes.*
    FROM stood JOIN becomes USING (state, detection, says)
), done AS (
    UPDATE finding SET triage = told.to_state, detection = told.to_detection, gone_by = told.to_gone_by,
           flagged = finding.flagged OR told.flags, reopened = finding.reopened OR told.reopens,
           last_run_id = CASE WHEN told.says IN ('untested', 'failed') THEN finding.last_run_id
                              ELSE coalesce(:run, finding.last_run_id) END
    FROM told WHERE finding.id = told.id
    RETURNING told.*, finding.flagged
)
INSERT INTO triage_act (fingerprint, finding_id, act, from_state, to_state, flagged, run_id)
SELECT fingerprint, id, act, from_state, to_state, flagged, :run FROM done WHERE act <> '' ORDER BY id
RETURNING act
""".replace("BECOMES", _BECOMES)

# The database's clock says which day it is, in UTC. `over` has the acceptances that ended.
_REOPENED: Final = """
moved AS (
    UPDATE finding SET triage = CASE WHEN detection = 'gone' THEN 'closed' ELSE 'open' END,
           reopened = reopened OR detection <> 'gone'
    FROM over WHERE finding.fingerprint = over.fingerprint
    RETURNING finding.fingerprint, finding.id, finding.triage, finding.flagged
)
INSERT INTO triage_act (fingerprint, finding_id, act, from_state, to_state, flagged, run_id)
SELECT fingerprint, id, 'expired', 'accepted', triage, flagged, CAST(:run AS bigint) FROM moved ORDER BY id
"""

_OVER: Final = """
WITH over AS (DELETE FROM decision WHERE until < current_date RETURNING fingerprint), REOPENED
""".replace("REOPENED", _REOPENED)

_ENDED: Final = """
WITH over AS (
    DELETE FROM decision USING heard, finding
    WHERE finding.id = heard.finding_id AND decision.fingerprint = finding.fingerprint
      AND heard.says IN ('same', 'changed')
      AND (decision.until < current_date OR decision.until_house <> heard.house_digest)
    RETURNING decision.fingerprint
), REOPENED
""".replace("REOPENED", _REOPENED)

_ANY_DECIDED: Final = "SELECT EXISTS (SELECT FROM FRESH AS fresh JOIN decision USING (fingerprint))"

_INHERIT: Final = """
WITH told AS (
    UPDATE finding SET triage = decision.state,
           flagged = NOT EXISTS (SELECT FROM finding AS other
                                 WHERE other.fingerprint = finding.fingerprint AND other.id <> finding.id
                                   AND other.triage = decision.state AND other.evidence = finding.evidence)
    FROM FRESH AS fresh JOIN decision ON decision.fingerprint = fresh.fingerprint
    WHERE finding.hand_id = fresh.hand_id AND finding.fingerprint = fresh.fingerprint AND finding.triage = 'open'
    RETURNING finding.fingerprint, finding.id, finding.triage, finding.flagged
)
INSERT INTO triage_act (fingerprint, finding_id, act, from_state, to_state, flagged, run_id)
SELECT fingerprint, id, 'inherited', 'open', triage, flagged, :run FROM told ORDER BY id
"""
