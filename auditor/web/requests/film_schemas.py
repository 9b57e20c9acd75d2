"""The parameters of films. A film has the steps of a hand, and a long film has several parts."""

from typing import Final

from auditor.web.requests.request_schemas import Query, StepQuery, a_number

_MEANING: Final = "a step after the first, by its index; the answer has the part of the film with this step"
_LAST: Final = 99_999


class FilmQuery(StepQuery):
    """The parameters of the film of a hand: those of the page of a step, and a step of the wanted part."""

    index = a_number(_MEANING, _LAST)


class PartQuery(Query):
    """The parameter of the film of a test case: a step of the wanted part."""

    index = a_number(_MEANING, _LAST)
