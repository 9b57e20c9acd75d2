"""Filters of templates: amounts, times, sizes, counts, and text of strangers."""

import datetime as dt
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any, Final

MINUS: Final = "\N{MINUS SIGN}"
STREETS: Final = {3: "3rd", 4: "4th", 5: "5th", 6: "6th", 7: "7th"}
_UNITS: Final = (("GB", 1024**3), ("MB", 1024**2), ("KB", 1024))
# Invisible characters that change the text around them, such as controls and bidi marks.
_UNSEEN: Final = frozenset({"Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp"})


def chips(amount: int | None, minor: int = 0, *, signed: bool = False) -> str:
    """An amount of the smallest unit with its decimals and thousands: `1,800`, `0.25`; `unknown` for none.

    With `signed`, a plus stands before a positive amount.
    """
    if amount is None:
        return "unknown"
    whole, part = divmod(abs(amount), 10**minor)
    sign = MINUS if amount < 0 else "+" if signed and amount else ""
    return f"{sign}{whole:,}.{part:0{minor}d}" if minor else f"{sign}{whole:,}"


def of_amount(currency: str, amount: int, minor: int = 0) -> str:
    """The currency behind an amount: `chip` for one chip, else unchanged."""
    return "chip" if currency == "chips" and abs(amount) == 10**minor else currency


def stamp(when: dt.datetime | None) -> str | None:
    """A time in a document: ISO 8601 in UTC, to the second."""
    return f"{when.astimezone(dt.UTC):%Y-%m-%dT%H:%M:%SZ}" if when is not None else None


def moment(stamped: str | None) -> str:
    """A time of a document, on a page: `12 Nov 2026, 14:03 UTC`."""
    return f"{dt.datetime.fromisoformat(stamped):%-d %b %Y, %H:%M} UTC" if stamped else ""


def duration(seconds: int) -> str:
    """`41 min`, `3 s`."""
    minutes, left = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {left} s" if minutes else f"{left} s"


def size(count: int) -> str:
    """A number of bytes: `64 MB`, `1.4 KB`; units of 1,024."""
    for unit, bytes_each in _UNITS:
        if count >= bytes_each:
            tenths = count * 10 // bytes_each
            return f"{tenths // 10}.{tenths % 10} {unit}" if tenths % 10 and tenths < 1000 else f"{tenths // 10} {unit}"
    return counted(count, "byte")


def counted(count: int, one: str, many: str = "") -> str:
    """`1 hand`, `1,204 hands`."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def grouped(count: int) -> str:
    """A number with its thousands: `1,204`."""
    return f"{count:,}"


def whole(listed: Iterable[Mapping[str, Any]]) -> int:
    """The number of findings or notes, including those that are not listed and that a listed one stands for."""
    return sum([1 + each.get("more", 0) for each in listed])


def weight(finding: Mapping[str, Any]) -> str:
    """The mark of a finding: its grade, or `contested` if another reading does not have it."""
    return "contested" if finding.get("readings") else str(finding["grade"])


def visible(text: str) -> str:
    """Text of a stranger, with each invisible character as its number."""
    text = text.replace("\t", " ")
    if text.isascii() and text.isprintable():
        return text
    return "".join([f"\u27e8U+{ord(letter):04X}\u27e9" if _is_unseen(letter) else letter for letter in text])


def street_name(street: int | None) -> str:
    """`6th`; empty for none."""
    return STREETS.get(street or 0, "")


def shorter(text: str, most: int = 12) -> str:
    """The beginning of a digest."""
    return text[:most]


def _is_unseen(letter: str) -> bool:
    return unicodedata.category(letter) in _UNSEEN
