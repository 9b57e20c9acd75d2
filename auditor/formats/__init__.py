"""Formats: bytes to hands. A format is a module that has a `FORMAT`; this is the list of them.

A reader transcribes and never judges or repairs; what it cannot read is a rejected hand with its line and reason.
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

# Tried in this order: the stricter sniff first.
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

# The formats that one file may mix, where somebody has put several files together.
_BY_TURNS: Final = tuple([layout for layout in FORMATS if layout.titled.titles])


def open_log(data: bytes | BinaryIO, *, encoding: str = "", most_hands: int = limits.FILE_HANDS) -> Log:
    """Opens a file by its content: its encoding, then its format; a stream that cannot be rewound is spooled first.

    `encoding` is the one that a person chose; empty, the bytes decide. Raises `Unreadable` where the file
    has no hand at all.
    """
    stream = rewindable(data)
    stream.seek(0)
    head = stream.read(HEAD)
    kind = looks_like(head)
    if kind:
        raise Unreadable(f"This looks like {kind}. We read: {_titles()}.")
    return log_of(stream, head, examine(stream, encoding), most_hands)


def log_of(stream: BinaryIO, head: bytes, found: Encoding, most_hands: int = limits.FILE_HANDS) -> Log:
    """As `open_log`, for a file that begins with `head` and whose encoding is already `found`."""
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
    raise Unreadable(f"{blame}. We read: {_titles()}.")


def read_range(format_name: str, encoding: str, data: bytes, first_line: int, lead: bytes = b"") -> Iterator[Outcome]:
    """Reads whole pieces of a file again: `first_line` is the line that the first of them starts at, the rest is as in
    `open_range`.
    """
    return open_range(format_name, encoding, data, lead).outcomes(first_line)


def open_rest(stream: BinaryIO, format_name: str, encoding: str, rest: Rest) -> Log:
    """Opens a file in the middle, to go on where an earlier run stopped; its pieces begin at `rest.first_line`. The
    stream can be rewound. Raises `KeyError` for a format that does not exist.
    """
    layout = {layout.name: layout for layout in FORMATS}[format_name]
    found = Encoding(encoding, rest.offset)
    stream.seek(rest.offset)
    head = found.decoded(stream.read(HEAD))
    stream.seek(rest.lead_at[0])
    lead = stream.read(rest.lead_at[1] - rest.lead_at[0])
    return Log(stream, found, layout, head, lead=_lines(lead, encoding), others=_beside(layout), rest=rest)


def open_range(format_name: str, encoding: str, data: bytes, lead: bytes = b"") -> Log:
    """Opens whole pieces of a file again: `data` is its bytes from one piece's offset to the end of another, `lead` the
    bytes at the `lead_at` of the first. Raises `KeyError` for a format that does not exist.
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
    """The format of the first line that starts a hand of any format: a file may begin with other text."""
    searched = 0
    for line, _ in lines_of(stream, encoding, limits.LINE_BYTES):
        if not line:
            continue
        if searched == limits.LINES_SEARCHED:
            raise Unreadable(f"No hand was found in the first {searched:,} lines. We read: {_titles()}.")
        searched += 1
        for layout in FORMATS:
            if layout.begins(line):
                return layout
    return None


def _is_blank(stream: BinaryIO, encoding: Encoding) -> bool:
    return all(not line or line.isspace() for line, _ in lines_of(stream, encoding, limits.LINE_BYTES))


def _titles() -> str:
    return ", ".join([layout.title for layout in FORMATS])
