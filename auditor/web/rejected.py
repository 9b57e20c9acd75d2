"""The source lines of hands that were rejected, so that a person sees what could not be read."""

from collections.abc import Sequence
from typing import Any, Final

from auditor.store.evidence import Damaged, Evidence
from auditor.store.queries.places import places
from auditor.store.queries.uploads import UploadRow
from auditor.web.sources import lines_from

_LONGEST: Final = 200


def sources_of(connection: Any, evidence: Evidence, upload: UploadRow, lines: Sequence[int]) -> dict[int, str]:
    """Each line's text, cut at 200 characters; a line that cannot be read again is left out."""
    if not lines or not upload.encoding:
        return {}
    wanted = set(lines)
    found: dict[int, str] = {}
    for start, stop, first_line in sorted(set(places(connection, upload.id, lines).values())):
        try:
            data = evidence.part(upload.sha256, start, stop)
        except Damaged:
            continue
        for line in lines_from(data, upload.encoding, first_line):
            if line.number in wanted:
                found[line.number] = line.text[:_LONGEST]
    return found
