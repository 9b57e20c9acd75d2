"""Converts the settlement and the open questions of a report to text for a database column, and back to objects.

An open question is a rule that could not be verified at an event.
"""

import json
from typing import Final

import msgspec

from auditor.engine.findings import Unverifiable
from auditor.engine.settlement import PotAward, SeatAccount, Settlement, Share
from auditor.store.postgres.pg_values import number, text

_ENCODER: Final = msgspec.json.Encoder()
RAKE: Final = 0  # the number that the rake has in place of a seat


def settlement_to_text(settlement: Settlement) -> str:
    """Returns a settlement as one line of JSON: a list of the pots, the seats, and the rake.

    A pot of 60 chips with 2 chips rake, which seats 1 and 3 may win, is `[60,[1,3],2,true,[["whole",1,58,0]]]`. `true`
    means that the payment of the pot can be verified. The last list has the shares of the pot: seat 1 gets the whole
    pot, 58 chips, none of them odd chips (chips left over after an equal division).

    A seat is `[seat,player,put_in,lawful,logged]`. The rake is `[lawful,logged,derived,unaccounted]`. `derived` is
    true if the log does not state the rake. `unaccounted` are the chips that neither a seat nor the house got.
    """
    pots = [
        [pot.amount, pot.eligible, pot.rake, pot.verifiable, [[s.half, s.seat, s.amount, s.odd] for s in pot.shares]]
        for pot in settlement.pots
    ]
    seats = [[one.seat, text(one.player), one.put_in, one.lawful, one.logged] for one in settlement.seats]
    rake = [settlement.rake_lawful, settlement.rake_logged, settlement.derived_rake, settlement.unaccounted]
    return _ENCODER.encode([pots, seats, rake]).decode()


def settlement_from_text(line: str) -> Settlement:
    """Returns the settlement from a text that `settlement_to_text` made.

    The text does not contain the uncalled bet, the chips added by the room, and whether the hand is void. It also does
    not contain the reasons and cards that decided who got the odd chips. The result has default values for these facts.
    """
    pots, seats, rake = json.loads(line)
    lawful, logged, derived, *unaccounted = rake  # texts of older versions do not have the last number
    return Settlement(
        tuple(
            PotAward(amount, tuple(eligible), tuple(Share(*share) for share in shares), taken, verifiable)
            for amount, eligible, taken, verifiable, shares in pots
        ),
        tuple(SeatAccount(*seat) for seat in seats),
        lawful,
        logged,
        derived,
        unaccounted=unaccounted[0] if unaccounted else 0,
    )


def wrong_amounts(settlement: Settlement) -> dict[int, int]:
    """Returns the wrong payouts of a hand: for each seat, the logged amount minus the lawful amount. Seat 0 is the
    rake. These differences and the chips that are unaccounted for add up to zero.

    Returns an empty dictionary if all payouts are lawful, or if some payout is unknown. Raises `Unstorable` if an
    amount is too large.
    """
    if settlement.rake_difference is None:
        return {}
    every = {RAKE: settlement.rake_difference} | {one.seat: one.difference or 0 for one in settlement.seats}
    return {seat: number(amount) or 0 for seat, amount in every.items() if amount}


def rake_of(settlement: Settlement) -> tuple[int, int] | None:
    """Returns the rake of a hand: the rake in the log, and the rake that the schedule of the house gives.

    Returns `None` if no rake was taken or due, or if some payout is unknown. Raises `Unstorable` if an amount is too
    large.
    """
    if settlement.rake_difference is None:
        return None
    taken, due = number(settlement.rake_logged) or 0, number(settlement.rake_lawful) or 0
    return (taken, due) if taken or due else None


def unverifiable_to_text(open_questions: tuple[Unverifiable, ...]) -> str:
    """Returns the open questions as one text, such as `P601:12 B402:7+3`.

    An open question is a rule that could not be verified at an event. Each word is the rule code, a colon and the event
    number. `+3` means three further questions of the same rule, which are not listed.
    """
    return " ".join([f"{one.code}:{one.event}{f'+{one.more}' if one.more else ''}" for one in open_questions])


def unverifiable_from_text(line: str) -> tuple[Unverifiable, ...]:
    """Returns the rules that could not be verified.

    `line` is a text that `unverifiable_to_text` made, such as `P601:12 B402:7+3`.
    """
    return tuple(_unverifiable(word) for word in line.split())


def _unverifiable(word: str) -> Unverifiable:
    code, _, place = word.partition(":")
    event, _, more = place.partition("+")
    return Unverifiable(code, int(event), int(more or 0))
