"""Reads runs: lists, single runs, and the hands that a run could not audit. A run is one audit of many hands."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Integer,
    RowMapping,
    Select,
    and_,
    column,
    exists,
    func,
    not_,
    or_,
    select,
    values,
)

from auditor.store.postgres.database import Connection
from auditor.store.tables import run, run_hand, shard, upload, venue

MOST_ON_A_PAGE: Final = 200


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run. `state` is `running`, `done`, or `partial` if some hands were not audited, for example because their audit
    failed too often or was cancelled. `houses` has the digest of each house by `house/game/structure`.

    When the run is done, `hands` is the sum of seven counts:

    - `clean`: hands without findings;
    - `faulty`: hands with findings;
    - `failed`: hands that could not be audited;
    - `known`: hands that another upload had stored before;
    - `rejected`: hands that could not be read;
    - `skipped`: hands of games that are not audited;
    - `left_out`: hands that no longer need an audit.

    `upload_state` and `upload_found` are the state of the upload of the run, and the number of hands found in its file.
    They are `None` if the run has no upload.
    """

    id: int
    trigger: str
    receipt: str | None
    file_name: str | None
    selection: str
    house: str
    rules_version: int
    houses: Mapping[str, str]
    pin: str
    state: str
    reason: str
    started_at: dt.datetime
    finished_at: dt.datetime | None
    hands: int
    clean: int
    faulty: int
    failed: int
    known: int
    rejected: int
    skipped: int
    left_out: int
    unread_lines: int
    findings_new: int
    findings_same: int
    findings_changed: int
    findings_gone: int
    reviewed_at: dt.datetime | None
    reviewed_by: str
    shards: int
    shards_done: int
    upload_state: str | None
    upload_found: int | None

    @property
    def cancelled(self) -> int | None:
        """The number of hands without an outcome in a run whose upload was cancelled.

        The value is `None` if the upload was not cancelled.
        """
        if self.state != "partial" or self.upload_state != "cancelled":
            return None
        return max(0, (self.upload_found or 0) - self.dealt_with)

    @property
    def dealt_with(self) -> int:
        """The number of hands of this run that were audited, rejected, skipped or otherwise finished: the sum of all
        seven counts.
        """
        return self.clean + self.faulty + self.failed + self.known + self.rejected + self.skipped + self.left_out


@dataclass(frozen=True, slots=True)
class TroubledHand:
    """A record (a hand as one log has it) with a problem in a run. The outcome is `failed` if it could not be audited.
    The outcome is `alarm` if an earlier audit by the same rules and house gave a different report.
    """

    hand_id: int
    outcome: str
    reason: str


def latest(
    connection: Connection, before: int | None = None, size: int = 50, venue_id: int | None = None
) -> tuple[RunRow, ...]:
    """Returns runs, the latest first.

    If `before` is given, returns only runs made before the run with this number. If `venue_id` is given, returns only
    runs in which all hands are of this venue.
    """
    query = _rows().order_by(run.c.id.desc()).limit(max(1, min(size, MOST_ON_A_PAGE)))
    if before is not None:
        query = query.where(run.c.id < before)
    if venue_id is not None:
        query = query.where(_of_venue(venue_id))
    return tuple(_record(row) for row in connection.execute(query).mappings())


def one(connection: Connection, run_id: int, venue_id: int | None = None) -> RunRow | None:
    """Returns the run with this number; `None` if there is none. If `venue_id` is given, also returns `None` if not all
    hands of the run are of this venue.
    """
    query = _rows().where(run.c.id == run_id)
    if venue_id is not None:
        query = query.where(_of_venue(venue_id))
    row = connection.execute(query).mappings().first()
    return None if row is None else _record(row)


def last(connection: Connection, trigger: str) -> RunRow | None:
    """Returns the last run that was started in this way. `trigger` is `nightly` (by the schedule), `manual` (by a
    person) or `upload` (by a new file).
    """
    row = (
        connection.execute(_rows().where(run.c.trigger == trigger).order_by(run.c.id.desc()).limit(1))
        .mappings()
        .first()
    )
    return None if row is None else _record(row)


def first_and_last(
    connection: Connection, versions: Iterable[int], venue_id: int | None = None
) -> dict[int, tuple[int, int]]:
    """Returns the first and the last run of each of these rules versions. Versions without a run are left out.

    If `venue_id` is given, only runs in which all hands are of this venue count.
    """
    wanted = values(column("version", Integer), name="asked").data([(version,) for version in versions])
    has_version = run.c.rules_version == wanted.c.version
    if venue_id is not None:
        has_version = and_(has_version, run.c.id.in_(_rows().where(_of_venue(venue_id)).with_only_columns(run.c.id)))
    ends = [select(end(run.c.id)).where(has_version).scalar_subquery() for end in (func.min, func.max)]
    rows = connection.execute(select(wanted.c.version, *ends))
    return {version: (first, last) for version, first, last in rows if first is not None}


def unfinished(connection: Connection) -> int:
    """Returns the number of unfinished runs that belong to no upload."""
    query = select(func.count()).select_from(run).where(run.c.finished_at.is_(None), run.c.upload_id.is_(None))
    return connection.execute(query).scalar_one()


def troubled(connection: Connection, run_id: int, size: int = MOST_ON_A_PAGE) -> tuple[TroubledHand, ...]:
    """Returns the first `size` hands of a run that have a problem: the outcome `failed` or `alarm`."""
    query = select(run_hand.c.hand_id, run_hand.c.outcome, run_hand.c.reason).where(run_hand.c.run_id == run_id)
    rows = connection.execute(query.order_by(run_hand.c.id).limit(size))
    return tuple(TroubledHand(row.hand_id, row.outcome, row.reason) for row in rows)


def _of_venue(venue_id: int) -> ColumnElement[bool]:
    """Returns the SQL condition for runs that audit only hands of this venue.

    The run of an upload matches if the upload belongs to the venue. A re-audit without an upload covers the hands of
    all venues, so it matches only if no other venue exists.
    """
    others = exists().where(venue.c.id != venue_id)
    return or_(upload.c.venue_id == venue_id, and_(run.c.upload_id.is_(None), not_(others)))


def _rows() -> Select[Any]:
    mine = select(func.count()).where(shard.c.run_id == run.c.id)
    return select(
        *[column for column in run.c if column.name not in ("upload_id", "since", "every")],
        upload.c.receipt,
        upload.c.file_name,
        upload.c.state.label("upload_state"),
        upload.c.found.label("upload_found"),
        mine.scalar_subquery().label("shards"),
        mine.where(shard.c.state != "waiting").scalar_subquery().label("shards_done"),
    ).join(upload, upload.c.id == run.c.upload_id, isouter=True)


def _record(row: RowMapping) -> RunRow:
    values = dict(row)
    values["pin"] = values["pin"].hex()
    return RunRow(**values)
