"""Lines of a transcript that tell what is done beside the betting: chips that come and go, or are moved in by parts."""

from collections.abc import Callable
from typing import Final

from auditor.engine.events import HIDEABLE, Borrowed, Changed, Dropped, Elsewhere, Event, Hidden, Motion, Removed, TopUp
from auditor.formats.amounts import signed_amount
from auditor.formats.transcript.parsed_line import ParsedLine
from auditor.formats.transcript.words import seat_named


def _amount(
    kind: Callable[[int, int, int], Event], before: tuple[str, ...] = (), after: tuple[str, ...] = ()
) -> Callable[[ParsedLine], Event | None]:
    """Lines of a seat with one amount, and always the same words around it."""

    def tell(said: ParsedLine) -> Event | None:
        words = tuple(said.words)
        if len(words) != len(before) + 1 + len(after):
            return None
        chips = signed_amount(words[len(before)], said.minor)
        around = words[: len(before)] == before and words[len(before) + 1 :] == after
        return kind(said.seat, chips, said.line) if around and chips is not None else None

    return tell


def _borrowed(said: ParsedLine) -> Event | None:
    """`50`, `50 from 1`."""
    words = said.words
    chips = signed_amount(words[0], said.minor) if words else None
    lender = seat_named(words[2]) if len(words) == 3 and words[1] == "from" else 0 if len(words) == 1 else None
    return None if chips is None or lender is None else Borrowed(said.seat, chips, lender, said.line)


def _hidden(said: ParsedLine) -> Event | None:
    """`cards`, `chips`."""
    what = said.words[0] if len(said.words) == 1 else ""
    return Hidden(said.seat, what, said.line) if what in HIDEABLE else None


def _dropped(said: ParsedLine) -> Event | None:
    return Dropped(said.seat, said.line) if said.words == LACK.split() else None


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
