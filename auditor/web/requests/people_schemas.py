"""The parameters of the pages of people, owed chips and the search."""

from typing import Final

from marshmallow.validate import Length, OneOf

from auditor.store.queries.owed_sums import SORTS
from auditor.web.requests.request_schemas import (
    LONGEST_LIST,
    MOST_OF_NAME,
    NO_PLACE,
    SMALL_LETTERS,
    PagedQuery,
    Query,
    Whole,
    a_house,
    a_limit,
    a_sort,
    a_text,
)

_ONE_DAY: Final = "^([12][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])|none)$"
_WRITE_ONE_DAY: Final = "write a day such as 2026-11-24"
# A unit, the value of the column by which the list is sorted, and a key; the texts are written as in an address.
_OWED_PLACE: Final = "^[0-9]{1,2}[.][^.]{0,2000}[.][^.]{0,4000}[.][^.]{1,4000}$"


class PeopleQuery(PagedQuery):
    """The parameters of the page of a player, a poker table or a day: the venue, and the place in the list of hands."""

    name = a_text("the name, if the name cannot be a part of the path", Length(min=1, max=MOST_OF_NAME))
    venue = a_text("the venue", Whole("^[a-z0-9-]{1,64}$", error=SMALL_LETTERS))
    names = a_text("send masked to hide the names of players", OneOf(["masked"]))


class OwedHandsQuery(Query):
    """The parameters of the list of hands with wrong payouts: the filters, and the place in the list."""

    of = a_text("confirmed: only hands with a confirmed finding", OneOf(["all", "confirmed"]), load_default="all")
    player = a_text("the name of a player", Length(min=1, max=MOST_OF_NAME))
    table = a_text("the name of a poker table; empty: no name in the log", Length(max=MOST_OF_NAME))
    day = a_text(
        "the day of play (UTC), such as 2026-11-24; none: no date in the log", Whole(_ONE_DAY, error=_WRITE_ONE_DAY)
    )
    house = a_house("the house of the audit")
    venue = a_text("the venue", Whole("^[a-z0-9-]{1,64}$", error=SMALL_LETTERS))
    currency = a_text("the currency; empty: unknown", Length(max=MOST_OF_NAME))
    minor = a_text("the number of decimals of the currency", Whole("^[0-9]{1,2}$", error="write a number"))
    after = a_text("the value of `next` on the previous page", Whole("^[0-9]{1,18}[.][0-9]{1,5}$", error=NO_PLACE))
    limit = a_limit()


class OwedQuery(Query):
    """The parameters of the list of owed chips.

    They say:

    - what a row of the list stands for: a player, a poker table, a night or a house
    - whether all wrong payouts count, or only those of hands with a confirmed finding
    - the currency
    - the place in the list
    """

    by = a_text("the rows of the list", OneOf(["player", "table", "night", "house"]), load_default="player")
    of = a_text("confirmed: only hands with a confirmed finding", OneOf(["all", "confirmed"]), load_default="all")
    currency = a_text("the currency; empty: unknown", Length(max=MOST_OF_NAME))
    minor = a_text("the number of decimals of the currency", Whole("^[0-9]{1,2}$", error="write a number"))
    sort = a_sort("the column by which the rows of each unit are sorted; by default the largest amount", SORTS)
    after = a_text("the value of `next` on the previous page", Whole(_OWED_PLACE, error=NO_PLACE))
    limit = a_limit()


class LineQuery(Query):
    """The parameters of the address that reads a line of filters: the line, which a person typed above the list of
    findings, and the query of that list.
    """

    line = a_text("words with values, such as rule:B402 amount:>5", Length(max=10 * LONGEST_LIST))
    list = a_text(
        "the filters of the list as it is now; if the line has a mistake, this list is shown again",
        Length(max=LONGEST_LIST),
    )


class SearchQuery(Query):
    """The parameters of the search: the text, and whether the result may have names of players."""

    q = a_text("the text to search for", Length(max=MOST_OF_NAME))
    names = a_text("send masked to search for no names", OneOf(["masked"]))
