"""Makes the figures of the page: the rows of each table. With each number, a row has the address of the list of the
findings or hands that this number counts.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from auditor.store.postgres.database import Connection
from auditor.store.queries import figures as stored
from auditor.store.queries.figures import UNDATED, FigureFilter, Found, NightStake, Played, PlayedSums
from auditor.web.figures.heat import DAYS
from auditor.web.figures.links import Links
from auditor.web.figures.rates import rate_document, share_document
from auditor.web.rulebook.catalogue import title_of

Row = dict[str, Any]
# A table beside a picture has at most `MOST_ROWS` rows. If the page shows only one figure (`figure=rules`), its table
# has at most `MOST_ALONE` rows.
MOST_ROWS: Final = 25
MOST_ALONE: Final = 1_000


@dataclass(frozen=True, slots=True)
class Counts:
    """The counts that several figures share, and the database connection. The figures of poker tables and of the rake
    use the connection to read their own counts.
    """

    connection: Connection
    chosen: FigureFilter
    kinds: list[Found]
    stakes: list[NightStake]
    played: PlayedSums
    links: Links


def counts_of(connection: Connection, chosen: FigureFilter, links: Links) -> Counts:
    """Reads the counts that several figures share."""
    kinds, stakes = stored.findings(connection, chosen)
    return Counts(connection, chosen, kinds, stakes, stored.played(connection, chosen), links)


def _nights(counts: Counts, _most: int) -> Iterable[Row]:
    for each in counts.played.days:
        (day,) = each.key
        filters = counts.links.of_day(day)
        name = "no date" if filters is None else f"{day}"
        yield _rate(name, each, counts.links, filters)


def _rules(counts: Counts, _most: int) -> Iterable[Row]:
    found: Counter[str] = Counter()
    for each in counts.kinds:
        found[each.code] += each.found
    hands = counts.played.hands
    for code, number in _most_first(found):
        row = {"name": f"{code} {title_of(code)}", **rate_document(number, hands)}
        yield {**row, "address": counts.links.findings(code=code), "hands_address": counts.links.hands()}


def _houses(counts: Counts, _most: int) -> Iterable[Row]:
    return _by_place(counts, lambda key: key[1], "house", "findings that compare hands, under no house")


def _rooms(counts: Counts, _most: int) -> Iterable[Row]:
    return _by_place(counts, lambda key: key[0], "room", "unknown room")


def _by_place(counts: Counts, name_of: Callable[[Any], str], filter_name: str, unnamed: str) -> Iterable[Row]:
    hands: Counter[str] = Counter()
    found: Counter[str] = Counter()
    for each in counts.played.places:
        hands[name_of(each.key)] += each.hands
        found[name_of(each.key)] += each.found
    rows = [Played((name,), hands[name], found[name]) for name in hands]
    for each in sorted(rows, key=_by_rate):
        (name,) = each.key
        yield _rate(name or unnamed, each, counts.links, {filter_name: name})


def _tables(counts: Counts, most: int) -> Iterable[Row]:
    for each in stored.tables(counts.connection, counts.chosen, most):
        name, venue = each.key
        yield {"venue": venue, **_rate(name or "no table named", each, counts.links, {"table": name, "venue": venue})}


def _hours(counts: Counts, _most: int) -> Iterable[Row]:
    for each in sorted(counts.played.hours, key=lambda one: one.key):
        weekday, hour = each.key
        name = f"{DAYS[weekday - 1]} {hour:02}:00"
        filters = {"weekday": f"{weekday}", "hour": f"{hour}"}
        yield {"weekday": weekday, "hour": hour, **_rate(name, each, counts.links, filters)}


def _stake_of_rules(counts: Counts, _most: int) -> Iterable[Row]:
    sums: dict[tuple[str, str], Counter[str]] = {}
    minors = _minors(counts.kinds)
    for each in counts.kinds:
        if each.amounts:
            of_rule = sums.setdefault((each.currency, each.code), Counter())
            of_rule["findings"] += each.amounts
            of_rule["at_stake"] += each.at_stake * 10 ** (minors[each.currency] - each.minor)
    for (currency, code), of_rule in sorted(sums.items(), key=lambda one: (-one[1]["at_stake"], one[0])):
        filters = {"code": code, "currency": currency, "amount": ">0"}
        name = f"{code} {title_of(code)}"
        yield _stake(name, currency, minors[currency], of_rule, counts.links.findings(**filters))


def _stake_of_nights(counts: Counts, _most: int) -> Iterable[Row]:
    minors = _minors(counts.stakes)
    sums: dict[tuple[Any, str], Counter[str]] = {}
    for each in counts.stakes:
        if each.amounts:
            of_night = sums.setdefault((each.day, each.currency), Counter())
            of_night["findings"] += each.amounts
            of_night["at_stake"] += each.at_stake * 10 ** (minors[each.currency] - each.minor)
    for (day, currency), of_night in sums.items():
        filters = counts.links.of_day(day)
        address = counts.links.findings(**filters, currency=currency, amount=">0") if filters else None
        name = "no date" if day == UNDATED else f"{day}"
        yield _stake(name, currency, minors[currency], of_night, address)


def _rake(by: str) -> Callable[[Counts, int], Iterable[Row]]:
    def rows(counts: Counts, most: int) -> Iterable[Row]:
        for each in stored.rake(counts.connection, counts.chosen, by, most):
            unit = {"currency": each.currency, "minor": f"{each.minor}"}
            filters = {"house": each.name} if by == "house" else {"table": each.name, "venue": each.venue}
            if by == "night":
                filters = {"since": each.name, "until": each.name}
            leads = bool(each.name) or by == "table"  # no filter names the hands without a date
            yield {
                "name": each.name or ("no date" if by == "night" else "no table named"),
                "venue": each.venue,
                **{
                    column: getattr(each, column) for column in ("currency", "minor", "taken", "due", "hands", "differ")
                },
                "difference": each.taken - each.due,
                "address": counts.links.hands(**filters, **unit, rake="any") if leads else None,
                "differ_address": counts.links.hands(**filters, **unit, rake="different") if leads else None,
            }

    return rows


def _precision(counts: Counts, _most: int) -> Iterable[Row]:
    decided: dict[str, Counter[str]] = {}
    for each in counts.kinds:
        if each.triage in ("confirmed", "dismissed"):
            decided.setdefault(each.code, Counter())[each.triage] += each.found
    rows = [
        {
            "name": f"{code} {title_of(code)}",
            **share_document(states["confirmed"], states["dismissed"]),
            "confirmed_address": counts.links.findings(code=code, triage="confirmed"),
            "dismissed_address": counts.links.findings(code=code, triage="dismissed"),
        }
        for code, states in decided.items()
    ]
    return sorted(rows, key=lambda row: (-row["decided"], row["name"]))


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of the page: its title, one sentence about it, and the function that makes its rows.

    `kind` names the template of the rows. A figure about money has one table for each currency.
    """

    kind: str
    title: str
    about: str
    rows: Callable[[Counts, int], Iterable[Row]]


FIGURES: Final[Mapping[str, Figure]] = {
    "nights": Figure("rate", "Findings by night", "Findings per 1,000 hands, the newest night first.", _nights),
    "rules": Figure("rate", "Findings by rule",
                    "Findings of each rule per 1,000 hands, the most frequent rule first.", _rules),
    "houses": Figure("rate", "Findings by house", "Findings per 1,000 hands under each house.", _houses),
    "rooms": Figure("rate", "Findings by room", "Findings per 1,000 hands in the logs of each room.", _rooms),
    "tables": Figure("rate", "Findings by table", "Findings per 1,000 hands, the highest rates first.", _tables),
    "hours": Figure("hours", "Findings by weekday and hour",
                    "Findings per 1,000 hands in each hour of the week (UTC). Hands without a date do not count.",
                    _hours),
    "stake_rules": Figure("stake", "Money at stake by rule",
                          "The sum of the amounts of the findings, without signs: 5 too little and 5 too much add up"
                          " to 10.", _stake_of_rules),
    "stake_nights": Figure("stake", "Money at stake by night",
                           "The sum of the amounts of the findings, the newest night first.", _stake_of_nights),
    "rake_houses": Figure("rake", "Rake by house",
                          "The rake that was taken, and the rake that the rules of the house give.", _rake("house")),
    "rake_tables": Figure("rake", "Rake by table",
                          "The rake that was taken, and the rake by the house rules, the largest differences first.",
                          _rake("table")),
    "rake_nights": Figure("rake", "Rake by night",
                          "The rake that was taken, and the rake by the house rules, the newest night first.",
                          _rake("night")),
    "precision": Figure("share", "Confirmed and dismissed, by rule",
                        "For each rule: how many findings the desk confirmed, and how many it dismissed.", _precision),
}  # fmt: skip


def document_of(name: str, counts: Counts, most: int) -> dict[str, Any]:
    """Returns a figure as a dict for JSON, with at most `most` rows. `more` says whether the figure has further rows.
    The figure of weekdays and hours always has all rows.
    """
    figure = FIGURES[name]
    rows = list(figure.rows(counts, most + 1))
    return {
        "id": name,
        "kind": figure.kind,
        "title": figure.title,
        "about": figure.about,
        "rows": rows if figure.kind == "hours" else rows[:most],
        "more": figure.kind != "hours" and len(rows) > most,
    }


def _rate(name: str, each: Played, links: Links, filters: Mapping[str, str] | None) -> Row:
    address = links.findings(**filters) if filters is not None and each.found else None
    hands_address = links.hands(**filters) if filters is not None and each.hands else None
    return {
        "name": name,
        **rate_document(each.found, each.hands),
        "address": address,
        "hands_address": hands_address,
    }


def _stake(name: str, currency: str, minor: int, sums: Mapping[str, int], address: str | None) -> Row:
    return {"name": name, "currency": currency, "minor": minor, **sums, "address": address}


def _minors(sums: Iterable[Found | NightStake]) -> dict[str, int]:
    """Returns for each currency the largest number of decimals that its amounts have. With this number of decimals, all
    amounts of the currency can be added up.
    """
    minors: dict[str, int] = {}
    for each in sums:
        if each.amounts:
            minors[each.currency] = max(each.minor, minors.get(each.currency, 0))
    return minors


def _most_first(found: Counter[str]) -> list[tuple[str, int]]:
    return sorted(found.items(), key=lambda each: (-each[1], each[0]))


def _by_rate(each: Played) -> tuple[Any, ...]:
    """Returns the key for sorting by the rate, the highest first. Rates of few hands come last, because they are too
    uncertain to compare.
    """
    rate = each.found / each.hands if each.hands else 0
    return each.hands < stored.FEW_HANDS, -rate, -each.hands, each.key
