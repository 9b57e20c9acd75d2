"""Finds the cause of each changed finding, if both the rules version and the house changed since the last report.

A third audit shows the cause. This audit uses the new rules version and the old house. If the third audit gives the
same finding as before, the house caused the change; otherwise the engine did.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from sqlalchemy import text

from auditor.store.postgres.bulk_copy import copy_to_temporary
from auditor.store.postgres.database import Connection

# A finding of the third audit: its fingerprint and its evidence.
ThirdFinding = tuple[str, bytes]

_THIRD_AUDIT: Final = {"hand_id": "int8", "house": "text", "fingerprint": "text", "evidence": "bytea"}
_AUDITED: Final = ("", b"")  # each record has this row too, because a third audit may find nothing


def stage_causes(connection: Connection, audits: Iterable[tuple[int, str, Sequence[ThirdFinding]]]) -> bool:
    """Lists the changes between the stored and the staged findings in `fresh_cause`, each with its cause.

    `audits` has the third audits; only their records and houses are listed. Returns whether there is a third audit.
    """
    rows = [(hand_id, house, *each) for hand_id, house, found in audits for each in (_AUDITED, *found)]
    if rows:
        copy_to_temporary(connection, "third_audit", _THIRD_AUDIT, rows)
        connection.execute(text("DROP TABLE IF EXISTS pg_temp.fresh_cause"))
        connection.execute(text(_STAGE))
    return bool(rows)


def keep_causes(connection: Connection, run_id: int) -> None:
    """Stores the causes from `fresh_cause`. Call this function after all findings are inserted."""
    connection.execute(text(_KEEP), {"run": run_id})


# Lists the changes and their causes. For a finding that disappeared, only its presence in the third audit counts, not
# its evidence. A record whose same audit gave a different result before has no row in `fresh_report`, and keeps its
# findings.
_STAGE: Final = """
CREATE TEMPORARY TABLE fresh_cause ON COMMIT DROP AS
WITH audited AS (
    SELECT hand_id, house FROM third_audit JOIN fresh_report USING (hand_id, house) WHERE fingerprint = ''),
changed AS (
    SELECT f.hand_id, f.fingerprint, CASE WHEN old.detection <> 'gone' THEN old.evidence END AS before, false AS goes
    FROM audited JOIN fresh_finding AS f USING (hand_id, house)
    LEFT JOIN finding AS old ON old.hand_id = f.hand_id AND old.fingerprint = f.fingerprint
    WHERE old.id IS NULL OR old.detection = 'gone' OR old.evidence <> f.evidence
    UNION ALL
    SELECT old.hand_id, old.fingerprint, old.evidence, true
    FROM audited JOIN finding AS old USING (hand_id, house)
    WHERE old.origin = 'audit' AND old.detection <> 'gone'
      AND NOT EXISTS (SELECT FROM fresh_finding AS f WHERE f.hand_id = old.hand_id AND f.fingerprint = old.fingerprint))
SELECT changed.hand_id, changed.fingerprint, goes,
       CASE WHEN goes AND third_audit.evidence IS NOT NULL THEN 'rules'
            WHEN third_audit.evidence IS NOT DISTINCT FROM before THEN 'rules'
            ELSE 'engine' END AS cause
FROM changed LEFT JOIN third_audit USING (hand_id, fingerprint)
"""

# Stores the causes. A finding that was not found again may not have been tested. Then the finding is not gone, and no
# cause is stored.
_KEEP: Final = """
INSERT INTO laid (finding_id, run_id, cause)
SELECT finding.id, :run, cause FROM fresh_cause JOIN finding USING (hand_id, fingerprint)
WHERE NOT goes OR finding.detection = 'gone'
ON CONFLICT DO NOTHING
"""
