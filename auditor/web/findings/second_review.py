"""Second review: if a large amount is at stake in a finding, its dismissal or acceptance waits until a second person
agrees.

This module describes the amounts that need a second review and the proposals that wait. It also says which acts the
visitor may do.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from auditor.store.postgres.database import Connection
from auditor.store.queries import second_reviews
from auditor.store.queries.findings import FindingRow
from auditor.store.queries.second_reviews import LimitRow, ProposalRow
from auditor.triage.acts import PUTS_FORWARD, Act, Waiting, offered
from auditor.triage.states import State
from auditor.web.access.visitor import visitor
from auditor.web.rendering.template_filters import stamp


def waiting_document(connection: Connection, row: FindingRow) -> dict[str, Any]:
    """Returns a dict with two keys. `takes_two` is the smallest amount that needs a second review; `None` if the
    finding does not reach that amount. `waits` is the proposal that waits for a second person; `None` if there is none.
    """
    waits = second_reviews.proposal(connection, row.fingerprint) if row.put_forward_by else None
    limit = second_reviews.limit_reached(connection, row.fingerprint)
    return {
        "takes_two": limit_document(limit) if limit is not None else None,
        "waits": _proposal(waits) if waits is not None else None,
    }


def offered_values(connection: Connection, row: FindingRow, document: dict[str, Any]) -> dict[str, Any]:
    """Returns a dict for the template. `offered` are the acts that the visitor may do on a finding. `is_known` says
    whether the visitor is a reviewer with an account, and `has_others` whether another reviewer has an account.

    A second review needs two different people, and only accounts distinguish people. So a visitor without an account
    can neither agree to a proposal nor make one. `document` is the result of `waiting_document`.
    """
    waits, name = document["waits"], visitor().name
    waiting = Waiting(waits["by"], waits["fresh"]) if waits else None
    has_account = second_reviews.is_known(connection, name)
    need_account = () if has_account else (Act.AGREE, *PUTS_FORWARD) if document["takes_two"] else (Act.AGREE,)
    acts = [act for act in offered(State(row.triage), waiting, name) if act not in need_account]
    return {"offered": acts, "is_known": has_account, "has_others": second_reviews.has_others(connection, name)}


def offered_in_list(found: Sequence[Mapping[str, Any]]) -> dict[int, Sequence[Act]]:
    """Returns the acts that the visitor may do on each finding of a list. The keys of the dict are the numbers of the
    findings.

    The amounts are not checked here, so an offered dismissal or acceptance may still have to wait for a second person.
    """
    acts: dict[int, Sequence[Act]] = {}
    for each in found:
        by = each["put_forward_by"]
        waiting = Waiting(by, each["put_forward_fresh"]) if by else None
        acts[each["id"]] = offered(State(each["triage"]), waiting, visitor().name)
    return acts


def limit_document(limit: LimitRow) -> dict[str, Any]:
    """Returns the limit of a venue as a dict for JSON. The limit is the smallest amount that needs a second review."""
    return {"venue": limit.venue, "amount": limit.amount, "currency": limit.currency, "minor": limit.minor}


def _proposal(waits: ProposalRow) -> dict[str, Any]:
    return {
        "number": waits.number,
        "by": waits.by,
        "reason": waits.reason,
        "comment": waits.comment,
        "at": stamp(waits.at),
        "accepts": waits.accepts,
        "until": waits.until.isoformat() if waits.until is not None else None,
        "fresh": waits.fresh,
    }
