"""Text that somebody left below a hand: a signature, the foot of a mail, a chat pasted after it. It is no line of the
hand, and nothing is held against the hand for it.
"""

from collections.abc import Callable, Sequence
from typing import Final

from auditor.engine.events import Illegible, LogEnd, Remark
from auditor.formats.outcomes import Outcome, Read, Rejected, Skipped

Lines = Callable[[Sequence[str]], Outcome]
Speaks = Callable[[str], bool]

_SAYS_NOTHING: Final = (Illegible, Remark, LogEnd)


def but_for_what_stands_below(
    lines: Sequence[str], first_line: int, outcome: Outcome, read: Lines, speaks: Speaks | None
) -> Outcome:
    """The outcome of the lines above a blank one, where the hand is over there and nothing below is a line of it, nor
    of another whose title is spoilt; else `outcome`, which is that of all the lines. `speaks` is that of the format.
    """
    at = _blank(lines, first_line, outcome, speaks)
    above = read(lines[:at]) if at else None
    if not (isinstance(above, Read) and _is_over(above)):
        return outcome
    if isinstance(outcome, Read):
        line = first_line + at
        alone = read([*_heading(lines, above), *lines[at:]])
        if _told(above, line) != _told(outcome, line) or _plays_on(alone):
            return outcome
    below = next(number for number, line in enumerate(lines[at:], first_line + at) if line)
    return Read(above.hand, above.first_line, above.last_line, below)


def told_below(line: int, hands: int) -> str:
    """A sentence on text below so many hands, at least one; the first of it begins at `line`."""
    more = "and so is text below 1 more hand" if hands == 2 else f"and so is text below {hands - 1:,} more hands"
    below = "stands below a hand that is over and is no line of it"
    return f"What begins at line {line:,} {below}; it is left out{f', {more}' if hands > 1 else ''}."


def _blank(lines: Sequence[str], first_line: int, outcome: Outcome, speaks: Speaks | None) -> int:
    """Where the blank line is that may part the hand from what is none of it: the first below all that the hand says.
    0 where there is none, and where nothing below it is the trouble.
    """
    if "" not in lines or isinstance(outcome, Skipped):
        return 0
    if isinstance(outcome, Rejected):
        if speaks is None:
            return 0
        said = next((at for at in range(len(lines) - 1, 0, -1) if speaks(lines[at])), 0)
        return lines.index("", said) if "" in lines[said:] else 0
    events = outcome.hand.events
    illegible = max([event.line for event in events if isinstance(event, Illegible)], default=0)
    if not illegible:
        return 0
    said = max([event.line for event in events if not isinstance(event, _SAYS_NOTHING)], default=0)
    start, stop = max(said - first_line + 1, 1), max(illegible - first_line, 0)
    return lines.index("", start, stop) if "" in lines[start:stop] else 0


def _is_over(read: Read) -> bool:
    end = read.hand.events[-1]
    return isinstance(end, LogEnd) and end.complete


def _heading(lines: Sequence[str], above: Read) -> Sequence[str]:
    """The lines above the first event: title, table and seats."""
    first = min([event.line for event in above.hand.events if event.line], default=above.first_line)
    return lines[: max(first - above.first_line, 0)]


def _plays_on(outcome: Outcome) -> bool:
    """Whether something is dealt, bet or paid in it, or it is a hand of another game."""
    if isinstance(outcome, Read):
        return any(not isinstance(event, _SAYS_NOTHING) for event in outcome.hand.events)
    return True


def _told(read: Read, before_line: int) -> list[tuple[int, str]]:
    events = read.hand.events
    return [
        (event.line, event.words()) for event in events if event.line < before_line and not isinstance(event, LogEnd)
    ]
