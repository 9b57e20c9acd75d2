"""Second review: a dismissal of a large amount waits until a second person agrees.

This module describes the amounts that need a second review, the waiting dismissals, and the acts that are possible.
"""

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
    """Returns as a document the amount that makes a second review necessary, and the dismissal that waits for it."""
    waits = second_reviews.proposal(connection, row.fingerprint) if row.put_forward_by else None
    limit = second_reviews.limit_reached(connection, row.fingerprint)
    return {
        "takes_two": limit_document(limit) if limit is not None else None,
        "waits": _proposal(waits) if waits is not None else None,
    }


def offered_values(connection: Connection, row: FindingRow, document: dict[str, Any]) -> dict[str, Any]:
    """Returns the acts that the visitor may do on a finding.

    A second review needs accounts, because two people without accounts cannot be distinguished.
    """
    waits, name = document["waits"], visitor().name
    waiting = Waiting(waits["by"], waits["fresh"]) if waits else None
    has_account = second_reviews.is_known(connection, name)
    need_account = () if has_account else (Act.AGREE, Act.DISMISS) if document["takes_two"] else (Act.AGREE,)
    acts = [act for act in offered(State(row.triage), waiting, name) if act not in need_account]
    return {"offered": acts, "is_known": has_account, "has_others": second_reviews.has_others(connection, name)}


def offered_in_list(found: Sequence[Mapping[str, Any]]) -> dict[int, Sequence[Act]]:
    """Returns for each finding of a list, by number, the acts that the visitor may do. Amounts are not checked here."""
    acts: dict[int, Sequence[Act]] = {}
    for each in found:
        by = each["put_forward_by"]
        waiting = Waiting(by, each["put_forward_fresh"]) if by else None
        acts[each["id"]] = offered(State(each["triage"]), waiting, visitor().name)
    return acts


def limit_document(limit: LimitRow) -> dict[str, Any]:
    """Returns as a document the smallest amount at which a venue needs a second review."""
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
