"""The arithmetic of a settlement in words: first the pots with their halves and odd chips (chips that cannot be divided
evenly), and then each seat.

An example:

main pot 1.71 for seats 1, 2 and 3, less rake 0.02 = 1.69: high half 0.84 + odd chip 0.01 = 0.85 to seat 1; ...
seat 1 holds aces and jacks, As Ac Jh Jd Qd; no low that qualifies
seat 1: high half of the main pot 0.84 + odd chip 0.01 = 0.85; was paid 0.84, 0.01 too little
"""

from typing import Final

from auditor.engine import words
from auditor.engine.cards import card_words
from auditor.engine.events import LogEnd
from auditor.engine.hand import Hand
from auditor.engine.house.parameter_types import in_words
from auditor.engine.settlement import PotAward, SeatAccount, Settlement, Share
from auditor.engine.settlement.holding_words import holding_words
from auditor.engine.settlement.restitution import HOUSE, UNACCOUNTED, Transfer
from auditor.engine.table import Table
from auditor.engine.words import amount_of

_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_HALVES: Final = {"high": "high half", "low": "low half", "whole": "all of it"}


def settlement_words(hand: Hand, settlement: Settlement, table: Table | None) -> list[str]:
    """Returns the whole settlement in words: returned chips, each pot, the hands, each seat, the house, and the chips
    that are unaccounted for. The last line states which amounts are unknown, with the reason. `table` is the table at
    the end of the log. If `table` is `None`, the lines about the hands are left out.
    """
    lines = _back_words(hand, settlement) + pot_words(hand, settlement)
    if table is not None:
        lines += holding_words(table, settlement)
    return (
        lines
        + seat_words(hand, settlement)
        + _house_words(hand, settlement)
        + unaccounted_words(hand, settlement)
        + _unknown_words(hand, settlement)
    )


def pot_words(hand: Hand, settlement: Settlement) -> list[str]:
    """Returns one text for each pot: the seats that may win it, its rake, and its shares, with the reason for odd
    chips.
    """
    why = "" if settlement.rake_lawful is None else ": the log does not show enough to share this pot"
    return [_pot(hand, index, pot, why) for index, pot in enumerate(settlement.pots)]


def seat_words(hand: Hand, settlement: Settlement) -> list[str]:
    """Returns one line for each seat that is due a payment or was paid: the parts of the lawful payment, their sum, and
    the logged payment. A seat has no line if its lawful payment is unknown.
    """
    lines = []
    for account in settlement.seats:
        if account.lawful is None or not (account.lawful or account.logged):
            continue
        parts = [f"its own {amount_of(hand, account.lawful)} back"] if settlement.void else []
        for index, pot in enumerate(settlement.pots):
            for share in pot.shares:
                if share.seat == account.seat:
                    parts += _parts(hand, index, share, pot)
        total = f" = {amount_of(hand, account.lawful)}" if len(parts) > 1 else ""
        due = " + ".join(parts) if account.lawful else "nothing"
        lines.append(f"seat {account.seat}: {due}{total}{_paid(hand, account)}")
    return lines


def transfer_words(hand: Hand, transfers: tuple[Transfer, ...]) -> list[str]:
    """Returns one line for each transfer: `seat 1 owes 0.50 to seat 3`."""
    return [_transfer(hand, each) for each in transfers]


def _transfer(hand: Hand, transfer: Transfer) -> str:
    amount = amount_of(hand, transfer.amount)
    if transfer.giver == UNACCOUNTED:
        return f"{_party(transfer.taker)} is due {amount} that nobody got"
    if transfer.taker == UNACCOUNTED:
        return f"{_party(transfer.giver)} got {amount} that nobody put in"
    return f"{_party(transfer.giver)} owes {amount} to {_party(transfer.taker)}"


def _back_words(hand: Hand, settlement: Settlement) -> list[str]:
    if settlement.void:
        return ["the hand is cancelled: every seat gets back the chips that it put in"]
    seat, amount = settlement.uncalled
    lines = [f"the room added {amount_of(hand, settlement.added)} to the main pot"] if settlement.added else []
    if not amount:
        return lines
    return [
        *lines,
        f"{words.seat(seat)} gets back {amount_of(hand, amount)} that nobody called; these chips are in no pot",
    ]


def _pot(hand: Hand, index: int, pot: PotAward, why: str) -> str:
    head = f"{_pot_name(index)} {amount_of(hand, pot.amount)} for {_seats(pot.eligible)}"
    if not pot.verifiable:
        return f"{head}{why}"
    rake = f", less rake {amount_of(hand, pot.rake)} = {amount_of(hand, pot.amount - pot.rake)}" if pot.rake else ""
    halves = [_half(hand, pot, half) for half in dict.fromkeys([share.half for share in pot.shares])]
    return ". ".join([f"{head}{rake}: {'; '.join(halves)}", *pot.reasons])


def _half(hand: Hand, pot: PotAward, half: str) -> str:
    shares = [share for share in pot.shares if share.half == half]
    if half == "whole":
        name = _HALVES[half]
    else:
        total = sum([share.amount for share in shares])
        name = f"{_HALVES[half]} {_with_odd(hand, total, _odd_of_half(pot, total))}"
    if len(shares) == 1:
        return f"{name} to seat {shares[0].seat}"
    split = [f"{_with_odd(hand, share.amount, share.odd)} to seat {share.seat}{_by_card(share)}" for share in shares]
    return f"{name}, split: {in_words(split, 'and')}"


def _odd_of_half(pot: PotAward, total: int) -> int:
    """Returns the odd chip in a half that gets `total` chips: 1 if the pot could not be halved evenly and this half got
    the extra chip, else 0.
    """
    other = sum([share.amount for share in pot.shares]) - total
    return max(total - other, 0)


def _with_odd(hand: Hand, amount: int, odd: int) -> str:
    """Returns an amount in words. `odd` is the number of odd chips in the amount. Without odd chips: `0.84`; with one
    odd chip: `0.84 + odd chip 0.01 = 0.85`.
    """
    if not odd:
        return amount_of(hand, amount)
    return f"{amount_of(hand, amount - odd)} + odd chip {amount_of(hand, odd)} = {amount_of(hand, amount)}"


def _by_card(share: Share) -> str:
    return f" by the {card_words(share.card)}" if share.card >= 0 else ""


def _parts(hand: Hand, index: int, share: Share, pot: PotAward) -> list[str]:
    name = _pot_name(index) if share.half == "whole" else f"{_HALVES[share.half]} of the {_pot_name(index)}"
    shared = "a share of the " if len([each for each in pot.shares if each.half == share.half]) > 1 else ""
    parts = [f"{shared}{name} {amount_of(hand, share.amount - share.odd)}"]
    if share.odd:
        parts.append(f"odd chip {amount_of(hand, share.odd)}{_by_card(share)}")
    return parts


def _paid(hand: Hand, account: SeatAccount) -> str:
    if account.logged is None:
        return ""
    if account.logged < 0:  # the seat got only a part of its uncalled chips back
        return f"; got back {amount_of(hand, -account.logged)} too little of its own chips that nobody called"
    return f"; was paid {amount_of(hand, account.logged)}{_over(hand, account.difference)}"


def _over(hand: Hand, difference: int | None) -> str:
    if not difference:
        return ""
    return f", {amount_of(hand, abs(difference))} too {'much' if difference > 0 else 'little'}"


def _house_words(hand: Hand, settlement: Settlement) -> list[str]:
    """Returns a line about the rake: the lawful and the logged amount. Returns no line if both amounts are zero, if one
    of them is unknown, or if the hand was cancelled.
    """
    lawful, logged = settlement.rake_lawful, settlement.rake_logged
    if settlement.void or lawful is None or logged is None or not (lawful or logged):
        return []
    unpaid = " (the chips that were not paid out)" if settlement.derived_rake else ""
    over = _over(hand, settlement.rake_difference)
    return [f"the house: rake {amount_of(hand, lawful)}; took {amount_of(hand, logged)}{unpaid}{over}"]


def unaccounted_words(hand: Hand, settlement: Settlement) -> list[str]:
    """Returns a line about the chips that are unaccounted for; no line if there are none, or if they are unknown."""
    if not settlement.unaccounted or settlement.rake_difference is None:
        return []
    amount = amount_of(hand, abs(settlement.unaccounted))
    if settlement.unaccounted < 0:
        return [f"unaccounted for: {amount} that was paid, but that nobody put in"]
    return [f"unaccounted for: {amount} that was put in, but that nobody got"]


def _unknown_words(hand: Hand, settlement: Settlement) -> list[str]:
    """Returns a sentence that says why the lawful or the logged payments are unknown; no sentence if they are known."""
    if settlement.rake_lawful is None:
        if _is_over(hand):
            return ["the amounts due are unknown: the log has no payments and no rake"]
        return ["the amounts due are unknown: the log ends before the hand is over"]
    if not all(pot.verifiable for pot in settlement.pots):
        return ["the total amounts due are unknown: the log does not show enough to share every pot"]
    if any(account.lawful is None for account in settlement.seats):
        return ["the amounts due are unknown: the log does not account for all chips"]
    if any(account.logged is None for account in settlement.seats):
        return ["the amounts paid are unknown: the log has no payments"]
    return []


def _is_over(hand: Hand) -> bool:
    last = hand.events[-1] if hand.events else None
    return isinstance(last, LogEnd) and last.complete


def _pot_name(index: int) -> str:
    if index > len(_ORDINALS):
        return f"{index}th side pot"
    return f"{_ORDINALS[index - 1]} side pot" if index else "main pot"


def _seats(numbers: tuple[int, ...]) -> str:
    """Returns the seats in words: `seat 3`, `seats 1, 2 and 4`."""
    if len(numbers) < 2:
        return words.seat(numbers[0] if numbers else 0)
    return f"seats {in_words([str(number) for number in numbers], 'and')}"


def _party(number: int) -> str:
    return "the house" if number == HOUSE else f"seat {number}"
