"""Recognizes a file that may end inside an amount or a name: `Ann: calls $0` may be the start of `Ann: calls $0.08`.
Such a line is unread, so nobody is accused of a wrong amount.
"""

import re
from collections.abc import Sequence
from typing import BinaryIO, Final

from auditor.engine.events import STRANGER, LogEnd, Unread
from auditor.formats import limits
from auditor.formats.outcomes import Outcome, Read

_NUMBER: Final = re.compile(r"[\s(\[$€£₹¥][0-9][0-9.,]*\Z")
# At the end of a complete hand, a number without such a sign or word is no amount: `with 8,7,6,4,2`.
_AMOUNT: Final = re.compile(r"(?:[$€£₹¥]|won|collected|rake)[ (]*[0-9][0-9.,]*\Z", re.IGNORECASE)


def has_line_end(stream: BinaryIO, end: int) -> bool:
    """Whether the last line of the stream, which stops at the position `end`, has a line end or a blank behind it."""
    stream.seek(max(end - 2, 0))
    return not stream.read(2).strip(b"\0")[-1:].strip()  # in UTF-16, one byte of a letter is zero


def without_unsure_line(lines: Sequence[str], outcome: Outcome) -> Outcome:
    """Returns the hand with an unread last line, if this line ends with an amount or names a stranger, a person without
    a seat. Otherwise returns the outcome unchanged. The caller has found that the last line has no line end.

    Two kinds of amounts are certain: amounts with all their decimals, and whole chips at the end of a complete hand.
    Tournament hands end with chips, as in `won 13`, and are often pasted without a line end.
    """
    if not isinstance(outcome, Read) or not lines:
        return outcome
    *events, end = outcome.hand.events
    kept = [event for event in events if event.line != outcome.last_line or isinstance(event, Unread)]
    minor = outcome.hand.unit.minor
    names_stranger = any(event.seat == STRANGER and event.line == outcome.last_line for event in events)
    is_complete = isinstance(end, LogEnd) and end.complete
    amount = (_AMOUNT if is_complete else _NUMBER).search(lines[-1])
    is_whole = amount is not None and (len(amount[0].partition(".")[2]) == minor > 0 or (is_complete and not minor))
    if len(kept) == len(events) or not (names_stranger or (amount is not None and not is_whole)):
        return outcome
    unread = Unread(lines[-1].strip()[: limits.UNREAD], outcome.last_line)
    hand = outcome.hand.with_events((*kept, unread, end))
    return Read(hand, outcome.first_line, outcome.last_line, outcome.changes)
