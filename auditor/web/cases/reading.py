"""Reads a case as the visitor may see it. A case of another venue does not exist for the visitor."""

from auditor.disputes.acts import Role
from auditor.store.disputes.people import Actor, account_actor
from auditor.store.postgres.database import Connection
from auditor.store.queries.case_detail import CaseDetail, case_detail
from auditor.web.access.visitor import reach, visitor
from auditor.web.requests.refusals import Refusal

NO_ACCOUNT = (
    "To act on a case, you need an account, because the record of the case names each person. Make accounts with the"
    " command auditor user add NAME, and sign in."
)


def venues_of_visitor() -> tuple[int, ...] | None:
    """Returns the numbers of the venues whose cases the visitor may see; `None` for all venues."""
    within = reach()
    return None if within is None else (within.venue_id,)


def reader() -> Actor:
    """Returns the visitor as a person who reads a case. A visitor without an account reads as a viewer."""
    who = visitor()
    return Actor(Role.VIEWER) if who.account is None else account_actor(who.account, who.role.value)


def actor() -> Actor:
    """Returns the visitor as a person who acts on a case. Raises `Refusal` if the visitor has no account."""
    who = visitor()
    if who.account is None:
        raise Refusal(403, NO_ACCOUNT)
    return account_actor(who.account, who.role.value)


def case_of(connection: Connection, case_id: int) -> CaseDetail:
    """Returns a case as the visitor may see it. Raises `Refusal` (404) if there is no such case for the visitor."""
    found = case_detail(connection, case_id, reader(), venues_of_visitor()) if case_id < 2**63 else None
    if found is None:
        raise no_case(case_id)
    return found


def no_case(case_id: int) -> Refusal:
    """Returns the refusal which says that there is no case with this number."""
    return Refusal(404, f"There is no case {case_id}. The list of cases shows all cases.", way=("The list", "/cases"))
