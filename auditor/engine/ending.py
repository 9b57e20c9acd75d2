"""The end of a hand: whether the log reaches the end, and whether the chips add up."""

from auditor.engine.events import LogEnd
from auditor.engine.hand import Records
from auditor.engine.house import House
from auditor.engine.settlement.pots import stated_rake, uncalled
from auditor.engine.settlement.settle import settle
from auditor.engine.table import SEAT_BIT, Table
from auditor.engine.words import street


def is_over(table: Table) -> bool:
    """Whether the log reaches an end of the hand: only one live seat, a showdown, or a payout."""
    if table.void:
        return True
    if table.took_part and table.folded and table.live.bit_count() < 2:
        return True
    return bool(table.showdown or table.paid)


def is_judged(table: Table, event: LogEnd) -> bool:
    """Whether there is a payout to check: the log is complete and reaches an end, and nobody cancelled the hand."""
    answers = table.answers
    if answers.is_over is None:
        answers.is_over = is_over(table)
    return answers.is_over and event.complete and not table.void


def next_missing_part(table: Table, house: House) -> str:
    """Returns the name of the next part that is missing in a log that ends too early."""
    if not table.street:
        return "the deal"
    if is_over(table):
        return "the rest of the log"
    if table.waiting:
        return f"the rest of the betting on {street(table.street)}"
    return "the showdown" if table.street == 7 else street(table.street + 1)


def balance(table: Table, house: House) -> tuple[int, int, int]:
    """Returns three amounts: the chips that were paid, the rake that the log states, and the chips that are left after
    all payments.

    The last two amounts are equal if no chips appear or vanish. They are also returned as equal in two other cases: the
    log cannot show a difference, or whole shares of the pots are unpaid, which rule P609 reports.
    """
    put_in = sum(table.put_in)
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
    """Returns the same three amounts, from the stacks before and after the hand, for a log without payments. Such
    stacks can only show that there are too many chips.
    """
    before = after = 0
    for seat in table.hand.seats:
        if not table.stack_known & SEAT_BIT[seat.number] or table.stack_after[seat.number] < 0:
            return 0, 0, 0
        before += table.behind[seat.number] + table.put_in[seat.number] - table.returned[seat.number]
        after += table.stack_after[seat.number]
    return after, 0, min(before - after, 0)


def unpaid_shares(table: Table, house: House) -> list[tuple[int, int]]:
    """Returns the seats that were paid nothing, each with the amount that it is due. Empty if the payout has another
    fault as well.
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
