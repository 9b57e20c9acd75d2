"""The page with charts and tables of the last nights. Each line of a chart has one number for each night on which hands
were audited.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from flask import Blueprint

from auditor.store.postgres.database import Connection
from auditor.store.queries import nightly_figures as stored
from auditor.store.queries.nightly_figures import FoundFirst, Night
from auditor.store.runs.demonstration import is_demonstration
from auditor.web.rendering.respond import PageContent, Rows, page
from auditor.web.requests.request_schemas import NoParameters, parse_query
from auditor.web.resources import transaction
from auditor.web.rulebook.catalogue import title_of

blueprint: Final = Blueprint("nights", __name__)
# The chart of rules has a line for each of the rules with the most findings, at most this many. The other rules share
# one more line.
MOST_LINES: Final = 6
COLUMNS: Final = ("day", "what", "name", "value")


@page(blueprint, "/nights")
def every() -> PageContent:
    """Shows for each night the number of audited hands, the findings by rule, and the sum of the amounts of the
    findings.
    """
    parse_query(NoParameters)
    with transaction() as connection:
        document = last_nights(connection)
        values = {"demonstration": is_demonstration(connection)}
    rows = [
        [day, chart["title"], line["name"], line["values"][place]]
        for chart in document["charts"]
        for line in chart["lines"]
        for place, day in enumerate(document["days"])
    ]
    return PageContent("nights.html", document, Rows(COLUMNS, rows), values)


def last_nights(connection: Connection) -> dict[str, list[Any]]:
    """Returns a dict with `days`, the last days on which hands were audited, and `charts`, the charts for
    these days.
    """
    found = stored.nights(connection)
    return {"days": [f"{night.day}" for night in found], "charts": _charts(found, stored.found_first(connection))}


def chart_values(connection: Connection) -> dict[str, Any]:
    """Returns the values for the small charts on the start page and on the list of runs. `demonstration` is true if the
    first run is a run of the demonstration. The dates of such runs are made up.
    """
    return {**last_nights(connection), "demonstration": is_demonstration(connection)}


def _charts(found: Sequence[Night], first: Sequence[FoundFirst]) -> list[dict[str, Any]]:
    """Returns the charts as dicts. Each has a title, a unit, the number of decimals (`minor`), and lines. A line has a
    name and one value for each night.
    """
    hands = {"name": "hands", "values": [night.hands for night in found]}
    drawn: list[dict[str, Any]] = [
        {"id": "hands", "title": "Hands audited", "unit": "hands", "minor": 0, "lines": [hands]}
    ]
    days = [night.day for night in found]
    drawn.append({"id": "rules", "title": "First found, by rule", "unit": "findings", "minor": 0,
                  "lines": _by_rule(days, first)})  # fmt: skip
    for currency, minor in sorted({(each.currency, each.minor) for each in first if each.at_stake}):
        sums: Counter[Any] = Counter()
        for each in first:
            if (each.currency, each.minor) == (currency, minor):
                sums[each.day] += each.at_stake
        line = {"name": currency or "chips", "values": [sums[day] for day in days]}
        # In tournament hands, the currency is "chips". Hands without a named currency have a chart of their own, so
        # that their amounts are not added to those of tournaments.
        title = f"At stake, {currency or 'no currency named'}"
        drawn.append({"id": f"stake-{currency or 'none'}-{minor}", "title": title,
                      "unit": currency or "chips", "minor": minor, "lines": [line]})  # fmt: skip
    return drawn


def _by_rule(days: Sequence[Any], first: Sequence[FoundFirst]) -> list[dict[str, Any]]:
    totals: Counter[str] = Counter()
    by_day: Counter[tuple[str, Any]] = Counter()
    for each in first:
        totals[each.code] += each.findings
        by_day[each.code, each.day] += each.findings
    shown = [code for code, _ in sorted(totals.items(), key=lambda each: (-each[1], each[0]))]
    lines = [
        {"name": f"{code} {title_of(code)}", "values": [by_day[code, day] for day in days]}
        for code in shown[:MOST_LINES]
    ]
    if shown[MOST_LINES:]:
        others = [sum([by_day[code, day] for code in shown[MOST_LINES:]]) for day in days]
        lines.append({"name": f"{len(shown) - MOST_LINES} other rules", "values": others})
    return lines
