"""Unpacks an archive. Each document (file) in the archive becomes an upload of its own, and is stored unchanged.

For each document that was not uploaded before, a job is queued. The job divides the hands of the document into shards
(ranges of hands). Each of these jobs has its own turn, a number that orders the jobs of the queue.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from auditor.formats.archives import Archive, BadMember, Budget, Member
from auditor.jobs import queue
from auditor.jobs.context import Workplace
from auditor.jobs.receiving import with_byte_order
from auditor.store.runs.turns import next_turn
from auditor.store.uploads import archives, receipts, senders, upload_rows
from auditor.store.uploads.archives import Found
from auditor.store.uploads.receipts import Sent
from auditor.store.uploads.upload_rows import Source

# One job unpacks at most this many files, and stops after about this many bytes. Then other jobs get their turn.
TOGETHER: Final = 16
BYTES_TOGETHER: Final = 64 * 1024 * 1024
_ENDING: Final = ".gz"


def unpack(place: Workplace, source: Source, archive: Archive, budget: Budget, rest: Sequence[int] = ()) -> None:
    """Unpacks some files of an archive, and queues a job that unpacks the next files. Files that an earlier job
    unpacked are left out. If a file cannot be unpacked, the reason is noted, and the other files are still unpacked.

    `rest` comes from the job before: the turn for the next file, and the number of bytes unpacked so far. It is empty
    for the first job. Raises `NoRoom` if a disk is full. Then the files that are unpacked already stay, and the next
    attempt continues after them.
    """
    with place.database.begin() as connection:
        if not archives.begin(connection, source.upload_id, archive.kind, len(archive), archive.notes):
            return
        before = archives.dealt_with(connection, source.upload_id)
        turn, unpacked = rest or (0, 0)
        first = turn = max(turn, next_turn(connection))
    for kept in before.values():
        budget.kept_before(kept.packed, kept.size)
    budget.unpacked_before(unpacked)
    most = budget.unpacked + BYTES_TOGETHER
    for number, member in enumerate(archive, 1):
        if number in before:
            continue
        if turn - first == TOGETHER or budget.unpacked > most:
            with place.database.begin() as connection:
                queue.send_split(connection, source.upload_id, first, (turn, budget.unpacked))
                upload_rows.progressed(connection, source.upload_id)
            return
        if not _deal_with(place, source, number, member, turn):
            return
        turn += 1
    with place.database.begin() as connection:
        archives.end(connection, source.upload_id)


def _deal_with(place: Workplace, source: Source, number: int, member: Member, turn: int) -> bool:
    """Stores one file of an archive as an upload, or notes why the file cannot be unpacked. Returns false if unpacking
    must stop, for example because the upload of the archive was cancelled.
    """
    name = member.name or unpacked_name(source.file_name)
    kept, reason = None, ""
    try:
        kept = place.evidence.keep(member.opened(), place.settings.ingest_bytes)
    except BadMember as refused:
        reason = str(refused)
    usual = Sent(name, source.house, source.asked_encoding)
    sent = usual if kept is None else with_byte_order(place, kept, usual)
    with place.database.begin() as connection:
        if not archives.is_being_read(connection, source.upload_id):
            return False
        found = Found(number, name, reason=reason)
        if kept is not None:
            try:
                sender = senders.maker_of(connection, source.upload_id, source.venue.id)
                receipt = receipts.receive(connection, kept, replace(sent, sender=sender))
                found = Found(number, name, member.packed, kept.size, receipt.upload_id, receipt.again)
                if not receipt.again:
                    queue.send_split(connection, receipt.upload_id, turn)
            except receipts.NotReadAgain as refused:
                found = Found(number, name, reason=str(refused))
        archives.note(connection, source.upload_id, found)
    if kept is not None:
        place.evidence.acknowledge(kept.sha256)
    return True


def unpacked_name(file_name: str) -> str:
    """Returns a name for the document in a gzip that states no name: the file name of the gzip without `.gz`."""
    return file_name[: -len(_ENDING)] if file_name.lower().endswith(_ENDING) else file_name
