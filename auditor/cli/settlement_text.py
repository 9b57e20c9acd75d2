"""The settlement of a hand as text: wrong payouts, the fewest transfers that correct them, the arithmetic."""

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
    """The seat and its player. A transcript may call players by their seats alone."""
    seat = words.seat(number)
    return seat if player in ("", str(number)) else f"{seat} {player}"


def owed(hand: Hand, settlement: Settlement) -> list[str]:
    """The seats that were paid wrongly and the transfers that correct it; empty if all were paid rightly."""
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
    """The arithmetic, whether or not anything is wrong with the payout."""
    hand, settlement = report.hand, report.settlement
    lines = [f"{_INDENT}{line}" for line in settlement_words(hand, settlement, report.table)]
    return [*lines, *(_put_right(hand, settlement) or _nothing_owed(settlement))]


def _put_right(hand: Hand, settlement: Settlement) -> list[str]:
    """The fewest transfers; none if some differences are unknown, since the sum is then not zero."""
    transfers = transfer_words(hand, restitution(settlement))
    return [f"{_INDENT}to put it right: {'; '.join(transfers)}"] if transfers else []


def _nothing_owed(settlement: Settlement) -> list[str]:
    return [f"{_INDENT}nobody owes anybody anything"] if settlement.rake_difference is not None else []


def _difference(name: str, logged: int | None, lawful: int | None, minor: int) -> str:
    assert logged is not None  # else there is no difference
    assert lawful is not None
    sign = "+" if logged > lawful else ""
    got, due, more = (money(amount, minor) for amount in (logged, lawful, logged - lawful))
    return f"{name} got {got}, due {due} ({sign}{more})"
