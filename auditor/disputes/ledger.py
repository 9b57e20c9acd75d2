"""The ledger of the remedies: double-entry bookkeeping, one ledger for each ruling.

A posting is a group of entries that sum to zero. The house is a party like every other. An entry above zero means that
the party is to receive more; below zero, that the party is to pay more. So a payment of 500 to a player who was owed
500 is an entry of -500 for the player and of +500 for the payer. Nothing in a ledger is changed or deleted: a wrong
posting is reversed by a new one. Amounts are integers in the smallest unit. The service records payments; it never
makes a payment.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from auditor.disputes.rulings import HOUSE, LONGEST_REASON, Ruling

LONGEST_REFERENCE: Final = 200


class BadPosting(ValueError):
    """Raised for a posting that the ledger does not take. The message is one sentence that says why."""


class Kind(StrEnum):
    """The kind of a posting."""

    OWED = "owed"  # the settlement of the ruling
    EX_GRATIA = "ex gratia"  # a payment of the house beyond the rules
    WAIVED = "waived"  # a creditor does not want the chips
    PAID = "paid"  # a payment, with a reference
    CARRIED = "carried over"  # a payment under an earlier ruling that this ruling replaces
    REVERSED = "reversed"  # takes an earlier posting back


@dataclass(frozen=True, slots=True)
class Posting:
    """A posting in the ledger of a ruling. `entries` has an amount for each party; the amounts sum to zero.

    `reference` names a payment, such as the number of a receipt. `reverses` is the number of the posting that this
    posting takes back. `reason` may be empty for a payment and for the settlement of the ruling.
    """

    number: int
    kind: Kind
    entries: Mapping[str, int]
    reference: str = ""
    reason: str = ""
    reverses: int | None = None


@dataclass(frozen=True, slots=True)
class Movement:
    """A payment or a waiver between two parties. `giver` owes the amount, and `taker` is owed the amount. The amount is
    above zero.
    """

    giver: str
    taker: str
    amount: int


def balances(postings: Iterable[Posting]) -> dict[str, int]:
    """Returns the open amount of each party: above zero, the party is still owed chips. Settled parties are left out.
    The balances sum to zero.
    """
    totals: dict[str, int] = {}
    for posting in postings:
        for party, amount in posting.entries.items():
            totals[party] = totals.get(party, 0) + amount
    return {party: amount for party, amount in sorted(totals.items()) if amount}


def opening(ruling: Ruling) -> tuple[Posting, ...]:
    """Returns the first postings of the ledger of a ruling: its settlement, and its payments ex gratia. There are none
    if the ruling moves no chips.
    """
    owed = {line.party: line.ruled for line in ruling.lines if line.ruled}
    made = [Posting(1, Kind.OWED, owed)] if owed else []
    for extra in ruling.ex_gratia:
        entries = {extra.party: extra.amount, HOUSE: -extra.amount}
        made.append(Posting(len(made) + 1, Kind.EX_GRATIA, entries, reason=extra.reason))
    return tuple(made)


def payment(postings: Sequence[Posting], movement: Movement, reference: str) -> Posting:
    """Returns the posting of a payment. Raises `BadPosting` if the reference is missing, or if the payment is larger
    than the amount that the giver owes or that the taker is owed.
    """
    if not reference.strip() or len(reference) > LONGEST_REFERENCE:
        raise BadPosting(f"A payment needs a reference of 1 to {LONGEST_REFERENCE} characters, such as a receipt.")
    return Posting(_next(postings), Kind.PAID, _moved(postings, movement), reference=reference.strip())


def waiver(postings: Sequence[Posting], movement: Movement, reason: str) -> Posting:
    """Returns the posting of a waiver: the taker does not want the amount. Raises `BadPosting` as `payment` does, or if
    the reason is missing.
    """
    return Posting(_next(postings), Kind.WAIVED, _moved(postings, movement), reason=_reason(reason))


def reversal(postings: Sequence[Posting], number: int, reason: str) -> Posting:
    """Returns the posting that takes an earlier payment or waiver back. Raises `BadPosting` if there is no such
    posting, if it was reversed already, if it is neither a payment nor a waiver, or if the reason is missing.
    """
    earlier = next((each for each in postings if each.number == number), None)
    if earlier is None:
        raise BadPosting(f"The ledger has no posting {number}.")
    if earlier.kind not in (Kind.PAID, Kind.WAIVED, Kind.CARRIED):
        raise BadPosting(f'Posting {number} is "{earlier.kind}". You can reverse only a payment or a waiver.')
    return _reversed(postings, earlier, _reason(reason))


def replaced(old: Sequence[Posting], ruling: Ruling) -> tuple[tuple[Posting, ...], tuple[Posting, ...]]:
    """Returns the postings for a ruling that replaces another one: first those that empty the old ledger, then the
    opening of the new ledger with all payments of the old one. If somebody was paid too much under the old ruling, the
    new ledger shows that this party now owes the rest.
    """
    emptied: list[Posting] = []
    carried: list[Posting] = []
    new = list(opening(ruling))
    for posting in in_force(old):
        emptied.append(_reversed([*old, *emptied], posting, "Another ruling replaces this ruling."))
        if posting.kind in (Kind.PAID, Kind.CARRIED):
            number = len(new) + len(carried) + 1
            carried.append(Posting(number, Kind.CARRIED, posting.entries, posting.reference))
    return tuple(emptied), (*new, *carried)


def in_force(postings: Sequence[Posting]) -> tuple[Posting, ...]:
    """Returns the postings that were not reversed, without the reversals."""
    gone = {posting.reverses for posting in postings}
    return tuple([each for each in postings if each.kind is not Kind.REVERSED and each.number not in gone])


def checked(posting: Posting) -> Posting:
    """Returns the posting if its entries sum to zero and none of them is zero. Otherwise raises `BadPosting`."""
    if len(posting.entries) < 2 or 0 in posting.entries.values():
        raise BadPosting("A posting has at least two parties, and each of them has an amount.")
    if sum(posting.entries.values()):
        raise BadPosting("The entries of a posting do not sum to zero.")
    return posting


def _next(postings: Sequence[Posting]) -> int:
    return max([posting.number for posting in postings], default=0) + 1


def _moved(postings: Sequence[Posting], movement: Movement) -> dict[str, int]:
    open_amounts = balances(postings)
    owes, is_owed = -open_amounts.get(movement.giver, 0), open_amounts.get(movement.taker, 0)
    if movement.amount <= 0:
        raise BadPosting("The amount must be above zero.")
    if movement.amount > owes:
        raise BadPosting(f"The amount is too much: {movement.giver} owes less.")
    if movement.amount > is_owed:
        raise BadPosting(f"The amount is too much: {movement.taker} is owed less.")
    return {movement.taker: -movement.amount, movement.giver: movement.amount}


def _reversed(postings: Sequence[Posting], earlier: Posting, reason: str) -> Posting:
    if earlier.number in {each.reverses for each in postings}:
        raise BadPosting(f"Posting {earlier.number} was reversed already.")
    entries = {party: -amount for party, amount in earlier.entries.items()}
    return Posting(_next(postings), Kind.REVERSED, entries, reason=reason, reverses=earlier.number)


def _reason(reason: str) -> str:
    if not reason.strip() or len(reason) > LONGEST_REASON:
        raise BadPosting(f"Write a reason of 1 to {LONGEST_REASON:,} characters.")
    return reason.strip()
