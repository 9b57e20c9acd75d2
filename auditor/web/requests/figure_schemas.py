"""The parameters of the page of figures, and of the list of the hands that a figure counts."""

from typing import Final

from marshmallow.validate import Length, OneOf

from auditor.engine.findings import Severity
from auditor.store.queries.figure_hands import RAKE
from auditor.web.figures.charts import FIGURES
from auditor.web.requests.request_schemas import (
    MOST_OF_NAME,
    NO_PLACE,
    SMALL_LETTERS,
    Query,
    Whole,
    a_house,
    a_limit,
    a_text,
)

_PERIOD: Final = "^([12][0-9]{3}(-[0-9]{2}){0,2})?$"
_WRITE_DAY: Final = "write a day, a month or a year, such as 2026-05-31, 2026-05 or 2026"
_NAME: Final = "^([a-z0-9-]{1,64})?$"


class FiguresQuery(Query):
    """The parameters of the page of figures: the filters, the scale, and one figure to show alone. A form sends an
    empty value for a filter that is not set.
    """

    since = a_text("the first day of play, such as 2026-05-31, 2026-05 or 2026 (UTC)", Whole(_PERIOD, error=_WRITE_DAY))
    until = a_text("the last day of play, such as 2026-05-31, 2026-05 or 2026 (UTC)", Whole(_PERIOD, error=_WRITE_DAY))
    venue = a_text("the venue", Whole(_NAME, error=SMALL_LETTERS))
    house = a_text("the house of the audit", Whole(_NAME, error=SMALL_LETTERS))
    table = a_text("the name of a poker table", Length(max=MOST_OF_NAME))
    severity = a_text("the severity of the findings", OneOf([*Severity, ""]))
    scale = a_text(
        "log: a logarithmic scale; the step from 1 to 10 is as long as the step from 10 to 100", OneOf(["log", ""])
    )
    figure = a_text("the figure to show alone", OneOf([*FIGURES, ""]))


class FigureHandsQuery(Query):
    """The parameters of the list of hands that a figure counts: the filters, the rake, and the place in the list."""

    since = a_text("the first day of play, such as 2026-05-31, 2026-05 or 2026 (UTC)", Whole(_PERIOD, error=_WRITE_DAY))
    until = a_text("the last day of play, such as 2026-05-31, 2026-05 or 2026 (UTC)", Whole(_PERIOD, error=_WRITE_DAY))
    venue = a_text("the venue", Whole(_NAME, error=SMALL_LETTERS))
    house = a_house("the house of the audit")
    room = a_text("the card room; empty: unknown", Length(max=MOST_OF_NAME))
    table = a_text("the name of a poker table; empty: no name in the log", Length(max=MOST_OF_NAME))
    weekday = a_text("the weekday of play (UTC): 1 is Monday, 7 is Sunday", Whole("^[1-7]$", error="write 1 to 7"))
    hour = a_text("the hour of play (UTC), 0 to 23", Whole("^(1?[0-9]|2[0-3])$", error="write 0 to 23"))
    rake = a_text(
        "any: only hands with rake; different: only hands whose rake is not the rake of the house rules", OneOf(RAKE)
    )
    currency = a_text("the currency of the rake; empty: unknown", Length(max=MOST_OF_NAME))
    minor = a_text("the number of decimals of the currency", Whole("^[0-9]{1,2}$", error="write a number"))
    after = a_text("the value of `next` on the previous page", Whole("^[0-9]{1,18}[.][a-z0-9-]{1,64}$", error=NO_PLACE))
    limit = a_limit()
