"""The parameters of the pages of settings. See `request_schemas` for the rules that all parameters follow."""

from typing import Final

from marshmallow.validate import Length

from auditor.web.requests.request_schemas import SMALL_LETTERS, Query, Whole, a_text

_DAYS: Final = "^[0-9]{1,9}$"


class RetentionQuery(Query):
    """The parameters of the page that counts what a period of retention would remove."""

    venue = a_text("the venue", Whole("^[a-z0-9-]{1,64}$", error=SMALL_LETTERS))
    days = a_text("the number of days; empty: without an end", Length(max=9))


class ChangesQuery(Query):
    """The parameter of the list of changed settings: where the page begins."""

    before = a_text("the value of `next` on the previous page", Whole("^[0-9]{1,18}$", error="write a number"))
