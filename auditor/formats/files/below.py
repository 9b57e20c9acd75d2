"""Text that somebody left below a hand: a signature, the foot of a mail, a chat pasted after it. It is no line of the
hand, and nothing is held against the hand for it.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from auditor.engine.events import Illegible, LogEnd, Remark
from auditor.formats.outcomes import Outcome, Read, Rejected, Skipped

Lines = Callable[[Sequence[str]], Outcome]

_SAYS_NOTHING: Final = (Illegible, Remark, LogEnd)
# So many blank lines are tried, from the last up, where the whole of it reads as no hand.
_TRIED: Final = 8


def but_for_what_stands_below(lines: Sequence[str], first_line: int, outcome: Outcome, read: Lines) -> Outcome:
    """The outcome of the lines above a blank one, where the hand is over there and nothing below is a line of it, nor
    of another whose title is spoilt; else `outcome`, which is that of all the lines.
    """
    for at in _blanks(lines, first_line, outcome):
        above = read(lines[:at])
        if not (isinstance(above, Read) and _is_over(above) and _is_same(above, outcome, first_line + at)):
            continue
        if not _plays_on(read([*_heading(lines, above), *lines[at:]])):
            below = next(number for number, line in enumerate(lines[at:], first_line + at) if line)
            return Read(above.hand, above.first_line, above.last_line, below)
    return outcome


def told_below(lines: Sequence[int]) -> str:
    """A sentence on text below hands, by the lines at which it begins."""
    if not lines:
        return ""
    more = ", and so is more text further down" if len(lines) > 1 else ""
    below = "stands below a hand that is over and is no line of it"
    return f"What begins at line {lines[0]:,} {below}; it is left out{more}."


def _blanks(lines: Sequence[str], first_line: int, outcome: Outcome) -> Iterator[int]:
    """The blank lines that may part a hand from what is none of it."""
    if "" not in lines or isinstance(outcome, Skipped):
        return
    if isinstance(outcome, Rejected):
        blanks = [at for at in range(1, len(lines)) if not lines[at] and lines[at - 1]]
        yield from blanks[: -_TRIED - 1 : -1]
        return
    events = outcome.hand.events
    if Illegible in map(type, events):
        last = max([event.line for event in events if not isinstance(event, _SAYS_NOTHING)], default=0)
        start = max(last - first_line + 1, 1)
        if "" in lines[start:]:
            yield lines.index("", start)


def _is_over(read: Read) -> bool:
    end = read.hand.events[-1]
    return isinstance(end, LogEnd) and end.complete


def _is_same(above: Read, whole: Outcome, from_line: int) -> bool:
    """Whether the hand is told by what stands above line `from_line` as it is by the whole."""
    if not isinstance(whole, Read):
        return True
    return _told(above, from_line) == _told(whole, from_line)


def _heading(lines: Sequence[str], above: Read) -> Sequence[str]:
    """The lines above the first event: title, table and seats."""
    first = min([event.line for event in above.hand.events if event.line], default=above.first_line)
    return lines[: max(first - above.first_line, 0)]


def _plays_on(outcome: Outcome) -> bool:
    """Whether something is dealt, bet or paid in it."""
    return isinstance(outcome, Read) and any(not isinstance(event, _SAYS_NOTHING) for event in outcome.hand.events)


def _told(read: Read, before_line: int) -> list[tuple[int, str]]:
    events = read.hand.events
    return [
        (event.line, event.words()) for event in events if event.line < before_line and not isinstance(event, LogEnd)
    ]
