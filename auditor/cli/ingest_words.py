"""Returns the results of uploads as text. If an upload is one log file, the text lists its rejected hands and its
counts. If an upload is an archive, the text has a line for each file in the archive, and their sum.
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

# At most this many rejected hands are printed for each file. The web page of the upload lists all of them.
MOST_REJECTED: Final = 50


class _Counted(Protocol):
    """A row with counts of hands: an upload, or a file in an archive. `known` counts the hands that the database had
    before.
    """

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
    """Returns lines of text with the result of an upload. `name` is the file name in this call of the command. The
    database may have the same bytes under another name, from an earlier upload.
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
    lines.append(
        f"{name}{first}{of_it}: {upload_counts(row)}{_by_game(games)}; {counted(found, 'finding')}{unread_words(row)}"
    )
    return lines


def found_in(place: Workplace, rows: Sequence[UploadRow]) -> int:
    """Returns the number of findings in all these uploads. A hand that is in several uploads counts once."""
    with place.database.begin() as connection:
        return of_all(connection, [row.receipt for row in rows])


def upload_counts(*rows: _Counted) -> str:
    """Returns the counts of hands of these uploads as one text, such as `5 hands = 3 audited + 1 known before + 1
    rejected + 0 skipped`.
    """
    parts = (("audited", "audited"), ("known", "known before"), ("rejected", "rejected"), ("skipped", "skipped"))
    made = " + ".join([f"{sum([getattr(row, name) for row in rows]):,} {words}" for name, words in parts])
    return f"{counted(sum([row.hands for row in rows]), 'hand')} = {made}"


def unread_words(*rows: UploadRow | MemberRow) -> str:
    """Returns a text such as `; 3 lines not understood`, to append to other counts. The text is empty if the auditor
    understood all lines.
    """
    lines = sum([row.unread_lines for row in rows])
    return f"; {counted(lines, 'line')} not understood" if lines else ""


def _by_game(games: Mapping[str, int]) -> str:
    return f" ({', '.join([f'{game} {hands:,}' for game, hands in games.items()])})" if games else ""


def _inside(connection: Connection, row: UploadRow) -> list[str]:
    """Returns lines of text about each file in an archive. Returns no lines if the upload is a single log file."""
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
    return [
        *lines,
        f"{name}: {upload_counts(member)}{_by_game(games)}; {counted(found, 'finding')}{unread_words(member)}",
    ]


def _rejected(connection: Connection, name: str, row: UploadRow) -> list[str]:
    """Returns a line for each rejected hand of a log file. If there are more than `MOST_REJECTED`, the last line has
    the number of hands that are not listed. Returns no lines for an archive.
    """
    if row.members is not None:
        return []
    refusals = uploads.rejections(connection, row.id, size=MOST_REJECTED).refusals
    lines = [
        f"{name}:{each.line}: rejected{f' hand {each.hand}' if each.hand else ''}: {each.reason}" for each in refusals
    ]
    if row.rejected > len(refusals):
        more = counted(row.rejected - len(refusals), "more rejected hand")
        lines.append(f"{name}: {more}; the page of the upload lists all rejected hands")
    return lines
