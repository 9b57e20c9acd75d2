"""What a hand leaves each seat with."""

from typing import Final

from auditor.engine.hand import Hand, Records
from auditor.engine.table import SEAT_BIT, Table
from auditor.engine.transitions import believe

_NEEDED: Final = Records.PAYOUT | Records.UNCALLED


def left_by(hand: Hand) -> Table:
    """The table as the log of a hand leaves it."""
    table = Table(hand)
    for event in hand.events:
        believe(table, event)
    return table


def stacks_after(table: Table) -> dict[int, int]:
    """What each seat had when the hand was over, in the smallest unit; only of those of whom it is known: the log tells
    it, or it follows from what was put in and paid, and where both are known they are the same.
    """
    sure = _is_told_whole(table)
    after = {}
    for seat in table.hand.seats:
        number = seat.number
        stated = table.stack_after[number]
        worked_out = -1
        if sure and table.stack_known & SEAT_BIT[number] and (_tells_rake(table) or not table.paid_to[number]):
            worked_out = table.behind[number]
        if stated >= 0 and worked_out >= 0 and stated != worked_out:
            continue
        if max(stated, worked_out) >= 0:
            after[number] = max(stated, worked_out)
    return after


def _is_told_whole(table: Table) -> bool:
    """Whether the log ends with the hand and tells every payment, and no chips come from nowhere in it."""
    records = table.hand.records
    if not table.complete or table.lost or table.void or table.misdealt or records & _NEEDED != _NEEDED:
        return False
    left = sum(table.put_in) - sum(table.returned) - sum(table.paid_to) - table.raked
    return left == 0 if _tells_rake(table) else left >= 0


def _tells_rake(table: Table) -> bool:
    """Else a payment may be what is left once the rake is taken, or what it is taken from."""
    return bool(table.rakes or table.hand.records & Records.RAKE)
