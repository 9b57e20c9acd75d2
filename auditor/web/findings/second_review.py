"""Second review: the amounts that need it, and the dismissals that wait for it."""

from collections.abc import Mapping, Sequence
from typing import Any

from auditor.store.postgres.database import Connection
from auditor.store.queries import second_reviews
from auditor.store.queries.findings import FindingRow
from auditor.store.queries.second_reviews import LimitRow, ProposalRow
from auditor.triage.acts import Act, Waiting, offered
from auditor.triage.states import State
from auditor.web.access.visitor import visitor
from auditor.web.rendering.template_filters import stamp


def waiting_document(connection: Connection, row: FindingRow) -> dict[str, Any]:
    """As JSON: the amount from which the finding needs a second review, and its waiting dismissal."""
    waits = second_reviews.proposal(connection, row.fingerprint) if row.put_forward_by else None
    limit = second_reviews.limit_reached(connection, row.fingerprint)
    return {
        "takes_two": limit_document(limit) if limit is not None else None,
        "waits": _proposal(waits) if waits is not None else None,
    }


def offered_values(connection: Connection, row: FindingRow, document: dict[str, Any]) -> dict[str, Any]:
    """The acts for the visitor. Second review needs an account: without one, two people are not distinguishable."""
    waits, who = document["waits"], visitor().name
    waiting = Waiting(waits["by"], waits["fresh"]) if waits else None
    known = second_reviews.is_known(connection, who)
    unknown = () if known else (Act.AGREE, Act.DISMISS) if document["takes_two"] else (Act.AGREE,)
    acts = [act for act in offered(State(row.triage), waiting, who) if act not in unknown]
    return {"offered": acts, "is_known": known, "has_others": second_reviews.has_others(connection, who)}


def offered_in_list(found: Sequence[Mapping[str, Any]]) -> dict[int, Sequence[Act]]:
    """The acts for the visitor on each finding of a list, by number. The list does not check amounts."""
    acts: dict[int, Sequence[Act]] = {}
    for each in found:
        by = each["put_forward_by"]
        waiting = Waiting(by, each["put_forward_fresh"]) if by else None
        acts[each["id"]] = offered(State(each["triage"]), waiting, visitor().name)
    return acts


def limit_document(limit: LimitRow) -> dict[str, Any]:
    """The amount of a venue from which a second review is needed."""
    return {"venue": limit.venue, "amount": limit.amount, "currency": limit.currency, "minor": limit.minor}


def _proposal(waits: ProposalRow) -> dict[str, Any]:
    return {
        "number": waits.number,
        "by": waits.by,
        "reason": waits.reason,
        "comment": waits.comment,
        "at": stamp(waits.at),
        "fresh": waits.fresh,
    }
