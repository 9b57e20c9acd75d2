"""Reads the lines of a transcript that move no chips: the deck, exposed cards, declared acts, and the totals of pots.

This module also reads the times of an act, which stand after the mark `|`.
"""

from collections.abc import Callable, Sequence
from typing import Final

from auditor.engine.events import CAUSES, DECLARABLE, Clock, Cut, Declared, Event, Exposed, PotTotal, Shuffle
from auditor.formats.amounts import amount, signed_amount
from auditor.formats.transcript.parsed_line import ParsedLine
from auditor.formats.transcript.words import cards_named, is_card, seat_named

SECONDS: Final = 3  # times are in milliseconds: seconds with three decimals
CAUSE_WORDS: Final = {cause: cause.replace("_", "-") for cause in CAUSES}
_CAUSES: Final = {word: cause for cause, word in CAUSE_WORDS.items()}


def clock_named(words: Sequence[str]) -> Clock | None:
    """Returns the times of an act, and the reason if the room acted for the player: `at 42.5 allowed 30 used 30.25
    time-out`. Each of these parts may be missing. `None` if the words make no sense.
    """
    rest = list(words)
    times: dict[str, int] = {}
    for name in ("at", "allowed", "used"):
        if len(rest) > 1 and rest[0] == name:
            time = amount(rest[1], SECONDS)
            if time is None:
                return None
            times[name] = time
            del rest[:2]
    cause = _CAUSES.get(rest[0], "") if len(rest) == 1 else ""
    if rest and not cause:
        return None
    return Clock(times.get("at"), times.get("allowed"), times.get("used"), cause)


def pot_total(words: Sequence[str], pot: int, parsed: ParsedLine) -> Event | None:
    """Reads the amount of a pot, and maybe the seats that may win this pot: `30`, `30 for 1 2 5`."""
    chips = signed_amount(words[0], parsed.minor) if words else None
    seats = [seat_named(word) for word in words[2:]]
    known = [seat for seat in seats if seat is not None]
    if chips is None or len(known) < len(seats) or (len(words) > 1 and (words[1] != "for" or not seats)):
        return None
    return PotTotal(chips, pot, parsed.line, tuple(known))


def declared(parsed: ParsedLine) -> Event | None:
    """Reads the words after `declares`: `folds`, `raises`, `raises to 20`. The seat declares this before its act."""
    verb = parsed.words[0] if parsed.words else ""
    rest = parsed.words[1:]
    if rest[:1] == ["to"]:
        rest = rest[1:]
    elif rest and verb == "raises":
        return None  # `raises 20` may mean a raise to 20 or a raise by 20
    to = signed_amount(rest[0], parsed.minor) if len(rest) == 1 else None
    if verb not in DECLARABLE or (len(parsed.words) > 1 and to is None):
        return None
    return Declared(parsed.seat, verb, to, parsed.line)


def exposed(parsed: ParsedLine) -> Event | None:
    """Reads the words after `exposed`: `Kd 2c`. These cards of a seat or of the deck should have stayed hidden, but
    were seen.
    """
    if not parsed.words or not all(is_card(name) for name in parsed.words):
        return None
    return Exposed(parsed.seat, cards_named(parsed.words)[0], parsed.line)


def _of_the_deck(kind: Callable[[int, int], Event]) -> Callable[[ParsedLine], Event | None]:
    """Returns a function that reads a line about the deck, such as `shuffle` or `cut by 3`. After `by` stands the seat
    that acted. The event is `kind(seat, line)`, with the seat 0 if no seat is named.
    """

    def make(parsed: ParsedLine) -> Event | None:
        by = seat_named(parsed.words[1]) if len(parsed.words) == 2 and parsed.words[0] == "by" else None
        return None if parsed.words and by is None else kind(by or 0, parsed.line)

    return make


shuffle: Final = _of_the_deck(Shuffle)
cut: Final = _of_the_deck(Cut)
