"""The clocks of card rooms: turns a local time and the name of its time zone into UTC. An ambiguous time has no UTC."""

from datetime import datetime, timedelta, timezone, tzinfo
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

# Names of time zones that rooms use all year for the local time of a place, in summer and in winter.
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
# Offsets of abbreviations that mean either summer or winter time, in minutes east of Greenwich. Abbreviations that
# several places share (BST, CST, IST, MST, CCT) are left out on purpose, and so is Moscow: its offset changed often.
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

# Year, month, day, hour, minute, second.
Moment = tuple[int, int, int, int, int, int]


def moment(date: str, time: str) -> Moment | None:
    """Returns the numbers of a date `2009/11/26` and a time `10:22:32` (one digit is enough for the hour). `None` for
    any other text.
    """
    parts = date.split("/") + time.split(":")
    if len(parts) != 6:
        return None
    for part in parts:
        if not (part.isascii() and part.isdigit() and len(part) <= 4):
            return None
    year, month, day, hour, minute, second = map(int, parts)
    return (year, month, day, hour, minute, second)


def utc_by_place(local: Moment, zone: str) -> str:
    """Returns the time in UTC, in ISO 8601 with a `Z`. Use this for logs that write `CET` in summer too.

    The result is empty for an unknown zone, and for an hour that the clocks of the place show twice or never.
    """
    place = _PLACES.get(zone)
    if place is None:
        return utc_by_offset(local, _OFFSETS.get(zone))
    try:
        clock = ZoneInfo(place)
    except ZoneInfoNotFoundError:  # this machine has no time zone data
        return ""
    return _utc(local, clock)


def utc_by_abbreviation(local: Moment, zone: str) -> str:
    """Does the same as `utc_by_place` for logs that write `CET` in winter and `CEST` in summer."""
    offset = _OFFSETS.get(zone, _STANDARD.get(zone))
    return utc_by_place(local, zone) if offset is None else utc_by_offset(local, offset)


def utc_by_offset(local: Moment, offset: int | None) -> str:
    """Does the same as `utc_by_place` for logs that state the offset of their clock from UTC. `offset` is in minutes,
    positive if the clock is ahead of UTC; it is less than a day.
    """
    return "" if offset is None else _utc(local, timezone(timedelta(minutes=offset)))


def _utc(local: Moment, clock: tzinfo) -> str:
    try:
        there = datetime(*local, tzinfo=clock)
        offset = there.utcoffset()
        if offset is None or there.replace(fold=1).utcoffset() != offset:
            return ""
        return (there.replace(tzinfo=None) - offset).isoformat() + "Z"
    except (ValueError, OverflowError):  # the day does not exist, or the calendar of Python lacks the year
        return ""
