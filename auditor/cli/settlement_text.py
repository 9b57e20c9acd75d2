"""The settlement of a hand as lines of text. The settlement says how the pots should have been paid. The lines list the
wrong payouts, the fewest transfers between players that correct them, and the arithmetic.
"""

from typing import Final

from auditor.cli.terminal_text import money
from auditor.engine import words
from auditor.engine.findings import Report
from auditor.engine.settlement import Settlement
from auditor.engine.settlement.arithmetic import settlement_words, transfer_words, unaccounted_words

_INDENT: Final = "    "
_DECIDE_FIRST: Final = (
    f"{_INDENT}to correct the payments: decide first which lines of the log are correct; the log contradicts itself"
    " about money, so nobody can say who owes what"
)


def who(number: int, player: str) -> str:
    """Returns a seat and its player, such as `seat 3 Anna`. If the log has no name for the player, returns only `seat
    3`.
    """
    seat = words.seat(number)
    return seat if player in ("", str(number)) else f"{seat} {player}"


def owed(report: Report) -> list[str]:
    """Returns a line that lists the wrong payments: the seats that were paid wrongly, a wrong rake, and the chips that
    nobody got or that nobody put in. The line of `_put_right` follows, if there is one: how to correct the payments.
    Returns no lines if no payment is known to be wrong.
    """
    hand, settlement = report.hand, report.settlement
    minor = hand.unit.minor
    wrong = [
        _difference(who(each.seat, each.player), each.logged, each.lawful, minor)
        for each in settlement.seats
        if each.difference
    ]
    if settlement.rake_difference:
        wrong.append(_difference("the house", settlement.rake_logged, settlement.rake_lawful, minor))
    wrong += unaccounted_words(hand, settlement)
    return [f"{_INDENT}paid wrongly: {'; '.join(wrong)}", *_put_right(report)] if wrong else []


def settled(report: Report) -> list[str]:
    """Returns lines with the arithmetic of the payout: pots, halves, odd chips, rake and sums. The line of `_put_right`
    follows or, if there is none, the line of `_nothing_owed`.
    """
    hand, settlement = report.hand, report.settlement
    lines = [f"{_INDENT}{line}" for line in settlement_words(hand, settlement, report.table)]
    return [*lines, *(_put_right(report) or _nothing_owed(settlement))]


def _put_right(report: Report) -> list[str]:
    """Returns a line with the fewest transfers that correct the payments. Returns no line if nothing was paid wrongly,
    or if the paid or the lawful amount of some party (a seat or the house) is unknown.

    If the log contradicts itself about money, always returns another line: a person must first decide which lines of
    the log are correct.
    """
    if report.contradicts_itself:
        return [_DECIDE_FIRST]
    transfers = transfer_words(report.hand, report.transfers)
    return [f"{_INDENT}to correct the payments: {'; '.join(transfers)}"] if transfers else []


def _nothing_owed(settlement: Settlement) -> list[str]:
    """Returns a line which says that nobody owes anybody chips. Returns no line if the paid or the lawful amount of
    some party (a seat or the house) is unknown.

    If the log has no line for the rake, the auditor assumes that the chips that were not paid out are the rake. Then
    the line adds this assumption as a condition.
    """
    if settlement.rake_difference is None:
        return []
    unlogged = settlement.derived_rake and settlement.rake_logged
    condition = ", if the chips that were not paid out are rake (the log has no rake line)" if unlogged else ""
    return [f"{_INDENT}nobody owes anybody anything{condition}"]


def _difference(name: str, logged: int | None, lawful: int | None, minor: int) -> str:
    assert logged is not None  # callers pass only payments with a difference, which needs both amounts
    assert lawful is not None
    sign = "+" if logged > lawful else ""
    got, due, more = (money(amount, minor) for amount in (abs(logged), lawful, logged - lawful))
    if logged < 0:  # below zero if the seat won nothing and got back only a part of its uncalled bet
        return f"{name} got back {got} too little of its uncalled bet, and was due {due} from the pots ({more})"
    return f"{name} got {got}, due {due} ({sign}{more})"
