"""The records (hands as logged) of one poker table in the order of play, and the findings across these records.

A transaction that compares records locks their poker table. If two transactions store hands of one poker table at the
same time, the second transaction has to wait. Then it sees the hands of the first.
"""

import datetime as dt
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import text

from auditor.engine.history import MOST_ALIKE, Trace
from auditor.engine.history.finding import HistoryFinding
from auditor.store.findings.fingerprints import fingerprint_of_deal
from auditor.store.findings.insert import NewFinding, insert_staged, stage
from auditor.store.findings.reconcile import reconcile_history
from auditor.store.postgres import pg_values
from auditor.store.postgres.bulk_copy import copy_to_temporary
from auditor.store.postgres.database import Connection
from auditor.store.uploads.current_record import counts_still

# An arbitrary number, which no other program may use for advisory locks on the same database.
_LOCK: Final = 728_311
_LOCKS: Final = 64
_TRACE: Final = {"hand_id": "int8", "sitting": "int8", "turn": "text", "deck": "text"}


@dataclass(frozen=True, slots=True)
class Later:
    """A record (a hand as one log has it) to compare with earlier hands of its poker table. It is the valid record of
    its deal that was stored first. A record is not valid if it is only in superseded uploads (earlier reads of a file).

    `before` is the number of the record just before this one at the table, if any. `alike` has the numbers of earlier
    records whose first cards were the same: then the whole deck may have been the same. `house` is the house of the
    current report on this record; it is empty if there is no current report.
    """

    hand_id: int
    month: dt.date
    deal: int
    digest: str
    venue: str
    room: str
    game: str
    structure: str
    key: str
    house: str
    line: int | None
    before: int | None
    alike: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Compared:
    """The outcome of comparing records (hands as logged) with earlier hands of their poker tables.

    The first four fields count the findings that are new, the same, changed and gone. `faulty` has the numbers of the
    records with findings.
    """

    new: int = 0
    same: int = 0
    changed: int = 0
    gone: int = 0
    faulty: frozenset[int] = frozenset()


def note_traces(connection: Connection, traces: Mapping[int, Trace]) -> None:
    """Stores the position of each of these records (hands as logged) in the order of play at its poker table.

    Locks these poker tables until the transaction ends.
    """
    rows = [(hand_id, sitting_of(trace), pg_values.text(trace.turn), trace.deck) for hand_id, trace in traces.items()]
    copy_to_temporary(connection, "fresh_trace", _TRACE, rows)
    connection.execute(text(_NOTE))
    numbers = sorted({sitting % _LOCKS for _, sitting, _, _ in rows if sitting is not None})
    connection.execute(text(_HOLD), {"lock": _LOCK, "numbers": numbers})


def sitting_of(trace: Trace) -> int | None:
    """Returns the number that the database uses for the poker table; `None` if the log names no table."""
    if not trace.table:
        return None
    body = json.dumps(["sitting/1", *trace.table], separators=(",", ":"))
    return int.from_bytes(hashlib.sha256(body.encode()).digest()[:8], "big", signed=True)


def later_records(connection: Connection, hands: Sequence[int], *, following: bool) -> list[Later]:
    """Returns the records (hands as logged) to compare with earlier hands of their poker tables: one record for each
    deal of the records with the numbers `hands`.

    If a deal has several records, the valid record that was stored first is returned. A record is not valid if it is
    only in superseded uploads (earlier reads of a file). With `following`, the function also returns records of later
    deals whose comparison may change: the next deal at the same table, and later deals at this table with the same
    first cards.
    """
    values = {"hands": list(hands), "following": following, "most": MOST_ALIKE}
    deals = sorted(row.identity_id for row in connection.execute(text(_DEALS), values))
    rows = connection.execute(text(_LATER), {"deals": deals}).all()
    alike: dict[int, list[int]] = {}
    for row in connection.execute(text(_ALIKE), {"hands": [row.hand_id for row in rows], "most": MOST_ALIKE}):
        alike.setdefault(row.hand_id, []).append(row.earlier)
    return [
        Later(
            row.hand_id, row.month, row.deal, row.digest.hex(), row.venue, row.room, row.game, row.structure, row.key,
            row.house or "", row.line, row.before, tuple(alike.get(row.hand_id, ())),
        )
        for row in rows
    ]  # fmt: skip


def documents(connection: Connection, hands: Sequence[int]) -> dict[int, bytes]:
    """Returns the compressed documents of these records of hands, by the number of the record."""
    rows = connection.execute(text(_DOCUMENTS), {"hands": list(hands)})
    return {row.id: bytes(row.document) for row in rows}


def digests(connection: Connection, hands: Sequence[int]) -> dict[int, str]:
    """Returns the digests of these records of hands, in hex, by the number of the record."""
    return {row.id: row.digest.hex() for row in connection.execute(text(_DIGESTS), {"hands": list(hands)})}


def file_history(
    connection: Connection, run_id: int, judged: Sequence[tuple[Later, Sequence[HistoryFinding]]], codes: Sequence[str]
) -> Compared:
    """Stores the findings of a comparison with earlier hands, and returns the counts of changes.

    `judged` has pairs: a record (a hand as one log has it), and the new findings on this record. `codes` lists the
    rules that were tested. The stored findings of these rules on records of the same deals are compared with the new
    findings. A stored finding that is not among the new findings is marked `gone`.
    """
    if not judged:
        return Compared()
    others = digests(connection, [finding.earlier for _, found in judged for finding in found])
    counts = stage(
        connection,
        [((later.hand_id, later.month), _new(later, each, others)) for later, found in judged for each in found],
    )
    deals = [later.deal for later, _ in judged]
    gone = reconcile_history(connection, {"run": run_id, "deals": deals, "codes": list(codes)})
    insert_staged(connection, run_id)
    faulty = frozenset([later.hand_id for later, found in judged if found])
    return Compared(counts.new, counts.same, counts.changed, gone, faulty)


def _new(later: Later, finding: HistoryFinding, others: Mapping[int, str]) -> NewFinding:
    deal = (later.venue, later.room, later.game, later.key)
    return NewFinding(
        fingerprint=fingerprint_of_deal(deal, later.digest, others[finding.earlier], finding.code, finding.seat),
        house=later.house,
        code=finding.code,
        grade=finding.grade,
        severity=finding.severity,
        certainty=finding.certainty,
        seat=finding.seat,
        logged=finding.logged,
        lawful=finding.lawful,
        amount=finding.amount,
        clause=finding.clause,
        status=finding.status,
        line=later.line,
        earlier_id=None if finding.earlier == finding.later else finding.earlier,
        origin="history",
    ).storable()


_NOTE: Final = """
INSERT INTO trace (hand_id, month, identity_id, venue_id, sitting, turn, deck)
SELECT f.hand_id, hand.month, hand.identity_id, hand.venue_id, f.sitting, f.turn, f.deck
FROM fresh_trace AS f JOIN hand ON hand.id = f.hand_id
ORDER BY f.hand_id
ON CONFLICT (hand_id) DO NOTHING
"""

# Takes one lock for each number in `numbers`, always in ascending order, so that two transactions cannot deadlock. Each
# poker table has one of 64 numbers, so several tables may share a number.
_HOLD: Final = "SELECT pg_advisory_xact_lock(:lock, number) FROM unnest(CAST(:numbers AS int[])) AS number"

# The SQL condition that the record `o` (a hand as one log has it) is in at least one upload that is not superseded by a
# newer read of the same file.
_COUNTS_STILL: Final = counts_still("o.hand_id")

_DEALS: Final = f"""
WITH mine AS (SELECT * FROM trace WHERE hand_id = ANY(:hands))
SELECT identity_id FROM mine
UNION
SELECT following.identity_id FROM mine CROSS JOIN LATERAL (
    SELECT o.identity_id FROM trace AS o
    WHERE o.sitting = mine.sitting AND o.venue_id = mine.venue_id AND o.identity_id <> mine.identity_id
      AND (o.turn, o.hand_id) > (mine.turn, mine.hand_id) AND {_COUNTS_STILL}
    ORDER BY o.turn, o.hand_id LIMIT 1) AS following
WHERE :following
UNION
SELECT alike.identity_id FROM mine CROSS JOIN LATERAL (
    SELECT o.identity_id FROM trace AS o
    WHERE o.sitting = mine.sitting AND o.deck = mine.deck AND o.deck <> '' AND o.venue_id = mine.venue_id
      AND o.turn > mine.turn
    ORDER BY o.turn LIMIT :most) AS alike
WHERE :following
"""

_LATER: Final = f"""
SELECT mine.hand_id, mine.month, deal.id AS deal, hand.digest, venue.name AS venue, deal.room, deal.game,
       hand.structure, deal.key, judged.house, origin.first_line AS line, before.hand_id AS before
FROM unnest(CAST(:deals AS bigint[])) AS asked (id)
JOIN identity AS deal ON deal.id = asked.id
JOIN venue ON venue.id = deal.venue_id
JOIN LATERAL (SELECT o.* FROM trace AS o WHERE o.identity_id = deal.id AND {_COUNTS_STILL}
              ORDER BY o.hand_id LIMIT 1) AS mine ON true
JOIN hand ON hand.id = mine.hand_id AND hand.month = mine.month
LEFT JOIN LATERAL (
    SELECT first.hand_id
    FROM (SELECT o.identity_id FROM trace AS o
          WHERE o.sitting = mine.sitting AND o.venue_id = mine.venue_id AND o.identity_id <> mine.identity_id
            AND (o.turn, o.hand_id) < (mine.turn, mine.hand_id) AND {_COUNTS_STILL}
          ORDER BY o.turn DESC, o.hand_id DESC LIMIT 1) AS prior
    JOIN LATERAL (SELECT o.hand_id FROM trace AS o WHERE o.identity_id = prior.identity_id AND {_COUNTS_STILL}
                  ORDER BY o.hand_id LIMIT 1) AS first ON true) AS before ON true
LEFT JOIN LATERAL (SELECT house FROM report WHERE report.hand_id = mine.hand_id AND current
                   ORDER BY audited_at DESC, house LIMIT 1) AS judged ON true
LEFT JOIN LATERAL (SELECT first_line FROM source WHERE source.hand_id = mine.hand_id
                   ORDER BY upload_id, first_line LIMIT 1) AS origin ON true
ORDER BY mine.hand_id
"""

_ALIKE: Final = f"""
SELECT mine.hand_id, earlier.hand_id AS earlier
FROM trace AS mine CROSS JOIN LATERAL (
    SELECT o.hand_id, o.turn FROM trace AS o
    WHERE o.sitting = mine.sitting AND o.deck = mine.deck AND o.deck <> '' AND o.venue_id = mine.venue_id
      AND o.identity_id <> mine.identity_id AND (o.turn, o.hand_id) < (mine.turn, mine.hand_id) AND {_COUNTS_STILL}
    ORDER BY o.turn, o.hand_id LIMIT :most) AS earlier
WHERE mine.hand_id = ANY(:hands)
ORDER BY mine.hand_id, earlier.turn, earlier.hand_id
"""

_DOCUMENTS: Final = """
SELECT hand.id, hand.document FROM trace JOIN hand ON hand.id = trace.hand_id AND hand.month = trace.month
WHERE trace.hand_id = ANY(:hands)
"""

_DIGESTS: Final = """
SELECT hand.id, hand.digest FROM trace JOIN hand ON hand.id = trace.hand_id AND hand.month = trace.month
WHERE trace.hand_id = ANY(:hands)
"""
