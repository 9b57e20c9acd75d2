"""Leaves out text that follows a complete hand in a file, such as a signature, the end of a mail or a copied chat. Such
text causes no finding.
"""

from collections.abc import Callable, Sequence
from typing import Final

from auditor.engine.events import LogEnd, Remark, Unread
from auditor.formats.files.changes import LEFT_OUT
from auditor.formats.files.markup_lines import is_markup
from auditor.formats.outcomes import Outcome, Read, Rejected, Skipped

Lines = Callable[[Sequence[str]], Outcome]
Speaks = Callable[[str], bool]

_NO_PLAY: Final = (Unread, Remark, LogEnd)


def without_trailing_text(
    lines: Sequence[str], first_line: int, outcome: Outcome, read: Lines, speaks: Speaks | None
) -> Outcome:
    """Returns the hand in `lines` without the text after it, if there is such text; otherwise returns `outcome`
    unchanged. `outcome` is the result of reading all lines: a hand, a rejection or a skipped hand. `read` reads some of
    the lines again. `speaks` tests whether a line looks like this format (see `Format`).

    Text is left out if the hand above it is complete and the hand is separated from the text by a blank line or by a
    line of markup, such as `[/code]`. Text that may belong to this hand, or to another hand with a damaged title, is
    not left out.
    """
    at = _separator(lines, first_line, outcome, speaks)
    above = read(lines[:at]) if at else None
    if not (isinstance(above, Read) and _is_over(above)):
        return outcome
    if isinstance(outcome, Read):
        line = first_line + at
        alone = read([*_heading(lines, above), *lines[at:]])
        if _events_above(above, line) != _events_above(outcome, line) or _plays_on(alone):
            return outcome
    below = next(number for number, line in enumerate(lines[at:], first_line + at) if line.strip())
    changes = outcome.changes if isinstance(outcome, Read) else above.changes
    return Read(above.hand, above.first_line, above.last_line, {**changes, LEFT_OUT: below})


def _separator(lines: Sequence[str], first_line: int, outcome: Outcome, speaks: Speaks | None) -> int:
    """Returns the index in `lines` of the line that may separate a hand from text after it. This is the first blank
    line, or the first line of markup, below the last line that surely belongs to the hand. In a hand that was read,
    that is the line of the last event, except remarks. In rejected lines, it is the last line that looks like this
    format.

    Returns 0 if there is no such separator, or if the hand was read and the reader understood all text below the
    separator.
    """
    if len(lines) < 2 or isinstance(outcome, Skipped):
        return 0  # the separator is never the first line
    has_markup = speaks is not None  # formats without this test may have such tags inside a hand
    if isinstance(outcome, Rejected):
        if speaks is None:
            return 0
        last_stated = next((at for at in range(len(lines) - 1, 0, -1) if speaks(lines[at])), 0)
        return _first_separator(lines, last_stated, len(lines), has_markup=has_markup)
    events = outcome.hand.events
    unread = max([event.line for event in events if isinstance(event, Unread)], default=0)
    if not unread:
        return 0
    last_stated = max([event.line for event in events if not isinstance(event, _NO_PLAY)], default=0)
    start, stop = max(last_stated - first_line + 1, 1), max(unread - first_line + has_markup, 0)
    return _first_separator(lines, start, stop, has_markup=has_markup)


def _first_separator(lines: Sequence[str], start: int, stop: int, *, has_markup: bool) -> int:
    """Returns the index of the first blank line from `start` to before `stop`; 0 if there is none. If `has_markup` is
    true, a line of markup counts too.
    """
    found = (at for at in range(start, min(stop, len(lines))) if not lines[at] or (has_markup and is_markup(lines[at])))
    return next(found, 0)


def _is_over(read: Read) -> bool:
    """Whether the log of this hand reaches the end of the hand, such as its last payment. False if the log stops before
    that end.
    """
    end = read.hand.events[-1]
    return isinstance(end, LogEnd) and end.complete


def _heading(lines: Sequence[str], above: Read) -> Sequence[str]:
    """Returns the lines above the first event of the hand, such as title, table and seats."""
    first = min([event.line for event in above.hand.events if event.line], default=above.first_line)
    return lines[: max(first - above.first_line, 0)]


def _plays_on(outcome: Outcome) -> bool:
    """Whether the lines below the hand contain play: a deal, a bet or a payment. `outcome` is the result of reading
    these lines. Also true if the lines could not be read as a hand, because it is then unknown whether they contain
    play.
    """
    if isinstance(outcome, Read):
        return any(not isinstance(event, _NO_PLAY) for event in outcome.hand.events)
    return True


def _events_above(read: Read, before_line: int) -> list[tuple[int, str]]:
    """Returns the events on the lines above `before_line`, except the end of the log. Each event is a pair of its line
    number and its text.
    """
    events = read.hand.events
    return [
        (event.line, event.words()) for event in events if event.line < before_line and not isinstance(event, LogEnd)
    ]
