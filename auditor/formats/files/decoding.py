"""Detects the encoding of a file, and reads its bytes as lines of text, one by one and in bounded memory.

A person may choose the encoding. If nobody did, these tests decide, in this order:

- A byte-order mark names the encoding.
- Bytes that alternate with NULs are UTF-16.
- The file is UTF-8 if it has only ASCII, or if at least one character outside ASCII is valid UTF-8.
- Any other file is Windows-1252.

In a UTF-8 file, each invalid byte is read as Windows-1252, because one such byte must not spoil the hands around it.
The notes of the file report every use of Windows-1252. No byte is lost.

A line ends with LF, with CR LF, or with CR. One file may have all three.
"""

import codecs
import re
from collections.abc import Iterator
from typing import BinaryIO, Final

from auditor.formats.files.encodings import EITHER, ESCAPED, TITLES, Encoding

# Lines of a file that follow each other: their texts, and the width of each line in bytes.
Block = tuple[list[str], list[int]]

HEAD: Final = 64 * 1024
CHUNK: Final = 256 * 1024
_ENDS: Final = re.compile("\r\n?|\n")
_MARKS: Final = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_HALF: Final = "The file is UTF-16 and ends with half a character. The auditor did not read this last byte."
_CUT_OFF: Final = "The last character of the file is cut off, so it was not read."


def examine(stream: BinaryIO, chosen: str = "") -> Encoding:
    """Returns the encoding of a stream. If a person has `chosen` an encoding, returns that one. The stream must be
    seekable. Reads the whole stream once if it may be UTF-8.
    """
    stream.seek(0)
    head = stream.read(HEAD)
    marked, start = next(((name, len(mark)) for mark, name in _MARKS if head.startswith(mark)), ("", 0))
    if chosen == EITHER:
        chosen = byte_order(head)
    if chosen:
        return _as_chosen(stream, chosen, start if marked == chosen else 0)
    name = marked or _wide(head) or "utf-8"
    if name != "utf-8":
        return Encoding(name, start, _half(stream, start))
    survey = _surveyed(stream, start)
    notes = (_bad_byte_note(stream, survey),) if survey.bad else ()
    if survey.bad and not survey.wide:
        return Encoding("cp1252", start, notes)
    return Encoding("utf-8", start, (*notes, _CUT_OFF) if survey.cut_off else notes)


def lines_of(stream: BinaryIO, encoding: Encoding, longest: int) -> Iterator[tuple[str, int]]:
    """Yields each line of a file as a pair: the text without its line end, and the width in bytes, including the line
    end. A line of more than `longest` bytes is cut, as in `blocks_of`.
    """
    for texts, widths in blocks_of(stream, encoding, longest):
        yield from zip(texts, widths, strict=True)


def blocks_of(stream: BinaryIO, encoding: Encoding, longest: int) -> Iterator[Block]:
    """Yields the lines of a file in blocks of at most some hundred kilobytes. The text of a line has no line end, and
    its width in bytes includes its line end.

    A line of more than `longest` bytes loses its leading blanks and is cut to `longest` characters. The width is still
    that of the whole line. So memory stays bounded, the caller sees which lines were cut, and no text can hide after
    many blanks.
    """
    decoder = codecs.getincrementaldecoder(encoding.name)(encoding.errors)
    end_width = encoding.width("\n")
    place, rest, dropped = encoding.start, "", 0
    while chunk := _read_at(stream, place):
        place += len(chunk)
        text = rest + decoder.decode(chunk)
        unit = encoding.width("a") if text.isascii() else 0
        odd = not unit and encoding.name == "utf-8" and ESCAPED.search(text) is not None
        returns = text.count("\r")
        # The fast path for most files: each CR is followed by LF. A CR at the very end is allowed, because its LF may
        # begin the next chunk.
        if not returns or returns == text.count("\r\n") + text.endswith("\r"):
            parts = text.split("\n")
            rest = parts.pop()
            widths = [len(part) * unit + end_width for part in parts] if unit and not returns and not dropped else []
            if widths and max(widths) <= longest:  # each line of this chunk is short enough and ends with LF only
                yield parts, widths
            else:
                texts, widths = [], []
                for part in parts:
                    width = (len(part) * unit if unit else encoding.width(part)) + end_width + dropped
                    dropped = 0
                    line = encoding.legible(part) if odd else part
                    texts.append((line if width <= longest else _cut(line, longest)).removesuffix("\r"))
                    widths.append(width)
                yield texts, widths
        else:
            at = 0
            texts, widths = [], []
            for end in _ENDS.finditer(text, 0, len(text) - text.endswith("\r")):
                part = text[at : end.start()]
                width = encoding.width(part) + encoding.width(end[0]) + dropped
                at, dropped = end.end(), 0
                line = encoding.legible(part) if odd else part
                texts.append(line if width <= longest else _cut(line, longest))
                widths.append(width)
            yield texts, widths
            rest = text[at:]
        if len(rest) > longest:
            waiting = "\r" if rest.endswith("\r") else ""
            kept = rest.lstrip()[:longest].removesuffix(waiting)
            dropped += encoding.width(rest) - encoding.width(kept + waiting)
            rest = kept + waiting
    if rest or dropped:
        width = encoding.width(rest) + dropped
        line = encoding.legible(rest)
        yield [(line if width <= longest else _cut(line, longest)).removesuffix("\r")], [width]


def _cut(line: str, longest: int) -> str:
    """Returns the first `longest` characters of a line that is too long. Blanks at its start are removed first."""
    return line.lstrip()[:longest]


def _read_at(stream: BinaryIO, place: int) -> bytes:
    """Reads a chunk at this position. Several readers may use one stream in turn, so each read sets the position."""
    stream.seek(place)
    return stream.read(CHUNK)


def _as_chosen(stream: BinaryIO, name: str, start: int) -> Encoding:
    """Returns the encoding that a person chose. Its notes say that a person chose it. They also report invalid bytes in
    UTF-8, and an odd number of bytes in UTF-16.
    """
    notes: tuple[str, ...] = (f"The file was read as {TITLES[name]}, the chosen encoding.",)
    if name == "utf-8":
        survey = _surveyed(stream, start)
        if survey.bad:
            notes += (_bad_byte_note(stream, survey, chosen=True),)
        if survey.cut_off:
            notes += (_CUT_OFF,)
    return Encoding(name, start, notes + (_half(stream, start) if name.startswith("utf-16") else ()))


def _half(stream: BinaryIO, start: int) -> tuple[str, ...]:
    """Returns one note if a UTF-16 file has an odd number of bytes, because half a character is then missing. Otherwise
    returns no note.
    """
    return (_HALF,) if (stream.seek(0, 2) - start) % 2 else ()


def _wide(head: bytes) -> str:
    """Returns the name of UTF-16 with its byte order, if the file is UTF-16 without a byte-order mark; else an empty
    text. In such a file every second byte of Latin letters is zero.
    """
    sample = head[:4096]
    half = len(sample) // 2
    if half < 2:
        return ""
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    if odd * 2 > half and even * 20 < half:
        return "utf-16-le"
    if even * 2 > half and odd * 20 < half:
        return "utf-16-be"
    return ""


def byte_order(head: bytes) -> str:
    """Returns the byte order of a UTF-16 file that begins with `head`. The byte-order mark decides. If the file has no
    such mark, the place of the zero bytes decides: one of the two bytes of a blank, a digit or a line end is zero, and
    files in every script have these characters.
    """
    for mark, name in _MARKS:
        if head.startswith(mark) and name.startswith(EITHER):
            return name
    return "utf-16-be" if head[0::2].count(0) > head[1::2].count(0) else "utf-16-le"


class _Survey:
    """The result of reading a file as UTF-8 to find out whether it is UTF-8. `bad` is the number of invalid bytes, and
    `first` is the position of the first of them. `wide` is true if the file has a valid character of several bytes.
    `cut_off` is true if the file ends inside such a character.
    """

    def __init__(self) -> None:
        self.bad = 0
        self.first = 0
        self.wide = False
        self.cut_off = False

    def take(self, text: str, at: int) -> None:
        """Adds `text` to the survey. The text was decoded from the bytes that begin at position `at`. In the text, each
        invalid byte is one of the characters `ESCAPED`.
        """
        if text.isascii():
            return
        escaped = ESCAPED.search(text)
        if escaped is None:
            self.wide = True
            return
        if not self.bad:
            self.first = at + len(text[: escaped.start()].encode("utf-8", "surrogateescape"))
        rest = ESCAPED.sub("", text)
        self.bad += len(text) - len(rest)
        self.wide = self.wide or not rest.isascii()


def _surveyed(stream: BinaryIO, start: int) -> _Survey:
    """Reads the whole stream as UTF-8 from position `start`, and returns what was found as a `_Survey`: invalid bytes,
    valid characters of several bytes, and a cut-off character.
    """
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    survey = _Survey()
    place = start
    while chunk := _read_at(stream, place):
        pending = len(decoder.getstate()[0])
        survey.take(decoder.decode(chunk), place - pending)
        place += len(chunk)
    survey.cut_off = bool(decoder.getstate()[0])
    return survey


def _bad_byte_note(stream: BinaryIO, survey: _Survey, *, chosen: bool = False) -> str:
    """Returns the note on invalid UTF-8: the place of the first bad byte, and the encoding that was used for it."""
    line, column = _place_of(stream, survey.first)
    stream.seek(survey.first)
    byte = stream.read(1)
    letter = Encoding("cp1252").decoded(byte)
    quoted = f' ("{letter}")' if letter.isprintable() else ""
    place = f"Line {line} is not UTF-8 (byte 0x{byte[0]:02X} at column {column})."
    if not survey.wide and not chosen:
        return f"{place} The file was read as Windows-1252{quoted}. If letters look wrong, choose another encoding."
    if survey.bad == 1:
        return f"{place} This byte was read as Windows-1252{quoted}, all other bytes as UTF-8."
    more = f"This byte and {survey.bad - 1:,} more were read as Windows-1252{quoted}, all other bytes as UTF-8."
    return f"{place} {more}"


def _place_of(stream: BinaryIO, position: int) -> tuple[int, int]:
    """Returns the line and the column of a byte, both counted from 1. A column is one byte of the line."""
    stream.seek(0)
    line, start, read = 1, 0, 0
    returned = False  # true if the last chunk ended with CR: an LF at the start of the next chunk ends the same line
    while read < position:
        chunk = stream.read(min(CHUNK, position - read))
        ends = chunk.count(b"\n") + chunk.count(b"\r") - chunk.count(b"\r\n")
        line += ends - (returned and chunk.startswith(b"\n"))
        returned = chunk.endswith(b"\r")
        last = max(chunk.rfind(b"\n"), chunk.rfind(b"\r"))
        if last >= 0:
            start = read + last + 1
        read += len(chunk)
    return line, position - start + 1
