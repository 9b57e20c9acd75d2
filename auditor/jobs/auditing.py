"""Audits a shard of an upload: reads its hands, judges them, and stores the result in one transaction."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from auditor.engine.house.registry import names
from auditor.formats import Log, open_range
from auditor.jobs import quarantine, queue, rereading
from auditor.jobs.attempt import attempt, hands_from
from auditor.jobs.comparing import compared
from auditor.jobs.context import Workplace
from auditor.jobs.judging import Batch, judge, steps_of
from auditor.jobs.splitting import rest_of
from auditor.jobs.table_history import compared_at_tables
from auditor.settings import command_line
from auditor.store.findings.apply_transitions import inherit
from auditor.store.findings.owed import store_owed
from auditor.store.findings.rake import store_rake
from auditor.store.findings.reports import Placed, file_verdicts
from auditor.store.hands import contradictions
from auditor.store.hands.insert import Stored, store_hands
from auditor.store.postgres.database import Connection
from auditor.store.postgres.partitions import ensure_months
from auditor.store.runs import run_rows, shards
from auditor.store.runs.run_rows import Judged
from auditor.store.runs.shards import Remainder, Shard
from auditor.store.unread import marks
from auditor.store.unread.insert import store_unread
from auditor.store.uploads import cancelling, upload_rows
from auditor.store.uploads.upload_rows import Counts, Source

NO_HOUSE: Final = (
    'This worker was started without the house "{house}". Start the worker again with the same AUDITOR_HOUSES as the'
    f" web server. Then run: {command_line('ingest --again RECEIPT')}."
)


def audit_shard(place: Workplace, shard_id: int, *, anew: bool = True) -> None:
    """Audits a shard. Does nothing if the shard is done or given up already. A failed attempt stores nothing of the
    shard, so the queue may try the shard again.

    `anew` is false if this call repeats an attempt that lost the database. The lost attempt then counts as an outage,
    not as a failed attempt.
    """
    with place.database.begin() as connection:
        shard = shards.take(connection, shard_id, anew=anew)
        if shard is None or shard.upload_id is None:
            return
        source = upload_rows.source_of(connection, shard.upload_id)
        run_id = run_rows.run_of_upload(connection, shard.upload_id, place.pin)
        marked = marks.marked_shapes(connection, source.venue.id)
    if source.house and source.house not in names():
        give_up(place, shard, NO_HOUSE.format(house=source.house))
        return

    def judged() -> Batch:
        data = place.evidence.part(source.sha256, shard.start, shard.stop)
        lead = place.evidence.part(source.sha256, shard.lead_start, shard.lead_stop)

        def log() -> Log:
            return open_range(source.format, source.encoding, data, lead)

        def steps() -> Iterator[Callable[[], None]]:
            return steps_of(place, source, log(), shard.first_line, marked)

        # The packer compresses hands, and opening the packer reads the database. The packer is opened here, before the
        # limits for a hand begin, because a limit must not interrupt the database. Also, a child process may need the
        # packer below, and must not use the database connection of its parent.
        place.open_packer()
        # If an earlier attempt ended its worker, that worker could not report which hand was the cause. So a child
        # process looks for the hand first.
        deadly = quarantine.deadly(steps) if shard.attempts > 1 else {}
        batch = judge(place, source, log(), shard.first_line, deadly, marked)
        if batch.rest_from is not None:
            batch.rest = rest_of(place.evidence, source, shard, batch.rest_from)
        ensure_months(place.database, {entry.month for entry in batch.entries})
        return batch

    def store(connection: Connection, batch: Batch) -> None:
        _store(place, connection, shard, source, run_id, batch)

    attempt(place, shard, judged, store, lambda reason: give_up(place, shard, reason))


def give_up(place: Workplace, shard: Shard, reason: str) -> None:
    """Gives up a shard, so that its hands stay unaudited, and notes the reason in its upload."""
    assert shard.upload_id is not None
    where = f"{hands_from(shard.expected, 'line', shard.first_line)} could not be audited. {reason}"
    with place.database.begin() as connection:
        upload_rows.touch(connection, shard.upload_id)
        shards.give_up(connection, shard.shard_id, where)
        upload_rows.finish_if_done(connection, shard.upload_id)
        rereading.queue_if_outdated(connection, shard.upload_id)


def _store(place: Workplace, connection: Connection, shard: Shard, source: Source, run_id: int, batch: Batch) -> None:
    stored = store_hands(connection, source.venue.id, source.upload_id, shard.shard_id, batch.entries)
    unread = store_unread(connection, source.venue.id, source.upload_id, batch.entries, stored)
    placed = _placed(stored, batch)
    filed = file_verdicts(connection, run_id, placed)
    contested = {where.hand_id: entry for where, entry in zip(stored, batch.entries, strict=True) if where.contested}
    carefully = shard.attempts > 1  # true if an earlier attempt may have ended the worker
    across = compared(place, connection, run_id, contested, source.house, carefully=carefully)
    new = contradictions.file_across(connection, source.venue.name, run_id, across)
    traces = {where.hand_id: trace for where, trace in zip(stored, batch.traces, strict=True)}
    history = compared_at_tables(place, connection, run_id, traces, following=True, carefully=carefully)
    store_owed(connection, placed, filed.alarms)
    store_rake(connection, placed, filed.alarms, {where.hand_id for where in stored if where.new})
    inherit(connection, run_id)

    judged = [(hand_id, verdict) for (hand_id, _), verdict in placed if hand_id not in filed.before]
    known = len(batch.entries) - len(judged)
    skipped = batch.skipped.total()
    refused = len(batch.refusals)
    faulty_across = {one.rival.hand_id for one in across} | history.faulty
    faulty = len([hand_id for hand_id, verdict in judged if verdict.faulty or hand_id in faulty_across])
    counts = Counts(len(judged), known, refused, skipped, unread)
    outcomes = Judged(
        clean=len(judged) - faulty,
        faulty=faulty,
        failed=batch.broken,
        known=known,
        rejected=refused - batch.broken,
        skipped=skipped,
    )
    filed = filed.and_across(replace(history, new=history.new + new))
    run_rows.add_outcomes(connection, run_id, outcomes, filed, found=counts.hands, unread_lines=unread)
    run_rows.note_alarms(connection, run_id, filed.alarms)
    shards.done(connection, shard.shard_id)
    if batch.rest is not None:
        _divide(connection, shard, batch.rest, counts.hands)
    # Every shard of the upload must lock the row of the upload. So each shard updates that row last, and keeps the lock
    # only for a short time.
    upload_rows.add_counts(connection, source.upload_id, counts, batch.refusals, batch.skipped)
    upload_rows.note_changes(connection, source.upload_id, batch.changes.by_kind)
    upload_rows.finish_if_done(connection, source.upload_id)
    rereading.queue_if_outdated(connection, source.upload_id)


def _divide(connection: Connection, shard: Shard, rest: Remainder, judged: int) -> None:
    """Divides a shard that has too many findings for one transaction. The first `judged` pieces of its text (usually
    one hand each) stay in the shard. The pieces from the place `rest` on move to a new shard, and a job for the new
    shard is queued. If the upload was cancelled, the new shard is given up.
    """
    assert shard.upload_id is not None
    upload_rows.touch(connection, shard.upload_id)
    queue.send_shards(connection, queue.AUDIT, [shards.divide(connection, shard, rest, judged)])
    cancelling.give_up_rest(connection, shard.upload_id)


def _placed(stored: Sequence[Stored], batch: Batch) -> list[Placed]:
    """Returns the verdict (the report, as rows for the database) of each stored hand, with the number and month under
    which the hand is stored. `stored` and the verdicts of `batch` have the same order. If a file contains the very same
    hand twice, the hand is stored once and has one verdict.
    """
    placed: dict[int, Placed] = {}
    for where, verdict in zip(stored, batch.verdicts, strict=True):
        placed.setdefault(where.hand_id, ((where.hand_id, where.month), verdict))
    return list(placed.values())
