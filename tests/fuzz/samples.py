"""What the readers are tried on: the samples that the project made of each format, and the words in them."""

import re
from functools import cache
from pathlib import Path
from typing import Final

from auditor.formats import FORMATS

FOLDER: Final = Path(__file__).resolve().parents[2] / "fixtures" / "formats"
READERS: Final = {layout.name: layout for layout in FORMATS}
_WORD: Final = re.compile(r"\w+|[^\w\s]+")
_MARKS: Final = {b"\xef\xbb\xbf": "utf-8", b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}

# What breaks readers of other people.
HOSTILE: Final = (
    "", " ", "\t", "\0", "\u00a0", "\u202e", "\ufeff", "\ud83d", "\U0001f0a1", "١٢", "\uff11\uff12", "²", "Ⅷ", "ß", "İ",
    "0", "00", "-1", "+1", "1e9", "1_000", "NaN", "inf", "0x10", "1.", ".1", "1,2,3", "1.234", "0.000000001",
    "9" * 15, "9" * 16, "9" * 5_000, "xx", "--", "??", "[", "]", "(", ")", "[]", "()", "{", "}", "<", ">", "</", "/>",
    '"', "'", "\\", "\\u0000", "\\ud800", "&", "&amp;", "&#0;", "&x;", "<!DOCTYPE x>", "]]>", "<!--", "#", ":", ": ",
    "$", "€", "=", ",", ";", "|", "*** ", "Seat 1: ", "Seat 99: ", "null", "true", "[" * 200, '{"a":' * 200,
)  # fmt: skip


@cache
def samples(name: str) -> tuple[bytes, ...]:
    """The files of a format, the smaller first; a transcript of another format is none."""
    folder = FOLDER / name
    own = [path.read_bytes() for path in sorted(folder.glob("*")) if path.suffix != ".transcript"]
    return tuple(sorted(own, key=len))


def text_of(sample: bytes) -> str:
    """A sample as text, without the mark of its encoding."""
    for mark, encoding in _MARKS.items():
        if sample.startswith(mark):
            return sample[len(mark) :].decode(encoding, "replace")
    return sample.decode(errors="replace")


@cache
def lines(name: str) -> tuple[tuple[str, ...], ...]:
    """The lines of each sample, with their ends."""
    return tuple(tuple(text_of(sample).splitlines(keepends=True)) for sample in samples(name))


@cache
def words(name: str) -> tuple[str, ...]:
    """Every word of the samples, once, and the hostile ones."""
    found = {word: None for sample in samples(name) for word in _WORD.findall(text_of(sample))}
    return (*found, *HOSTILE)
