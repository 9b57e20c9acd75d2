"""Reads the lines of rejected hands from the stored file, so that the page of an upload can show them. A rejected hand
is a hand that our software could not read.
"""

from collections.abc import Sequence
from typing import Any, Final

from auditor.store.evidence.files import Damaged, Evidence
from auditor.store.queries.uploads import UploadRow, places_of_lines
from auditor.web.hands.source_lines import lines_from
from auditor.web.uploads.damaged import mark_damaged

_LONGEST: Final = 200
# For one page, at most this many parts of a file are read. A part may have a few megabytes, so reading all parts would
# take too long.
_MOST_STRETCHES: Final = 10


def sources_of(
    connection: Any, evidence: Evidence, upload: UploadRow, lines: Sequence[int]
) -> tuple[dict[int, str], str]:
    """Returns the texts of these lines of an uploaded file, by line number. Also returns a sentence if the stored file
    is damaged, else an empty text.

    Each text is cut after 200 characters. Only some parts of the file are read, so lines may be missing.
    """
    if not lines or not upload.encoding:
        return {}, ""
    wanted = set(lines)
    found: dict[int, str] = {}
    damaged = ""
    stretches = sorted(set(places_of_lines(connection, upload.id, lines).values()))
    for start, stop, first_line in stretches[:_MOST_STRETCHES]:
        try:
            data = evidence.part(upload.sha256, start, stop)
        except Damaged as damage:
            damaged = damaged or mark_damaged(damage)
            continue
        for line in lines_from(data, upload.encoding, first_line):
            if line.number in wanted:
                found[line.number] = line.text[:_LONGEST]
    return found, damaged
