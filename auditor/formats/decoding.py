"""Bytes to lines of text: which encoding a file is in, and its lines one by one in bounded memory.

A byte-order mark decides; then bytes that alternate with NULs are UTF-16; then UTF-8 where any letter outside ASCII
is written so, or none is there; else Windows-1252. A byte that is no UTF-8 in a file that is counts as Windows-1252
alone: it must not spoil the hands around it. Windows-1252 is told and never silent, and no byte is lost.
"""

import codecs
import re
from collections.abc import Iterator
from typing import BinaryIO, Final

HEAD: Final = 64 * 1024
CHUNK: Final = 256 * 1024


def _control(error: UnicodeError) -> tuple[str, int]:
    """The five bytes that Windows-1252 leaves open become the control characters of the same number, as in browsers."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return "".join([chr(byte) for byte in error.object[error.start : error.end]]), error.end


codecs.register_error("auditor.c1", _control)


class Encoding:
    """How a file is written: the codec, how it treats what it cannot decode, the byte the text starts at, what ends a
    line, and notes for the person who sent it.
    """

    __slots__ = ("end", "errors", "name", "notes", "start")

    def __init__(self, name: str, start: int, end: str, notes: tuple[str, ...] = ()) -> None:
        self.name: Final = name
        self.start: Final = start
        self.end: Final = end
        self.notes: Final = notes
        self.errors: Final = _ERRORS[name]

    def width(self, text: str) -> int:
        """How many bytes `text` takes in the file."""
        if self.name == "cp1252":
            return len(text)
        if text.isascii():
            return len(text) * (1 if self.name == "utf-8" else 2)
        return len(text.encode(self.name, self.errors))

    def decoded(self, data: bytes) -> str:
        """`data`, whole characters of it, as text."""
        return self.legible(codecs.getincrementaldecoder(self.name)(self.errors).decode(data))

    def legible(self, text: str) -> str:
        """What the decoder made, with Windows-1252 letters for bytes that are not UTF-8: then its width is lost."""
        return text.translate(_AS_CP1252) if self.name == "utf-8" and _ESCAPED.search(text) else text


_ERRORS: Final = {
    "utf-8": "surrogateescape",
    "utf-16-le": "surrogatepass",
    "utf-16-be": "surrogatepass",
    "cp1252": "auditor.c1",
}
# How the decoder marks a byte that is not UTF-8: nothing that is can decode to one of these. UTF-16 can.
_ESCAPED: Final = re.compile("[\udc80-\udcff]")
_AS_CP1252: Final = {0xDC00 + byte: bytes([byte]).decode("cp1252", "auditor.c1") for byte in range(0x80, 0x100)}
_MARKS: Final = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


# What files of other kinds begin with. Those that letters alone could spell also hold a NUL.
_KINDS: Final = (
    (b"%PDF-", "a PDF"),
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"PK\x03\x04", "a zip archive; unpack it first"),
    (b"PK\x05\x06", "an empty zip archive"),
    (b"\x1f\x8b", "a gzip archive; unpack it first"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive; unpack it first"),
    (b"Rar!\x1a", "a RAR archive; unpack it first"),
    (b"\xfd7zXZ\x00", "an xz archive; unpack it first"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive; unpack it first"),
    (b"SQLite format 3\x00", "a SQLite database"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Word or Excel document"),
    (b"\x7fELF", "a program"),
    (b"{\\rtf", "a rich text document; save it as plain text"),
)


def looks_like(head: bytes) -> str:
    """What kind of file that is not a log begins like this, with its article; empty where it may be one."""
    for magic, kind in _KINDS:
        if head.startswith(magic):
            return kind
    return "a program" if head.startswith(b"MZ") and b"\0" in head else ""


def examine(stream: BinaryIO) -> Encoding:
    """The encoding of a seekable stream; reads all of it once where it may be UTF-8."""
    stream.seek(0)
    head = stream.read(HEAD)
    for mark, name in _MARKS:
        if head.startswith(mark):
            return _marked(stream, head, name, len(mark))
    name = _wide(head)
    return _marked(stream, head, name or "utf-8", 0)


def lines_of(stream: BinaryIO, encoding: Encoding, longest: int) -> Iterator[tuple[str, int]]:
    """Each line without its end, and its width in bytes with it. A line wider than `longest` bytes is cut short, its
    width is not: so memory stays bounded and the caller can tell.
    """
    decoder = codecs.getincrementaldecoder(encoding.name)(encoding.errors)
    end_width = encoding.width(encoding.end)
    place, rest, dropped = encoding.start, "", 0
    while chunk := _read_at(stream, place):
        place += len(chunk)
        text = rest + decoder.decode(chunk)
        parts = text.split(encoding.end)
        rest = parts.pop()
        unit = encoding.width("a") if text.isascii() else 0
        odd = not unit and encoding.name == "utf-8" and _ESCAPED.search(text) is not None
        for part in parts:
            width = (len(part) * unit if unit else encoding.width(part)) + end_width + dropped
            dropped = 0
            yield (encoding.legible(part) if odd else part).removesuffix("\r"), width
        if len(rest) > longest:
            dropped += encoding.width(rest[longest:])
            rest = rest[:longest]
    if rest or dropped:
        yield encoding.legible(rest).removesuffix("\r"), encoding.width(rest) + dropped


def _read_at(stream: BinaryIO, place: int) -> bytes:
    """A chunk from a place of its own: several may go through one stream by turns."""
    stream.seek(place)
    return stream.read(CHUNK)


def _marked(stream: BinaryIO, head: bytes, name: str, start: int) -> Encoding:
    """The encoding whose name is known or, for UTF-8, believed until a byte says otherwise."""
    notes: tuple[str, ...] = ()
    if name == "utf-8":
        survey = _surveyed(stream, start)
        if survey.bad:
            name = "utf-8" if survey.wide else "cp1252"
            notes = (_told(stream, survey),)
        if survey.cut_off and name == "utf-8":
            notes += ("The last character of the file is cut off; what is left of it was not read.",)
    elif (stream.seek(0, 2) - start) % 2:
        notes = ("The file is UTF-16 and ends with half a character; that byte was not read.",)
    text = Encoding(name, start, "\n").decoded(head[start:])
    return Encoding(name, start, "\r" if "\r" in text and "\n" not in text else "\n", notes)


def _wide(head: bytes) -> str:
    """UTF-16 without a mark: Latin letters in it leave every other byte zero."""
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


class _Survey:
    """What is in a file that may be UTF-8: how many bytes are not, where the first of them stands, whether any letter
    is written in several bytes as UTF-8 does, and whether the file ends within one.
    """

    def __init__(self) -> None:
        self.bad = 0
        self.first = 0
        self.wide = False
        self.cut_off = False

    def take(self, text: str, at: int) -> None:
        """Decoded text that begins at byte `at`."""
        if text.isascii():
            return
        escaped = _ESCAPED.search(text)
        if escaped is None:
            self.wide = True
            return
        if not self.bad:
            self.first = at + len(text[: escaped.start()].encode("utf-8", "surrogateescape"))
        rest = _ESCAPED.sub("", text)
        self.bad += len(text) - len(rest)
        self.wide = self.wide or not rest.isascii()


def _surveyed(stream: BinaryIO, start: int) -> _Survey:
    decoder = codecs.getincrementaldecoder("utf-8")(_ERRORS["utf-8"])
    survey = _Survey()
    place = start
    while chunk := _read_at(stream, place):
        pending = len(decoder.getstate()[0])
        survey.take(decoder.decode(chunk), place - pending)
        place += len(chunk)
    survey.cut_off = bool(decoder.getstate()[0])
    return survey


def _told(stream: BinaryIO, survey: _Survey) -> str:
    """Where the first byte stands that is not UTF-8, and as what it was read."""
    position = survey.first
    stream.seek(0)
    line, start, read = 1, 0, 0
    while read < position:
        chunk = stream.read(min(CHUNK, position - read))
        line += chunk.count(b"\n")
        last = chunk.rfind(b"\n")
        if last >= 0:
            start = read + last + 1
        read += len(chunk)
    byte = stream.read(1)
    letter = Encoding("cp1252", 0, "\n").decoded(byte)
    shown = f' ("{letter}")' if letter.isprintable() else ""
    place = f"Line {line} is not UTF-8 (byte 0x{byte[0]:02X} at column {position - start + 1})."
    if not survey.wide:
        return f"{place} The file was read as Windows-1252{shown}. Save the file as UTF-8 if that is wrong."
    if survey.bad == 1:
        return f"{place} That byte was read as Windows-1252{shown}, all else as UTF-8."
    return f"{place} That byte and {survey.bad - 1:,} more were read as Windows-1252{shown}, all else as UTF-8."
