"""Unpacking an archive: each document in it is kept as it is and becomes an upload of its own, one after the other."""

from typing import Final

from auditor.formats.archives import Archive, BadMember, Budget, Member
from auditor.jobs import queue
from auditor.jobs.workplace import Workplace
from auditor.store import archives, receipts
from auditor.store.archives import Found
from auditor.store.receipts import Sender, Sent
from auditor.store.uploads import Source

_ENDING: Final = ".gz"


def unpack(place: Workplace, source: Source, archive: Archive, budget: Budget) -> None:
    """Deals with every member that an earlier attempt has not dealt with. A bad one is noted with the reason, and the
    rest goes on.

    Raises `NotKept` where the disk is full: what came before stays, and the next attempt goes on from there.
    """
    with place.database.begin() as connection:
        if not archives.begin(connection, source.upload_id, archive.kind, len(archive), archive.notes):
            return
        before = archives.dealt_with(connection, source.upload_id)
    for kept in before.values():
        budget.kept_before(kept.packed, kept.size)
    for number, member in enumerate(archive, 1):
        if number not in before:
            _deal_with(place, source, number, member)
    with place.database.begin() as connection:
        archives.end(connection, source.upload_id)


def _deal_with(place: Workplace, source: Source, number: int, member: Member) -> None:
    name = member.name or unpacked_name(source.file_name)
    try:
        kept = place.evidence.keep(member.opened(), place.settings.ingest_bytes)
    except BadMember as refused:
        with place.database.begin() as connection:
            archives.note(connection, source.upload_id, Found(number, name, reason=str(refused)))
        return
    with place.database.begin() as connection:
        sent = Sent(name, source.house, source.asked_encoding, Sender(source.venue.id))
        try:
            receipt = receipts.receive(connection, kept, sent)
        except receipts.NotReadAgain as refused:
            archives.note(connection, source.upload_id, Found(number, name, reason=str(refused)))
            return
        if not receipt.again:
            queue.send_split(connection, receipt.upload_id)
        found = Found(number, name, member.packed, kept.size, receipt.upload_id, receipt.again)
        archives.note(connection, source.upload_id, found)


def unpacked_name(file_name: str) -> str:
    """What is in a gzip that kept no name is called as the gzip is, without its ending."""
    return file_name[: -len(_ENDING)] if file_name.lower().endswith(_ENDING) else file_name
