"""Lines of a transcript that move nothing to events: the deck, exposed cards, acts declared, pots and who may win them;
and what stands behind a line for the clock.
"""

from collections.abc import Callable, Sequence
from typing import Final

from auditor.engine.events import CAUSES, DECLARABLE, Clock, Cut, Declared, Event, Exposed, PotTotal, Shuffle
from auditor.formats.amounts import amount, signed_amount
from auditor.formats.transcript.parsed_line import ParsedLine
from auditor.formats.transcript.words import cards_named, is_card, seat_named

SECONDS: Final = 3  # decimals of a time, which is kept in milliseconds
CAUSE_WORDS: Final = {cause: cause.replace("_", "-") for cause in CAUSES}
_CAUSES: Final = {word: cause for cause, word in CAUSE_WORDS.items()}


def clock_named(words: Sequence[str]) -> Clock | None:
    """`at 42.5 allowed 30 used 30.25 time-out`, each part where it is known; `None` where the words make no sense."""
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


def pot_total(words: Sequence[str], pot: int, said: ParsedLine) -> Event | None:
    """`30`, `30 for 1 2 5`: what is in a pot, and the seats that may win it."""
    chips = signed_amount(words[0], said.minor) if words else None
    seats = [seat_named(word) for word in words[2:]]
    known = [seat for seat in seats if seat is not None]
    if chips is None or len(known) < len(seats) or (len(words) > 1 and (words[1] != "for" or not seats)):
        return None
    return PotTotal(chips, pot, said.line, tuple(known))


def declared(said: ParsedLine) -> Event | None:
    """`folds`, `raises`, `raises to 20`: what the seat says that it will do."""
    verb = said.words[0] if said.words else ""
    rest = said.words[1:]
    if rest[:1] == ["to"]:
        rest = rest[1:]
    to = signed_amount(rest[0], said.minor) if len(rest) == 1 else None
    if verb not in DECLARABLE or (len(said.words) > 1 and to is None):
        return None
    return Declared(said.seat, verb, to, said.line)


def exposed(said: ParsedLine) -> Event | None:
    """`Kd 2c`: cards of the seat, or of the deck."""
    if not said.words or not all(is_card(name) for name in said.words):
        return None
    return Exposed(said.seat, cards_named(said.words)[0], said.line)


def _of_the_deck(kind: Callable[[int, int], Event]) -> Callable[[ParsedLine], Event | None]:
    """Nothing more, or `by 3`."""

    def tell(said: ParsedLine) -> Event | None:
        by = seat_named(said.words[1]) if len(said.words) == 2 and said.words[0] == "by" else None
        return None if said.words and by is None else kind(by or 0, said.line)

    return tell


shuffle: Final = _of_the_deck(Shuffle)
cut: Final = _of_the_deck(Cut)
