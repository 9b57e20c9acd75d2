"""The addresses of the lists of the findings or hands that a figure counts. The lists have the filters of the page."""

import datetime as dt
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlencode

from auditor.store.queries.figures import UNDATED, FigureFilter, HandsFilter
from auditor.store.queries.people_filters import period
from auditor.web.findings.facets import address
from auditor.web.requests.refusals import Refusal

# The filters of the page of figures. The list of findings has the same filters; the list of hands has no severity.
FILTERS: Final = ("since", "until", "venue", "house", "table", "severity")


def filter_of(query: Mapping[str, Any]) -> FigureFilter:
    """Returns the filter of the page of figures. Raises `Refusal` if the parameter `since` or `until` is no day, month
    or year.
    """
    return FigureFilter(**_common(query))


def hands_filter_of(query: Mapping[str, Any]) -> HandsFilter:
    """Returns the filter of the list of the hands that a figure counts. Raises `Refusal` as `filter_of` does."""
    weekday, hour = [int(query[name]) if name in query else None for name in ("weekday", "hour")]
    return HandsFilter(**_common(query), room=query.get("room"), weekday=weekday, hour=hour)


def _common(query: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "first": _day(query.get("since", ""), 0),
        "last": _day(query.get("until", ""), 1),
        "venue": query.get("venue", ""),
        "house": query.get("house", ""),
        "table": query["table"].replace("\0", "\\x00") if "table" in query else None,
        "severity": query.get("severity", ""),
    }


def _day(text: str, end: int) -> dt.date | None:
    if not text:
        return None
    found = period(text)
    if found is None:
        raise Refusal(422, f'"{text[:20]}" is no day, month or year. Write 2026-05-31, 2026-05 or 2026.')
    return found[end]


class Links:
    """Makes the addresses of lists from the filters of the page and the filters of one figure."""

    def __init__(self, query: Mapping[str, Any]) -> None:
        self._filters: Final = {name: query[name] for name in FILTERS if name in query}

    def findings(self, **filters: str) -> str | None:
        """Returns the address of the list of findings with the filters of the page and these further filters. Returns
        `None` if the name of the table or of the house is empty, because the list of findings has no filter for such
        findings.
        """
        chosen = {**self._filters, **filters}
        return None if chosen.get("table") == "" or chosen.get("house") == "" else address(chosen)

    def hands(self, **filters: str) -> str:
        """Returns the address of the list of hands with the filters of the page and these further filters. It lists the
        audited hands or, with the filter `rake`, only hands with rake.
        """
        chosen = {name: value for name, value in {**self._filters, **filters}.items() if name != "severity"}
        return f"/figures/hands?{urlencode(chosen)}" if chosen else "/figures/hands"

    @staticmethod
    def of_day(day: dt.date) -> dict[str, str] | None:
        """Returns the filters for one day. Returns `None` for hands without a date, because no filter names them."""
        return None if day == UNDATED else {"since": f"{day}", "until": f"{day}"}
