"""The end of a hand: whether the log reaches the end of the hand, and whether the chips add up."""

from auditor.engine.events import LogEnd
from auditor.engine.hand import Records
from auditor.engine.house import House
from auditor.engine.settlement.pots import stated_rake, uncalled
from auditor.engine.settlement.settle import settle
from auditor.engine.table import SEAT_BIT, Table
from auditor.engine.words import street


def is_over(table: Table) -> bool:
    """Whether the log so far reaches the end of the hand: the hand is void (cancelled), only one seat is left, a seat
    showed or mucked its cards at the showdown, or a seat was paid.
    """
    if table.void:
        return True
    if table.took_part and table.folded and table.live.bit_count() < 2:
        return True
    return bool(table.showdown or table.paid)


def is_judged(table: Table, event: LogEnd) -> bool:
    """Whether the payout can be checked at the end line `event`: the log is complete, the hand is over, and nobody
    cancelled it.
    """
    answers = table.answers
    if answers.is_over is None:
        answers.is_over = is_over(table)
    return answers.is_over and event.complete and not table.void


def next_missing_part(table: Table, house: House) -> str:
    """Returns words for the first part that is missing in a log that ends too early, such as `the deal` or `the rest of
    the betting on fifth street`.
    """
    if not table.street:
        return "the deal"
    if is_over(table):
        return "the rest of the log"
    if table.waiting:
        return f"the rest of the betting on {street(table.street)}"
    return "the showdown" if table.street == 7 else street(table.street + 1)


def balance(table: Table, house: House) -> tuple[int, int, int]:
    """Returns three amounts in chips.

    - the sum that was paid
    - the rake (the fee of the card room) that the log states
    - the chips that are left after all payments

    If no chips appear or vanish, the rake and the chips that are left are equal. In two other cases, the function makes
    these two amounts equal, so that no rule finds a difference:

    - The log has too few facts to compare the two amounts.
    - A seat was paid nothing although it is due a share. Rule P609 reports such a missing share.
    """
    put_in = table.in_the_pots()
    if not table.paid:
        return _balance_of_stacks(table)
    paid = sum([each.amount for each in table.paid])
    left = put_in - sum(table.returned) - paid
    _, extra = uncalled(table)
    rake = stated_rake(table)
    if not table.hand.records & Records.UNCALLED and left - (rake or 0) >= extra:
        left -= extra
    if rake is None:
        records_rake = bool(table.hand.records & Records.RAKE)
        rake = left if left >= 0 and not records_rake else 0
    if left != rake and unpaid_shares(table, house):
        return paid, rake, rake
    return paid, rake, left


def _balance_of_stacks(table: Table) -> tuple[int, int, int]:
    """Returns the three amounts of `balance` (paid, rake, left) for a log without payments. They are computed from the
    stacks before and after the hand. The rake is always 0. The third amount is below zero if there are too many chips
    after the hand, else 0: missing chips are no fault, because they may be rake. Returns `(0, 0, 0)` if the log does
    not state all stacks.
    """
    before, after = table.added, 0
    for seat in table.hand.seats:
        if not table.stack_known & SEAT_BIT[seat.number] or table.stack_after[seat.number] < 0:
            return 0, 0, 0
        before += table.behind[seat.number] + table.put_in[seat.number] - table.returned[seat.number]
        after += table.stack_after[seat.number]
    return after, 0, min(before - after, 0)


def unpaid_shares(table: Table, house: House) -> list[tuple[int, int]]:
    """Returns the seats that were paid nothing although they are due a share, each with the amount due. Returns an
    empty list if the payout has any other fault, or if an amount is unknown.
    """
    missing = []
    for account in settle(table, house).seats:
        if account.difference is None or account.difference > 0:
            return []
        if account.lawful and not account.logged:
            missing.append((account.seat, account.lawful))
        elif account.difference:
            return []
    return missing
