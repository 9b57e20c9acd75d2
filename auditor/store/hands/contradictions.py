"""Records of one deal that stand beside each other, and what is found between them: that they contradict each other
(H803), or what only both together show.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import text

from auditor.engine.findings import Finding
from auditor.engine.hand import Hand
from auditor.engine.history.codes import CONTRADICTION
from auditor.store.findings.fingerprints import fingerprint_across
from auditor.store.findings.reconcile import hear_again
from auditor.store.postgres import pg_values
from auditor.store.postgres.bulk_copy import copy_to_temporary
from auditor.store.postgres.database import Connection
from auditor.store.uploads.current_record import counts_still

_FRESH: Final = {"hand_id": "int8", "fingerprint": "text"}


@dataclass(frozen=True, slots=True)
class Rival:
    """The first record of the deal that record `hand_id` is about: its digest, its document, and where it came from."""

    hand_id: int
    digest: str
    packed: bytes
    receipt: str
    line: int


@dataclass(frozen=True, slots=True)
class Across:
    """What is found between a record, which stands at `line`, and its rival. `house` is empty where it is there under
    any: the two contradict each other.
    """

    hand: Hand
    digest: str
    line: int
    rival: Rival
    code: str
    grade: str
    logged: str
    lawful: str
    clause: str
    status: str
    house: str = ""
    seat: int = 0
    amount: int | None = None
    readings: tuple[str, ...] = ()


def contradiction(hand: Hand, digest: str, line: int, rival: Rival) -> Across:
    """The finding on a record that cannot be true beside its rival."""
    logged = f"record {digest[:12]}"
    lawful = f"as in record {rival.digest[:12]}, the first: upload {rival.receipt}, line {rival.line}"
    law = CONTRADICTION
    return Across(hand, digest, line, rival, law.code, "fault", logged, lawful, law.law, "stated")


def seen_together(hand: Hand, digest: str, line: int, rival: Rival, found: Finding, house: str) -> Across:
    """A finding on a record that shows only where its rival is read with it."""
    logged = f"{found.logged} (read with record {rival.digest[:12]})"
    return Across(
        hand,
        digest,
        line,
        rival,
        found.code,
        found.grade,
        logged,
        found.lawful,
        found.clause,
        found.status,
        house,
        found.seat,
        found.amount,
        found.readings,
    )


def rivals_of(connection: Connection, hands: Sequence[int]) -> list[Rival]:
    """The first record of the deal of each of these records, where that is another one."""
    if not hands:
        return []
    return [
        Rival(row.hand_id, row.digest.hex(), bytes(row.document), row.receipt, row.first_line)
        for row in connection.execute(text(_RIVALS), {"hands": list(hands)})
    ]


def file_across(connection: Connection, venue: str, run_id: int, found: Sequence[Across]) -> int:
    """Files what was found between records, each on the later of the two; says how many of these are new."""
    if not found:
        return 0
    seen: list[tuple[int, str]] = []
    again: list[tuple[int, str]] = []
    for one in found:
        fingerprint = fingerprint_across(venue, one.hand, one.digest, one.rival.digest, one.code, one.seat)
        row = connection.execute(text(_FINDING), _values(one, fingerprint, run_id)).first()
        seen.append((one.rival.hand_id, fingerprint))
        if row is None:
            again.append(seen[-1])
    if again:
        hear_again(connection, run_id, again)
    copy_to_temporary(connection, "fresh_across", _FRESH, seen)
    return len(seen) - len(again)


def _values(one: Across, fingerprint: str, run_id: int) -> dict[str, Any]:
    rests = f"{one.digest} {one.rival.digest}"
    return {
        "fingerprint": fingerprint,
        "hand": one.rival.hand_id,
        "line": one.line,
        "code": one.code,
        "grade": one.grade,
        "house": one.house,
        "seat": one.seat,
        "amount": one.amount,
        "clause": pg_values.text(one.clause),
        "status": one.status,
        "logged": pg_values.text(one.logged),
        "lawful": pg_values.text(one.lawful),
        "readings": "\n".join(one.readings),
        "evidence": hashlib.sha256(rests.encode()).digest(),
        "run": run_id,
    }


# What stands only in a reading that no longer counts is nobody's rival: two readings of one file are no two records.
def standing(connection: Connection, hands: Sequence[int], looked_for: Sequence[str]) -> dict[int, int]:
    """How many findings stand on each of these records that were made between records of one deal: no audit of one sees
    them. Those of codes that a run looks for itself are left out.
    """
    rows = connection.execute(text(_STANDING), {"hands": list(hands), "codes": list(looked_for)})
    return {row.hand_id: row.findings for row in rows}


_STANDING: Final = """
SELECT hand_id, count(*) AS findings FROM finding
WHERE hand_id = ANY(:hands) AND origin = 'history' AND detection <> 'gone' AND code <> ALL(:codes)
GROUP BY hand_id
"""

_RIVALS: Final = """
SELECT mine.id AS hand_id, first.digest, first.document, origin.receipt, origin.first_line
FROM hand AS mine
JOIN LATERAL (SELECT id, digest, document FROM hand AS other
              WHERE other.identity_id = mine.identity_id
                AND COUNTS_STILL
              ORDER BY id LIMIT 1) AS first ON first.id <> mine.id
JOIN LATERAL (SELECT receipt, first_line FROM source JOIN upload ON upload.id = source.upload_id
              WHERE source.hand_id = first.id ORDER BY upload_id, first_line LIMIT 1) AS origin ON true
WHERE mine.id = ANY(:hands)
ORDER BY mine.id
""".replace("COUNTS_STILL", counts_still("other.id"))

_FINDING: Final = """
INSERT INTO finding (fingerprint, hand_id, month, venue_id, room, game, number, currency, minor, house, code, grade,
                     seat, line, logged, lawful, amount, clause, status, readings, evidence, origin,
                     stakes, rules_version, first_run_id, last_run_id)
SELECT :fingerprint, id, month, venue_id, room, game, number, currency, minor, :house, :code, :grade,
       :seat, :line, :logged, :lawful, :amount, :clause, :status, :readings, :evidence, 'history',
       stakes_of(small_bet, big_bet, minor, currency),
       (SELECT rules_version FROM run WHERE id = :run), :run, :run
FROM hand WHERE id = :hand
ON CONFLICT (hand_id, fingerprint) DO NOTHING
RETURNING id
"""
