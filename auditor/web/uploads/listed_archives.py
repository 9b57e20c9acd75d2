"""Prepares the files of an archive for the pages, which show these files under the archive."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from auditor.store.postgres.database import Connection
from auditor.store.queries.findings_of_uploads import of_each
from auditor.store.queries.members import Around, all_members, archives_of_files, members_of
from auditor.store.queries.uploads import UploadRow
from auditor.web.rendering.documents import member_document

# The largest number of files that a list shows under their archive. The page of the archive shows all files.
MOST_UNDER_ARCHIVE: Final = 20


class Files(NamedTuple):
    """The first files of an archive (`shown`), and how many other files it has (`others`)."""

    shown: Sequence[Mapping[str, Any]]
    others: int


def by_findings(files: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Returns the files with the most findings first. Files with the same number of findings keep their order."""
    return sorted(files, key=lambda each: -each["findings"])


def files_of(connection: Connection, archive_id: int) -> list[Mapping[str, Any]]:
    """Returns a dict for JSON for each file of an archive, the files with the most findings first."""
    members = all_members(connection, archive_id)
    found = of_each(connection, [each.receipt for each in members if each.receipt])
    return by_findings([member_document(each, found.get(each.receipt or "", 0)) for each in members])


def under_archives(connection: Connection, listed: Sequence[UploadRow]) -> dict[str, Files]:
    """Returns the first files of each archive in a list of uploads, by the receipt of the archive. The files are in the
    order of the archive, and the number of findings is 0 in the dict of every file: counting the findings of all files
    would make the list slow.
    """
    found = {}
    for row in listed:
        if row.members:
            first = members_of(connection, row.id, size=MOST_UNDER_ARCHIVE).members
            shown = [member_document(each, 0) for each in first]
            found[row.receipt] = Files(shown, row.members - len(shown))
    return found


def by_archive(
    connection: Connection, listed: Sequence[Mapping[str, Any]]
) -> list[tuple[Around | None, list[Mapping[str, Any]]]]:
    """Groups the runs in `listed` by archive. All runs of files of one archive form a group with this archive. Every
    other run forms a group of its own, with `None` in place of an archive. The groups are in the order of their first
    runs.
    """
    archives = archives_of_files(connection, [each["receipt"] for each in listed if each["receipt"]])
    groups: dict[object, tuple[Around | None, list[Mapping[str, Any]]]] = {}
    for each in listed:
        archive = archives.get(each["receipt"])
        key = each["id"] if archive is None else archive.receipt
        groups.setdefault(key, (archive, []))[1].append(each)
    return list(groups.values())
