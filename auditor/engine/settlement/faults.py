"""The faults of a payout: payments that are too large, wrong returns of uncalled chips, and a wrong rake.

The settlement has the amounts; this module finds the reason for each payment that is too large. If one seat was paid
too much, another seat was paid too little. Only the payment that is too large is reported, so that one mistake gives
one finding.
"""

from collections.abc import Callable
from typing import Final

from auditor.engine import ending
from auditor.engine.events import SEATS
from auditor.engine.findings import Unseen
from auditor.engine.hand import Game, Records
from auditor.engine.house import House
from auditor.engine.house.choices import RakeSchedule
from auditor.engine.law_cache import Fault
from auditor.engine.settlement import SeatAccount, Settlement
from auditor.engine.settlement.pots import is_not_raked, stated_rake, uncalled
from auditor.engine.settlement.settle import settle
from auditor.engine.table import SEAT_BIT, Table

# The constant saves time: in Python 3.11, looking up a member of an enumeration takes longer than calling a function.
_UNKNOWN_RAKE: Final = RakeSchedule.UNKNOWN


class Wrong:
    """The reasons for a wrong payment, as integers: comparing integers is faster than comparing members of an
    enumeration.
    """

    WINNER: Final = 1
    AMOUNT: Final = 2
    NO_RIGHT: Final = 3
    ODD_CHIP_SEAT: Final = 4
    ODD_CHIP_HALF: Final = 5
    LOW: Final = 6
    RAKED_POT: Final = 7


def payout_faults(table: Table, house: House) -> list[Fault]:
    """Returns the payments of the hand that are too large, with their reasons. The result is computed once and cached.
    Raises `Unseen` if the payments, or the cards that decide them, are unknown.
    """
    if table.answers.payout_faults is None:
        table.answers.payout_faults = _found(table, house)
    return table.answers.payout_faults


def _found(table: Table, house: House) -> list[Fault]:
    settlement = settle(table, house)
    accounts = settlement.seats
    if not accounts or accounts[0].logged is None or accounts[0].lawful is None or settlement.rake_lawful is None:
        raise Unseen  # checking one account is enough: the amounts are known for all seats or for none
    if not [account for account in accounts if account.difference] or _is_another_offence(table, settlement):
        return []
    conserved = _is_conserved(table, house)
    returned_wrongly = {seat for _, seat, _, _ in wrong_returns(table, house)}
    wrong = []
    for account in accounts:
        if account.difference is None or account.difference <= 0 or account.seat in returned_wrongly:
            continue
        gave_up = table.folded | (table.mucked & ~table.shown)
        if gave_up & SEAT_BIT[account.seat] and not account.lawful:
            continue  # not reported here: rules S506 and S509 report a payment to a hand that was folded or mucked
        if not conserved and account.lawful:
            continue  # not reported here: the payments do not match the chips put in, which rule L106 reports
        why = _why(table, settlement, account)
        at = _paying_event(table, settlement, account.seat)
        wrong.append(Fault(why, account.seat, account.logged or 0, account.lawful or 0, at))
    return wrong


def _is_another_offence(table: Table, settlement: Settlement) -> bool:
    """Whether another rule already reports the cause of the payments that are too large. This is so if the excess
    equals uncalled chips that were not returned (rule P604), or rake that the house did not take (rule P608).
    """
    differences = [account.difference or 0 for account in settlement.seats]
    over = sum([difference for difference in differences if difference > 0])
    _, extra = uncalled(table)
    unreturned = extra - sum(table.returned) if table.hand.records & Records.UNCALLED else 0
    kept = settlement.kept or 0
    consistent = kept >= 0 or kept == stated_rake(table)
    unraked = (settlement.rake_lawful or 0) - kept if consistent and settlement.rake_difference is not None else 0
    return over > 0 and (over == unreturned or (over == unraked and min(differences) == 0))


def _is_conserved(table: Table, house: House) -> bool:
    _, rake, left = ending.balance(table, house)
    return rake == left


def _why(table: Table, settlement: Settlement, account: SeatAccount) -> int:
    for wrong, holds in _REASONS:
        if holds(table, settlement, account):
            return wrong
    return Wrong.AMOUNT


def _short(settlement: Settlement) -> list[SeatAccount]:
    """Returns the accounts of the seats that were paid too little."""
    return [account for account in settlement.seats if account.difference is not None and account.difference < 0]


def _halves(settlement: Settlement, seat: int) -> set[tuple[int, str]]:
    """Returns the pots and halves in which the seat has a lawful share, as a set of pairs such as `(0, "high")`: the
    index of the pot, and the half.
    """
    pots = enumerate(settlement.pots)
    return {(index, share.half) for index, pot in pots for share in pot.shares if share.seat == seat}


def _odd_chips(settlement: Settlement) -> int:
    return sum([1 for pot in settlement.pots if any(share.odd for share in pot.shares)])


def _odd_chip_went_to_another_seat(table: Table, settlement: Settlement, account: SeatAccount) -> bool:
    if account.difference is None or account.difference > _odd_chips(settlement):
        return False
    own = _halves(settlement, account.seat)
    return any(own & _halves(settlement, other.seat) for other in _short(settlement))


def _odd_chip_went_to_another_half(table: Table, settlement: Settlement, account: SeatAccount) -> bool:
    if account.difference is None or account.difference > _odd_chips(settlement):
        return False
    own = _halves(settlement, account.seat)
    others = [half for other in _short(settlement) for half in _halves(settlement, other.seat)]
    return any(pot == other_pot and half != other_half for pot, half in own for other_pot, other_half in others)


def _low_was_wrong(table: Table, settlement: Settlement, account: SeatAccount) -> bool:
    """Whether the seat was paid too much because of a mistake about the low half. There are two such mistakes: the low
    half was paid although no hand qualifies for low, or a seat with the best low was not paid.
    """
    if table.hand.game is not Game.STUD8 or account.difference is None:
        return False
    lows: dict[int, int] = {}
    for pot in settlement.pots:
        for share in pot.shares:
            if share.half == "low":
                lows[share.seat] = lows.get(share.seat, 0) + share.amount
    paid_low = any(paid.seat == account.seat and paid.half == "low" for paid in table.paid)
    if not lows:
        half = sum([pot.amount - pot.rake for pot in settlement.pots]) // 2
        return paid_low or (not account.lawful and abs(account.difference - half) <= len(settlement.pots))
    unpaid = [other for other in _short(settlement) if other.seat in lows and not other.logged]
    return bool(account.lawful) and sum([lows[other.seat] for other in unpaid]) == account.difference


def _has_no_right_to_a_pot(table: Table, settlement: Settlement, account: SeatAccount) -> bool:
    """Whether the seat was paid more than the sum of all pots that it may win, or was paid from a named pot that it may
    not win.
    """
    winnable = sum([pot.amount for pot in settlement.pots if account.seat in pot.eligible])
    for paid in table.paid:
        known = 0 <= paid.pot < len(settlement.pots)
        if paid.seat == account.seat and known and account.seat not in settlement.pots[paid.pot].eligible:
            return True
    return account.logged is not None and account.logged > winnable


def _won_nothing(table: Table, settlement: Settlement, account: SeatAccount) -> bool:
    return not account.lawful


def _took_a_share_of_another(table: Table, settlement: Settlement, account: SeatAccount) -> bool:
    """Whether the seat was paid too much by exactly the amount of a share of another seat, and some seat that was paid
    too little was paid nothing. These two other seats need not be the same.
    """
    theirs = {share.amount for pot in settlement.pots for share in pot.shares if share.seat != account.seat}
    return account.difference in theirs and any(not other.logged for other in _short(settlement))


def _rake_came_from_another_pot(table: Table, settlement: Settlement, account: SeatAccount) -> bool:
    if len(settlement.pots) < 2 or not settlement.rake_lawful or account.difference is None:
        return False
    own = {pot for pot, _ in _halves(settlement, account.seat)}
    others = {pot for other in _short(settlement) for pot, _ in _halves(settlement, other.seat)}
    return account.difference <= settlement.rake_lawful and bool(own) and bool(others) and not own & others


_REASONS: Final[tuple[tuple[int, Callable[[Table, Settlement, SeatAccount], bool]], ...]] = (
    (Wrong.ODD_CHIP_SEAT, _odd_chip_went_to_another_seat),
    (Wrong.ODD_CHIP_HALF, _odd_chip_went_to_another_half),
    (Wrong.LOW, _low_was_wrong),
    (Wrong.NO_RIGHT, _has_no_right_to_a_pot),
    (Wrong.RAKED_POT, _rake_came_from_another_pot),
    (Wrong.WINNER, _won_nothing),
    (Wrong.WINNER, _took_a_share_of_another),
)


def _paying_event(table: Table, settlement: Settlement, seat: int) -> int:
    """Returns the index of the event with the wrong payment. This is the last payment to the seat from a named pot in
    which the seat has no share. If there is none, it is the last payment to the seat.
    """
    own = {pot for pot, _ in _halves(settlement, seat)}
    payments = [paid for paid in table.paid if paid.seat == seat]
    stray = [paid for paid in payments if paid.pot >= 0 and paid.pot not in own]
    return (stray or payments)[-1].event if payments else table.event


def wrong_returns(table: Table, house: House) -> list[tuple[int, int, int, int]]:
    """Returns the wrong returns of uncalled chips. Each is a tuple: the index of the event, the seat, the logged amount
    and the lawful amount. The index is -1 if the log has no return to this seat. If some seats got too many chips back,
    only these seats are listed.

    A seat is not listed if the sum of its payments is right, because some rooms pay uncalled chips together with the
    pot. Raises `Unseen` if the right sum depends on cards that were not seen.
    """
    if not table.hand.records & Records.UNCALLED:
        return []
    owner, extra = uncalled(table)
    due = [0] * SEATS
    due[owner] = extra
    if table.returned == due:
        return []
    difference = {account.seat: account.difference for account in settle(table, house).seats}
    wrong = []
    for seat in range(1, SEATS):
        if table.returned[seat] == due[seat] or difference.get(seat) == 0:
            continue
        if difference.get(seat, 0) is None and _may_be_in_the_payments(table, house, seat, due[seat]):
            raise Unseen
        events = [event for event, other, _ in table.returns if other == seat]
        wrong.append((events[-1] if events else -1, seat, table.returned[seat], due[seat]))
    too_much = [each for each in wrong if each[2] > each[3]]
    return too_much or wrong


def _may_be_in_the_payments(table: Table, house: House, seat: int, due: int) -> bool:
    """Whether the seat may have got its `due` uncalled chips as a part of its payments. Its payments must be at least
    that amount, and all payments and the rake together must equal the chips that were put in.
    """
    return _is_conserved(table, house) and table.paid_to[seat] + table.returned[seat] >= due


def wrong_rake(table: Table, house: House) -> tuple[int, int] | None:
    """Returns the logged and the lawful rake if they differ, else `None`. If the house has no known schedule, every
    rake from zero up to the size of the pots is lawful. Raises `Unseen` if neither the log nor a schedule of the house
    states the rake.
    """
    settlement = settle(table, house)
    rake = stated_rake(table)
    if house.rake_schedule is not _UNKNOWN_RAKE or is_not_raked(table, house):
        lawful = settlement.rake_lawful or 0
        if rake is None:
            rake = _derived_rake(table, house, settlement)
        return None if rake in (None, lawful) else (rake or 0, lawful)
    if rake is None:
        raise Unseen
    pot = sum([each.amount for each in settlement.pots])
    return None if 0 <= rake <= pot else (rake, max(0, min(rake, pot)))


def _derived_rake(table: Table, house: House, settlement: Settlement) -> int | None:
    """Returns the rake that follows from the payments: the chips of the pots that were paid to no seat. Returns `None`
    if the log states every rake, if it has no payments, or if another fault of the payout may explain these chips.
    """
    if table.hand.records & Records.RAKE or not table.paid or wrong_returns(table, house):
        return None
    if ending.unpaid_shares(table, house) or (settlement.kept or 0) < 0:
        return None
    return settlement.kept
