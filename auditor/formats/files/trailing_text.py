"""Leaves out text after a complete hand: a signature, the end of a mail, a copied chat. Such text is no fault."""

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
    """Returns the outcome of a piece without the text after its hand; `outcome` is the outcome of all lines.

    The text is left out if it follows a blank line above which the hand is complete. It must not belong to this hand,
    nor to another hand with a damaged title. Else returns `outcome`. `speaks` is that of `Format`.
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
    """Returns the note on the text after hands. `hands` is the number of such hands, at least one, and `line` is the
    line at which the first such text begins.
    """
    more = "and so is text below 1 more hand" if hands == 2 else f"and so is text below {hands - 1:,} more hands"
    below = "stands below a hand that is over and is no line of it"
    return f"What begins at line {line:,} {below}; it is left out{f', {more}' if hands > 1 else ''}."


def _blank(lines: Sequence[str], first_line: int, outcome: Outcome, speaks: Speaks | None) -> int:
    """Returns the index of the blank line that may separate the hand from text after it: the first blank line below all
    legible lines of the hand. 0 if there is no such line, or if no fault is below that line.
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
    """Whether the log has the end of the hand."""
    end = read.hand.events[-1]
    return isinstance(end, LogEnd) and end.complete


def _heading(lines: Sequence[str], above: Read) -> Sequence[str]:
    """Returns the lines above the first event of the hand, such as title, table and seats."""
    first = min([event.line for event in above.hand.events if event.line], default=above.first_line)
    return lines[: max(first - above.first_line, 0)]


def _plays_on(outcome: Outcome) -> bool:
    """Whether the outcome has a deal, a bet or a payment. Also true if no hand could be read."""
    if isinstance(outcome, Read):
        return any(not isinstance(event, _NO_PLAY) for event in outcome.hand.events)
    return True


def _events_above(read: Read, before_line: int) -> list[tuple[int, str]]:
    """Returns the events before this line, each as its line and its words."""
    events = read.hand.events
    return [
        (event.line, event.words()) for event in events if event.line < before_line and not isinstance(event, LogEnd)
    ]
