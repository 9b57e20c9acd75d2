"""The parameters of the pages of cases."""

from marshmallow.validate import Length, OneOf

from auditor.disputes.outcomes import Outcome
from auditor.disputes.states import State
from auditor.store.queries.cases import NO, YES
from auditor.web.requests.request_schemas import NO_PLACE, Query, Whole, a_limit, a_number, a_text


class CasesQuery(Query):
    """The parameters of the list of cases: its filters, and where the page begins."""

    state = a_text("the state of the case", OneOf([state.value for state in State]))
    overdue = a_text("yes for cases with a late decision or acknowledgement, no for all others", OneOf([YES, NO]))
    outcome = a_text("the outcome of the ruling; empty for none", OneOf(["", *[each.value for each in Outcome]]))
    rule = a_text("the code of the rule; empty for none", Length(max=80))
    owner = a_text("the account that owns the case, or nobody", Length(max=80))
    hand = a_number("the number of the record of the hand")
    after = a_text(
        "the value of `next` on the previous page",
        Whole("^-?[0-9]{1,19}[.][0-9]{1,19}$", error=NO_PLACE),
    )
    limit = a_limit()


class OpenCaseQuery(Query):
    """The parameter of the form that opens a case: the finding from which the form was opened."""

    finding = a_number("the number of the finding that the case is about")
