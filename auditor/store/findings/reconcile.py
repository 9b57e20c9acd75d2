"""What an audit, or a look across hands, says of each finding that was there before: found again, or why it is not.

What changed with both engine and house is the engine's doing, unless a third audit lays it to the house (`crossing`).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import text

from auditor.engine.hand import Game, Structure
from auditor.engine.house.parameter_types import HouseRefused
from auditor.engine.house.registry import load
from auditor.engine.rules import RULES
from auditor.store.findings.apply_transitions import listen, obey
from auditor.store.postgres.bulk_copy import copy_to_temporary
from auditor.store.postgres.database import Connection
from auditor.triage.states import Says

_IDLE: Final = {"house_digest": "bytea", "code": "text"}


def idle_under(house: str, game: str, structure: str) -> frozenset[str]:
    """The rules that are not asked under a house; none where there is no such house any more."""
    try:
        judging = load(house, Game(game), Structure(structure))
    except HouseRefused:
        return frozenset()
    return frozenset([rule.code for rule in RULES if rule.moot is not None and rule.moot(judging)])


def hear_audits(connection: Connection, run_id: int, idle: Iterable[tuple[bytes, str]], *, laid: bool) -> int:
    """What the audits in `fresh_report` and `fresh_finding` say of the findings on their records, while the reports
    before them are still current; says how many are gone. `idle` has the rules not asked, by house digest;
    `laid` where `laid_now` has whose doing some of it is.
    """
    listen(connection)
    copy_to_temporary(connection, "idle", _IDLE, idle)
    connection.execute(text(_FOUND))
    connection.execute(text(_MISSING))
    if laid:
        connection.execute(text(_LAID))
    return obey(connection, run_id)


def hear_history(connection: Connection, values: Mapping[str, Any]) -> int:
    """The same of what is in `fresh_history`: all that there is of the `codes` on the records of the `deals`, as `run`
    has it. Where neither engine nor house changed it is another record that did.
    """
    listen(connection)
    connection.execute(text(_FOUND_ACROSS))
    connection.execute(text(_MISSING_ACROSS), values)
    return obey(connection, values["run"])


def hear_of_hands(
    connection: Connection, run_id: int | None, says: Says, hands: Sequence[int], house: str | None = None
) -> None:
    """All findings on these records are told the same; only those of audits under one house, where it is named."""
    listen(connection)
    connection.execute(text(_ALL_OF_HANDS), {"says": says, "hands": list(hands), "house": house})
    obey(connection, run_id)


def hear_again(connection: Connection, run_id: int, seen: Sequence[tuple[int, str]]) -> None:
    """Findings, by record and fingerprint, were found again just as they were."""
    listen(connection)
    values = {"hands": [hand_id for hand_id, _ in seen], "prints": [fingerprint for _, fingerprint in seen]}
    connection.execute(text(_AGAIN), values)
    obey(connection, run_id)


_FOUND: Final = """
INSERT INTO heard
SELECT old.id, CASE WHEN old.evidence = f.evidence THEN 'same' ELSE 'changed' END, r.house_digest
FROM fresh_finding AS f
JOIN finding AS old ON old.hand_id = f.hand_id AND old.fingerprint = f.fingerprint
JOIN fresh_report AS r ON r.hand_id = f.hand_id AND r.house = f.house
"""

# A rule judges a place when it comes to it, or later: a note that it could not judge at a later one may be about this
# one. Nor is known what became of a finding where more of its rule are there than are listed.
_MISSING: Final = """
INSERT INTO heard
SELECT old.id,
       CASE WHEN EXISTS (SELECT FROM idle WHERE idle.house_digest = f.house_digest AND idle.code = old.code)
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

_LAID: Final = """
UPDATE heard SET says = 'rules' FROM laid_now JOIN finding USING (hand_id, fingerprint)
WHERE heard.finding_id = finding.id AND heard.says = 'engine' AND laid_now.cause = 'rules'
"""

_FOUND_ACROSS: Final = """
INSERT INTO heard
SELECT old.id, CASE WHEN old.evidence = f.evidence THEN 'same' ELSE 'changed' END, judged.house_digest
FROM fresh_history AS f
JOIN finding AS old ON old.hand_id = f.hand_id AND old.fingerprint = f.fingerprint
LEFT JOIN LATERAL (SELECT house_digest FROM report WHERE report.hand_id = f.hand_id AND report.house = f.house
                     AND current LIMIT 1) AS judged ON true
"""

_MISSING_ACROSS: Final = """
INSERT INTO heard
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
  AND NOT EXISTS (SELECT FROM fresh_history AS f WHERE f.hand_id = old.hand_id AND f.fingerprint = old.fingerprint)
"""

_ALL_OF_HANDS: Final = """
INSERT INTO heard
SELECT id, :says, NULL FROM finding
WHERE hand_id = ANY(:hands) AND detection <> 'gone'
  AND (CAST(:house AS text) IS NULL OR (house = :house AND origin = 'audit'))
"""

_AGAIN: Final = """
INSERT INTO heard
SELECT finding.id, 'same', NULL
FROM unnest(CAST(:hands AS bigint[]), CAST(:prints AS text[])) AS seen (hand_id, fingerprint)
JOIN finding USING (hand_id, fingerprint)
"""
