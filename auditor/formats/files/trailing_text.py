"""Drops text after a complete hand: a signature, the foot of a mail, a pasted chat. Such text is no fault."""

from collections.abc import Callable, Sequence
from typing import Final

from auditor.engine.events import Illegible, LogEnd, Remark
from auditor.formats.outcomes import Outcome, Read, Rejected, Skipped

Lines = Callable[[Sequence[str]], Outcome]
Speaks = Callable[[str], bool]

_NO_PLAY: Final = (Illegible, Remark, LogEnd)


def without_trailing_text(
    lines: Sequence[str], first_line: int, outcome: Outcome, read: Lines, speaks: Speaks | None
) -> Outcome:
    """The outcome of the lines above a blank one, if the hand is over there and the text below belongs neither to it
    nor to another hand with a damaged title. Else `outcome`, which is that of all the lines. `speaks` is the format's.
    """
    at = _blank(lines, first_line, outcome, speaks)
    above = read(lines[:at]) if at else None
    if not (isinstance(above, Read) and _is_over(above)):
        return outcome
    if isinstance(outcome, Read):
        line = first_line + at
        alone = read([*_heading(lines, above), *lines[at:]])
        if _events_above(above, line) != _events_above(outcome, line) or _plays_on(alone):
            return outcome
    below = next(number for number, line in enumerate(lines[at:], first_line + at) if line)
    return Read(above.hand, above.first_line, above.last_line, below)


def trailing_text_note(line: int, hands: int) -> str:
    """A sentence about trailing text below this number of hands, at least one; the first text begins at `line`."""
    more = "and so is text below 1 more hand" if hands == 2 else f"and so is text below {hands - 1:,} more hands"
    below = "stands below a hand that is over and is no line of it"
    return f"What begins at line {line:,} {below}; it is left out{f', {more}' if hands > 1 else ''}."


def _blank(lines: Sequence[str], first_line: int, outcome: Outcome, speaks: Speaks | None) -> int:
    """The index of the blank line that may separate the hand from trailing text: the first one below every legible line
    of the hand. 0 if there is none, or if the text below it is not the fault.
    """
    if "" not in lines or isinstance(outcome, Skipped):
        return 0
    if isinstance(outcome, Rejected):
        if speaks is None:
            return 0
        last_stated = next((at for at in range(len(lines) - 1, 0, -1) if speaks(lines[at])), 0)
        return lines.index("", last_stated) if "" in lines[last_stated:] else 0
    events = outcome.hand.events
    illegible = max([event.line for event in events if isinstance(event, Illegible)], default=0)
    if not illegible:
        return 0
    last_stated = max([event.line for event in events if not isinstance(event, _NO_PLAY)], default=0)
    start, stop = max(last_stated - first_line + 1, 1), max(illegible - first_line, 0)
    return lines.index("", start, stop) if "" in lines[start:stop] else 0


def _is_over(read: Read) -> bool:
    end = read.hand.events[-1]
    return isinstance(end, LogEnd) and end.complete


def _heading(lines: Sequence[str], above: Read) -> Sequence[str]:
    """The lines above the first event: title, table and seats."""
    first = min([event.line for event in above.hand.events if event.line], default=above.first_line)
    return lines[: max(first - above.first_line, 0)]


def _plays_on(outcome: Outcome) -> bool:
    """Whether the outcome has a deal, a bet or a payment, or is not a hand that was read."""
    if isinstance(outcome, Read):
        return any(not isinstance(event, _NO_PLAY) for event in outcome.hand.events)
    return True


def _events_above(read: Read, before_line: int) -> list[tuple[int, str]]:
    events = read.hand.events
    return [
        (event.line, event.words()) for event in events if event.line < before_line and not isinstance(event, LogEnd)
    ]
