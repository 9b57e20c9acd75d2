"""The parameters of films. A film has the HTML of all steps of a hand, so that a browser can play the hand. A long film
has several parts.
"""

from typing import Final

from auditor.web.requests.request_schemas import Query, StepQuery, a_number

_MEANING: Final = "a step after the first, by its index; the answer has the part of the film with this step"
_LAST: Final = 99_999


class FilmQuery(StepQuery):
    """The parameters of the film of a hand: the parameters of the page of a step, and the index of a step. The answer
    is the part of the film that contains this step.
    """

    index = a_number(_MEANING, _LAST)


class PartQuery(Query):
    """The parameter of the film of a test case: the index of a step. The answer is the part of the film that contains
    this step.
    """

    index = a_number(_MEANING, _LAST)
