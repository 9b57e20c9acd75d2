"""The SQL conditions of the filters of findings by player, poker table, day of play and amount."""

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Final, Self

from sqlalchemy import (
    BigInteger,
    Boolean,
    ColumnElement,
    Select,
    Table,
    and_,
    bindparam,
    func,
    literal,
    literal_column,
    or_,
    select,
    true,
    union,
)
from sqlalchemy.dialects.postgresql import ARRAY

from auditor.store.postgres.database import Connection
from auditor.store.queries.filter_values import values_of
from auditor.store.tables import finding, hand, identity, player, poker_table, seat, venue
from auditor.store.tables.payouts import about_payout_of, for_player

_DAY: Final = re.compile(r"(?P<year>[12][0-9]{3})(-(?P<month>[0-9]{2})(-(?P<day>[0-9]{2}))?)?")
_NUMBER: Final = r"[0-9]{1,15}(?:[.][0-9]{1,6})?"
_BOUND: Final = re.compile(rf"(?P<sign>[<>]=?)(?P<limit>{_NUMBER})")
_RANGE: Final = re.compile(rf"(?P<first>{_NUMBER})(?:[.][.](?P<last>{_NUMBER}))?")


# If at most this many findings match a filter for a player, they are collected once for the page, and the other queries
# of the page search only among them. Measured with 300,000 findings and a player in a third of the hands: a search of
# the hands of the player read 92,000 pages of the database, and a search among the collected findings 3,300. The page
# of a list has eleven such queries.
MOST_COLLECTED: Final = 100_000
# A text finds at most this many players, and as many tables, whose names begin with the text.
MOST_NAMES: Final = 100


class Collected(str):
    """The text of a filter for players: the names, with the numbers of all findings that match the filter."""

    __slots__ = ("numbers",)
    numbers: tuple[int, ...]

    def __new__(cls, name: str, numbers: tuple[int, ...]) -> Self:
        """Makes the text. It is the text of the filter, so it is also shown and compared as the names in it."""
        made = super().__new__(cls, name)
        made.numbers = numbers
        return made

    def condition(self) -> ColumnElement[bool]:
        """Returns the condition that a finding is one of these findings.

        `ANY(ARRAY(SELECT ...))` makes the database look up each of these findings, instead of comparing many other
        findings with all these numbers. Measured with 5,000,000 findings, of which a player has 15,194: to count the
        closed findings of the player took 66 ms instead of 296 ms.
        """
        numbers = bindparam(None, list(self.numbers), ARRAY(BigInteger), unique=True)
        return finding.c.id == func.any(func.array(select(func.unnest(numbers)).scalar_subquery()))


def collected(connection: Connection, filters: Mapping[str, str]) -> dict[str, str]:
    """Returns the filters, with the numbers of the matching findings in each filter for a player. A player with more
    than `MOST_COLLECTED` findings keeps the plain filter.
    """
    found = dict(filters)
    for name, make in _OF_PLAYER.items():
        if name in filters and not isinstance(filters[name], Collected):
            query = make(values_of(filters[name])).limit(MOST_COLLECTED + 1)
            numbers = tuple([row.id for row in connection.execute(query)])
            if len(numbers) <= MOST_COLLECTED:
                found[name] = Collected(filters[name], numbers)
    return found


def period(text: str) -> tuple[dt.date, dt.date] | None:
    """Returns the first and the last day of a day (`2026-05-31`), a month (`2026-05`) or a year (`2026`). Returns
    `None` if the text is none of these.
    """
    found = _DAY.fullmatch(text)
    if found is None:
        return None
    year, month, day = int(found["year"]), int(found["month"] or 1), int(found["day"] or 1)
    try:
        first = dt.date(year, month, day)
    except ValueError:
        return None
    if found["day"]:
        return first, first
    months = year * 12 + (month if found["month"] else 12)  # the month after the period, counted from the year 0
    return first, dt.date(months // 12, months % 12 + 1, 1) - dt.timedelta(days=1)


def is_amount(text: str) -> bool:
    """Whether the text is an amount or a range of amounts, such as `5`, `>5`, `<=2.50` or `5..10`."""
    return bool(_BOUND.fullmatch(text) or _RANGE.fullmatch(text))


def of_venues(names: Sequence[str] = ()) -> Select[tuple[int]]:
    """Returns a query for the numbers of the venues with these names; of all venues if there are no names."""
    return select(venue.c.id).where(venue.c.name.in_(names)) if names else select(venue.c.id)


def concerning(names: Sequence[str]) -> ColumnElement[bool]:
    """Returns the condition for findings against or for a player with one of these names."""
    return finding.c.id.in_(_concerning(names))


def against(names: Sequence[str]) -> ColumnElement[bool]:
    """Returns the condition for findings against a player with one of these names: findings about the seat of the
    player, and findings about the payout of a hand in which the player was paid too much, except findings for the
    player (see `in_favour`).
    """
    return finding.c.id.in_(_against(names))


def in_favour(names: Sequence[str]) -> ColumnElement[bool]:
    """Returns the condition for findings for a player with one of these names: the player is owed chips in the hand,
    and the finding is about the payout (see `payouts`). It may be about the seat of another player.
    """
    return finding.c.id.in_(_in_favour(names))


def at_table(names: Sequence[str]) -> ColumnElement[bool]:
    """Returns the condition for findings in hands of a poker table with one of these names."""
    return finding.c.hand_id.in_(select(hand.c.id).where(hand.c.table_name.in_(names)))


def played(since: str, until: str, weekday: str = "", hour: str = "") -> list[ColumnElement[bool]]:
    """Returns the conditions for findings in hands that were played on or after the first day of the period `since`,
    and on or before the last day of the period `until`. An empty period sets no limit. `weekday` is 1 (Monday) to 7,
    and `hour` is 0 to 23, both in UTC; each may have several values (see `filter_values`), and an empty one sets no
    limit.
    """
    first, last = period(since), period(until)
    limits: list[ColumnElement[bool]] = []
    if first is not None:
        limits.append(finding.c.played >= _midnight(first[0]))
    if last is not None:
        limits.append(finding.c.played < _midnight(last[1]) + dt.timedelta(days=1))
    # The hour of the week, because there is an index of it: 0 to 167. A filter for one hour names seven of them.
    days = [int(each) - 1 for each in values_of(weekday)] if weekday else range(7)
    hours = [int(each) for each in values_of(hour)] if hour else range(24)
    if weekday or hour:
        limits.append(func.finding_hour(finding.c.played).in_([24 * day + each for day in days for each in hours]))
    return limits


def of_amount(text: str) -> ColumnElement[bool]:
    """Returns the condition for findings with an amount in a range, such as `>5` or `5..10`, in units of the
    currency. The sign of the amount does not matter.
    """
    size = func.finding_size(finding.c.amount, finding.c.minor)
    bound = _BOUND.fullmatch(text)
    if bound:
        limit = literal(Decimal(bound["limit"]))
        return {">": size > limit, ">=": size >= limit, "<": size < limit, "<=": size <= limit}[bound["sign"]]
    both = _RANGE.fullmatch(text)
    assert both is not None
    first, last = Decimal(both["first"]), Decimal(both["last"] or both["first"])
    return size.between(literal(first), literal(last))


def _midnight(day: dt.date) -> dt.datetime:
    return dt.datetime(day.year, day.month, day.day, tzinfo=dt.UTC)


def _concerning(names: Sequence[str]) -> Select[tuple[int]]:
    return _of_seats(names, or_(_is_about_seat(), _is_about_payout()))


def _against(names: Sequence[str]) -> Select[tuple[int]]:
    return _of_seats(names, and_(or_(_is_about_seat(), _is_about_payout()), ~_is_for_player()))


def _in_favour(names: Sequence[str]) -> Select[tuple[int]]:
    return _of_seats(names, _is_for_player())


def with_name(texts: Sequence[str]) -> ColumnElement[bool]:
    """Returns the condition for findings about a player, at a table or in a hand with such a name: the name of the
    player or of the table begins with one of the texts, in any case, or the number of the hand is one of them. At most
    `MOST_NAMES` players and as many tables are searched for each text.
    """
    return finding.c.id.in_(_with_name(texts))


def names_beginning(table: Table, begin: str, most: int = MOST_NAMES) -> Select[str]:
    """Returns a query for the names in `table` (players or poker tables) that begin with a text, in any case."""
    pattern = begin.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    found = select(table.c.name).where(func.lower(table.c.name).like(func.lower(f"{pattern}%")))
    # This is the order of the index on `lower(name)`, so the database stops reading after `most` names.
    return found.order_by(literal_column(f"lower({table.name}.name) USING ~<~")).limit(most)


def _with_name(texts: Sequence[str]) -> Select[tuple[int]]:
    found = []
    for each in texts:
        of_table = select(hand.c.id).where(hand.c.table_name.in_(names_beginning(poker_table, each).scalar_subquery()))
        of_number = select(hand.c.id).join(identity, identity.c.id == hand.c.identity_id).where(identity.c.key == each)
        hands = union(of_table, of_number).subquery()
        found.append(select(finding.c.id).where(finding.c.hand_id.in_(select(hands.c.id))))
        about = or_(_is_about_seat(), _is_about_payout())
        found.append(_of_players(select(player.c.id).where(player.c.name.in_(names_beginning(player, each))), about))
    every = union(*found).subquery()
    return select(every.c.id)


_OF_PLAYER: Final = {
    "player": _concerning, "against_player": _against, "for_player": _in_favour, "named": _with_name,
}  # fmt: skip


def _of_seats(names: Sequence[str], where: ColumnElement[bool]) -> Select[tuple[int]]:
    """Returns a query for the numbers of the findings that are on a hand of a player with one of these names and match
    the condition `where` (see `_of_players`).
    """
    # The only index on the exact name begins with the venue.
    of_name = player.c.venue_id.in_(of_venues()), player.c.name.in_(names)
    return _of_players(select(player.c.id).where(*of_name), where)


def _of_players(numbers: Select[int], where: ColumnElement[bool]) -> Select[tuple[int]]:
    """Returns a query for the numbers of the findings that are on a hand of these players and match the condition
    `where`. This condition may use the columns of the finding (`_FOUND`) and of the seat of the player (`seat`).
    """
    hands = seat.join(_FOUND, true())
    # `ANY(ARRAY(SELECT ...))` makes the database look up the player first, and then find the seats by an index.
    of_player = seat.c.player_id == func.any(func.array(numbers.scalar_subquery()))
    return select(_FOUND.c.id).select_from(hands).where(of_player, where)


# The findings of the hand of a seat. `OFFSET 0` makes the server look up the findings of one hand after another.
# Otherwise it may read all findings: with 5,000,000 findings and a player in 10,000 hands, it read 587,197 pages of the
# database in 8.3 s.
_OF_HAND: Final = select(*[finding.c[name] for name in ("id", "severity", "amount", "seat", "hand_id")])
_FOUND: Final = _OF_HAND.where(finding.c.hand_id == seat.c.hand_id).correlate(seat).offset(0).lateral("found")


def _is_about_seat() -> ColumnElement[bool]:
    return _FOUND.c.seat == seat.c.seat


def _is_for_player() -> ColumnElement[bool]:
    return literal_column(for_player("seat.player_id", _FOUND.name), Boolean)


def _is_about_payout() -> ColumnElement[bool]:
    return literal_column(about_payout_of("seat.player_id", _FOUND.name), Boolean)
