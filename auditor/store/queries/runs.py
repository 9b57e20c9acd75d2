"""Runs: a list, one, the last, and the hands that a run could not judge."""

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
    """A run. `state` is `running`, `done` or `partial`; `houses` has the digest of each house by `house/game`.

    Of its `hands`, `clean` had no findings and `faulty` some, `failed` could not be judged, `known` were known from
    another upload, `rejected` could not be read, `skipped` were of a game that is not audited, and `left_out` no longer
    in need of it. Done, these add up. `upload_state` and `upload_found` are those of its upload, None without one.
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
        """How many hands of its upload were left because somebody cancelled it; None where nobody did."""
        if self.state != "partial" or self.upload_state != "cancelled":
            return None
        return max(0, (self.upload_found or 0) - self.dealt_with)

    @property
    def dealt_with(self) -> int:
        """How many of its hands have an outcome."""
        return self.clean + self.faulty + self.failed + self.known + self.rejected + self.skipped + self.left_out


@dataclass(frozen=True, slots=True)
class TroubledHand:
    """A record that `failed` to be judged, or raised an `alarm`: the same audit gave another result than before."""

    hand_id: int
    outcome: str
    reason: str


def latest(
    connection: Connection, before: int | None = None, size: int = 50, venue_id: int | None = None
) -> tuple[RunRow, ...]:
    """Runs, the last first. With `before`, runs made before the one of that number; with `venue_id`, runs of that venue
    alone.
    """
    asked = _rows().order_by(run.c.id.desc()).limit(max(1, min(size, MOST_ON_A_PAGE)))
    if before is not None:
        asked = asked.where(run.c.id < before)
    if venue_id is not None:
        asked = asked.where(_of_venue(venue_id))
    return tuple(_record(row) for row in connection.execute(asked).mappings())


def one(connection: Connection, run_id: int, venue_id: int | None = None) -> RunRow | None:
    """The run of that number, where it is of that venue alone."""
    asked = _rows().where(run.c.id == run_id)
    if venue_id is not None:
        asked = asked.where(_of_venue(venue_id))
    row = connection.execute(asked).mappings().first()
    return None if row is None else _record(row)


def last(connection: Connection, trigger: str) -> RunRow | None:
    """The last run with that trigger: `nightly`, `manual` or `upload`."""
    row = (
        connection.execute(_rows().where(run.c.trigger == trigger).order_by(run.c.id.desc()).limit(1))
        .mappings()
        .first()
    )
    return None if row is None else _record(row)


def first_and_last(
    connection: Connection, versions: Iterable[int], venue_id: int | None = None
) -> dict[int, tuple[int, int]]:
    """The first and the last run of each of these versions of the rules, of that venue alone; none of those that no run
    was of.
    """
    asked = values(column("version", Integer), name="asked").data([(version,) for version in versions])
    of_it = run.c.rules_version == asked.c.version
    if venue_id is not None:
        of_it = and_(of_it, run.c.id.in_(_rows().where(_of_venue(venue_id)).with_only_columns(run.c.id)))
    ends = [select(end(run.c.id)).where(of_it).scalar_subquery() for end in (func.min, func.max)]
    rows = connection.execute(select(asked.c.version, *ends))
    return {version: (first, last) for version, first, last in rows if first is not None}


def unfinished(connection: Connection) -> int:
    """How many runs that belong to no upload are not finished."""
    asked = select(func.count()).select_from(run).where(run.c.finished_at.is_(None), run.c.upload_id.is_(None))
    return connection.execute(asked).scalar_one()


def troubled(connection: Connection, run_id: int, size: int = MOST_ON_A_PAGE) -> tuple[TroubledHand, ...]:
    """The first hands that failed in a run or raised an alarm."""
    asked = select(run_hand.c.hand_id, run_hand.c.outcome, run_hand.c.reason).where(run_hand.c.run_id == run_id)
    rows = connection.execute(asked.order_by(run_hand.c.id).limit(size))
    return tuple(TroubledHand(row.hand_id, row.outcome, row.reason) for row in rows)


def _of_venue(venue_id: int) -> ColumnElement[bool]:
    """Runs of its uploads; and those of no upload, which audit the hands of every venue, where there is no other."""
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
