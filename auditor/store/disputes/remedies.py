"""Stores the ledger of a ruling: the owed chips, payments, waivers and reversals. The service only records payments."""

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from sqlalchemy import insert, text

from auditor.disputes import ledger
from auditor.disputes.acts import Act
from auditor.disputes.ledger import Kind, Movement, Posting
from auditor.disputes.transitions import ActRefused
from auditor.store.disputes.acts import CaseAct, Seen, act, refusals
from auditor.store.disputes.decisions import RulingRow, rulings_of
from auditor.store.postgres import pg_values
from auditor.store.postgres.database import Connection
from auditor.store.tables import ledger_entry, ledger_posting


@dataclass(frozen=True, slots=True)
class PostingRow:
    """A stored posting, the name of the account that made it, and the time in UTC."""

    posting: Posting
    by: str
    at: dt.datetime


def settle(connection: Connection, wish: CaseAct) -> Seen:
    """Opens the ledger of the last ruling, and returns the case afterwards. If the ruling moves no chips, the case
    needs no remedy. `wish.act` may be `Act.ORDER_REMEDY` or `Act.NO_REMEDY`: this function chooses the right one.

    If the ruling replaces another one, the old ledger is emptied, and its payments count in the new ledger. Raises the
    errors of `acts.act`.
    """
    last = _last_ruling(connection, wish.case_id)
    there = _postings(connection, last.id)
    emptied: tuple[Posting, ...] = ()
    new: tuple[Posting, ...] = ()
    if not there:
        old = _postings(connection, last.replaces_id) if last.replaces_id is not None else ()
        emptied, new = ledger.replaced(old, last.ruling)
    chosen = Act.ORDER_REMEDY if there or new or emptied else Act.NO_REMEDY
    after = act(connection, replace(wish, act=chosen))
    if last.replaces_id is not None:
        _store(connection, last.replaces_id, emptied, wish)
    _store(connection, last.id, new, wish)
    return after


def pay(connection: Connection, wish: CaseAct, movement: Movement, reference: str) -> Seen:
    """Records a payment, and returns the case afterwards. `wish.act` is `Act.PAY`. Raises `BadPosting` if nobody owes
    so much or if the reference is missing, `Stale` if there was another act in between, and the errors of `acts.act`.
    """
    return _book(connection, wish, lambda postings: ledger.payment(postings, movement, reference))


def waive(connection: Connection, wish: CaseAct, movement: Movement) -> Seen:
    """Records that a party does not want an amount. `wish.act` is `Act.WAIVE`, and the comment is the reason. Raises
    the errors of `pay`.
    """
    return _book(connection, wish, lambda postings: ledger.waiver(postings, movement, wish.comment))


def reverse(connection: Connection, wish: CaseAct, number: int) -> Seen:
    """Takes a payment or a waiver back. `wish.act` is `Act.REVERSE`, and the comment is the reason. Raises the errors
    of `pay`.
    """
    return _book(connection, wish, lambda postings: ledger.reversal(postings, number, wish.comment))


def ledger_of(connection: Connection, ruling_id: int) -> tuple[PostingRow, ...]:
    """Returns the ledger of a ruling, the first posting first."""
    rows = connection.execute(text(_LEDGER), {"ruling": ruling_id})
    return tuple(
        [
            PostingRow(
                Posting(row.number, Kind(row.kind), row.amounts, row.reference, row.reason, row.reverses),
                row.by,
                row.at,
            )
            for row in rows
        ]
    )


def _book(connection: Connection, wish: CaseAct, make: Callable[[Sequence[Posting]], Posting]) -> Seen:
    """The act comes first, because it locks the case: then nobody else changes the ledger. If the posting is refused,
    the act is undone. Two equal clicks book once: the second one has not seen the first.
    """
    with connection.begin_nested():
        after = act(connection, wish)
        last = _last_ruling(connection, wish.case_id)
        _store(connection, last.id, (make(_postings(connection, last.id)),), wish)
    return after


def _postings(connection: Connection, ruling_id: int) -> tuple[Posting, ...]:
    return tuple([row.posting for row in ledger_of(connection, ruling_id)])


def _last_ruling(connection: Connection, case_id: int) -> RulingRow:
    found = rulings_of(connection, case_id)
    if not found:
        raise ActRefused("This case has no ruling yet.")
    return found[-1]


def _store(connection: Connection, ruling_id: int, postings: Sequence[Posting], wish: CaseAct) -> None:
    for posting in postings:
        checked = ledger.checked(posting)
        with refusals(connection):
            connection.execute(
                insert(ledger_posting).values(
                    ruling_id=ruling_id,
                    number=checked.number,
                    kind=checked.kind.value,
                    entries=len(checked.entries),
                    reference=pg_values.text(checked.reference),
                    reason=pg_values.text(checked.reason),
                    reverses=checked.reverses,
                    account_id=wish.actor.account_id,
                )
            )
        entries = [
            {"ruling_id": ruling_id, "number": checked.number, "party": party, "amount": amount}
            for party, amount in checked.entries.items()
        ]
        connection.execute(insert(ledger_entry), entries)


_LEDGER: Final = """
SELECT p.number, p.kind, p.reference, p.reason, p.reverses, account.name AS by, p.at,
       jsonb_object_agg(e.party, e.amount) AS amounts
FROM ledger_posting AS p JOIN account ON account.id = p.account_id JOIN ledger_entry AS e USING (ruling_id, number)
WHERE p.ruling_id = :ruling
GROUP BY p.number, p.kind, p.reference, p.reason, p.reverses, account.name, p.at ORDER BY p.number
"""
