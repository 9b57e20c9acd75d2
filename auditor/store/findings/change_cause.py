"""The cause of each change, where both the rules version and the house of a record's report changed.

A third audit shows it: by the rules of today under the house as it was. A finding that the third audit has as before
was changed by the house; any other was changed by the engine.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from sqlalchemy import text

from auditor.store.postgres.bulk_copy import copy_to_temporary
from auditor.store.postgres.database import Connection

# A finding of the third audit: its fingerprint and its evidence.
ThirdFinding = tuple[str, bytes]

_THIRD_AUDIT: Final = {"hand_id": "int8", "house": "text", "fingerprint": "text", "evidence": "bytea"}
_AUDITED: Final = ("", b"")  # every audited record has this row too, so that a third audit may find nothing


def stage_causes(connection: Connection, audits: Iterable[tuple[int, str, Sequence[ThirdFinding]]]) -> bool:
    """Puts each change between the stored and the staged findings into `fresh_cause`, with its cause, for the records
    and houses that have a third audit. Returns whether there are any.
    """
    rows = [(hand_id, house, *each) for hand_id, house, found in audits for each in (_AUDITED, *found)]
    if rows:
        copy_to_temporary(connection, "third_audit", _THIRD_AUDIT, rows)
        connection.execute(text("DROP TABLE IF EXISTS pg_temp.fresh_cause"))
        connection.execute(text(_STAGE))
    return bool(rows)


def keep_causes(connection: Connection, run_id: int) -> None:
    """Stores the causes in `fresh_cause`, now that all findings are inserted."""
    connection.execute(text(_KEEP), {"run": run_id})


# The changes and their causes. The presence of a finding counts more than its evidence: the cause is whatever takes it
# away. A record whose same audit gave another result before has no fresh report, and keeps its findings.
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

# Stores the causes. A finding that was not found may not have been tested: then it is not gone, and has no cause.
_KEEP: Final = """
INSERT INTO laid (finding_id, run_id, cause)
SELECT finding.id, :run, cause FROM fresh_cause JOIN finding USING (hand_id, fingerprint)
WHERE NOT goes OR finding.detection = 'gone'
ON CONFLICT DO NOTHING
"""
