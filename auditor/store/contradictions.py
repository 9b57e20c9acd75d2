"""Records of one deal that stand beside each other, and the finding where they contradict each other: H803."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import text

from auditor.engine.hand import Hand
from auditor.engine.history_codes import CONTRADICTION
from auditor.store import plain
from auditor.store.database import Connection
from auditor.store.fingerprints import fingerprint_of_contradiction


@dataclass(frozen=True, slots=True)
class Rival:
    """The first record of the deal that record `hand_id` is about: its digest, its document, and where it came from."""

    hand_id: int
    digest: str
    packed: bytes
    receipt: str
    line: int


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A record that contradicts its rival, and the line at which it stands."""

    hand: Hand
    digest: str
    line: int
    rival: Rival


def rivals_of(connection: Connection, hands: Sequence[int]) -> list[Rival]:
    """The first record of the deal of each of these records, where that is another one."""
    if not hands:
        return []
    return [
        Rival(row.hand_id, row.digest.hex(), bytes(row.document), row.receipt, row.first_line)
        for row in connection.execute(text(_RIVALS), {"hands": list(hands)})
    ]


def file_contradictions(
    connection: Connection, venue: str, run_id: int, contradictions: Sequence[Contradiction]
) -> int:
    """Files a finding on each record that contradicts an earlier one; says how many of these are new."""
    new = 0
    for one in contradictions:
        rival = one.rival
        logged = f"record {one.digest[:12]}"
        lawful = f"as in record {rival.digest[:12]}, the first: upload {rival.receipt}, line {rival.line}"
        row = connection.execute(
            text(_FINDING),
            {
                "fingerprint": fingerprint_of_contradiction(venue, one.hand, one.digest, rival.digest),
                "hand": rival.hand_id,
                "line": one.line,
                "code": CONTRADICTION.code,
                "clause": CONTRADICTION.law,
                "logged": plain.text(logged),
                "lawful": plain.text(lawful),
                "evidence": hashlib.sha256(f"{one.digest} {rival.digest}".encode()).digest(),
                "run": run_id,
            },
        ).first()
        new += row is not None
    return new


_RIVALS: Final = """
SELECT mine.id AS hand_id, first.digest, first.document, origin.receipt, origin.first_line
FROM hand AS mine
JOIN LATERAL (SELECT id, digest, document FROM hand AS other
              WHERE other.identity_id = mine.identity_id ORDER BY id LIMIT 1) AS first ON first.id <> mine.id
JOIN LATERAL (SELECT receipt, first_line FROM source JOIN upload ON upload.id = source.upload_id
              WHERE source.hand_id = first.id ORDER BY upload_id, first_line LIMIT 1) AS origin ON true
WHERE mine.id = ANY(:hands)
ORDER BY mine.id
"""

# Under no house: the contradiction is there whatever the rules are.
_FINDING: Final = """
INSERT INTO finding (fingerprint, hand_id, month, venue_id, room, game, number, currency, minor, house, code, grade,
                     seat, line, logged, lawful, clause, status, evidence, origin, first_run_id, last_run_id)
SELECT :fingerprint, id, month, venue_id, room, game, number, currency, minor, '', :code, 'fault',
       0, :line, :logged, :lawful, :clause, 'stated', :evidence, 'history', :run, :run
FROM hand WHERE id = :hand
ON CONFLICT (hand_id, fingerprint) DO NOTHING
RETURNING id
"""
