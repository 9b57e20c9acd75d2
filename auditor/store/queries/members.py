"""Reads the documents of an archive, and the archives that contain a document."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, case, func, select

from auditor.store.people.api_tokens import Reach, within
from auditor.store.postgres.database import Connection
from auditor.store.queries.uploads import brought
from auditor.store.tables import member, upload

MOST_ON_A_PAGE: Final = 200
_MOST_AROUND: Final = 5


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A document in an archive. `number` is its place in the archive, from 1.

    An accepted document has an upload: `receipt` and `state` belong to this upload. For a refused document, `state` is
    `refused` and `reason` says why. `again`: the document had been uploaded before, so its audited hands count as
    `known` in this archive. `found` counts the hands found in the document so far. `hands` counts the hands of the
    document that have an outcome: the sum of `audited`, `known`, `rejected` and `skipped`.
    """

    number: int
    name: str
    size: int
    again: bool
    state: str
    reason: str
    receipt: str | None
    found: int
    hands: int
    audited: int
    known: int
    rejected: int
    skipped: int
    unread_lines: int


@dataclass(frozen=True, slots=True)
class Members:
    """A page of documents in the order of the archive.

    `following` is the number of the last document on the page; `None` if this is the last page.
    """

    members: tuple[MemberRow, ...]
    following: int | None


NOBODY: Final = Members((), None)


def members_of(connection: Connection, archive_id: int, after: int = 0, size: int = MOST_ON_A_PAGE) -> Members:
    """Returns a page of the documents in an archive: at most `size` documents with a number greater than `after`."""
    size = max(1, min(size, MOST_ON_A_PAGE))
    query = _rows(archive_id).where(member.c.number > after).limit(size + 1)
    found = [MemberRow(**row) for row in connection.execute(query).mappings()]
    return Members(tuple(found[:size]), found[size - 1].number if len(found) > size else None)


def all_members(connection: Connection, archive_id: int) -> tuple[MemberRow, ...]:
    """Returns all documents in an archive: at most 1,000, because an archive with more is refused."""
    return tuple(MemberRow(**row) for row in connection.execute(_rows(archive_id)).mappings())


def _rows(archive_id: int) -> Select[Any]:
    counts: list[ColumnElement[int]] = [func.coalesce(each, 0).label(name) for name, each in brought(upload).items()]
    return (
        select(
            member.c.number,
            member.c.name,
            member.c.size,
            member.c.again,
            func.coalesce(upload.c.state, "refused").label("state"),
            case((member.c.reason != "", member.c.reason), else_=upload.c.reason).label("reason"),
            upload.c.receipt,
            *counts,
        )
        .select_from(member.join(upload, upload.c.id == member.c.upload_id, isouter=True))
        .where(member.c.archive_id == archive_id)
        .order_by(member.c.number)
    )


@dataclass(frozen=True, slots=True)
class Around:
    """An archive that contains a document. `again`: the document had been uploaded before the archive."""

    receipt: str
    file_name: str
    again: bool


def archives_around(connection: Connection, upload_id: int, reach: Reach | None = None) -> tuple[Around, ...]:
    """Returns at most five archives that contain a document. The archive in which the document was new comes first.

    If `reach` is given, returns only archives that a token may see.
    """
    again = func.bool_and(member.c.again).label("again")
    query = (
        select(upload.c.receipt, upload.c.file_name, again)
        .join(member, member.c.archive_id == upload.c.id)
        .where(member.c.upload_id == upload_id)
        .group_by(upload.c.id, upload.c.receipt, upload.c.file_name)
        .order_by(again, upload.c.id)
        .limit(_MOST_AROUND)
    )
    if reach is not None:
        query = query.where(within(reach))
    return tuple(Around(**row) for row in connection.execute(query).mappings())


def archives_of_files(connection: Connection, receipts: Sequence[str]) -> dict[str, Around]:
    """Returns, by the receipt of an upload, the archive that first brought its file. Uploads whose file first came
    alone, and not in an archive, are left out.
    """
    document = upload.alias("document")
    query = (
        select(document.c.receipt.label("inside"), upload.c.receipt, upload.c.file_name, member.c.again)
        .select_from(
            member.join(document, document.c.id == member.c.upload_id).join(upload, upload.c.id == member.c.archive_id)
        )
        .where(document.c.receipt.in_(receipts), ~member.c.again)
    )
    rows = connection.execute(query).all()
    return {row.inside: Around(row.receipt, row.file_name, row.again) for row in rows}
