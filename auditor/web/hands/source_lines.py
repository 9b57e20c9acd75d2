"""Reads source lines from an uploaded file: the lines of a hand, or the lines of rejected hands.

Only the part of the file around these lines is read, because a file may be large.
"""

import io
from collections.abc import Iterator
from typing import Final, NamedTuple

from auditor.formats.files.decoding import lines_of
from auditor.formats.files.encodings import Encoding
from auditor.formats.limits import HAND_BYTES
from auditor.store.evidence.files import Evidence
from auditor.store.queries.hands import Standing

# The encodings whose name in HTTP differs from our name. The key is our name.
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
    """A line of a file: its number in the file, its text, and where its bytes begin and end in the part of the file
    that was read.
    """

    number: int
    text: str
    start: int
    stop: int


def lines_from(data: bytes, encoding: str, first_line: int) -> Iterator[Source]:
    """Yields the lines in `data`, which is a part of a file. `first_line` is the number of the first line of
    that part.
    """
    at = 0
    for number, (text, width) in enumerate(lines_of(io.BytesIO(data), Encoding(encoding), HAND_BYTES), first_line):
        yield Source(number, text, at, at + width)
        at += width


def lines_of_hand(evidence: Evidence, standing: Standing) -> dict[int, str]:
    """Returns the lines of a hand in its uploaded file: the text by line number. `standing` says where in the file the
    hand is. Raises `Damaged` if the stored file is damaged.
    """
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
    """Returns the bytes of a hand, exactly as they were in the uploaded file. `standing` says where in the file the
    hand is. Raises `Damaged` if the stored file is damaged.
    """
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
    """Returns the name that HTTP uses for an encoding, such as `windows-1252` for `cp1252`."""
    return _CHARSETS.get(encoding, encoding)
