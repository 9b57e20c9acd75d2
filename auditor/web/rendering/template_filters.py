"""Filters for templates. They write amounts, times, sizes and counts, and replace invisible characters in texts that
unknown people wrote.
"""

import datetime as dt
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any, Final

from auditor.web.access.time_zone import local

MINUS: Final = "\N{MINUS SIGN}"
STREETS: Final = {3: "3rd", 4: "4th", 5: "5th", 6: "6th", 7: "7th"}
_UNITS: Final = (("GB", 1024**3), ("MB", 1024**2), ("KB", 1024))
# The Unicode categories of invisible characters. Some of them change the text around them, such as control characters
# and marks for the direction of writing.
_UNSEEN: Final = frozenset({"Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp"})


def chips(amount: int | None, minor: int = 0, *, signed: bool = False) -> str:
    """Writes an amount with its decimals and with commas between thousands, such as `1,800` or `0.25`. For `None`,
    returns `unknown`.

    `amount` is in the smallest unit, and `minor` is the number of decimals. With `signed`, a positive amount gets a
    plus.
    """
    if amount is None:
        return "unknown"
    whole, part = divmod(abs(amount), 10**minor)
    sign = MINUS if amount < 0 else "+" if signed and amount else ""
    return f"{sign}{whole:,}.{part:0{minor}d}" if minor else f"{sign}{whole:,}"


def of_amount(currency: str, amount: int, minor: int = 0) -> str:
    """Returns the word after an amount: `chip` if the amount is exactly one chip, else the currency, such as `USD` or
    `chips`.
    """
    return "chip" if currency == "chips" and abs(amount) == 10**minor else currency


def stamp(when: dt.datetime | None) -> str | None:
    """Writes a time for JSON: ISO 8601 in UTC, such as `2026-11-12T14:03:00Z`. `None` stays `None`."""
    return f"{when.astimezone(dt.UTC):%Y-%m-%dT%H:%M:%SZ}" if when is not None else None


def moment(stamped: str | None) -> str:
    """Writes a time for people in the visitor's time zone, from a time that `stamp` wrote: `12 Nov 2026, 15:03 CET`.
    `None` becomes empty.
    """
    if not stamped:
        return ""
    there, zone = local(dt.datetime.fromisoformat(stamped))
    return f"{there:%-d %b %Y, %H:%M} {zone}"


def moment_utc(stamped: str) -> str:
    """Writes a time for people in UTC, from a time that `stamp` wrote: `12 Nov 2026, 14:03 UTC`."""
    return f"{dt.datetime.fromisoformat(stamped).astimezone(dt.UTC):%-d %b %Y, %H:%M} UTC"


def duration(seconds: int) -> str:
    """Writes a duration in at most two units: `2 h 41 min`, `3 s`."""
    minutes, left = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {left} s" if minutes else f"{left} s"


def size(count: int) -> str:
    """Writes a number of bytes: `64 MB`, `1.4 KB`. 1 KB is 1,024 bytes."""
    for unit, bytes_each in _UNITS:
        if count >= bytes_each:
            tenths = count * 10 // bytes_each
            return f"{tenths // 10}.{tenths % 10} {unit}" if tenths % 10 and tenths < 1000 else f"{tenths // 10} {unit}"
    return counted(count, "byte")


def counted(count: int, one: str, many: str = "") -> str:
    """Writes a count with its noun, such as `1 hand` or `1,204 hands`. `many` is the plural of `one`; it may be empty
    if the plural is `one` with an `s`.
    """
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def grouped(count: int) -> str:
    """Writes a number with commas between thousands: `1,204`."""
    return f"{count:,}"


def whole(listed: Iterable[Mapping[str, Any]]) -> int:
    """Returns the number of all findings or notes, also of those that the page does not list. In each listed entry,
    `more` is the number of unlisted entries of the same rule.
    """
    return sum([1 + each.get("more", 0) for each in listed])


def weight(finding: Mapping[str, Any]) -> str:
    """Returns the severity of a finding, such as `money`. The pages show the severity as a shape and a colour."""
    return str(finding["severity"])


def visible(text: str) -> str:
    """Returns `text`, which an unknown person wrote, with each invisible character replaced by its number, such as
    `⟨U+001B⟩`. A tab becomes a blank.
    """
    text = text.replace("\t", " ")
    if text.isascii() and text.isprintable():
        return text
    return "".join([f"\u27e8U+{ord(letter):04X}\u27e9" if _is_unseen(letter) else letter for letter in text])


def player_name(name: str) -> str:
    """Returns the name of a player as pages show it, with each invisible character replaced by its number. A name of
    blanks only is shown as `⟨blank name⟩`, because a reader could not see it.
    """
    return visible(name) if name.strip() else "\u27e8blank name\u27e9"


def street_name(street: int | None) -> str:
    """Returns the short name of a street number, such as `6th` for 6. For `None`, returns an empty text."""
    return STREETS.get(street or 0, "")


def shorter(text: str, most: int = 12) -> str:
    """Returns the first `most` characters of a digest, which are enough to recognize the digest."""
    return text[:most]


def _is_unseen(letter: str) -> bool:
    return unicodedata.category(letter) in _UNSEEN
