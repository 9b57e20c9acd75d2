"""Reads the groups of the findings that match the filters: by rule, house, poker table, player or shape.

The shape of a finding is its rule and its difference, without names, amounts, seats and cards. The groups are made of
the first `MOST_GROUPED` findings of the list, and stand in the order of the list: a group stands where its most serious
finding stands. If the list is longer, the groups by rule and by house come from the table of counts. They are then
sorted by their severity and by the number of their findings, because that table has no amounts.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from sqlalchemy import RowMapping, func, select, text

from auditor.engine.findings import Severity
from auditor.store.postgres.database import Connection
from auditor.store.queries.cause_filters import shape_value
from auditor.store.queries.count_dimensions import tally_conditions
from auditor.store.queries.facet_counts import Totals
from auditor.store.queries.filtering import is_narrow
from auditor.store.queries.findings import FindingRow, first_numbers, with_numbers
from auditor.store.queries.list_plans import Planned, planned
from auditor.store.tables import tally, tally_breach, tally_place
from auditor.store.tables.payouts import about_payout_of

MOST_GROUPED: Final = 2_000
WAYS: Final = ("shape", "rule", "house", "table", "player")
_PLACES: Final = [severity.value for severity in Severity]


@dataclass(frozen=True, slots=True)
class Group:
    """A group of findings. `value` identifies the group: a rule code, the name of a house, a table or a player, or the
    value of the filter for a shape. `venue` is the venue of the table or the player, and otherwise empty.

    `found` counts the findings of the group. `first` is the sort key of its most serious finding (see `worst_first`);
    if the group comes from the table of counts, only the severity. `hands` is the number of records (hands as logged)
    with these findings, `None` if it is not counted. `severity` is that of the most serious finding, and `example` is
    this finding. `table` is the name of the poker table if all findings are of one table.
    """

    value: str
    venue: str
    found: int
    hands: int | None
    severity: str
    first: tuple[int, int, int]
    example: FindingRow | None = None
    table: str = ""

    @property
    def place(self) -> str:
        """The place of the group in the list of groups, such as `-600.1.123.31.default.Elder`: the sort key of the
        most serious finding, the number of findings, the venue and the value.
        """
        return f"{'.'.join(map(str, self.first))}.{self.found}.{self.venue}.{self.value}"


@dataclass(frozen=True, slots=True)
class GroupsPage:
    """A page of the groups. `number` is the number of all groups, and `grouped` the number of the findings in them.
    `outside` counts the findings that are in no group, for example findings in hands without the name of a table.

    `first`: only the first `MOST_GROUPED` findings of the list were grouped. `following` is the place after which the
    next page begins; `None` if this is the last page.
    """

    groups: tuple[Group, ...]
    number: int
    grouped: int
    outside: int
    first: bool
    following: str | None


def page(
    connection: Connection, way: str, filters: Mapping[str, str], count: Totals, after: str = "", size: int = 50
) -> GroupsPage:
    """Returns a page of the groups of the findings that match the filters, the most serious groups first.

    `way` is one of `WAYS`. `count` is the number of all findings that match. `after` is a place, such as
    `-600.1.123.31.default.Elder`; if it is empty, the page begins with the first group. Raises `BadFilter` if a filter
    or its value is not valid.
    """
    plan = planned(connection, filters)
    if way in _BY_TALLY and not is_narrow(plan) and count.listed > MOST_GROUPED:
        counted, outside = _counted(connection, way, plan)
        return replace(_cut(counted, after, size), outside=outside)
    numbers = first_numbers(connection, plan, MOST_GROUPED, count)
    rows = connection.execute(text(_GROUPS[way]), {"numbers": numbers}).mappings().all()
    groups = [_group(way, row) for row in rows if row["value"]]
    outside = sum([int(row["found"]) for row in rows if not row["value"]])
    found = replace(_cut(groups, after, size), outside=outside, first=count.more or count.listed > MOST_GROUPED)
    examples = {group.place: row["example"] for group, row in zip(groups, [r for r in rows if r["value"]], strict=True)}
    return _with_examples(connection, found, examples)


def _counted(connection: Connection, way: str, filters: Planned) -> tuple[list[Group], int]:
    """Returns the groups by rule or by house from the table of counts, and the number of findings in no group."""
    table, number, name = _BY_TALLY[way]
    named = select(table.c.id, table.c[name].label("value")).distinct().subquery()
    breach = select(tally_breach.c.id, tally_breach.c.severity).distinct().subquery()
    found = func.sum(tally.c.found)
    query = (
        select(named.c.value, breach.c.severity, found)
        .join(named, named.c.id == number)
        .join(breach, breach.c.id == tally.c.breach)
        .where(*tally_conditions(filters))
        .group_by(named.c.value, breach.c.severity)
        .having(found != 0)
    )
    sums: dict[str, int] = {}
    severities: dict[str, list[str]] = {}
    for value, severity, many in connection.execute(query):
        sums[value] = sums.get(value, 0) + int(many)
        severities.setdefault(value, []).append(severity)
    outside = sums.pop("", 0)
    most_serious = {value: min([_PLACES.index(each) for each in of]) for value, of in severities.items()}
    groups = [
        Group(value, "", many, None, _PLACES[most_serious[value]], (most_serious[value], 0, 0))
        for value, many in sums.items()
    ]
    return groups, outside


def _group(way: str, row: RowMapping) -> Group:
    value = shape_value(row["code"], int(row["value"])) if way == "shape" else row["value"]
    first = row["worst"], row["weight"], row["example"]
    return Group(value, row["venue"], int(row["found"]), row["hands"], "", first, None, row["table"] or "")


def _cut(groups: Iterable[Group], after: str, size: int) -> GroupsPage:
    """Returns a page of these groups, without examples. `after` is the place of the last group on the previous page."""
    ordered = sorted(groups, key=_order)
    grouped = sum([group.found for group in ordered])
    number = len(ordered)
    if after:
        *numbers, venue, value = after.split(".", 5)
        worst, weight, number, found = [int(each) for each in numbers]
        ordered = [group for group in ordered if _order(group) > ((worst, weight, number), -found, venue, value)]
    listed = tuple(ordered[:size])
    following = listed[-1].place if len(ordered) > size else None
    return GroupsPage(listed, number, grouped, 0, first=False, following=following)


def _order(group: Group) -> tuple[tuple[int, int, int], int, str, str]:
    return group.first, -group.found, group.venue, group.value


def _with_examples(connection: Connection, found: GroupsPage, examples: Mapping[str, int]) -> GroupsPage:
    rows = {row.id: row for row in with_numbers(connection, [examples[group.place] for group in found.groups])}
    of = {group.place: rows[examples[group.place]] for group in found.groups}
    groups = [replace(each, example=of[each.place], severity=of[each.place].severity) for each in found.groups]
    return replace(found, groups=tuple(groups))


_BY_TALLY: Final = {
    "rule": (tally_breach, tally.c.breach, "code"),
    "house": (tally_place, tally.c.place, "house"),
}
# The group of a player has the findings about the seat of the player, and the findings about a payout that is wrong for
# the player, as in the filter `player`. So a finding can be in the groups of several players.
_OF_PLAYERS: Final = f"""
LEFT JOIN LATERAL (
    SELECT DISTINCT named.name FROM seat JOIN player AS named ON named.id = seat.player_id
    WHERE seat.hand_id = f.hand_id
      AND (seat.seat = f.seat OR {about_payout_of("seat.player_id", "f")})) AS player ON true
"""
# `LIMIT 1` makes the server look up the row of each hand by its key. Otherwise the server may read all hands.
_RECORD: Final = """
CROSS JOIN LATERAL (SELECT table_name FROM hand WHERE hand.id = f.hand_id AND hand.month = f.month LIMIT 1) AS hand
"""


def _grouped(value: str, venue: str, joins: str, table: str) -> str:
    """Returns the SQL statement for one way of grouping. `value`, `venue` and `table` are SQL expressions."""
    return f"""
SELECT {value} AS value, {venue} AS venue, min(f.code) AS code, sum(1 + f.more) AS found,
       count(DISTINCT f.hand_id) AS hands, (array_agg(f.id ORDER BY f.worst, f.weight, f.id))[1] AS example,
       (array_agg(f.weight ORDER BY f.worst, f.weight, f.id))[1] AS weight, min(f.worst) AS worst, {table} AS table
FROM finding AS f JOIN venue ON venue.id = f.venue_id {joins}
WHERE f.id = ANY(:numbers) GROUP BY 1, 2
"""


_GROUPS: Final = {
    "rule": _grouped("f.code", "''", "", "''"),
    "house": _grouped("f.house", "''", "", "''"),
    "table": _grouped("hand.table_name", "venue.name", _RECORD, "''"),
    "player": _grouped("player.name", "venue.name", _OF_PLAYERS, "''"),
    "shape": _grouped(
        "f.shape", "''", _RECORD, "CASE WHEN min(hand.table_name) = max(hand.table_name) THEN min(hand.table_name) END"
    ),
}
