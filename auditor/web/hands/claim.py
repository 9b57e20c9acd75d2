"""Writes for a player what he is owed, or what he owes, and what the card room decided about it."""

from typing import Final, NamedTuple

from auditor.engine.hand import Hand
from auditor.engine.settlement import SeatAccount
from auditor.engine.settlement.restitution import HOUSE, UNACCOUNTED, Transfer
from auditor.web.hands.dossier import Dossier
from auditor.web.hands.money_words import money
from auditor.web.hands.payout_decision import Decision, PayoutDecision

_OPEN: Final = "Nobody has decided about this payout yet. The auditor computed the amounts from the log."
_CONFIRMED: Final = "The card room checked the hand and found the payout wrong."
_SETTLED: Final = {
    Decision.DISMISSED: "The card room checked the hand and found the payout right.",
    Decision.ACCEPTED: "The card room checked the hand and lets the payout stand.",
}
_PARTLY: Final = (
    "The card room decided that a part of this difference is no mistake."
    " The amounts on this page still count this part. Ask the card room for the exact amount."
)


_WRONG: Final = "What is wrong, and what the rule is"
_NOT_YOURS: Final = "Other mistakes in this hand, which do not change your chips"
_DISAGREE: Final = "You have to do nothing. If you do not agree, show this page to the card room."
_SHOW: Final = "Show this page to the card room. It decides."
_PAYS: Final = "Show this page to the card room. It pays."


class Claim(NamedTuple):
    """The claim of one player: the heading and the sentences below it, the heading of the findings, and what the player
    does next. `names_amount` is true if the sentences name a debt, so that the page gives its reasons.
    """

    title: str
    sentences: list[str]
    wrong_title: str
    next_step: str
    names_amount: bool = False


def claim_of(dossier: Dossier, account: SeatAccount, decided: PayoutDecision) -> Claim:
    """Returns sentences that say how many chips the player got, how many he should have got, and who owes the
    difference. If the card room dismissed or accepted the findings about the payout, no sentence names a debt. If the
    record contradicts itself about money, no sentence names an amount.
    """
    hand = dossier.hand
    if decided.decision in _SETTLED:
        sentences = [*_got(hand, account), _SETTLED[decided.decision], _no_debt(account)]
        return Claim("Your payout", sentences, _NOT_YOURS, _DISAGREE)
    if dossier.report.contradicts_itself:
        unknown = "Nobody can say what you are owed until the card room decides which lines of the record are correct."
        sentences = ["The record of this hand contradicts itself about the money.", unknown]
        return Claim("Your payout", sentences, "What is wrong in the record", _SHOW)
    if account.lawful is None or account.logged is None:
        sentences = ["The log does not show enough to say what you are owed."]
        return Claim("Your payout", sentences, "Mistakes in this hand", _SHOW)
    if not account.difference:
        sentences = [*_got(hand, account), "This is right. Nobody owes you anything."]
        return Claim("Your payout", sentences, _NOT_YOURS, "You have to do nothing.")
    is_open = decided.decision == Decision.OPEN
    sentences = _debt(dossier, account, is_open=is_open)
    sentences += [_PARTLY] if decided.partly else []
    if account.difference < 0:
        following = "Show this page to the card room. It decides and pays." if is_open else _PAYS
        return Claim("What you are owed", sentences, _WRONG, following, names_amount=True)
    following = f"{_SHOW} Pay nobody before that." if is_open else "Ask the card room how to give the chips back."
    return Claim("What you owe", sentences, _WRONG, following, names_amount=True)


def _debt(dossier: Dossier, account: SeatAccount, *, is_open: bool) -> list[str]:
    hand, difference = dossier.hand, account.difference or 0
    total = money(hand, abs(difference))
    debt = f"you are owed {total}" if difference < 0 else f"you got {total} too much"
    own = [each for each in dossier.report.transfers if account.seat in (each.giver, each.taker)]
    return [
        _OPEN if is_open else _CONFIRMED,
        f"{_got_words(hand, account.logged or 0)} By the rules you get {money(hand, account.lawful or 0)}.",
        f"If the card room agrees, {debt}." if is_open else f"{debt[0].upper()}{debt[1:]}.",
        *[_transfer(hand, each, account.seat, is_open=is_open) for each in own],
    ]


def _got(hand: Hand, account: SeatAccount) -> list[str]:
    return [] if account.logged is None else [_got_words(hand, account.logged)]


def _got_words(hand: Hand, logged: int) -> str:
    """Says what the player got. A negative amount is a part of his uncalled chips that he did not get back."""
    if logged < 0:
        return f"You got nothing, and you did not get back {money(hand, -logged)} that nobody called."
    return f"You got {money(hand, logged)}."


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
