"""Reads the lines of a transcript for acts outside the betting: chips added, removed or moved in, hidden cards."""

from collections.abc import Callable
from typing import Final

from auditor.engine.events import HIDEABLE, Borrowed, Changed, Dropped, Elsewhere, Event, Hidden, Motion, Removed, TopUp
from auditor.formats.amounts import signed_amount
from auditor.formats.transcript.parsed_line import ParsedLine
from auditor.formats.transcript.words import seat_named


def _amount(
    kind: Callable[[int, int, int], Event], before: tuple[str, ...] = (), after: tuple[str, ...] = ()
) -> Callable[[ParsedLine], Event | None]:
    """Returns a function that reads a line such as `3 plays 50 from elsewhere`: a seat, a verb, and an amount between
    the words `before` and `after`. The event is `kind(seat, amount, line)`.
    """

    def make(parsed: ParsedLine) -> Event | None:
        words = tuple(parsed.words)
        if len(words) != len(before) + 1 + len(after):
            return None
        chips = signed_amount(words[len(before)], parsed.minor)
        around = words[: len(before)] == before and words[len(before) + 1 :] == after
        return kind(parsed.seat, chips, parsed.line) if around and chips is not None else None

    return make


def _borrowed(parsed: ParsedLine) -> Event | None:
    """Reads the words after `borrows`: `50`, or `50 from 1` with the seat that lends the chips."""
    words = parsed.words
    chips = signed_amount(words[0], parsed.minor) if words else None
    lender = seat_named(words[2]) if len(words) == 3 and words[1] == "from" else 0 if len(words) == 1 else None
    return None if chips is None or lender is None else Borrowed(parsed.seat, chips, lender, parsed.line)


def _hidden(parsed: ParsedLine) -> Event | None:
    """Reads the word after `hides`: `cards` or `chips`. Returns `None` for other words."""
    hidden = parsed.words[0] if len(parsed.words) == 1 else ""
    return Hidden(parsed.seat, hidden, parsed.line) if hidden in HIDEABLE else None


def _dropped(parsed: ParsedLine) -> Event | None:
    """Reads the words after `dropped`: `for lack of chips`. The card room folded the seat, because the seat had too few
    chips. Returns `None` for other words.
    """
    return Dropped(parsed.seat, parsed.line) if parsed.words == LACK.split() else None


LACK: Final = "for lack of chips"
CALLS: Final[dict[str, Callable[[ParsedLine], Event | None]]] = {
    "adds": _amount(TopUp),
    "takes": _amount(Removed, ("off",)),
    "borrows": _borrowed,
    "changes": _amount(Changed),
    "plays": _amount(Elsewhere, (), ("from", "elsewhere")),
    "moves": _amount(Motion, ("in",)),
    "hides": _hidden,
    "dropped": _dropped,
}
