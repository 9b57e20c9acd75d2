"""Compares the new findings in the temporary table `fresh_finding` with the stored findings.

Each stored finding gets a result, which says that the run found the finding again, or why it did not. If both the
engine (our program) and the house changed, the engine counts as the cause. But a third audit may show that the house is
the cause (see `change_cause`).
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
    """Returns the codes of the rules that do not apply under a house, such as `O303`. Returns an empty set if there is
    no such house.
    """
    try:
        judging = load(house, Game(game), Structure(structure))
    except HouseRefused:
        return frozenset()
    return frozenset([rule.code for rule in RULES if rule.moot is not None and rule.moot(judging)])


def reconcile_audits(connection: Connection, run_id: int, moot: Iterable[tuple[bytes, str]], *, causes: bool) -> int:
    """Compares the new reports in the temporary table `fresh_report` with the stored findings. Returns how many stored
    findings are gone, that is, no longer found.

    Call this function before the new reports replace the earlier ones. `moot` lists the rules that do not apply, each
    as the digest of a house and the code of a rule. `causes` is true if `stage_causes` has made the table
    `fresh_cause`.
    """
    open_results(connection)
    copy_to_temporary(connection, "moot", _MOOT, moot)
    connection.execute(text(_FOUND_BY_AUDIT))
    connection.execute(text(_MISSED_BY_AUDIT))
    if causes:
        connection.execute(text(_CAUSED_BY_RULES))
    return apply_results(connection, run_id)


def reconcile_history(connection: Connection, values: Mapping[str, Any]) -> int:
    """Compares the new findings from a comparison of hands at a poker table with the stored findings from earlier
    comparisons. Returns how many stored findings are gone, that is, no longer found.

    `values` has three keys: `run` is the number of the run, `deals` lists the deals that were compared, and `codes`
    lists the codes of the rules. `fresh_finding` must have all findings of these rules on the records (hands as logged)
    of these deals. A finding that is gone has the cause `engine` or `rules` if the rules version or the house changed.
    Otherwise it has the cause `record`: a record was added or withdrawn.
    """
    open_results(connection)
    connection.execute(text(_FOUND_BY_COMPARISON))
    connection.execute(text(_MISSED_BY_HISTORY), values)
    return apply_results(connection, values["run"])


def reconcile_found(connection: Connection, run_id: int) -> None:
    """Marks the stored findings that are in `fresh_finding` as found again. The run did not test the other stored
    findings, so they do not change.
    """
    open_results(connection)
    connection.execute(text(_FOUND_BY_COMPARISON))
    apply_results(connection, run_id)


def same_result_for_all(
    connection: Connection, run_id: int | None, result: Result, hands: Sequence[int], house: str | None = None
) -> None:
    """Notes one result of a run, such as `failed`, for all stored findings on some records (hands as logged), and
    changes the state of these findings accordingly. `hands` has the numbers of the records.

    If `house` is given, only findings from audits under this house are changed.
    """
    open_results(connection)
    connection.execute(text(_ALL_OF_HANDS), {"result": result, "hands": list(hands), "house": house})
    apply_results(connection, run_id)


def withdraw(connection: Connection, hands: Sequence[int]) -> None:
    """Marks all findings on some records (hands as logged) as gone. `hands` has the numbers of these records. The
    records no longer count, because a newer upload replaced every upload that contains them.

    The result for a finding is `moved` if another record has the same finding with the same evidence. Otherwise the
    result is `record`. The stored cause is `record` in both cases.
    """
    open_results(connection)
    connection.execute(text(_WITHDRAWN), {"hands": list(hands)})
    apply_results(connection, None)


# Adds to `result` the stored findings that an audit found again.
_FOUND_BY_AUDIT: Final = """
INSERT INTO result
SELECT old.id, CASE WHEN old.evidence = f.evidence THEN 'same' ELSE 'changed' END, r.house_digest
FROM fresh_finding AS f
JOIN finding AS old ON old.hand_id = f.hand_id AND old.fingerprint = f.fingerprint
JOIN fresh_report AS r ON r.hand_id = f.hand_id AND r.house = f.house
"""

# Adds to `result` the stored findings that an audit did not find again, each with the cause. The result is `untested`
# if one of these is true:
#
# - The rule of the finding does not apply under the house.
# - The rule was not verifiable at the event of the finding or at a later event. Some rules judge an event only when a
#   later event happens, so later events matter too.
# - The rule was not verifiable at more events than the report lists.
# - The rule has more findings than the report lists, and this finding may be one that is not listed.
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

# Changes the cause from `engine` (our program) to `rules` (the house) for findings in `fresh_cause` with the cause
# `rules`. A third audit, with the new rules version and the old text of the house, has found this cause.
_CAUSED_BY_RULES: Final = """
UPDATE result SET result = 'rules' FROM fresh_cause JOIN finding USING (hand_id, fingerprint)
WHERE result.finding_id = finding.id AND result.result = 'engine' AND fresh_cause.cause = 'rules'
"""

# Adds to `result` the stored findings that a comparison of two logs of a hand, or of two hands, found again. The row of
# a finding has the digest of the house from the current report on its record.
_FOUND_BY_COMPARISON: Final = """
INSERT INTO result
SELECT old.id, CASE WHEN old.evidence = f.evidence THEN 'same' ELSE 'changed' END, judged.house_digest
FROM fresh_finding AS f
JOIN finding AS old ON old.hand_id = f.hand_id AND old.fingerprint = f.fingerprint
LEFT JOIN LATERAL (SELECT house_digest FROM report WHERE report.hand_id = f.hand_id AND report.house = f.house
                     AND current LIMIT 1) AS judged ON true
"""

# Adds to `result` the stored findings that a comparison of hands at a poker table did not find again, each with the
# cause.
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

# For records (hands as logged, with the numbers `:hands`): adds a row to the table `result` for each finding of these
# records, unless the finding is already gone. The row says why the finding goes: `moved` if another record has the same
# finding with the same evidence, otherwise `record`.
_WITHDRAWN: Final = """
INSERT INTO result
SELECT old.id,
       CASE WHEN EXISTS (SELECT FROM finding AS other
                         WHERE other.fingerprint = old.fingerprint AND other.evidence = old.evidence
                           AND other.hand_id <> ALL(:hands) AND other.detection IN ('present', 'changed'))
            THEN 'moved' ELSE 'record' END,
       NULL
FROM finding AS old
WHERE old.hand_id = ANY(:hands) AND old.detection <> 'gone'
"""

# Adds to `result` all stored findings on the records (hands as logged) with the numbers `:hands` that are not gone, all
# with the same result.
_ALL_OF_HANDS: Final = """
INSERT INTO result
SELECT id, :result, NULL FROM finding
WHERE hand_id = ANY(:hands) AND detection <> 'gone'
  AND (CAST(:house AS text) IS NULL OR (house = :house AND origin = 'audit'))
"""
