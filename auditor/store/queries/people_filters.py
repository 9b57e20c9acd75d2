"""The SQL conditions of the filters of findings by player, poker table, day of play and amount."""

import datetime as dt
import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Final, Self

from sqlalchemy import BigInteger, ColumnElement, Select, and_, bindparam, func, literal, or_, select
from sqlalchemy.dialects.postgresql import ARRAY

from auditor.store.postgres.database import Connection
from auditor.store.tables import UNDATED, finding, hand, owed, player, seat

# The chapters with rules about payouts: Log, Payout and Showdown.
PAYOUT_CHAPTERS: Final = ("L", "P", "S")
# Rules of other chapters whose findings change the payout of the whole hand, and so have no amount. After a misdeal,
# everybody gets his chips back.
PAYOUT_RULES: Final = ("D214",)
_DAY: Final = re.compile(r"(?P<year>[12][0-9]{3})(-(?P<month>[0-9]{2})(-(?P<day>[0-9]{2}))?)?")
_NUMBER: Final = r"[0-9]{1,15}(?:[.][0-9]{1,6})?"
_BOUND: Final = re.compile(rf"(?P<sign>[<>]=?)(?P<limit>{_NUMBER})")
_RANGE: Final = re.compile(rf"(?P<first>{_NUMBER})(?:[.][.](?P<last>{_NUMBER}))?")


# If at most this many findings match a filter for a player, they are collected once for the page, and the other queries
# of the page search only among them. Measured with 300,000 findings and a player in a third of the hands: a search of
# the hands of the player read 92,000 pages of the database, and a search among the collected findings 3,300. The page
# of a list has eleven such queries.
MOST_COLLECTED: Final = 100_000


class Collected(str):
    """The value of a filter for a player: the name, with the numbers of all findings that match the filter."""

    __slots__ = ("numbers",)
    numbers: tuple[int, ...]

    def __new__(cls, name: str, numbers: tuple[int, ...]) -> Self:
        """Makes the value. Its text is the name of the player, so it is also shown and compared as the name."""
        made = super().__new__(cls, name)
        made.numbers = numbers
        return made

    def condition(self) -> ColumnElement[bool]:
        """Returns the condition that a finding is one of these findings."""
        numbers = bindparam(None, list(self.numbers), ARRAY(BigInteger), unique=True)
        return finding.c.id == func.any(numbers)


def collected(connection: Connection, filters: Mapping[str, str]) -> dict[str, str]:
    """Returns the filters, with the numbers of the matching findings in each filter for a player. A player with more
    than `MOST_COLLECTED` findings keeps the plain filter.
    """
    found = dict(filters)
    for name, make in _OF_PLAYER.items():
        if name in filters and not isinstance(filters[name], Collected):
            query = make(filters[name].replace("\0", "\\x00")).limit(MOST_COLLECTED + 1)
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


def is_about_payout(code: str, amount: int | None) -> bool:
    """Whether a finding is about the payout, so that it may be the reason for a debt."""
    return code in PAYOUT_RULES or (code[:1] in PAYOUT_CHAPTERS and amount is not None)


def concerning(name: str) -> ColumnElement[bool]:
    """Returns the condition for findings against or for the player with this name."""
    return finding.c.id.in_(_concerning(name))


def against(name: str) -> ColumnElement[bool]:
    """Returns the condition for findings against the player: findings about the seat of the player, and findings about
    the payout of a hand in which the player was paid too much, except findings for the player (see `in_favour`).
    """
    return finding.c.id.in_(_against(name))


def in_favour(name: str) -> ColumnElement[bool]:
    """Returns the condition for findings for the player: the player is owed chips in the hand, and the finding is about
    the payout (see `is_about_payout`). It may be about the seat of another player.
    """
    return finding.c.id.in_(_in_favour(name))


def at_table(name: str) -> ColumnElement[bool]:
    """Returns the condition for findings in hands of a poker table with this name."""
    return finding.c.hand_id.in_(select(hand.c.id).where(hand.c.table_name == name))


def played(since: str, until: str, weekday: str = "", hour: str = "") -> ColumnElement[bool]:
    """Returns the condition for findings in hands that were played on or after the first day of the period `since`,
    and on or before the last day of the period `until`. An empty period sets no limit. `weekday` is 1 (Monday) to 7,
    and `hour` is 0 to 23, both in UTC; an empty one sets no limit.

    The condition names the months too, so that the server reads only their partitions of `hand`. Hands of unlikely
    years have the month `UNDATED`, whatever their date.

    All limits are in one condition. With several conditions, the server would collect the hands of each limit, which
    may be half of all hands, instead of the few hands between the limits.
    """
    first, last = period(since), period(until)
    limits: list[ColumnElement[bool]] = []
    if first is not None:
        from_month = hand.c.month >= first[0].replace(day=1)
        limits += [hand.c.played >= _midnight(first[0]), or_(from_month, hand.c.month == UNDATED)]
    if last is not None:  # the month `UNDATED` is before every other month
        limits += [hand.c.played < _midnight(last[1]) + dt.timedelta(days=1), hand.c.month <= last[1]]
    in_utc = func.timezone("UTC", hand.c.played)
    if weekday:
        limits.append(func.extract("isodow", in_utc) == int(weekday))
    if hour:
        limits.append(func.extract("hour", in_utc) == int(hour))
    return finding.c.hand_id.in_(select(hand.c.id).where(*limits))


def of_amount(text: str) -> ColumnElement[bool]:
    """Returns the condition for findings with an amount in a range, such as `>5` or `5..10`, in units of the
    currency. The sign of the amount does not matter.
    """
    size = func.abs(finding.c.amount)
    unit = func.power(literal(Decimal(10)), finding.c.minor)
    bound = _BOUND.fullmatch(text)
    if bound:
        limit = literal(Decimal(bound["limit"])) * unit
        return {">": size > limit, ">=": size >= limit, "<": size < limit, "<=": size <= limit}[bound["sign"]]
    both = _RANGE.fullmatch(text)
    assert both is not None
    first, last = Decimal(both["first"]), Decimal(both["last"] or both["first"])
    return and_(size >= literal(first) * unit, size <= literal(last) * unit)


def _midnight(day: dt.date) -> dt.datetime:
    return dt.datetime(day.year, day.month, day.day, tzinfo=dt.UTC)


def _concerning(name: str) -> Select[tuple[int]]:
    return _of_seats(name, or_(_is_about_seat(), _is_for_seat(), _is_paid_too_much()))


def _against(name: str) -> Select[tuple[int]]:
    return _of_seats(name, and_(or_(_is_about_seat(), _is_paid_too_much()), ~_is_for_seat()))


def _in_favour(name: str) -> Select[tuple[int]]:
    return _of_seats(name, _is_for_seat())


_OF_PLAYER: Final = {"player": _concerning, "against_player": _against, "for_player": _in_favour}


def _of_seats(name: str, where: ColumnElement[bool]) -> Select[tuple[int]]:
    """Returns a query for the numbers of the findings that are on a hand of the player and match the condition `where`.
    This condition may use the columns of the finding (`_FOUND`) and of the seat of the player (`seat`).
    """
    numbers = select(player.c.id).where(player.c.name == name).scalar_subquery()
    hands = seat.join(_FOUND, _FOUND.c.hand_id == seat.c.hand_id)
    # `ANY(ARRAY(SELECT ...))` makes the database look up the player first, and then find the seats by an index.
    of_player = seat.c.player_id == func.any(func.array(numbers))
    return select(_FOUND.c.id).select_from(hands).where(of_player, where)


_FOUND: Final = finding.alias("found")


def _is_about_seat() -> ColumnElement[bool]:
    return _FOUND.c.seat == seat.c.seat


def _is_for_seat() -> ColumnElement[bool]:
    return _is_about_wrong_payout(owed.c.amount < 0)


def _is_paid_too_much() -> ColumnElement[bool]:
    return _is_about_wrong_payout(owed.c.amount > 0)


def _is_about_wrong_payout(amount: ColumnElement[bool]) -> ColumnElement[bool]:
    """Returns the condition that the finding is about the payout, and that the wrong payout of the seat matches the
    condition `amount`.
    """
    wrong = select(literal(1)).where(owed.c.hand_id == seat.c.hand_id, owed.c.seat == seat.c.seat, amount)
    chapter = and_(func.left(_FOUND.c.code, 1).in_(PAYOUT_CHAPTERS), _FOUND.c.amount.is_not(None))
    return and_(or_(_FOUND.c.code.in_(PAYOUT_RULES), chapter), wrong.exists())


def payout_condition(alias: str) -> str:
    """Returns the same condition as `is_about_payout` as SQL. `alias` is the name of the table `finding` there."""
    chapters, rules = (", ".join([f"'{each}'" for each in names]) for names in (PAYOUT_CHAPTERS, PAYOUT_RULES))
    of_chapter = f"left({alias}.code, 1) IN ({chapters}) AND {alias}.amount IS NOT NULL"
    return f"({alias}.code IN ({rules}) OR {of_chapter})"
