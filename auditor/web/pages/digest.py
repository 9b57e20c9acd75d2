"""The digest of a week, to read or to print. It has the uploads and findings that came in, the decisions of people, the
wrong payouts, and the findings that wait longest.
"""

import datetime as dt
from collections import defaultdict
from typing import Any, Final

from flask import Blueprint

from auditor.store.queries import digest as stored
from auditor.store.queries.digest import Digest, Part
from auditor.web.rendering.respond import PageContent, Rows, page
from auditor.web.rendering.template_filters import stamp
from auditor.web.requests.refusals import Refusal
from auditor.web.requests.request_schemas import parse_query
from auditor.web.requests.teamwork_schemas import DigestQuery
from auditor.web.resources import transaction
from auditor.web.rulebook.catalogue import title_of

blueprint: Final = Blueprint("digest", __name__)
COLUMNS: Final = ("part", "name", "unit", "minor", "found", "confirmed", "dismissed", "accepted", "short", "over")
# The page has links to this many earlier weeks.
EARLIER: Final = 8
_COUNTS: Final = ("found", "confirmed", "dismissed", "accepted")


@page(blueprint, "/digest")
def week() -> PageContent:
    """Shows the digest of a week. Without a parameter, it is the present week."""
    today = dt.datetime.now(dt.UTC).date()
    monday = _monday(parse_query(DigestQuery).get("week", name_of(today)))
    with transaction() as connection:
        found = stored.digest(connection, monday)
    by_rule, by_house = _summed(found.parts, "code"), _summed(found.parts, "house")
    document = {
        "week": name_of(monday),
        "from": f"{monday}",
        "to": f"{monday + dt.timedelta(days=6)}",
        "uploads": found.came_in.uploads,
        "hands": found.came_in.hands,
        "audited_again": found.came_in.again,
        "totals": {name: sum([getattr(part, name) for part in found.parts]) for name in _COUNTS},
        "comments": found.comments,
        "by_rule": [{**each, "title": title_of(each["code"])} for each in by_rule],
        "by_house": by_house,
        "money": [_money(each) for each in found.money],
        "waiting": [_waiting(each) for each in found.waiting],
    }
    values = {
        "found_list": _found_list(found),
        "is_present": name_of(monday) == name_of(today),
        "before": [name_of(monday - dt.timedelta(weeks=number)) for number in range(1, EARLIER + 1)],
        "next_week": name_of(monday + dt.timedelta(weeks=1)) if monday + dt.timedelta(weeks=1) <= today else None,
    }
    return PageContent("digest.html", document, Rows(COLUMNS, _rows(document)), values)


def name_of(day: dt.date) -> str:
    """Returns the name of the week of a day, such as `2026-W47`."""
    year, number, _ = day.isocalendar()
    return f"{year:04}-W{number:02}"


def _monday(week: str) -> dt.date:
    try:
        return dt.date.fromisocalendar(int(week[:4]), int(week[6:]), 1)
    except ValueError as error:
        raise Refusal(
            422, f'There is no week "{week}". A year has 52 or 53 weeks. Write the year and the week, such as 2026-W47.'
        ) from error


def _summed(parts: tuple[Part, ...], name: str) -> list[dict[str, Any]]:
    """Adds up the numbers by rule or by house. `name` is `code` or `house`. The rule or house with the most findings
    comes first.
    """
    sums: defaultdict[str, dict[str, int]] = defaultdict(lambda: dict.fromkeys(_COUNTS, 0))
    for part in parts:
        for count in _COUNTS:
            sums[getattr(part, name)][count] += getattr(part, count)
    ordered = sorted(sums.items(), key=lambda each: (-each[1]["found"], each[0]))
    return [{name: key, **counts} for key, counts in ordered]


def _found_list(found: Digest) -> str | None:
    """Returns the address of the list of the findings that are new in the runs of the week: no earlier run found them.
    Returns `None` if no run began in the week.
    """
    first, last = found.came_in.first_run, found.came_in.last_run
    return f"/findings?news=new&runs={first - 1}..{last}" if first is not None else None


def _money(each: stored.Money) -> dict[str, Any]:
    return {
        "house": each.house,
        "currency": each.currency,
        "minor": each.minor,
        "at_stake": each.at_stake,
        "short": each.short,
        "over": each.over,
        "hands": each.hands,
    }


def _waiting(each: stored.WaitingRow) -> dict[str, Any]:
    return {
        "id": each.id,
        "code": each.code,
        "title": title_of(each.code),
        "severity": each.severity,
        "house": each.house,
        "number": each.number,
        "hand_id": each.hand_id,
        "assignee": each.assignee or None,
        "since": stamp(each.since),
    }


def _rows(document: dict[str, Any]) -> list[list[Any]]:
    """Returns the rows of the CSV. The first cell of each row says which part of the page the row is from."""
    rows: list[list[Any]] = [
        ["total", name, None, None, document[name], None, None, None, None, None]
        for name in ("uploads", "hands", "audited_again", "comments")
    ]
    for part, key in (("rule", "code"), ("house", "house")):
        for each in document[f"by_{part}"]:
            rows.append([part, each[key], None, None, *[each[name] for name in _COUNTS], None, None])
    for each in document["money"]:
        unit = (each["currency"], each["minor"])
        rows.append(["at stake", each["house"], *unit, each["at_stake"], None, None, None, None, None])
        rows.append(["owed", each["house"], *unit, None, None, None, None, each["short"], each["over"]])
    for each in document["waiting"]:
        rows.append(["waits longest", f"{each['code']} {each['since']}", *[None] * 8])
    return rows
