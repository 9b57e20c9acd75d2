"""The results of uploads in words: a document with its rejected hands, or an archive with a line for each document and
a sum.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, Protocol

from auditor.cli.terminal_text import counted
from auditor.jobs.context import Workplace
from auditor.store.postgres.database import Connection
from auditor.store.queries import findings, uploads
from auditor.store.queries.findings_of_uploads import of_all, of_each
from auditor.store.queries.members import MemberRow, members_of
from auditor.store.queries.uploads import UploadRow

MOST_REJECTED: Final = 50  # the most rejected hands that are printed for each file; the pages list all


class _Counted(Protocol):
    """The counts of hands of an upload or of a run."""

    @property
    def hands(self) -> int: ...
    @property
    def audited(self) -> int: ...
    @property
    def known(self) -> int: ...
    @property
    def rejected(self) -> int: ...
    @property
    def skipped(self) -> int: ...


def upload_lines(place: Workplace, row: UploadRow, name: str) -> list[str]:
    """Returns the result of an upload, line by line. `name` is the name of the file in this call, because the same
    bytes may have been sent before under another name.
    """
    first = f" (first sent as {row.file_name})" if row.file_name != name else ""
    row = replace(row, file_name=name)
    with place.database.begin() as connection:
        inside = list(_inside(connection, row))
        if row.state == "unreadable":
            return [*inside, f"{name}{first}: no hand could be read: {row.reason}"]
        found = findings.total(connection, {"upload": row.receipt})
        lines = [*inside, *_rejected(connection, row.file_name, row)]
        games = uploads.skipped_games(connection, row.id)
    if row.reason:
        lines.append(f"{row.file_name}: {row.reason}")
    of_it = f", {counted(row.members, 'file')}" if row.members else ""
    lines.append(f"{name}{first}{of_it}: {upload_counts(row)}{_by_game(games)}; {counted(found, 'finding')}")
    return lines


def found_in(place: Workplace, rows: Sequence[UploadRow]) -> int:
    """Returns the number of findings in all these uploads. A hand that is in several uploads counts once."""
    with place.database.begin() as connection:
        return of_all(connection, [row.receipt for row in rows])


def upload_counts(*rows: _Counted) -> str:
    """Returns the counts of these uploads as words: the parts sum up to the number of hands."""
    parts = (("audited", "audited"), ("known", "known before"), ("rejected", "rejected"), ("skipped", "skipped"))
    made = " + ".join([f"{sum([getattr(row, name) for row in rows]):,} {words}" for name, words in parts])
    return f"{counted(sum([row.hands for row in rows]), 'hand')} = {made}"


def _by_game(games: Mapping[str, int]) -> str:
    return f" ({', '.join([f'{game} {hands:,}' for game, hands in games.items()])})" if games else ""


def _inside(connection: Connection, row: UploadRow) -> list[str]:
    """Returns lines about the documents of an archive, or no lines if the upload is a document itself."""
    lines: list[str] = []
    after: int | None = 0 if row.members else None
    while after is not None:
        page = members_of(connection, row.id, after)
        found = of_each(connection, [member.receipt for member in page.members if member.receipt])
        for member in page.members:
            lines += _member(connection, f"{row.file_name}/{member.name}", member, found.get(member.receipt or "", 0))
        after = page.following
    return lines


def _member(connection: Connection, name: str, member: MemberRow, found: int) -> list[str]:
    document = uploads.by_receipt(connection, member.receipt) if member.receipt else None
    if document is None or document.state == "unreadable":
        return [f"{name}: no hand could be read: {member.reason}"]
    lines = _rejected(connection, name, document)
    if document.reason:
        lines.append(f"{name}: {document.reason}")
    games = uploads.skipped_games(connection, document.id)
    return [*lines, f"{name}: {upload_counts(member)}{_by_game(games)}; {counted(found, 'finding')}"]


def _rejected(connection: Connection, name: str, row: UploadRow) -> list[str]:
    """Returns the first rejected hands of a document, and how many more there are."""
    if row.members is not None:
        return []
    refusals = uploads.rejections(connection, row.id, size=MOST_REJECTED).refusals
    lines = [
        f"{name}:{each.line}: rejected{f' hand {each.hand}' if each.hand else ''}: {each.reason}" for each in refusals
    ]
    if row.rejected > len(refusals):
        lines.append(f"{name}: and {row.rejected - len(refusals):,} more rejected; the page of the upload lists all")
    return lines
