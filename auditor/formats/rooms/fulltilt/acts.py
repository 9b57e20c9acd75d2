"""What a Full Tilt line says after a name: antes, bets, folds, shows, payments."""

from collections.abc import Callable
from typing import Final

from auditor.engine.events import STRANGER, Check, Collect, Muck, Remark, Show, TopUp
from auditor.formats.memo import remembered
from auditor.formats.rooms.fulltilt.reading import Reading, chips
from auditor.formats.rooms.fulltilt.words import said
from auditor.formats.rooms.grammar.card_text import cards_in
from auditor.formats.rooms.grammar.pots_by_name import half_of, pot_named

# Appends an act of a seat to the events, with its line.
Tell = Callable[[Reading, int, int], None]
_Pays = Callable[[Reading, int, int, bool, int], None]


@remembered
def phrase_of(rest: str, minor: int) -> Tell | None:
    """The act in `calls $0.50`; `None` where it is none. Remembered: a table says the same few things often."""
    bare = _BARE.get(rest)
    if bare is not None:
        return bare
    for opening, act in _PAYING:
        if rest.startswith(opening):
            text, mark, _ = rest[len(opening) :].partition(_ALL_IN)
            amount = chips(text, minor)
            return None if amount is None or not rest.endswith(text + mark) else _paying(act, amount, bool(mark))
    for opening in ("wins ", "ties for "):
        if rest.startswith(opening):
            return _winning(rest[len(opening) :], minor)
    return _showing(rest)


def _paying(act: _Pays, amount: int, all_in: bool) -> Tell:
    return lambda reading, seat, line: act(reading, seat, amount, all_in, line)


def _winning(text: str, minor: int) -> Tell | None:
    """`the pot ($41)`, `the low side pot ($5) with 8,7,5,3,2`."""
    named, bracket, rest = text.partition(" (")
    paid, closing, with_what = rest.partition(")")
    amount = chips(paid, minor)
    if not bracket or not closing or amount is None or (with_what and not with_what.startswith(" with ")):
        return None
    half, named = half_of(named.removeprefix("the "))
    pot = pot_named(named.lstrip())
    if pot is None:
        return None
    return lambda reading, seat, line: reading.events.append(Collect(seat, amount, pot, half, line))


def _showing(rest: str) -> Tell | None:
    """`shows [7 cards] a pair of Tens`; of a hand shown in passing only the words, or only some of the cards."""
    if not rest.startswith("shows "):
        return None
    cards, closing, words = rest[6:].partition("]")
    if cards[:1] == "[" and closing:
        return _shows(cards[1:], words.strip()) if cards_in(cards[1:]) else None
    return _notes if any(said(rest[6:])) else None


def _adds(reading: Reading, seat: int, amount: int, _: bool, line: int) -> None:
    """Somebody who has just sat down brings chips for the next hand: he is none of this one."""
    reading.events.append(Remark(seat, "other", line) if seat == STRANGER else TopUp(seat, amount, line))


# --- without chips ---------------------------------------------------------------------------------------------------


def _checks(reading: Reading, seat: int, line: int) -> None:
    reading.events.append(Check(seat, line))


def _folds(reading: Reading, seat: int, line: int) -> None:
    """Before the cards and without an ante it is the ante that is declined: there is no hand yet to fold."""
    if reading.street == 0 and seat not in reading.took_part:
        reading.out.add(seat)
        reading.events.append(Remark(seat, "sits_out", line))
        return
    reading.fold(seat, line)


def _mucks(reading: Reading, seat: int, line: int) -> None:
    """A claim is given up only where somebody else is left to win; else it is the winner whom nobody called."""
    reading.events.append(Remark(seat, "other", line) if reading.left <= {seat} else Muck(seat, line))


def _shows(cards: str, words: str) -> Tell:
    def tell(reading: Reading, seat: int, line: int) -> None:
        high, low = said(words)
        reading.shown[seat] = reading.logged[seat] = cards
        reading.events.append(Show(seat, cards_in(cards), high, low, line))

    return tell


def _notes(reading: Reading, seat: int, line: int) -> None:
    reading.remark(seat, "other", line)


_ALL_IN: Final = ", and is all in"
_BARE: Final[dict[str, Tell]] = {"checks": _checks, "folds": _folds, "mucks": _mucks}
_PAYING: Final[tuple[tuple[str, _Pays], ...]] = (
    ("calls ", Reading.call),
    ("antes ", Reading.ante),
    ("bets ", Reading.bet),
    ("raises to ", Reading.raise_to),
    ("completes it to ", Reading.complete_to),
    ("brings in for ", Reading.bring_in),
    ("adds ", _adds),
)
