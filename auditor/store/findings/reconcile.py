"""Compares the findings staged in `fresh_finding` with the stored ones: found again, or why not.

Where both the engine and the house changed, the engine is the cause, unless a third audit shows that it is the house
(`change_cause`).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import text

from auditor.engine.hand import Game, Structure
from auditor.engine.house.parameter_types import HouseRefused
from auditor.engine.house.registry import load
from auditor.engine.rules import RULES
from auditor.store.findings.apply_transitions import apply_results, open_results
from auditor.store.postgres.bulk_copy import copy_to_temporary
from auditor.store.postgres.database import Connection
from auditor.triage.states import Result

_MOOT: Final = {"house_digest": "bytea", "code": "text"}


def moot_under(house: str, game: str, structure: str) -> frozenset[str]:
    """The rules that do not apply under a house; none where the registry does not have that house."""
    try:
        judging = load(house, Game(game), Structure(structure))
    except HouseRefused:
        return frozenset()
    return frozenset([rule.code for rule in RULES if rule.moot is not None and rule.moot(judging)])


def reconcile_audits(connection: Connection, run_id: int, moot: Iterable[tuple[bytes, str]], *, causes: bool) -> int:
    """Reconciles the audits in `fresh_report`, while the reports before them are still current; counts the findings
    that are gone. `moot` has the rules that do not apply, by house digest; `causes` where `fresh_cause` has the causes
    of some changes.
    """
    open_results(connection)
    copy_to_temporary(connection, "moot", _MOOT, moot)
    connection.execute(text(_FOUND_BY_AUDIT))
    connection.execute(text(_MISSED_BY_AUDIT))
    if causes:
        connection.execute(text(_CAUSED_BY_RULES))
    return apply_results(connection, run_id)


def reconcile_history(connection: Connection, values: Mapping[str, Any]) -> int:
    """Reconciles a comparison at tables: all that there is of the `codes` on the records of the `deals`, by `run`.
    Counts the findings that are gone; where neither engine nor house changed, another record is the cause.
    """
    open_results(connection)
    connection.execute(text(_FOUND_BY_COMPARISON))
    connection.execute(text(_MISSED_BY_HISTORY), values)
    return apply_results(connection, values["run"])


def reconcile_found(connection: Connection, run_id: int) -> None:
    """Reconciles only findings that were found again: nobody checked whether the others are still there."""
    open_results(connection)
    connection.execute(text(_FOUND_BY_COMPARISON))
    apply_results(connection, run_id)


def same_result_for_all(
    connection: Connection, run_id: int | None, result: Result, hands: Sequence[int], house: str | None = None
) -> None:
    """Applies one result to all findings on these records; only to those of audits under one house, where named."""
    open_results(connection)
    connection.execute(text(_ALL_OF_HANDS), {"result": result, "hands": list(hands), "house": house})
    apply_results(connection, run_id)


# The stored findings that an audit found again.
_FOUND_BY_AUDIT: Final = """
INSERT INTO result
SELECT old.id, CASE WHEN old.evidence = f.evidence THEN 'same' ELSE 'changed' END, r.house_digest
FROM fresh_finding AS f
JOIN finding AS old ON old.hand_id = f.hand_id AND old.fingerprint = f.fingerprint
JOIN fresh_report AS r ON r.hand_id = f.hand_id AND r.house = f.house
"""

# The stored findings that an audit did not find again, and why. A rule judges an event when it comes to it, or later: a
# note that it could not judge a later event may be about this one. A finding may also be there where more findings of
# its rule are there than are listed.
_MISSED_BY_AUDIT: Final = """
INSERT INTO result
SELECT old.id,
       CASE WHEN EXISTS (SELECT FROM moot WHERE moot.house_digest = f.house_digest AND moot.code = old.code)
            THEN 'untested'
            WHEN EXISTS (SELECT FROM unnest(string_to_array(f.unverifiable, ' ')) AS note
                         WHERE split_part(note, ':', 1) = old.code
                           AND (note LIKE '%+%' OR CAST(split_part(note, ':', 2) AS int) >= old.event))
            THEN 'untested'
            WHEN EXISTS (SELECT FROM fresh_finding AS g
                         WHERE g.hand_id = old.hand_id AND g.house = old.house AND g.code = old.code AND g.more > 0)
            THEN 'untested'
            WHEN was.rules_version = f.rules_version AND was.house_digest <> f.house_digest THEN 'rules'
            ELSE 'engine' END,
       f.house_digest
FROM fresh_report AS f
JOIN finding AS old ON old.hand_id = f.hand_id AND old.house = f.house
LEFT JOIN report AS was ON was.hand_id = f.hand_id AND was.house = f.house AND was.current
WHERE old.origin = 'audit' AND old.detection <> 'gone'
  AND NOT EXISTS (SELECT FROM fresh_finding AS g WHERE g.hand_id = old.hand_id AND g.fingerprint = old.fingerprint)
"""

# Corrects the cause where the third audit showed that it is the house.
_CAUSED_BY_RULES: Final = """
UPDATE result SET result = 'rules' FROM fresh_cause JOIN finding USING (hand_id, fingerprint)
WHERE result.finding_id = finding.id AND result.result = 'engine' AND fresh_cause.cause = 'rules'
"""

# The stored findings that a comparison of records found again, with the house that judges the record now.
_FOUND_BY_COMPARISON: Final = """
INSERT INTO result
SELECT old.id, CASE WHEN old.evidence = f.evidence THEN 'same' ELSE 'changed' END, judged.house_digest
FROM fresh_finding AS f
JOIN finding AS old ON old.hand_id = f.hand_id AND old.fingerprint = f.fingerprint
LEFT JOIN LATERAL (SELECT house_digest FROM report WHERE report.hand_id = f.hand_id AND report.house = f.house
                     AND current LIMIT 1) AS judged ON true
"""

# The stored findings that a comparison at tables did not find again, and why.
_MISSED_BY_HISTORY: Final = """
INSERT INTO result
SELECT old.id,
       CASE WHEN was.rules_version <> now.rules_version THEN 'engine'
            WHEN was.houses ->> place.name <> now.houses ->> place.name THEN 'rules'
            ELSE 'record' END,
       NULL
FROM trace
JOIN finding AS old ON old.hand_id = trace.hand_id
JOIN hand ON hand.id = trace.hand_id AND hand.month = trace.month
JOIN run AS was ON was.id = old.last_run_id
JOIN run AS now ON now.id = :run
CROSS JOIN LATERAL (SELECT old.house || '/' || hand.game || '/' || hand.structure AS name) AS place
WHERE trace.identity_id = ANY(:deals)
  AND old.origin = 'history' AND old.code = ANY(:codes) AND old.detection <> 'gone'
  AND NOT EXISTS (SELECT FROM fresh_finding AS f WHERE f.hand_id = old.hand_id AND f.fingerprint = old.fingerprint)
"""

# All stored findings on some records that are not gone.
_ALL_OF_HANDS: Final = """
INSERT INTO result
SELECT id, :result, NULL FROM finding
WHERE hand_id = ANY(:hands) AND detection <> 'gone'
  AND (CAST(:house AS text) IS NULL OR (house = :house AND origin = 'audit'))
"""
