"""Turns the local time of a log and the name of its time zone into UTC. The result is empty for an ambiguous time."""

from datetime import datetime, timedelta, timezone, tzinfo
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

# Time zones that rooms write both in summer and in winter. Each stands for the local time of a place: `ET` is the time
# of New York, with or without daylight saving.
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
# Time zones with one fixed offset from UTC, in minutes; positive is east. Abbreviations that several places share (BST,
# CST, IST, MST, CCT) are left out on purpose. MSK is only in `_PLACES`, because its offset changed several times.
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
    """Returns the six numbers of a date `2009/11/26` and a time `10:22:32`: (2009, 11, 26, 10, 22, 32). `None` for any
    other text.
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
    """Returns the local time of a log as UTC: `2009-11-26T09:22:32Z`. `zone` is a name such as `CET`. This function is
    for logs that write the same name in winter and in summer.

    Returns an empty text if the zone is unknown. Also returns an empty text if the clocks were changed at this hour, so
    that the local time occurred twice or never.
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
    """Returns the local time of a log as UTC. This function is for logs that change the name of the zone: `CET` in
    winter and `CEST` in summer. So `CET` always means the winter time here. Empty if the zone is unknown.
    """
    offset = _OFFSETS.get(zone, _STANDARD.get(zone))
    return utc_by_place(local, zone) if offset is None else utc_by_offset(local, offset)


def utc_by_offset(local: Moment, offset: int | None) -> str:
    """Returns the local time of a log as UTC. `offset` is the difference between the clock of the log and UTC, in
    minutes: 60 for a clock one hour ahead of UTC. Empty if the offset is `None`.
    """
    return "" if offset is None else _utc(local, timezone(timedelta(minutes=offset)))


def _utc(local: Moment, clock: tzinfo) -> str:
    try:
        there = datetime(*local, tzinfo=clock)
        offset = there.utcoffset()
        if offset is None or there.replace(fold=1).utcoffset() != offset:
            return ""
        return (there.replace(tzinfo=None) - offset).isoformat() + "Z"
    except (ValueError, OverflowError):  # there is no such day, or Python's calendar lacks the year
        return ""
