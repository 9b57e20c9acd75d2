"""Finds the cause of each changed finding, if both the rules version and the house changed since the last report.

The first audit used the old rules version and the old text of the house. The second audit used the new version and the
new text. A third audit uses the new rules version and the old text of the house. If the third audit gives the same
finding as the first audit, the change of the house is the cause (`rules`). Otherwise the change of the rules version,
that is, of our code, is the cause (`engine`).
"""

from collections.abc import Iterable, Sequence
from typing import Final

from sqlalchemy import text

from auditor.store.postgres.bulk_copy import copy_to_temporary
from auditor.store.postgres.database import Connection

# The fingerprint and the evidence digest of a finding in a third audit. That audit uses the new rules version and the
# old text of the house.
ThirdFinding = tuple[str, bytes]

_THIRD_AUDIT: Final = {"hand_id": "int8", "house": "text", "fingerprint": "text", "evidence": "bytea"}
# Each record (a hand as one log has it) with a third audit gets a row with an empty fingerprint, because its third
# audit may have no findings, and would then have no row.
_AUDITED: Final = ("", b"")


def stage_causes(connection: Connection, audits: Iterable[tuple[int, str, Sequence[ThirdFinding]]]) -> bool:
    """Fills the temporary table `fresh_cause` with the changed findings of some records (a record is a hand as one log
    has it), and the cause of each change.

    `audits` has the third audit of each of these records: the record, the house and the findings. The third audit uses
    the new rules version and the old text of the house. Returns false if there is no third audit.
    """
    rows = [(hand_id, house, *each) for hand_id, house, found in audits for each in (_AUDITED, *found)]
    if rows:
        copy_to_temporary(connection, "third_audit", _THIRD_AUDIT, rows)
        connection.execute(text("DROP TABLE IF EXISTS pg_temp.fresh_cause"))
        connection.execute(text(_STAGE))
    return bool(rows)


def keep_causes(connection: Connection, run_id: int) -> None:
    """Stores the causes of changed findings, which `stage_causes` put into the table `fresh_cause`. Call this function
    after all findings are inserted.
    """
    connection.execute(text(_KEEP), {"run": run_id})


# Lists the findings that changed, appeared or disappeared, each with the cause. The third audit uses the new rules
# version and the old text of the house. If the third audit has a finding that disappeared, even with other evidence,
# the cause is the house (`rules`).
#
# A record is left out if an earlier report with the same house and rules version differs from the new report. In this
# case the new report is not in `fresh_report`, and the stored findings of the record do not change.
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

# Stores the causes of changed findings. For a finding that disappeared, the cause is stored only if its `detection` is
# now `gone`. The `detection` is not `gone` if the audit could not test the rule of the finding.
_KEEP: Final = """
INSERT INTO laid (finding_id, run_id, cause)
SELECT finding.id, :run, fresh_cause.cause FROM fresh_cause JOIN finding USING (hand_id, fingerprint)
WHERE NOT goes OR finding.detection = 'gone'
ON CONFLICT DO NOTHING
"""
