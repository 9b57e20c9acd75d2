"""The formats of hand histories, and functions that open a file and read its hands. Each format is a module that
defines a `FORMAT`.

A reader (the function of a format that reads one hand) copies the facts of a log. It never judges or repairs them. Text
that no reader can read becomes a rejected hand with its line and the reason.
"""

import io
from collections.abc import Iterator
from itertools import islice
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
from auditor.formats.files.quoting import Quoting, first_quoting, quoting_of
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
    mavens,
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

# A file is tested for each of these formats, in this order. The formats with the strictest tests come first.
FORMATS: Final = (
    pokerstars.FORMAT,
    partypoker.FORMAT,
    fulltilt.FORMAT,
    everleaf.FORMAT,
    absolute.FORMAT,
    acr_2016.FORMAT,
    mavens.FORMAT,
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

# Formats whose hands begin with a title line. Hands of these formats may be mixed in one file, because people join
# several files into one.
_BY_TURNS: Final = tuple([layout for layout in FORMATS if layout.titled.titles])


def open_log(data: bytes | BinaryIO, *, encoding: str = "", most_hands: int = limits.FILE_HANDS) -> Log:
    """Opens a file, finds its encoding and its format by its content, and returns the opened file (a `Log`). A stream
    that cannot be rewound is copied to a temporary file first.

    `encoding` is the encoding that a person chose; if it is empty, the encoding is found from the bytes. A file with
    more than `most_hands` hands is read up to this limit. Raises `Unreadable` if no hand that we can read begins in the
    file. For example, the file is a PDF, or all its hands are in languages that we do not read.
    """
    stream = rewindable(data)
    stream.seek(0)
    head = stream.read(HEAD)
    kind = looks_like(head)
    if kind:
        raise Unreadable(f"This looks like {kind}, which we cannot read. We can read: {_titles()}.")
    return log_of(stream, head, examine(stream, encoding), most_hands)


def log_of(stream: BinaryIO, head: bytes, found: Encoding, most_hands: int = limits.FILE_HANDS) -> Log:
    """Opens a file as `open_log` does. The caller has already read the first bytes of the file (`head`) and has found
    its encoding (`found`).
    """
    text = found.decoded(head[found.start :])
    quoting: Quoting | None = None
    layout = _sniffed(text)
    if layout is None:
        layout, quoting = _searched(stream, found)
    if layout is not None:
        log = Log(stream, found, layout, text, most_hands, others=_beside(layout), quoting=quoting)
        if quoting is not None:
            log.notes.append(quoting.note)
        if next(log.pieces(), None) is None:
            raise Unreadable(
                f"The file seems to have the format {layout.title}, but the auditor found no beginning of a hand in"
                f" the file. Export it again, or send"
                " another file."
            )
        return log
    if _is_blank(stream, found):
        raise Unreadable("The file is empty: there is no hand in it. Export it again, or send another file.")
    missing = next((reason for layout in FORMATS if (reason := layout.missing(text))), "")
    if missing:
        raise Unreadable(missing)
    blame = "This is not text" if "\0" in text else "No hand was found in this file"
    raise Unreadable(f"{blame}. We can read: {_titles()}.")


def read_range(format_name: str, encoding: str, data: bytes, first_line: int, lead: bytes = b"") -> Iterator[Outcome]:
    """Reads some hands of a file again, and yields one outcome for each. `data` has the bytes of these hands.
    `first_line` is the number of their first line in the whole file. `lead` has the bytes of the preamble that the
    hands share, or is empty. Raises `KeyError` if the format does not exist.
    """
    return open_range(format_name, encoding, data, lead).outcomes(first_line)


def open_rest(stream: BinaryIO, format_name: str, encoding: str, rest: Rest) -> Log:
    """Opens a file in the middle, because an earlier run stopped there. `rest` describes that point: the next hand
    starts at the line `rest.first_line`. The stream must allow rewinding. Raises `KeyError` if the format does not
    exist.
    """
    layout = {layout.name: layout for layout in FORMATS}[format_name]
    found = Encoding(encoding, rest.offset)
    stream.seek(rest.offset)
    head = found.decoded(stream.read(HEAD))
    stream.seek(rest.lead_at[0])
    lead = stream.read(rest.lead_at[1] - rest.lead_at[0])
    above = _lines(lead, encoding)
    quoting = _quoting_of_part(layout, head)
    return Log(stream, found, layout, head, lead=above, others=_beside(layout), rest=rest, quoting=quoting)


def open_range(format_name: str, encoding: str, data: bytes, lead: bytes = b"") -> Log:
    """Opens a range of hands of a file again. `data` has the bytes from the start of one hand to the end of the same
    hand or of a later hand. `lead` has the bytes of the preamble that these hands share, if the format has one. Raises
    `KeyError` if the format does not exist.
    """
    layout = {layout.name: layout for layout in FORMATS}[format_name]
    plain = Encoding(encoding)
    above = _lines(lead, encoding)
    head = plain.decoded(data[:HEAD])
    quoting = _quoting_of_part(layout, head)
    return Log(io.BytesIO(data), plain, layout, head, lead=above, others=_beside(layout), quoting=quoting)


def _quoting_of_part(layout: Format, head: str) -> Quoting | None:
    """Returns the marks (such as `> `) that a mail program or a forum put into the lines of a file. Returns
    `None` if the lines have no such marks, or if the hands of the format do not begin with a title line. `head` is the
    beginning of a part of the file. This part begins with a hand, so the first line of `head` shows the marks.
    """
    beside = _beside(layout)
    if not beside:
        return None
    return first_quoting(head.splitlines(), lambda line: any(each.starts(line) for each in beside))


def _lines(lead: bytes, encoding: str) -> list[str]:
    return [line for line, _ in lines_of(io.BytesIO(lead), Encoding(encoding), limits.LINE_BYTES)]


def _beside(layout: Format) -> tuple[Format, ...]:
    return _BY_TURNS if layout in _BY_TURNS else ()


def _sniffed(head: str) -> Format | None:
    return next((layout for layout in FORMATS if layout.sniff(head)), None)


def _searched(stream: BinaryIO, encoding: Encoding) -> tuple[Format | None, Quoting | None]:
    """Searches for the first line that starts a hand in any format, because a file may begin with other text. Returns
    the format of that line. If hands start only in quoted lines (such as `> text`), also returns the marks of the
    quotation. Returns `None` twice if the whole file has no hand.

    Raises `Unreadable` in three cases:

    - All hands are in languages that we do not read.
    - All hands are in quoted lines, and the marks of the quotation cannot safely be removed.
    - No hand begins in the first `LINES_SEARCHED` lines of text.
    """
    searched = 0
    reason = ""  # the reason why the first hand in another language cannot be read, or empty
    doubt = ""  # the reason why the marks of a quotation cannot be removed, or empty
    too_long = ""  # the reason why the search stopped before the end of the file, or empty
    quoted: Format | None = None
    quoting: Quoting | None = None
    is_certain = False
    for number, (line, _) in enumerate(lines_of(stream, encoding, limits.LINE_BYTES)):
        if not line:
            continue
        if searched == limits.LINES_SEARCHED:
            too_long = f"No hand was found in the first {searched:,} lines. We can read: {_titles()}."
            break
        searched += 1
        layout = next((layout for layout in FORMATS if layout.begins(line)), None)
        if layout is not None:
            return layout, None
        reason = reason or _reason_of_language(line)
        if quoting is None and line[0] in ">[":
            quoted, quoting = _quoted(line)
            if quoting is not None:
                doubt = _doubt(quoting, stream, encoding, number)
                is_certain = not doubt
                if is_certain and quoting.on_every_line:
                    return quoted, quoting
    if is_certain:
        return quoted, quoting
    if reason or doubt or too_long:
        raise Unreadable(reason or doubt or too_long)
    return None, None


def _reason_of_language(line: str) -> str:
    """Returns the reason why the hand that begins with this line cannot be read, if it is in a language that we do not
    read. Otherwise returns an empty text.
    """
    return next((reason for layout in FORMATS if (reason := layout.other_languages.reason(line))), "")


def _quoted(line: str) -> tuple[Format | None, Quoting | None]:
    """Takes the marks (such as `> `) off a line. If the remaining text begins a hand, returns the format of
    this hand and the marks. Otherwise returns `None` twice.
    """
    quoting = quoting_of(line, _starts_any)
    if quoting is None:
        return None, None
    bare = quoting.bare(line)
    return next(layout for layout in _BY_TURNS if layout.starts(bare)), quoting


def _starts_any(line: str) -> bool:
    """Whether the line is the first line of a hand, in any format whose hands begin with a title line."""
    return any(layout.starts(line) for layout in _BY_TURNS)


def _doubt(quoting: Quoting, stream: BinaryIO, encoding: Encoding, first: int) -> str:
    """Returns the reason why these quotation marks cannot safely be removed from the lines of a file; empty if they
    can. `first` is the place of the line that begins the first hand, counted from 0. The position of the stream does
    not change.
    """
    place = stream.tell()
    lines = islice(lines_of(stream, encoding, limits.LINE_BYTES), first, None)
    try:
        doubtful = quoting.doubt((line for line, _ in lines), _starts_any)
        return "" if doubtful is None else quoting.reason(first + 1, first + doubtful + 1)
    finally:
        stream.seek(place)


def _is_blank(stream: BinaryIO, encoding: Encoding) -> bool:
    return all(not line or line.isspace() for line, _ in lines_of(stream, encoding, limits.LINE_BYTES))


def _titles() -> str:
    return ", ".join([layout.title for layout in FORMATS])
