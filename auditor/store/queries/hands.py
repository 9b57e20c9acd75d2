"""Reads hands: lists of records, and one record with its document, its places in uploads, its reports and its rivals.

A record is a hand as one log has it. Rivals are other records of the same deal.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, Select, false, literal_column, select, text, tuple_

from auditor.engine.findings import Unverifiable
from auditor.engine.settlement import Settlement
from auditor.store.findings.settlements import settlement_from_text, unverifiable_from_text
from auditor.store.hands.documents import Unpacker
from auditor.store.hands.insert import lines_from
from auditor.store.postgres.database import Connection
from auditor.store.tables import hand, identity, report, shard, source, upload, venue
from auditor.store.uploads.current_record import counts_still

_COUNTS: Final = counts_still("hand.id")
MOST_NAMED: Final = 50
MOST_ON_A_PAGE: Final = 200
# The columns by which people can sort the list of hands: the order in which the hands were stored, the name of the
# poker table, and the time of play. A `-` before the name reverses the order.
SORTS: Final = ("hand", "table", "played")
_SORTED: Final[Mapping[str, ColumnElement[Any]]] = {
    "hand": hand.c.id,
    "table": hand.c.table_name,
    "played": hand.c.played,
}


@dataclass(frozen=True, slots=True)
class HandName:
    """The facts about a record (a hand as one log has it) that lists show. Records with the same `deal` belong to the
    same hand.
    """

    hand_id: int
    deal: int
    venue: str
    room: str
    game: str
    number: str | None
    digest: str
    played: dt.datetime | None
    local: str
    table: str
    tournament: str


@dataclass(frozen=True, slots=True)
class Standing:
    """An upload that contains a record (a hand as one log has it), and the place of the record in the uploaded file.

    `lines` has the line number of each event, 0 for an event without a line. The bytes from `start` to before `stop`
    are the part of the file to read: they contain this record and other whole hands. The first of these bytes is in
    line `start_line`.
    """

    receipt: str
    file_name: str
    received_at: dt.datetime
    sha256: str
    format: str
    encoding: str
    first_line: int
    last_line: int
    lines: tuple[int, ...]
    start: int
    stop: int
    start_line: int


@dataclass(frozen=True, slots=True)
class Placed:
    """Facts that help people to distinguish records (hands as logged) with the same hand number.

    `receipt`, `file_name` and `line` are the place of the record in its first upload. `house` is the house of the
    newest current report, or empty. `findings` is the number of findings under that house.
    """

    receipt: str
    file_name: str
    line: int
    house: str
    findings: int


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A report: the result of auditing a record (a hand as one log has it) under a house and a rules version.
    `current`: this is the latest report on the record under its house. `findings` is the number of findings.
    """

    house: str
    house_digest: str
    rules_version: int
    digest: str
    run_id: int
    findings: int
    current: bool
    audited_at: dt.datetime
    settlement: Settlement
    unverifiable: tuple[Unverifiable, ...]


@dataclass(frozen=True, slots=True)
class HandRecord:
    """A record of a hand with everything that its page shows.

    `document` is the hand as one line of our own log format. `standings` are its places in uploads, the oldest first.
    `rivals` are other records of the same deal, without those that are only in superseded uploads: earlier reads of a
    file that was read again.

    `replaces` has the numbers of the superseded records that an earlier read of the same file found at the same place.
    `replaced_by` has the records that a newer read found there. It is empty if this record is not superseded.
    """

    name: HandName
    document: bytes
    standings: tuple[Standing, ...]
    reports: tuple[ReportRow, ...]
    rivals: tuple[HandName, ...]
    replaces: tuple[int, ...]
    replaced_by: tuple[int, ...]


def record(
    connection: Connection, unpacker: Unpacker, hand_id: int, venue_name: str | None = None
) -> HandRecord | None:
    """Returns the record of a hand with this number. Returns `None` if there is no such record, or if it belongs to
    another venue.
    """
    query = _names(hand.c.document).where(hand.c.id == hand_id)
    if venue_name is not None:
        query = query.where(venue.c.name == venue_name)
    row = connection.execute(query).first()
    if row is None:
        return None
    name = _name(row)
    others = _names().where(hand.c.identity_id == name.deal, hand.c.id != hand_id, text(_COUNTS)).order_by(hand.c.id)
    reads = connection.execute(text(_OTHER_READS), {"hand": hand_id}).all()
    return HandRecord(
        name,
        unpacker.unpack(connection, bytes(row.document)),
        standings(connection, hand_id),
        reports(connection, hand_id),
        tuple(_name(other) for other in connection.execute(others)),
        tuple(read.hand_id for read in reads if read.earlier),
        tuple(read.hand_id for read in reads if not read.earlier),
    )


def named(connection: Connection, number: str, venue_name: str | None = None) -> tuple[HandName, ...]:
    """Returns the records of hands that have this hand number in any room, the oldest first. Only the oldest
    `MOST_NAMED` records with this number are read.

    A superseded record is only in earlier reads of a file. Superseded records are left out, unless all records found
    are superseded.
    """
    if not number.isprintable():
        return ()
    conditions: list[ColumnElement[bool]] = [identity.c.key == number]
    if venue_name is not None:
        conditions.append(venue.c.name == venue_name)
    counts: ColumnElement[bool] = literal_column(_COUNTS).label("counts")
    query = _names(counts).join(identity, identity.c.id == hand.c.identity_id).where(*conditions)
    found = connection.execute(query.order_by(hand.c.id).limit(MOST_NAMED)).all()
    return tuple(_name(row) for row in [row for row in found if row.counts] or found)


def listed(
    connection: Connection,
    sort: str = "-hand",
    before: int | None = None,
    size: int = 50,
    venue_name: str | None = None,
) -> tuple[HandName, ...]:
    """Returns records of hands, sorted by `sort` (see `SORTS`): by default the last stored first. Superseded records
    are left out (see `named`). Hands without a date come last in a list by date.

    If `before` is given, returns only records that come in this list after the record with this number. If `venue_name`
    is given, returns only records of this venue.
    """
    column, back = _SORTED[sort.removeprefix("-")], sort.startswith("-")
    columns = [column] if column is hand.c.id else [column, hand.c.id]
    at: Any = None
    if before is not None:
        at = connection.execute(select(column).where(hand.c.id == before)).scalar()
    found: list[HandName] = []
    for dated in (True, False) if column is hand.c.played else (True,):
        query = _names().where(text(_COUNTS))
        if column is hand.c.played:
            query = query.where(column.is_not(None) if dated else column.is_(None))
        if before is not None and dated:
            place = [at, before][-len(columns) :]
            beyond = tuple_(*columns) < tuple_(*place) if back else tuple_(*columns) > tuple_(*place)
            query = query.where(beyond if at is not None else false())
        elif before is not None and at is None:
            query = query.where(hand.c.id < before if back else hand.c.id > before)
        if venue_name is not None:
            query = query.where(venue.c.name == venue_name)
        order = [each.desc() if back else each for each in columns]
        query = query.order_by(*order).limit(max(1, min(size, MOST_ON_A_PAGE)) - len(found))
        found += [_name(row) for row in connection.execute(query)]
        if len(found) == size:
            break
    return tuple(found)


def names_of(connection: Connection, hand_ids: Sequence[int]) -> dict[int, HandName]:
    """Returns the facts that a list shows about each of these records (hands as logged), by the number of the record,
    such as `{7: HandName(...)}`. Records that do not exist are left out.
    """
    rows = connection.execute(_names().where(hand.c.id.in_(hand_ids))) if hand_ids else ()
    return {row.id: _name(row) for row in rows}


def placed(connection: Connection, hand_ids: Sequence[int]) -> dict[int, Placed]:
    """Returns, for each of these records (hands as logged), the facts that distinguish it from records with the same
    hand number.

    Records that are in no upload are left out.
    """
    values = {"hands": list(hand_ids)}
    return {
        row.hand_id: Placed(row.receipt, row.file_name, row.first_line, row.house or "", row.findings)
        for row in connection.execute(text(_PLACED), values)
    }


def standings(connection: Connection, hand_id: int) -> tuple[Standing, ...]:
    """Returns the uploads that contain a record of a hand, with its place in each uploaded file, in the order in which
    the files were received.
    """
    query = (
        select(
            upload.c.receipt,
            upload.c.file_name,
            upload.c.received_at,
            upload.c.sha256,
            upload.c.format,
            upload.c.encoding,
            source.c.first_line,
            source.c.last_line,
            source.c.lines,
            shard.c.start,
            shard.c.stop,
            shard.c.first_line.label("start_line"),
        )
        .join(upload, upload.c.id == source.c.upload_id)
        .join(shard, shard.c.id == source.c.shard_id)
        .where(source.c.hand_id == hand_id)
        .order_by(source.c.upload_id, source.c.first_line)
    )
    found: list[Standing] = []
    for row in connection.execute(query).mappings():
        values = dict(row)
        values["sha256"] = values["sha256"].hex()
        values["lines"] = tuple(lines_from(values["lines"], values["first_line"]))
        found.append(Standing(**values))
    return tuple(found)


def reports(connection: Connection, hand_id: int) -> tuple[ReportRow, ...]:
    """Returns the reports on a record of a hand: first the current reports, then the earlier reports, each group from
    the newest to the oldest.
    """
    query = select(report).where(report.c.hand_id == hand_id)
    query = query.order_by(report.c.current.desc(), report.c.audited_at.desc(), report.c.house)
    return tuple(
        ReportRow(
            row.house,
            row.house_digest.hex(),
            row.rules_version,
            row.digest.hex(),
            row.run_id,
            row.findings,
            row.current,
            row.audited_at,
            settlement_from_text(row.settlement),
            unverifiable_from_text(row.unverifiable),
        )
        for row in connection.execute(query)
    )


def _names(*more: ColumnElement[Any]) -> Select[Any]:
    return select(
        hand.c.id,
        hand.c.identity_id,
        venue.c.name.label("venue"),
        hand.c.room,
        hand.c.game,
        hand.c.number,
        hand.c.digest,
        hand.c.played,
        hand.c.local,
        hand.c.table_name,
        hand.c.tournament,
        *more,
    ).join(venue, venue.c.id == hand.c.venue_id)


def _name(row: Row[Any]) -> HandName:
    return HandName(
        row.id,
        row.identity_id,
        row.venue,
        row.room,
        row.game,
        row.number,
        row.digest.hex(),
        row.played,
        row.local,
        row.table_name,
        row.tournament,
    )


# Selects the records that other reads of the same file found at the places of this record. `earlier` is true for a
# superseded record of an earlier read. If this record is superseded itself, `earlier` is false, and the records of the
# newest read are selected.
_OTHER_READS: Final = f"""
SELECT DISTINCT other.hand_id, read.superseded_at IS NULL AS earlier
FROM source AS mine JOIN upload AS read ON read.id = mine.upload_id
JOIN upload AS again ON again.sha256 = read.sha256 AND again.venue_id = read.venue_id AND again.house = read.house
                    AND (again.superseded_at IS NULL) <> (read.superseded_at IS NULL)
JOIN source AS other ON other.upload_id = again.id AND other.first_line = mine.first_line
WHERE mine.hand_id = :hand AND other.hand_id <> :hand
  AND NOT {counts_still("CASE WHEN read.superseded_at IS NULL THEN other.hand_id ELSE mine.hand_id END")}
ORDER BY other.hand_id
"""

_PLACED: Final = """
SELECT hand_id, upload.receipt, upload.file_name, source.first_line, report.house,
       (SELECT count(*) + coalesce(sum(more), 0) FROM finding
        WHERE finding.hand_id = source.hand_id AND detection <> 'gone'
              AND (finding.house = report.house OR origin = 'history')) AS findings
FROM (SELECT DISTINCT ON (hand_id) hand_id, upload_id, first_line FROM source
      WHERE hand_id = ANY(:hands) ORDER BY hand_id, upload_id, first_line) AS source
JOIN upload ON upload.id = source.upload_id
LEFT JOIN LATERAL (SELECT house FROM report
                   WHERE report.hand_id = source.hand_id AND current
                   ORDER BY audited_at DESC, house LIMIT 1) AS report ON true
"""
