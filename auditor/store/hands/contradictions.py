"""Stores findings between two records of one deal. A record is a hand as one log has it.

Either the two records contradict each other (H803), or a broken rule shows only in both records together.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import text

from auditor.engine.findings import Finding
from auditor.engine.hand import Hand
from auditor.engine.history.codes import CONTRADICTION
from auditor.store.findings.fingerprints import fingerprint_across
from auditor.store.findings.insert import NewFinding, Place, insert_staged, stage
from auditor.store.findings.reconcile import reconcile_found
from auditor.store.postgres.database import Connection
from auditor.store.uploads.current_record import counts_still


@dataclass(frozen=True, slots=True)
class Rival:
    """The first stored record of a deal, which is compared with a later record of the same deal. A record is a hand as
    one log has it.

    `hand_id` and `month` identify the later record. The other fields are facts about the first stored record: its
    digest, its compressed document, and its upload (`receipt`) and line.
    """

    hand_id: int
    month: dt.date
    digest: str
    packed: bytes
    receipt: str
    line: int


@dataclass(frozen=True, slots=True)
class Across:
    """A finding between two records (hands as logged) of one deal: a record, and its rival, which was stored before it.

    `hand`, `digest` and `line` describe the record, not the rival. `house` is empty if the two records contradict each
    other, because a contradiction does not depend on the house.
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
    severity: str
    certainty: str
    house: str = ""
    seat: int = 0
    amount: int | None = None
    readings: tuple[str, ...] = ()


def contradiction(hand: Hand, digest: str, line: int, rival: Rival) -> Across:
    """Returns the finding H803: the record `hand` contradicts `rival`. A record is a hand as one log has it, and
    `rival` is the record of the same deal that was stored first. `digest` and `line` belong to `hand`.
    """
    logged = f"record {digest[:12]}"
    lawful = f"as in record {rival.digest[:12]}, the first: upload {rival.receipt}, line {rival.line}"
    law = CONTRADICTION
    return Across(
        hand, digest, line, rival, law.code, "fault", logged, lawful, law.law, "stated", law.severity, "stated"
    )


def seen_together(hand: Hand, digest: str, line: int, rival: Rival, found: Finding, house: str) -> Across:
    """Returns the finding `found` in the form in which `file_across` stores it.

    Neither log alone shows that the rule is broken. The two records together show it: the record `hand`, and the
    earlier record `rival` of the same deal. `digest` and `line` belong to `hand`.
    """
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
        found.severity,
        found.certainty,
        house,
        found.seat,
        found.amount,
        found.readings,
    )


def rivals_of(connection: Connection, hands: Sequence[int]) -> list[Rival]:
    """Returns, for each of these records (hands as logged), the valid record of the same deal that was stored first. A
    record is not valid if it is only in superseded uploads (earlier reads of a file). If a record in `hands` is itself
    the one that was stored first, there is no result for it.
    """
    if not hands:
        return []
    return [
        Rival(row.hand_id, row.month, row.digest.hex(), bytes(row.document), row.receipt, row.first_line)
        for row in connection.execute(text(_RIVALS), {"hands": list(hands)})
    ]


def file_across(connection: Connection, venue: str, run_id: int, found: Sequence[Across]) -> int:
    """Stores findings between two records of one deal (two logs of the same hand). Each finding is stored on the later
    of its two records. Returns how many findings are new.

    `venue` is the name of the venue, and `run_id` the run that found them.
    """
    if not found:
        return 0
    rows: dict[tuple[int, str], tuple[Place, NewFinding]] = {}
    for one in found:
        new = _new(one, venue)
        rows.setdefault((one.rival.hand_id, new.fingerprint), ((one.rival.hand_id, one.rival.month), new))
    counts = stage(connection, rows.values())
    if counts.before:
        reconcile_found(connection, run_id)
    insert_staged(connection, run_id)
    return counts.new


def _new(one: Across, venue: str) -> NewFinding:
    return NewFinding(
        fingerprint=fingerprint_across(venue, one.hand, one.digest, one.rival.digest, one.code, one.seat),
        house=one.house,
        code=one.code,
        grade=one.grade,
        severity=one.severity,
        certainty=one.certainty,
        seat=one.seat,
        logged=one.logged,
        lawful=one.lawful,
        amount=one.amount,
        clause=one.clause,
        status=one.status,
        line=one.line,
        readings="\n".join(one.readings),
        origin="history",
    ).storable()


def standing(connection: Connection, hands: Sequence[int], looked_for: Sequence[str]) -> dict[int, int]:
    """Counts, for each of these records (hands as logged), the stored findings that involve another record or hand.

    Returns the count by the number of the record; records without such findings are left out. A new audit of the record
    alone does not find these findings, so the caller adds this count. Findings of the rules `looked_for` are not
    counted, because the run finds them itself.
    """
    rows = connection.execute(text(_STANDING), {"hands": list(hands), "codes": list(looked_for)})
    return {row.hand_id: row.findings for row in rows}


_STANDING: Final = """
SELECT hand_id, count(*) AS findings FROM finding
WHERE hand_id = ANY(:hands) AND origin = 'history' AND detection <> 'gone' AND code <> ALL(:codes)
GROUP BY hand_id
"""

_RIVALS: Final = f"""
SELECT mine.id AS hand_id, mine.month, first.digest, first.document, origin.receipt, origin.first_line
FROM hand AS mine
JOIN LATERAL (SELECT id, digest, document FROM hand AS other
              WHERE other.identity_id = mine.identity_id
                AND {counts_still("other.id")}
              ORDER BY id LIMIT 1) AS first ON first.id <> mine.id
JOIN LATERAL (SELECT receipt, first_line FROM source JOIN upload ON upload.id = source.upload_id
              WHERE source.hand_id = first.id ORDER BY upload_id, first_line LIMIT 1) AS origin ON true
WHERE mine.id = ANY(:hands)
ORDER BY mine.id
"""
