"""Hands: one record with its document, where it stands, its reports and its rivals; and finding it by number."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, Select, select, text

from auditor.engine.findings import Unverifiable
from auditor.engine.settlement import Settlement
from auditor.store.findings.settlements import settlement_from_text, unverifiable_from_text
from auditor.store.hands.documents import Unpacker
from auditor.store.hands.insert import lines_from
from auditor.store.postgres.database import Connection
from auditor.store.tables import hand, identity, report, shard, source, upload, venue

MOST_NAMED: Final = 50


@dataclass(frozen=True, slots=True)
class HandName:
    """A record as lists show it. Records with the same `deal` are about the same hand."""

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
    """The place of a record in an upload: its lines, the line of each event (0 for none), and the bytes around it.

    The bytes from `start` up to `stop` are whole hands and begin with line `start_line`.
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
    """The facts that distinguish records of one number: the first line of the first file, the house of the newest
    current report (empty where there is none), and how many findings the record has under it.
    """

    receipt: str
    file_name: str
    line: int
    house: str
    findings: int


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A report on a record; the current one under its house, or one of an earlier version."""

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
    """A record with its reports, standings and rivals. `document` is a line of our own log; the first standing is the
    oldest.
    """

    name: HandName
    document: bytes
    standings: tuple[Standing, ...]
    reports: tuple[ReportRow, ...]
    rivals: tuple[HandName, ...]


def record(
    connection: Connection, unpacker: Unpacker, hand_id: int, venue_name: str | None = None
) -> HandRecord | None:
    """The record of that number, where it is of that venue."""
    asked = _names(hand.c.document).where(hand.c.id == hand_id)
    if venue_name is not None:
        asked = asked.where(venue.c.name == venue_name)
    row = connection.execute(asked).first()
    if row is None:
        return None
    name = _name(row)
    others = _names().where(hand.c.identity_id == name.deal, hand.c.id != hand_id).order_by(hand.c.id)
    return HandRecord(
        name,
        unpacker.unpack(connection, bytes(row.document)),
        standings(connection, hand_id),
        reports(connection, hand_id),
        tuple(_name(other) for other in connection.execute(others)),
    )


def named(connection: Connection, number: str, venue_name: str | None = None) -> tuple[HandName, ...]:
    """The records of hands with that number in any room, the oldest first."""
    if not number.isprintable():
        return ()
    conditions: list[ColumnElement[bool]] = [identity.c.key == number]
    if venue_name is not None:
        conditions.append(venue.c.name == venue_name)
    asked = _names().join(identity, identity.c.id == hand.c.identity_id).where(*conditions)
    return tuple(_name(row) for row in connection.execute(asked.order_by(hand.c.id).limit(MOST_NAMED)))


def names_of(connection: Connection, hand_ids: Sequence[int]) -> dict[int, HandName]:
    """These records as lists show them, those that are there."""
    rows = connection.execute(_names().where(hand.c.id.in_(hand_ids))) if hand_ids else ()
    return {row.id: _name(row) for row in rows}


def placed(connection: Connection, hand_ids: Sequence[int]) -> dict[int, Placed]:
    """The distinguishing facts of each of these records that stands in a file."""
    values = {"hands": list(hand_ids)}
    return {
        row.hand_id: Placed(row.receipt, row.file_name, row.first_line, row.house or "", row.findings)
        for row in connection.execute(text(_PLACED), values)
    }


def standings(connection: Connection, hand_id: int) -> tuple[Standing, ...]:
    """The places of the record, in the order in which the files came."""
    asked = (
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
    for row in connection.execute(asked).mappings():
        values = dict(row)
        values["sha256"] = values["sha256"].hex()
        values["lines"] = tuple(lines_from(values["lines"], values["first_line"]))
        found.append(Standing(**values))
    return tuple(found)


def reports(connection: Connection, hand_id: int) -> tuple[ReportRow, ...]:
    """The reports on the record, the current ones first, then the newest."""
    asked = select(report).where(report.c.hand_id == hand_id)
    asked = asked.order_by(report.c.current.desc(), report.c.audited_at.desc(), report.c.house)
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
        for row in connection.execute(asked)
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
