"""Splits a file into shards of whole hands, each of which any worker may read and audit by itself.

One job makes some shards and sends a job for the rest of the file: so no other upload waits until a long file is split.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import BinaryIO, Final, NamedTuple

from auditor.formats import Log, Piece, Rest, Unreadable, open_log, open_rest
from auditor.formats.archives import Budget, open_archive
from auditor.jobs import journal, queue
from auditor.jobs.attempt import may_pass, most_attempts
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

# One job makes so many shards, or more where the next hands cannot begin a job.
TOGETHER: Final = 16
FAILED: Final = "The file could not be split in {attempts} attempts."
# A worker holds its shard in memory, several times over as what it reads it into.
SHARD_BYTES: Final = 8 * 1024 * 1024
# A piece longer than this is refused here; a shard with it in would have to be held in memory whole.
LONGEST_PIECE: Final = 1024 * 1024


class Cursor(NamedTuple):
    """Where splitting continues: the number of the next shard, and the turn of its job; how many hands were found; the
    byte and the line of the next hand, and the bytes of the preamble that holds for it.
    """

    number: int = 1
    turn: int = 0
    found: int = 0
    offset: int = 0
    first_line: int = 1
    lead_start: int = 0
    lead_stop: int = 0


def split(place: Workplace, upload_id: int, rest: Sequence[int] = (), *, anew: bool = True) -> None:
    """Splits the file of an upload, or unpacks it where it is an archive; from `rest` on, where the job before stopped.

    May be done again after an interruption: shards and documents that are there stay. Not `anew` where the database
    interrupted the attempt before.
    """
    with place.database.begin() as connection:
        attempts = upload_rows.take(connection, upload_id, anew=anew)
        source = upload_rows.source_of(connection, upload_id)
    if attempts is None:
        return
    if attempts > most_attempts(place):
        give_up(place, upload_id, FAILED.format(attempts=attempts - 1))
        return
    try:
        _read(place, source, rest)
    except NoRoom:
        with place.database.begin() as connection:
            upload_rows.uncount(connection, upload_id)
        raise
    except Unreadable as reason:
        with place.database.begin() as connection:
            upload_rows.refuse_file(connection, upload_id, str(reason), again=False)
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
        give_up(place, upload_id, FAILED.format(attempts=attempts))


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
    """Where the rest of an upload's shard begins, below so many of its pieces."""
    with evidence.opened(source.sha256) as stream:
        whole = Rest(shard.start, shard.first_line, (shard.lead_start, shard.lead_stop), 0)
        log = open_rest(stream, source.format, source.encoding, whole)
        piece = next(islice(log.pieces(shard.first_line), judged, None))
    return Remainder(piece.offset, piece.first_line, *piece.lead_at)


def give_up(place: Workplace, upload_id: int, reason: str) -> None:
    """Leaves the file unsplit, for a reason that is not the file's own."""
    with place.database.begin() as connection:
        upload_rows.refuse_file(connection, upload_id, reason, again=True)


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
    """Makes shards from the cursor on, and sends a job for the rest of the file."""
    cuts: list[_Cut] = []
    found = cursor.found
    for cut in _cuts(log, size, cursor):
        if len(cuts) >= TOGETHER and not cut.refused:
            _commit(place, source.upload_id, cuts, cursor, cut.range)
            return
        cuts.append(cut)
        found += cut.range.expected
    _commit(place, source.upload_id, cuts, cursor, None)
    with place.database.begin() as connection:
        upload_rows.end_splitting(connection, source.upload_id, found)


class _Cut:
    """A range of the file. `refused` has a refusal for each of its pieces, where nobody needs to read the range."""

    def __init__(self, span: Range, refused: list[Refusal]) -> None:
        self.range: Final = span
        self.refused: Final = refused


def _cuts(log: Log, size: ShardSize, cursor: Cursor) -> Iterator[_Cut]:
    """Ranges of that size from the cursor on. They are smaller at the end, and where pieces to be read meet refused
    ones.

    A range begins with a hand: lines at the top of a file may look like more than they are.
    """
    number = cursor.number
    gathered: list[Piece] = []
    width = 0
    refused: list[Refusal] = []  # of all that is gathered, or of nothing
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
    """The refusal of a piece that nobody needs to read: it is too long, or no line of it was kept."""
    if piece.length > LONGEST_PIECE:
        reason = piece.refused or f"The hand is {piece.length:,} bytes long; no hand of stud is."
        return Refusal(piece.refused_line or piece.first_line, None, reason)
    return Refusal(piece.refused_line, None, piece.refused) if piece.refused and not piece.lines else None


def _goes_along(piece: Piece, refusal: Refusal | None, refused: list[Refusal]) -> bool:
    """Whether a piece may stand in one range with those before it. A refused piece follows refused ones; among others
    it must be short, and a worker then refuses it in the same words.
    """
    return refusal is not None if refused else refusal is None or 0 < piece.length <= LONGEST_PIECE


def _without_lines(piece: Piece) -> Piece:
    """The place of the piece alone: a shard's worth of lines would use memory for nothing."""
    return Piece(piece.first_line, [], piece.offset, piece.length, lead_at=piece.lead_at)


def _range(number: int, pieces: list[Piece]) -> Range:
    first, last = pieces[0], pieces[-1]
    return Range(number, first.offset, last.offset + last.length, first.first_line, len(pieces), *first.lead_at)


def _commit(place: Workplace, upload_id: int, cuts: list[_Cut], cursor: Cursor, below: Range | None) -> None:
    """Stores shards and sends their jobs; and one for the rest of the file where something is `below`."""
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
            # In the turn of the first of these shards: before the last of them is done there are others.
            queue.send_split(connection, upload_id, turn, rest)
            upload_rows.split_up_to(connection, upload_id, below.number)
            upload_rows.progressed(connection, upload_id)


def _refuse(connection: Connection, upload_id: int, cut: _Cut) -> None:
    """Stores a shard of refused pieces as done; does nothing where an earlier attempt stored it."""
    for shard_id in shards.add(connection, [cut.range], upload_id=upload_id):
        upload_rows.add_counts(connection, upload_id, Counts(0, 0, len(cut.refused), 0), cut.refused, {})
        shards.done(connection, shard_id)
