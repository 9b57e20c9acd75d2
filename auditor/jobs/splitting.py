"""Splits a file into shards. A shard is a range of whole hands that a worker can audit without the rest of the file.

One job makes some shards and queues a job for the rest of the file, so that other uploads do not wait for a long file.
A piece is the text of one hand, or other text where a hand should be.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import BinaryIO, Final, NamedTuple

from auditor.formats import Log, Piece, Rest, Unreadable, open_log, open_rest
from auditor.formats.archives import Budget, open_archive
from auditor.jobs import journal, queue, rereading
from auditor.jobs.attempt import may_pass, most_attempts, times
from auditor.jobs.context import Workplace
from auditor.jobs.unpacking import unpack
from auditor.store.evidence import damage
from auditor.store.evidence.files import Damaged, Evidence, NoRoom
from auditor.store.postgres.database import Connection
from auditor.store.postgres.outages import is_outage
from auditor.store.runs import shards
from auditor.store.runs.shards import Range, Remainder, Shard
from auditor.store.uploads import upload_rows
from auditor.store.uploads.upload_rows import Counts, Refusal, ShardSize, Source

# One job makes this many shards. If rejected text follows, the job also makes shards of this text, because the next job
# must begin at a hand.
TOGETHER: Final = 16
FAILED: Final = (
    "The worker could not split the file into hands. It tried {times}. The journal (the worker's error output) shows"
    " where it failed."
)
# The text of a shard has at most this many bytes. A worker holds this text in memory, and also the hands of the shard,
# which take several times as much memory as the text.
SHARD_BYTES: Final = 8 * 1024 * 1024
# A piece longer than this is rejected here, because a worker would have to hold the whole piece in memory.
LONGEST_PIECE: Final = 1024 * 1024


class Cursor(NamedTuple):
    """The place where the splitting of a file continues.

    - `number` is the number of the next shard.
    - `turn` is the earliest turn that the job of the next shard may get. A turn orders the jobs of the queue.
    - `found` counts the hands so far.
    - `offset` and `first_line` are the byte and the line at which the next hand begins.
    - `lead_start` is the first byte of the preamble of the next hand, and `lead_stop` is the byte after the preamble. A
      preamble is the lines above several hands that hold for all these hands.
    """

    number: int = 1
    turn: int = 0
    found: int = 0
    offset: int = 0
    first_line: int = 1
    lead_start: int = 0
    lead_stop: int = 0


def split(place: Workplace, upload_id: int, rest: Sequence[int] = (), *, anew: bool = True) -> None:
    """Splits the file of an upload into shards, or unpacks the file if it is an archive. `rest` has the numbers that
    say where an earlier job stopped; it is empty for the first job.

    After an interruption the same job may run again: shards and documents that exist already stay. `anew` is false if
    this call repeats an attempt that lost the database. The lost attempt then counts as an outage, not as a failed
    attempt.
    """
    with place.database.begin() as connection:
        attempts = upload_rows.take(connection, upload_id, anew=anew)
        source = upload_rows.source_of(connection, upload_id)
    if attempts is None:
        return
    if attempts > most_attempts(place):
        give_up(place, upload_id, FAILED.format(times=times(attempts - 1)))
        return
    try:
        _read(place, source, rest)
    except NoRoom:
        with place.database.begin() as connection:
            upload_rows.uncount(connection, upload_id)
        raise
    except Unreadable as reason:
        _refuse_file(place, upload_id, str(reason), again=False)
    except Damaged as reason:
        if may_pass(place, attempts):
            raise
        with place.database.begin() as connection:
            damage.note(connection, reason)
        give_up(place, upload_id, str(reason))
    except Exception as error:
        if is_outage(error):
            raise
        journal.mistake("split.failed", error, upload=upload_id, attempt=attempts)
        if attempts < place.settings.attempts:
            raise
        give_up(place, upload_id, FAILED.format(times=times(attempts)))


def _read(place: Workplace, source: Source, rest: Sequence[int]) -> None:
    if not rest:
        place.evidence.insist(source.sha256)
        with place.database.begin() as connection:
            damage.clear(connection, source.sha256)
    with place.evidence.opened(source.sha256) as stream:
        budget = Budget(place.settings.ingest_bytes)
        archive = open_archive(stream, budget)
        if archive is not None:
            unpack(place, source, archive, budget, rest)
        elif rest:
            _go_on(place, source, stream, Cursor(*rest))
        else:
            _begin(place, source, open_log(stream, encoding=source.asked_encoding))


def rest_of(evidence: Evidence, source: Source, shard: Shard, judged: int) -> Remainder:
    """Returns the place in the file at which the rest of a shard begins, after its first `judged` pieces. A piece is
    the text of one hand, or other text where a hand should be.
    """
    with evidence.opened(source.sha256) as stream:
        whole = Rest(shard.start, shard.first_line, (shard.lead_start, shard.lead_stop), 0)
        log = open_rest(stream, source.format, source.encoding, whole)
        piece = next(islice(log.pieces(shard.first_line), judged, None))
    return Remainder(piece.offset, piece.first_line, *piece.lead_at)


def give_up(place: Workplace, upload_id: int, reason: str) -> None:
    """Stores that the file could not be split, with the reason. The content of the file is not the cause, so a person
    can retry the upload.
    """
    _refuse_file(place, upload_id, reason, again=True)


def _refuse_file(place: Workplace, upload_id: int, reason: str, *, again: bool) -> None:
    with place.database.begin() as connection:
        upload_rows.refuse_file(connection, upload_id, reason, again=again)
        rereading.queue_if_outdated(connection, upload_id)


def _begin(place: Workplace, source: Source, log: Log) -> None:
    usual = ShardSize(place.settings.shard_hands, SHARD_BYTES)
    with place.database.begin() as connection:
        size = upload_rows.begin_splitting(connection, source.upload_id, log.format, log.encoding, log.notes, usual)
    if size is not None:
        _send(place, source, log, size, Cursor())


def _go_on(place: Workplace, source: Source, stream: BinaryIO, cursor: Cursor) -> None:
    with place.database.begin() as connection:
        size = upload_rows.shard_size(connection, source.upload_id, cursor.number)
    if size is not None:
        rest = Rest(cursor.offset, cursor.first_line, (cursor.lead_start, cursor.lead_stop), cursor.found)
        _send(place, source, open_rest(stream, source.format, source.encoding, rest), size, cursor)


def _send(place: Workplace, source: Source, log: Log, size: ShardSize, cursor: Cursor) -> None:
    """Makes shards of the file from the place `cursor` on, and queues a job for the rest of the file."""
    cuts: list[_Cut] = []
    for cut in _cuts(log, size, cursor):
        if len(cuts) >= TOGETHER and not cut.refused:
            _commit(place, source.upload_id, cuts, cursor, cut.range)
            return
        cuts.append(cut)
    _commit(place, source.upload_id, cuts, cursor, None)


class _Cut:
    """A range of the file with one or more pieces of text. Usually a worker reads the range, and `refused` is empty. If
    the splitting job rejects all pieces of the range, `refused` has a refusal with the reason for each piece. Then no
    worker reads the range.
    """

    def __init__(self, span: Range, refused: list[Refusal]) -> None:
        self.range: Final = span
        self.refused: Final = refused


def _cuts(log: Log, size: ShardSize, cursor: Cursor) -> Iterator[_Cut]:
    """Yields ranges of the file, each of the size of a shard, from the cursor on. A range may be smaller at the end of
    the file. It may also be smaller where hands end and rejected text begins, or the other way round.

    A range that a worker reads always begins with a hand. If it began with rejected text, the worker might take that
    text for a preamble, the lines that hold for all hands below them.
    """
    number = cursor.number
    gathered: list[Piece] = []
    width = 0
    refused: list[Refusal] = []  # a refusal of each piece in `gathered`, or an empty list
    for piece in log.pieces(cursor.first_line):
        refusal = _refusal(piece)
        width += piece.length
        full = len(gathered) == size.hands or (size.bytes is not None and width > size.bytes)
        if gathered and (full or not _goes_along(piece, refusal, refused)):
            yield _Cut(_range(number, gathered), refused)
            number += 1
            gathered, refused = [], []
            width = piece.length
        if refusal is not None and (refused or not gathered):
            refused.append(refusal)
        gathered.append(_without_lines(piece))
    if gathered:
        yield _Cut(_range(number, gathered), refused)


def _refusal(piece: Piece) -> Refusal | None:
    """Returns the refusal of a piece of text that no worker has to read. Such a piece is longer than `LONGEST_PIECE`,
    or was refused so early that its lines were not kept. Returns `None` for other pieces.
    """
    if piece.length > LONGEST_PIECE:
        reason = piece.refused or f"The hand is {piece.length:,} bytes long. No stud hand is so long."
        return Refusal(piece.refused_line or piece.first_line, None, reason)
    return Refusal(piece.refused_line, None, piece.refused) if piece.refused and not piece.lines else None


def _goes_along(piece: Piece, refusal: Refusal | None, refused: list[Refusal]) -> bool:
    """Whether a piece may join the range of the pieces before it. `refusal` is the refusal of the piece, or `None`.
    `refused` is not empty if all pieces of the range so far are rejected.

    - Only a rejected piece may join a range of rejected pieces.
    - Any piece may join a range of hands, except two kinds of rejected pieces. A piece that is too long would use too
      much memory in the worker. A worker would not find a piece without bytes. The worker rejects every other rejected
      piece again for the same reason.
    """
    return refusal is not None if refused else refusal is None or 0 < piece.length <= LONGEST_PIECE


def _without_lines(piece: Piece) -> Piece:
    """Returns the piece without its lines, because the lines of a whole shard would use much memory."""
    return Piece(piece.first_line, [], piece.offset, piece.length, lead_at=piece.lead_at)


def _range(number: int, pieces: list[Piece]) -> Range:
    first, last = pieces[0], pieces[-1]
    return Range(number, first.offset, last.offset + last.length, first.first_line, len(pieces), *first.lead_at)


def _commit(place: Workplace, upload_id: int, cuts: list[_Cut], cursor: Cursor, below: Range | None) -> None:
    """Stores the ranges `cuts` as shards, and queues a job for each shard that a worker has to audit. `cursor` is the
    place at which this splitting job began.

    `below` is the range after these shards: a splitting job that continues there is queued too. If `below` is `None`,
    these shards reach the end of the file. Does nothing if another job has stored this part already.
    """
    found = cursor.found + sum([cut.range.expected for cut in cuts])
    with place.database.begin() as connection:
        if not upload_rows.is_to_be_split(connection, upload_id, cursor.number):
            return
        ranges = [cut.range for cut in cuts if not cut.refused]
        made = shards.add(connection, ranges, upload_id=upload_id)
        turn = queue.send_shards(connection, queue.AUDIT, made, cursor.turn)
        for cut in cuts:
            if cut.refused:
                _refuse(connection, upload_id, cut)
        upload_rows.note_found(connection, upload_id, found)
        if below is not None:
            lead = (below.lead_start, below.lead_stop)
            rest = Cursor(below.number, turn + len(made), found, below.start, below.first_line, *lead)
            # The next splitting job has the same turn as the first of these shards, so it runs early. It makes more
            # shards before the workers finish the last of these shards.
            queue.send_split(connection, upload_id, turn, rest)
            upload_rows.split_up_to(connection, upload_id, below.number)
            upload_rows.progressed(connection, upload_id)
        else:
            upload_rows.end_splitting(connection, upload_id, found)
            rereading.queue_if_outdated(connection, upload_id)


def _refuse(connection: Connection, upload_id: int, cut: _Cut) -> None:
    """Stores a shard of rejected pieces as done. Does nothing if an earlier attempt has stored it."""
    for shard_id in shards.add(connection, [cut.range], upload_id=upload_id):
        upload_rows.add_counts(connection, upload_id, Counts(0, 0, len(cut.refused), 0), cut.refused, {})
        shards.done(connection, shard_id)
