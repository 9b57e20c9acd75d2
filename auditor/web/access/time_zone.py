"""The time zone of the visitor: all times on the pages are shown in this time zone. Times in JSON and CSV are UTC."""

import datetime as dt
import functools
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from flask import has_request_context, session

from auditor.web.access.visitor import visitor

UTC: Final = "UTC"
# Visitors cannot choose a time zone whose name begins in one of these ways, because such a name is no place. Some are
# old names, such as US/Eastern. Others have a sign that is easily misread: Etc/GMT+5 is five hours behind UTC.
_NO_PLACES: Final = ("Etc/", "SystemV/", "US/", "posix/", "right/")


@functools.cache
def zone_names() -> tuple[str, ...]:
    """Returns the names of the time zones that a visitor can choose: UTC, then the places by name."""
    places = [name for name in available_timezones() if "/" in name and not name.startswith(_NO_PLACES)]
    return (UTC, *sorted(places))


def own_zone() -> str:
    """Returns the name of the visitor's time zone. The setting is stored with the account. For a visitor without an
    account, it is stored in a cookie. Returns `UTC` if the visitor has chosen no time zone, or if there is no current
    request.
    """
    if not has_request_context():
        return UTC
    who = visitor()
    kept = who.time_zone if who.account is not None else str(session.get("time_zone", ""))
    return kept if kept in zone_names() else UTC


def local(when: dt.datetime) -> tuple[dt.datetime, str]:
    """Returns a time in the visitor's time zone, with the short name of the time zone, such as `CET` or `UTC+03`."""
    there = when.astimezone(_zone(own_zone()))
    name = there.tzname() or UTC
    return there, name if name[:1].isalpha() else f"{UTC}{name}"


@functools.cache
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)
