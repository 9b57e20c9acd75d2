"""Where the rules version and the house of a record's report both changed: which of the two made each change.

A third audit tells, of our rules of today under the house of that day: what it finds as before is the house's doing,
and what it finds otherwise is the engine's.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from sqlalchemy import text

from auditor.store.postgres.bulk_copy import copy_to_temporary
from auditor.store.postgres.database import Connection

# A finding of such an audit: its fingerprint and its evidence.
Crossed = tuple[str, bytes]

_CROSSED: Final = {"hand_id": "int8", "house": "text", "fingerprint": "text", "evidence": "bytea"}
_AUDITED: Final = ("", b"")  # a record has this one too, so that none is told from not audited


def look(connection: Connection, crossed: Iterable[tuple[int, str, Sequence[Crossed]]]) -> bool:
    """Puts into `laid_now` what changes between `finding` and `fresh_finding` and by what, of the records and houses
    for which there is such an audit; whether there is any.
    """
    rows = [(hand_id, house, *each) for hand_id, house, found in crossed for each in (_AUDITED, *found)]
    if rows:
        copy_to_temporary(connection, "crossed", _CROSSED, rows)
        connection.execute(text("DROP TABLE IF EXISTS pg_temp.laid_now"))
        connection.execute(text(_LOOK))
    return bool(rows)


def lay(connection: Connection, run_id: int) -> None:
    """Keeps what is in `laid_now`, now that all findings are filed."""
    connection.execute(text(_LAY), {"run": run_id})


# What goes or comes back counts more than what it rests on: it is gone by whatever takes it away. A record whose same
# audit gave another result before has no fresh report, and keeps what it has.
_LOOK: Final = """
CREATE TEMPORARY TABLE laid_now ON COMMIT DROP AS
WITH audited AS (SELECT hand_id, house FROM crossed JOIN fresh_report USING (hand_id, house) WHERE fingerprint = ''),
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
       CASE WHEN goes AND crossed.evidence IS NOT NULL THEN 'rules'
            WHEN crossed.evidence IS NOT DISTINCT FROM before THEN 'rules'
            ELSE 'engine' END AS cause
FROM changed LEFT JOIN crossed USING (hand_id, fingerprint)
"""

# What was not found may not have been tested: then it has not gone.
_LAY: Final = """
INSERT INTO laid (finding_id, run_id, cause)
SELECT finding.id, :run, cause FROM laid_now JOIN finding USING (hand_id, fingerprint)
WHERE NOT goes OR finding.detection = 'gone'
ON CONFLICT DO NOTHING
"""
