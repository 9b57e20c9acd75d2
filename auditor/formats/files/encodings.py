"""The encodings that a file may be read in, and the decoder of each.

`auditor.formats.files.decoding` detects the encoding of a file; a person may choose another one of these.
"""

import codecs
import difflib
import re
from typing import Final

# The keys are the names used here and in the database, in the order in which a person sees them.
TITLES: Final = {
    "utf-8": "UTF-8",
    "utf-16": "UTF-16, byte order found by the bytes",
    "utf-16-le": "UTF-16, low byte first",
    "utf-16-be": "UTF-16, high byte first",
    "cp1252": "Windows-1252, Western European",
    "latin-1": "Latin-1 (ISO 8859-1)",
    "iso8859-15": "Latin-9 (ISO 8859-15)",
    "mac-roman": "Mac OS Roman",
    "cp850": "DOS 850, Western European",
    "cp1250": "Windows-1250, Central European",
    "cp1251": "Windows-1251, Cyrillic",
    "koi8-r": "KOI8-R, Cyrillic",
    "cp1253": "Windows-1253, Greek",
    "cp1254": "Windows-1254, Turkish",
    "cp1257": "Windows-1257, Baltic",
}
EITHER: Final = "utf-16"  # which of the two the bytes show
_WIDE: Final = ("utf-16-le", "utf-16-be")


class EncodingRefused(ValueError):
    """An encoding that is not supported; the text lists the supported ones."""


def encoding_named(typed: str) -> str:
    """The encoding that a person typed, under any of its names; empty for an empty text.

    Raises `EncodingRefused` for an encoding that is not supported.
    """
    wanted = typed.strip().lower().replace("_", "-")
    if not wanted:
        return ""
    if wanted in TITLES:
        return wanted
    try:
        meant = codecs.lookup(wanted).name
    except (LookupError, ValueError):  # a NUL in it is a ValueError
        meant = ""
    for name in TITLES:
        if meant == codecs.lookup(name).name:
            return name
    close = difflib.get_close_matches(wanted, TITLES, 1)
    offered = f"; did you mean {close[0]}?" if close else "."
    raise EncodingRefused(f'There is no encoding "{typed[:40]}" here{offered} There are: {", ".join(TITLES)}.')


def _control(error: UnicodeError) -> tuple[str, int]:
    """Bytes that a code page leaves open become the control characters of the same number, as in browsers."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return "".join([chr(byte) for byte in error.object[error.start : error.end]]), error.end


codecs.register_error("auditor.c1", _control)

# The decoder marks a byte that is not UTF-8 with one of these. Valid UTF-8 never decodes to them; UTF-16 can.
ESCAPED: Final = re.compile("[\udc80-\udcff]")
_AS_CP1252: Final = {0xDC00 + byte: bytes([byte]).decode("cp1252", "auditor.c1") for byte in range(0x80, 0x100)}


class Encoding:
    """The encoding of a file: the codec, its handling of invalid bytes, the byte where the text starts, and notes for
    the person who sent the file.
    """

    __slots__ = ("errors", "name", "notes", "start")

    def __init__(self, name: str, start: int = 0, notes: tuple[str, ...] = ()) -> None:
        self.name: Final = name
        self.start: Final = start
        self.notes: Final = notes
        self.errors: Final = (
            "surrogateescape" if name == "utf-8" else "surrogatepass" if name in _WIDE else "auditor.c1"
        )

    def width(self, text: str) -> int:
        """How many bytes `text` takes in the file."""
        if self.name == "utf-8":
            return len(text) if text.isascii() else len(text.encode("utf-8", self.errors))
        if self.name in _WIDE:
            return 2 * len(text) if text.isascii() else len(text.encode(self.name, self.errors))
        return len(text)

    def decoded(self, data: bytes) -> str:
        """`data` as text; it must end with a whole character."""
        return self.legible(codecs.getincrementaldecoder(self.name)(self.errors).decode(data))

    def legible(self, text: str) -> str:
        """The decoder's text with Windows-1252 letters for bytes that are not UTF-8. This changes its width."""
        return text.translate(_AS_CP1252) if self.name == "utf-8" and ESCAPED.search(text) else text
