"""The settlement of a hand as text: the wrong payouts, the fewest transfers that correct them, and the arithmetic."""

from typing import Final

from auditor.cli.terminal_text import money
from auditor.engine import words
from auditor.engine.findings import Report
from auditor.engine.hand import Hand
from auditor.engine.settlement import Settlement
from auditor.engine.settlement.arithmetic import settlement_words, transfer_words
from auditor.engine.settlement.restitution import restitution

_INDENT: Final = "    "


def who(number: int, player: str) -> str:
    """Returns the seat and its player, or only the seat if the log has no name for the player."""
    seat = words.seat(number)
    return seat if player in ("", str(number)) else f"{seat} {player}"


def owed(hand: Hand, settlement: Settlement) -> list[str]:
    """Returns lines for the seats that were paid wrongly and for the transfers that correct this. If all were paid
    correctly, there are no lines.
    """
    minor = hand.unit.minor
    wrong = [
        _difference(who(each.seat, each.player), each.logged, each.lawful, minor)
        for each in settlement.seats
        if each.difference
    ]
    if settlement.rake_difference:
        wrong.append(_difference("the house", settlement.rake_logged, settlement.rake_lawful, minor))
    return [f"{_INDENT}paid wrongly: {'; '.join(wrong)}", *_put_right(hand, settlement)] if wrong else []


def settled(report: Report) -> list[str]:
    """Returns the arithmetic of the payout, also if the payout is correct."""
    hand, settlement = report.hand, report.settlement
    lines = [f"{_INDENT}{line}" for line in settlement_words(hand, settlement, report.table)]
    return [*lines, *(_put_right(hand, settlement) or _nothing_owed(settlement))]


def _put_right(hand: Hand, settlement: Settlement) -> list[str]:
    """Returns a line with the fewest transfers that correct the payouts. If a difference is not known, returns no line,
    because the differences then do not sum to zero.
    """
    transfers = transfer_words(hand, restitution(settlement))
    return [f"{_INDENT}to put it right: {'; '.join(transfers)}"] if transfers else []


def _nothing_owed(settlement: Settlement) -> list[str]:
    return [f"{_INDENT}nobody owes anybody anything"] if settlement.rake_difference is not None else []


def _difference(name: str, logged: int | None, lawful: int | None, minor: int) -> str:
    assert logged is not None  # without a logged payout there is no difference
    assert lawful is not None
    sign = "+" if logged > lawful else ""
    got, due, more = (money(amount, minor) for amount in (logged, lawful, logged - lawful))
    return f"{name} got {got}, due {due} ({sign}{more})"
