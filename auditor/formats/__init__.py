"""The formats of hand histories, and functions that open a file and read its hands. A format is a module with a
`FORMAT`.

A reader copies the facts of a log and never judges or repairs them. Text that no reader can read becomes a rejected
hand with its line and the reason.
"""

import io
from collections.abc import Iterator
from typing import BinaryIO, Final

from auditor.formats import (
    limits,
    log,
    ohh,
    phh,
    transcript,
)
from auditor.formats.files.decoding import HEAD, examine, lines_of
from auditor.formats.files.encodings import Encoding
from auditor.formats.files.format import Format
from auditor.formats.files.kinds import looks_like
from auditor.formats.files.splitting import Log, Rest
from auditor.formats.files.spooling import rewindable
from auditor.formats.outcomes import Outcome, Piece, Read, Rejected, Skipped, Unreadable
from auditor.formats.rooms import (
    absolute,
    acr,
    acr_2016,
    bovada,
    everleaf,
    fulltilt,
    ipoker,
    kingsclub,
    merge,
    ongame,
    partypoker,
    pokerstars,
    winamax,
)

__all__ = [
    "FORMATS",
    "Log",
    "Outcome",
    "Piece",
    "Read",
    "Rejected",
    "Rest",
    "Skipped",
    "Unreadable",
    "log_of",
    "open_log",
    "open_range",
    "open_rest",
    "read_range",
]

# Formats are tried in this order, the strictest test first.
FORMATS: Final = (
    pokerstars.FORMAT,
    partypoker.FORMAT,
    fulltilt.FORMAT,
    everleaf.FORMAT,
    absolute.FORMAT,
    acr_2016.FORMAT,
    acr.FORMAT,
    winamax.FORMAT,
    bovada.FORMAT,
    kingsclub.FORMAT,
    ongame.FORMAT,
    merge.FORMAT,
    ipoker.FORMAT,
    phh.FORMAT,
    ohh.FORMAT,
    log.FORMAT,
    transcript.FORMAT,
)

# One file may mix these formats, because people put several files into one.
_BY_TURNS: Final = tuple([layout for layout in FORMATS if layout.titled.titles])


def open_log(data: bytes | BinaryIO, *, encoding: str = "", most_hands: int = limits.FILE_HANDS) -> Log:
    """Opens a file, finds its encoding and its format by its content, and returns the opened file. A stream that cannot
    be rewound is copied to a temporary file first.

    `encoding` is the encoding that a person chose; if it is empty, the encoding is found from the bytes. Raises
    `Unreadable` if the file has no hand at all.
    """
    stream = rewindable(data)
    stream.seek(0)
    head = stream.read(HEAD)
    kind = looks_like(head)
    if kind:
        raise Unreadable(f"This looks like {kind}, which we cannot read. We can read: {_titles()}.")
    return log_of(stream, head, examine(stream, encoding), most_hands)


def log_of(stream: BinaryIO, head: bytes, found: Encoding, most_hands: int = limits.FILE_HANDS) -> Log:
    """Does the same as `open_log`, if the first bytes `head` were read and the encoding `found` is known already."""
    text = found.decoded(head[found.start :])
    layout = _sniffed(text) or _searched(stream, found)
    if layout is not None:
        log = Log(stream, found, layout, text, most_hands, others=_beside(layout))
        if next(log.pieces(), None) is None:
            raise Unreadable(f"No hand begins in this file of {layout.title}. Export it again, or send another.")
        return log
    if _is_blank(stream, found):
        raise Unreadable("The file is empty: there is no hand in it. Export it again, or send another.")
    blame = "This is not text" if "\0" in text else "No hand was found in this file"
    raise Unreadable(f"{blame}. We can read: {_titles()}.")


def read_range(format_name: str, encoding: str, data: bytes, first_line: int, lead: bytes = b"") -> Iterator[Outcome]:
    """Reads some hands of a file again. `first_line` is the line where the first of these hands starts. The other
    parameters mean the same as in `open_range`.
    """
    return open_range(format_name, encoding, data, lead).outcomes(first_line)


def open_rest(stream: BinaryIO, format_name: str, encoding: str, rest: Rest) -> Log:
    """Opens a file in the middle, to continue after an earlier run stopped. `rest` is the part that is still to be
    read: its first hand starts at `rest.first_line`. The stream must allow rewinding. Raises `KeyError` if the format
    does not exist.
    """
    layout = {layout.name: layout for layout in FORMATS}[format_name]
    found = Encoding(encoding, rest.offset)
    stream.seek(rest.offset)
    head = found.decoded(stream.read(HEAD))
    stream.seek(rest.lead_at[0])
    lead = stream.read(rest.lead_at[1] - rest.lead_at[0])
    return Log(stream, found, layout, head, lead=_lines(lead, encoding), others=_beside(layout), rest=rest)


def open_range(format_name: str, encoding: str, data: bytes, lead: bytes = b"") -> Log:
    """Opens a range of hands of a file again. `data` has the bytes from the start of one hand to the end of that hand
    or a later one. `lead` has the bytes of the preamble that these hands share, if the format has one. Raises
    `KeyError` if the format does not exist.
    """
    layout = {layout.name: layout for layout in FORMATS}[format_name]
    plain = Encoding(encoding)
    above = _lines(lead, encoding)
    return Log(io.BytesIO(data), plain, layout, plain.decoded(data[:HEAD]), lead=above, others=_beside(layout))


def _lines(lead: bytes, encoding: str) -> list[str]:
    return [line for line, _ in lines_of(io.BytesIO(lead), Encoding(encoding), limits.LINE_BYTES)]


def _beside(layout: Format) -> tuple[Format, ...]:
    return _BY_TURNS if layout in _BY_TURNS else ()


def _sniffed(head: str) -> Format | None:
    return next((layout for layout in FORMATS if layout.sniff(head)), None)


def _searched(stream: BinaryIO, encoding: Encoding) -> Format | None:
    """Returns the format of the first line that starts a hand in any format. A file may begin with other text."""
    searched = 0
    for line, _ in lines_of(stream, encoding, limits.LINE_BYTES):
        if not line:
            continue
        if searched == limits.LINES_SEARCHED:
            raise Unreadable(f"No hand was found in the first {searched:,} lines. We can read: {_titles()}.")
        searched += 1
        for layout in FORMATS:
            if layout.begins(line):
                return layout
    return None


def _is_blank(stream: BinaryIO, encoding: Encoding) -> bool:
    return all(not line or line.isspace() for line, _ in lines_of(stream, encoding, limits.LINE_BYTES))


def _titles() -> str:
    return ", ".join([layout.title for layout in FORMATS])
