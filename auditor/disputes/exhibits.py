"""The files that people add as evidence. The type of a file is found by its content, and never by its name."""

from dataclasses import dataclass
from typing import Final

LARGEST: Final = 10 * 1024 * 1024
MOST_OF_A_CASE: Final = 40
LONGEST_NAME: Final = 120

_PNG: Final = b"\x89PNG\r\n\x1a\n"
_JPEG: Final = b"\xff\xd8\xff"
_PDF: Final = b"%PDF-"
_PDF_END: Final = b"%%EOF"
_PDF_TAIL: Final = 2048


class BadExhibit(ValueError):
    """Raised for a file that is not taken as evidence. The message is one sentence that says why."""


@dataclass(frozen=True, slots=True)
class MediaType:
    """The type of a file: its name for HTTP, and the end of the file name of the download."""

    name: str
    ending: str


PNG: Final = MediaType("image/png", "png")
JPEG: Final = MediaType("image/jpeg", "jpg")
WEBP: Final = MediaType("image/webp", "webp")
PDF: Final = MediaType("application/pdf", "pdf")
MEDIA_TYPES: Final = (PNG, JPEG, WEBP, PDF)


def media_type(content: bytes) -> MediaType:
    """Returns the type of a file. Raises `BadExhibit` if the file is empty, too large, or neither a PNG, JPEG or WebP
    picture nor a PDF.

    A file of these types may still contain harmful data, so the pages only offer it as a download and never show it.
    """
    if not content:
        raise BadExhibit("The file is empty.")
    if len(content) > LARGEST:
        raise BadExhibit(f"The file has {len(content):,} bytes. The limit is {LARGEST:,} bytes.")
    if content.startswith(_PNG) and content[12:16] == b"IHDR":
        return PNG
    if content.startswith(_JPEG):
        return JPEG
    if content.startswith(b"RIFF") and content[8:12] == b"WEBP":
        return WEBP
    if content.startswith(_PDF) and _PDF_END in content[-_PDF_TAIL:]:
        return PDF
    raise BadExhibit("The file is neither a PNG, JPEG or WebP picture nor a PDF. Send one of these types.")


def label(name: str) -> str:
    """Returns the file name of the sender as one line of at most 120 visible characters. The name is only a label: a
    download has a name of our own.
    """
    plain = "".join([letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in name.strip()])
    return plain[:LONGEST_NAME]
