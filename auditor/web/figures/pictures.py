"""Turns the rows of a figure into the bars of its picture, with the words that a reader gets for each bar."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from auditor.store.queries.figures import FEW_HANDS
from auditor.web.figures.bars import Bar, picture_of
from auditor.web.figures.heat import map_of
from auditor.web.figures.rates import decimal
from auditor.web.rendering.template_filters import chips, counted, visible

Row = Mapping[str, Any]
# A picture has at most this many bars; the table beside it may have more rows.
MOST_BARS: Final = 30
# A page shows the figures of at most this many currencies; the JSON and the CSV have all.
MOST_UNITS: Final = 4


def parts_of(figure: Mapping[str, Any], *, log: bool) -> list[dict[str, Any]]:
    """Divides a figure by currency into parts, because amounts of different currencies cannot share a picture. A part
    is a dict with the currency (`unit`), its `rows` and its `picture`.

    A figure about money has a part for each of the `MOST_UNITS` currencies with the most rows. Any other figure has a
    single part, whose `unit` is `None`. The figure of weekdays and hours has a heat map (`map`) in place of the
    picture. Any other figure without rows has no part.
    """
    rows = [{**row, "name": visible(row["name"])} for row in figure["rows"]]
    if figure["kind"] == "hours":
        return [{"unit": None, "rows": rows, "map": map_of([{**row, "words": rate_words(row)} for row in rows])}]
    if figure["kind"] not in ("stake", "rake"):
        return [{"unit": None, "rows": rows, "picture": _picture(figure["kind"], rows, log=log)}] if rows else []
    units: dict[str, int] = {}
    for row in rows:
        units[row["currency"]] = units.get(row["currency"], 0) + 1
    most_first = sorted(units, key=lambda unit: (-units[unit], unit))[:MOST_UNITS]
    in_order = {unit: [row for row in rows if row["currency"] == unit] for unit in most_first}
    return [
        {"unit": unit or "no currency named", "rows": own, "picture": _picture(figure["kind"], own, log=log)}
        for unit, own in in_order.items()
    ]


def rate_words(row: Row) -> str:
    """Returns a rate in words, such as `B402: 12.3 per 1,000 hands, likely between 9.1 and 16.2; 31 findings in 2,520
    hands`.
    """
    numbers = f"{counted(row['findings'], 'finding')} in {counted(row['hands'], 'hand')}"
    if row["per_1000"] is None:
        return f"{row['name']}: {numbers}"
    if row["few"]:
        return f"{row['name']}: {decimal(row['per_1000'])} per 1,000 hands; {numbers}; too few hands to compare"
    between = f"likely between {decimal(row['low'])} and {decimal(row['high'])}"
    return f"{row['name']}: {decimal(row['per_1000'])} per 1,000 hands, {between}; {numbers}"


def share_words(row: Row) -> str:
    """Returns the decisions about a rule in words, such as `confirmed 31, dismissed 4, of 35 decided: 88.6 %, likely
    between 74.0 % and 95.5 %`.
    """
    counts = f"confirmed {row['confirmed']:,}, dismissed {row['dismissed']:,}, of {row['decided']:,} decided"
    if row["percent"] is None:
        return counts
    return f"{counts}: {decimal(row['percent'])} %, likely between {decimal(row['low'])} % and {decimal(row['high'])} %"


def _picture(kind: str, rows: Iterable[Row], *, log: bool) -> dict[str, Any]:
    bars = [bar for row in rows if (bar := _BAR[kind](row)) is not None]
    # A share is at most 100 %, so all pictures of shares have the same scale.
    most = 100.0 if kind == "share" else None
    return picture_of(bars[:MOST_BARS], log=log and kind != "share", most=most)


def _rate_bar(row: Row) -> Bar | None:
    if row["per_1000"] is None:
        return None
    label = f"{decimal(row['per_1000'])}{' ?' if row['few'] else ''}"
    return Bar(
        row["name"], row["per_1000"], label, rate_words(row), row["address"], row["low"], row["high"], row["few"]
    )


def _share_bar(row: Row) -> Bar:
    label = f"{decimal(row['percent'])} %"
    words = f"{row['name']}: {share_words(row)}"
    few = row["decided"] < FEW_HANDS
    return Bar(row["name"], row["percent"], label, words, row["confirmed_address"], row["low"], row["high"], few)


def _stake_bar(row: Row) -> Bar:
    amount = chips(row["at_stake"], row["minor"])
    words = f"{row['name']}: {amount} {visible(row['currency']) or 'chips'} at stake"
    words = f"{words}; {counted(row['findings'], 'finding')} with an amount"
    return Bar(row["name"], row["at_stake"] / 10 ** row["minor"], amount, words, row["address"])


def _rake_bar(row: Row) -> Bar:
    taken, due = (max(row[name], 0) / 10 ** row["minor"] for name in ("taken", "due"))
    amounts = {name: chips(row[name], row["minor"]) for name in ("taken", "due")}
    difference = chips(row["difference"], row["minor"], signed=True)
    unit = visible(row["currency"]) or "chips"
    words = f"{row['name']}: {amounts['taken']} {unit} taken, {amounts['due']} by the house rules"
    words = f"{words}, difference {difference}; {counted(row['hands'], 'hand')}"
    words = f"{words}, {row['differ']:,} of them with a rake that differs from the house rules"
    return Bar(row["name"], taken, difference, words, row["address"], min(taken, due), max(taken, due))


_BAR: Final[Mapping[str, Callable[[Row], Bar | None]]] = {
    "rate": _rate_bar, "share": _share_bar, "stake": _stake_bar, "rake": _rake_bar,
}  # fmt: skip
