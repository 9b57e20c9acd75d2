"""Splitting a file into shards of whole hands, each of which any worker may read and audit by itself."""

from collections.abc import Iterator
from typing import Final

from auditor.formats import Log, Piece, Unreadable, open_log
from auditor.formats.archives import Budget, open_archive
from auditor.jobs import queue
from auditor.jobs.unpacking import unpack
from auditor.jobs.workplace import Workplace
from auditor.store import damage, shards, uploads
from auditor.store.database import Connection
from auditor.store.evidence import Damaged, NoRoom
from auditor.store.shards import Range
from auditor.store.uploads import Counts, Refusal

# So many shards are sent off together: the first are audited while the rest of a long file is still being split.
TOGETHER: Final = 16
FAILED: Final = "The file could not be split in {attempts} attempts."
# A piece longer than this is refused here; a shard with it in would have to be held in memory whole.
LONGEST_PIECE: Final = 1024 * 1024


def split(place: Workplace, upload_id: int, *, anew: bool = True) -> None:
    """Splits the file of an upload, or unpacks it where it is an archive. May be done again after it was interrupted:
    shards and documents that are there stay. Not `anew` is no further attempt: the database interrupted the last.
    """
    with place.database.begin() as connection:
        attempts = uploads.take(connection, upload_id, anew=anew)
        source = uploads.source_of(connection, upload_id)
    if attempts is None:
        return
    if attempts > place.settings.attempts:
        give_up(place, upload_id, FAILED.format(attempts=attempts - 1))
        return
    try:
        place.evidence.insist(source.sha256)
        with place.database.begin() as connection:
            damage.clear(connection, source.sha256)
        with place.evidence.opened(source.sha256) as stream:
            budget = Budget(place.settings.ingest_bytes)
            archive = open_archive(stream, budget)
            if archive is not None:
                unpack(place, source, archive, budget)
            else:
                _send(place, upload_id, open_log(stream, encoding=source.asked_encoding))
    except NoRoom:
        with place.database.begin() as connection:
            uploads.uncount(connection, upload_id)
        raise
    except Unreadable as reason:
        with place.database.begin() as connection:
            uploads.refuse_file(connection, upload_id, str(reason), again=False)
    except Damaged as reason:
        with place.database.begin() as connection:
            damage.note(connection, reason)
        give_up(place, upload_id, str(reason))


def give_up(place: Workplace, upload_id: int, reason: str) -> None:
    """The file cannot be split, for a reason that is not its own."""
    with place.database.begin() as connection:
        uploads.refuse_file(connection, upload_id, reason, again=True)


def _send(place: Workplace, upload_id: int, log: Log) -> None:
    usual = place.settings.shard_hands
    with place.database.begin() as connection:
        size = uploads.begin_reading(connection, upload_id, log.format, log.encoding, log.notes, usual)
    if size is None:
        return
    found = 0
    waiting: list[_Cut] = []
    for cut in _cuts(log, size):
        waiting.append(cut)
        found += cut.range.expected
        if len(waiting) == TOGETHER:
            _commit(place, upload_id, waiting, found)
            waiting = []
    _commit(place, upload_id, waiting, found)
    with place.database.begin() as connection:
        uploads.end_reading(connection, upload_id, found)


class _Cut:
    """A range of the file; `refused` where nobody needs to read it: what is said of each of its pieces."""

    def __init__(self, span: Range, refused: list[Refusal]) -> None:
        self.range: Final = span
        self.refused: Final = refused


def _cuts(log: Log, shard_hands: int) -> Iterator[_Cut]:
    """Ranges of `shard_hands` pieces; fewer at the end, and where pieces that are read meet others that need not be.

    What is read begins with a hand: at the top of a file lines may stand that would be taken for more than they are.
    """
    number = 1
    gathered: list[Piece] = []
    refused: list[Refusal] = []  # of all that is gathered, or of nothing
    for piece in log.pieces():
        refusal = _refusal(piece)
        if gathered and (len(gathered) == shard_hands or not _goes_along(piece, refusal, refused)):
            yield _Cut(_range(number, gathered), refused)
            number += 1
            gathered, refused = [], []
        if refusal is not None and (refused or not gathered):
            refused.append(refusal)
        gathered.append(_without_lines(piece))
    if gathered:
        yield _Cut(_range(number, gathered), refused)


def _refusal(piece: Piece) -> Refusal | None:
    """What is to be said of a piece that nobody needs to read: it is too long, or no line of it was kept."""
    if piece.length > LONGEST_PIECE:
        reason = piece.refused or f"The hand is {piece.length:,} bytes long; no hand of stud is."
        return Refusal(piece.refused_line or piece.first_line, None, reason)
    return Refusal(piece.refused_line, None, piece.refused) if piece.refused and not piece.lines else None


def _goes_along(piece: Piece, refusal: Refusal | None, refused: list[Refusal]) -> bool:
    """Whether a piece may stand in one range with those before it: with refused ones only such; else what is short,
    of which a worker will say the same.
    """
    return refusal is not None if refused else refusal is None or 0 < piece.length <= LONGEST_PIECE


def _without_lines(piece: Piece) -> Piece:
    """Only where it stands: a shard's worth of lines would be held for nothing."""
    return Piece(piece.first_line, [], piece.offset, piece.length, lead_at=piece.lead_at)


def _range(number: int, pieces: list[Piece]) -> Range:
    first, last = pieces[0], pieces[-1]
    return Range(number, first.offset, last.offset + last.length, first.first_line, len(pieces), *first.lead_at)


def _commit(place: Workplace, upload_id: int, cuts: list[_Cut], found: int) -> None:
    if not cuts:
        return
    with place.database.begin() as connection:
        ranges = [cut.range for cut in cuts if not cut.refused]
        queue.send_shards(connection, queue.AUDIT, shards.add(connection, ranges, upload_id=upload_id))
        for cut in cuts:
            if cut.refused:
                _refuse(connection, upload_id, cut)
        uploads.note_found(connection, upload_id, found)


def _refuse(connection: Connection, upload_id: int, cut: _Cut) -> None:
    """A shard of refused pieces, done as soon as it is made; nothing where an earlier attempt made it."""
    for shard_id in shards.add(connection, [cut.range], upload_id=upload_id):
        uploads.add_counts(connection, upload_id, Counts(0, 0, len(cut.refused), 0), cut.refused, {})
        shards.done(connection, shard_id)
