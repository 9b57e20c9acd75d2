"""Source lines: the lines of an uploaded file, for events of a hand and for rejected hands.

Only the part around the lines is read, because a file may be large.
"""

import io
from collections.abc import Iterator
from typing import Final, NamedTuple

from auditor.formats.files.decoding import lines_of
from auditor.formats.files.encodings import Encoding
from auditor.formats.limits import HAND_BYTES
from auditor.store.evidence.files import Evidence
from auditor.store.queries.hands import Standing

# The names of encodings in HTTP that differ from ours.
_CHARSETS: Final = {
    "utf-16-le": "utf-16le",
    "utf-16-be": "utf-16be",
    "latin-1": "iso-8859-1",
    "iso8859-15": "iso-8859-15",
    "mac-roman": "macintosh",
    "cp850": "ibm850",
    **{f"cp{page}": f"windows-{page}" for page in (1250, 1251, 1252, 1253, 1254, 1257)},
}


class Source(NamedTuple):
    """A line of a file: its number, its text, and its bytes from `start` to `stop` of the part."""

    number: int
    text: str
    start: int
    stop: int


def lines_from(data: bytes, encoding: str, first_line: int) -> Iterator[Source]:
    """The lines of a part of a file that begins with line `first_line`."""
    at = 0
    for number, (text, width) in enumerate(lines_of(io.BytesIO(data), Encoding(encoding), HAND_BYTES), first_line):
        yield Source(number, text, at, at + width)
        at += width


def lines_of_hand(evidence: Evidence, standing: Standing) -> dict[int, str]:
    """The lines of a hand by number. Raises `Damaged` if the file has changed."""
    data = evidence.part(standing.sha256, standing.start, standing.stop)
    wanted = range(standing.first_line, standing.last_line + 1)
    lines: dict[int, str] = {}
    for line in lines_from(data, standing.encoding, standing.start_line):
        if line.number in wanted:
            lines[line.number] = line.text
        if line.number >= standing.last_line:
            break
    return lines


def bytes_of_hand(evidence: Evidence, standing: Standing) -> bytes:
    """The bytes of a hand as they were sent. Raises `Damaged`."""
    data = evidence.part(standing.sha256, standing.start, standing.stop)
    start, stop = 0, 0
    for line in lines_from(data, standing.encoding, standing.start_line):
        if line.number == standing.first_line:
            start = line.start
        stop = line.stop
        if line.number >= standing.last_line:
            break
    return data[start:stop]


def charset_of(encoding: str) -> str:
    """The name of an encoding in HTTP."""
    return _CHARSETS.get(encoding, encoding)
