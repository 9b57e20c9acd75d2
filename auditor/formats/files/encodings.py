"""The encodings in which a file can be read, and how each is decoded.

`auditor.formats.files.decoding` detects the encoding of a file. A person may choose another encoding from this list.
"""

import codecs
import difflib
import re
from typing import Final

# The keys are the names in the code and in the database. People see the encodings in this order.
TITLES: Final = {
    "utf-8": "UTF-8",
    "utf-16": "UTF-16, byte order detected from the file",
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
EITHER: Final = "utf-16"  # UTF-16 if nobody chose a byte order: the bytes of the file decide it
_WIDE: Final = ("utf-16-le", "utf-16-be")


class EncodingRefused(ValueError):
    """The encoding is not supported. The message lists the supported encodings."""


def encoding_named(typed: str) -> str:
    """Returns our name of the encoding that a person typed. The person may type any usual name of the encoding. Returns
    an empty text for an empty text.

    Raises `EncodingRefused` for an encoding that is not supported.
    """
    wanted = typed.strip().lower().replace("_", "-")
    if not wanted:
        return ""
    if wanted in TITLES:
        return wanted
    try:
        meant = codecs.lookup(wanted).name
    except (LookupError, ValueError):  # a NUL in the text raises ValueError
        meant = ""
    for name in TITLES:
        if meant == codecs.lookup(name).name:
            return name
    close = difflib.get_close_matches(wanted, TITLES, 1)
    offered = f"; did you mean {close[0]}?" if close else "."
    raise EncodingRefused(
        f'The auditor knows no encoding "{typed[:40]}"{offered} Choose one of these: {", ".join(TITLES)}.'
    )


def _control(error: UnicodeError) -> tuple[str, int]:
    """Handles bytes that have no character in the code page. Each of these bytes becomes the control character with the
    same number, as in browsers.
    """
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return "".join([chr(byte) for byte in error.object[error.start : error.end]]), error.end


codecs.register_error("auditor.c1", _control)

# The decoder puts one of these characters in the place of each byte that is not UTF-8. No valid UTF-8 text has such
# characters; a UTF-16 text may have them.
ESCAPED: Final = re.compile("[\udc80-\udcff]")
_AS_CP1252: Final = {0xDC00 + byte: bytes([byte]).decode("cp1252", "auditor.c1") for byte in range(0x80, 0x100)}


class Encoding:
    """The encoding of a file. `name` is the codec, `errors` its handling of invalid bytes, and `start` the byte at
    which the text starts. `notes` are for the person who sent the file.
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
        """Returns the number of bytes that `text` has in the file."""
        if self.name == "utf-8":
            return len(text) if text.isascii() else len(text.encode("utf-8", self.errors))
        if self.name in _WIDE:
            return 2 * len(text) if text.isascii() else len(text.encode(self.name, self.errors))
        return len(text)

    def decoded(self, data: bytes) -> str:
        """Returns `data` as text. The data must end with a whole character."""
        return self.legible(codecs.getincrementaldecoder(self.name)(self.errors).decode(data))

    def legible(self, text: str) -> str:
        """Returns decoded text with Windows-1252 letters in the place of bytes that are not UTF-8. In UTF-8, such a
        letter has more bytes than the one byte that it replaces. So call `width` with `text`, not with the result.
        """
        return text.translate(_AS_CP1252) if self.name == "utf-8" and ESCAPED.search(text) else text
