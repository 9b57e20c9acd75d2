"""Clocks of card rooms: turns a local time and the zone's name in the log into UTC. Ambiguous times have no UTC."""

from datetime import datetime, timedelta, timezone, tzinfo
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

# Names that rooms use all year for the wall clock of a place, summer time or not.
_PLACES: Final[dict[str, str]] = {
    "AT": "America/Halifax",
    "BRT": "America/Sao_Paulo",
    "CET": "Europe/Paris",
    "CT": "America/Chicago",
    "EET": "Europe/Helsinki",
    "ET": "America/New_York",
    "MSK": "Europe/Moscow",
    "MT": "America/Denver",
    "PT": "America/Los_Angeles",
    "WET": "Europe/Lisbon",
}
# Abbreviations that differ between summer and winter, in minutes east of Greenwich. Left out on purpose: abbreviations
# that several places share (BST, CST, IST, MST, CCT), and Moscow, whose offset changed over the years.
_OFFSETS: Final[dict[str, int]] = {
    "CDT": -300,
    "CEST": 120,
    "EDT": -240,
    "EEST": 180,
    "EST": -300,
    "GMT": 0,
    "MDT": -360,
    "MSD": 240,
    "MSKS": 240,
    "PDT": -420,
    "PST": -480,
    "UTC": 0,
    "WEST": 60,
}
_STANDARD: Final[dict[str, int]] = {"CET": 60, "EET": 120, "WET": 0}

Moment = tuple[int, int, int, int, int, int]


def moment(date: str, time: str) -> Moment | None:
    """`2009/11/26` and `10:22:32` (an hour may have one digit) as numbers; `None` for any other text."""
    parts = date.split("/") + time.split(":")
    if len(parts) != 6:
        return None
    for part in parts:
        if not (part.isascii() and part.isdigit() and len(part) <= 4):
            return None
    year, month, day, hour, minute, second = map(int, parts)
    return (year, month, day, hour, minute, second)


def utc_by_place(local: Moment, zone: str) -> str:
    """UTC in ISO 8601 with a `Z`, where `CET` is the clock on the wall in summer too.

    Empty for an unknown zone, and for an hour that the clocks show twice or never.
    """
    place = _PLACES.get(zone)
    if place is None:
        return utc_by_offset(local, _OFFSETS.get(zone))
    try:
        clock = ZoneInfo(place)
    except ZoneInfoNotFoundError:  # a machine without time zone data
        return ""
    return _utc(local, clock)


def utc_by_abbreviation(local: Moment, zone: str) -> str:
    """As `utc_by_place`, for logs that abbreviate summer time otherwise: `CET` is winter, `CEST` summer."""
    offset = _OFFSETS.get(zone, _STANDARD.get(zone))
    return utc_by_place(local, zone) if offset is None else utc_by_offset(local, offset)


def utc_by_offset(local: Moment, offset: int | None) -> str:
    """As `utc_by_place`, for logs that state by how many minutes their clock is ahead of UTC, less than a day."""
    return "" if offset is None else _utc(local, timezone(timedelta(minutes=offset)))


def _utc(local: Moment, clock: tzinfo) -> str:
    try:
        there = datetime(*local, tzinfo=clock)
        offset = there.utcoffset()
        if offset is None or there.replace(fold=1).utcoffset() != offset:
            return ""
        return (there.replace(tzinfo=None) - offset).isoformat() + "Z"
    except (ValueError, OverflowError):  # no such day, or a year beyond the calendar
        return ""
