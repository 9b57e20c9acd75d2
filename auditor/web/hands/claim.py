"""Writes for a player what he is owed, or what he owes, and what the card room decided about it."""

from typing import Final, NamedTuple

from auditor.engine.hand import Hand
from auditor.engine.settlement import SeatAccount
from auditor.engine.settlement.restitution import HOUSE, UNACCOUNTED, Transfer, restitution
from auditor.web.hands.dossier import Dossier
from auditor.web.hands.payout_decision import Decision, PayoutDecision
from auditor.web.rendering.template_filters import chips, of_amount

_OPEN: Final = "Nobody has decided about this payout yet. The auditor computed the amounts from the log."
_CONFIRMED: Final = "The card room checked the hand and found the payout wrong."
_DISMISSED: Final = "The card room checked the hand and found the payout right."
_ACCEPTED: Final = "The card room checked the hand and lets the payout stand."
_PARTLY: Final = (
    "The card room decided that a part of this difference is no mistake."
    " The amounts on this page still count this part. Ask the card room for the exact amount."
)


class Claim(NamedTuple):
    """The claim of one player: the heading, and the sentences below it."""

    title: str
    sentences: list[str]


def claim_of(dossier: Dossier, account: SeatAccount, decided: PayoutDecision) -> Claim:
    """Returns sentences that say how many chips the player got, how many he should have got, and who owes the
    difference. If the card room dismissed or accepted the findings about the payout, no sentence names a debt. If the
    record contradicts itself about money, no sentence names an amount.
    """
    hand = dossier.hand
    if decided.decision == Decision.DISMISSED:
        return Claim("Your payout", [*_got(hand, account), _DISMISSED, _no_debt(account)])
    if decided.decision == Decision.ACCEPTED:
        return Claim("Your payout", [*_got(hand, account), _ACCEPTED, _no_debt(account)])
    if dossier.report.contradicts_itself:
        return Claim(
            "Your payout",
            [
                "The record of this hand contradicts itself about the money.",
                "Nobody can say what you are owed until the card room decides which lines of the record are correct.",
            ],
        )
    if account.lawful is None or account.logged is None:
        return Claim("Your payout", ["The log does not show enough to say what you are owed."])
    if not account.difference:
        return Claim("Your payout", [*_got(hand, account), "This is right. Nobody owes you anything."])
    is_open = decided.decision == Decision.OPEN
    total = money(hand, abs(account.difference))
    title, debt = ("What you are owed", f"you are owed {total}")
    if account.difference > 0:
        title, debt = ("What you owe", f"you got {total} too much")
    sentences = [
        _OPEN if is_open else _CONFIRMED,
        f"You got {money(hand, account.logged)}. By the rules you get {money(hand, account.lawful)}.",
        f"If the card room agrees, {debt}." if is_open else f"{debt[0].upper()}{debt[1:]}.",
    ]
    own = [each for each in restitution(dossier.report.settlement) if account.seat in (each.giver, each.taker)]
    sentences += [_transfer(hand, each, account.seat, is_open=is_open) for each in own]
    return Claim(title, [*sentences, *([_PARTLY] if decided.partly else [])])


def money(hand: Hand, amount: int) -> str:
    """Writes an amount with its unit, such as `3.34 chips` or `1 chip`."""
    minor = hand.unit.minor
    return f"{chips(amount, minor)} {of_amount(hand.unit.currency or 'chips', amount, minor)}"


def _got(hand: Hand, account: SeatAccount) -> list[str]:
    return [] if account.logged is None else [f"You got {money(hand, account.logged)}."]


def _no_debt(account: SeatAccount) -> str:
    return "You owe nothing." if (account.difference or 0) > 0 else "Nobody owes you anything."


def _transfer(hand: Hand, transfer: Transfer, seat: int, *, is_open: bool) -> str:
    """Returns a sentence about one payment that corrects the payout. The card room answers for chips that nobody got,
    because the card room kept the pot.
    """
    amount = money(hand, transfer.amount)
    if transfer.giver == UNACCOUNTED:
        sentence = f"the card room owes you {amount}, because nobody got these chips"
    elif transfer.taker == UNACCOUNTED:
        sentence = f"you owe {amount} to the card room, because nobody put these chips in"
    elif transfer.taker == seat:
        sentence = f"{_party(transfer.giver)} owes you {amount}"
    else:
        sentence = f"you owe {amount} to {_party(transfer.taker)}"
    return f"Then {sentence}." if is_open else f"{sentence[0].upper()}{sentence[1:]}."


def _party(number: int) -> str:
    return "the card room" if number == HOUSE else f"seat {number}"
