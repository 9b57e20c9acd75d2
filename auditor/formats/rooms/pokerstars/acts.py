"""What a PokerStars line says after a name and a colon: antes, bets, folds, shows."""

from collections.abc import Callable
from typing import Final

from auditor.engine.events import Check, Event, Fold, Muck, Remark, Reveal, Show
from auditor.formats.rooms.pokerstars.reading import Reading, chips
from auditor.formats.spelling.card_text import cards_in
from auditor.formats.spelling.remembering import remembered
from auditor.formats.spelling.stated import stated


def read_act(reading: Reading, seat: int, rest: str, line: int) -> bool:
    """Appends the act in `calls $0.04` to the events; answers whether it is one."""
    bare = BARE.get(rest)
    if bare is not None:
        reading.events.append(bare(seat, line))
        return True
    phrase = phrase_of(rest, reading.minor)
    if phrase is None:
        return False
    phrase(reading, seat, line)
    return True


def _keeps_closed(seat: int, line: int) -> Event:
    """`doesn't show hand` is said of a winner whom nobody called: no claim is given up."""
    return Remark(seat, "other", line)


def _sits_out(seat: int, line: int) -> Event:
    return Remark(seat, "sits_out", line)


# Acts without chips or cards, by their words.
BARE: Final[dict[str, Callable[[int, int], Event]]] = {
    "checks": Check,
    "folds": Fold,
    "mucks hand": Muck,
    "doesn't show hand": _keeps_closed,
    "is sitting out": _sits_out,
    "sits out": _sits_out,
}


# Appends an act of a seat to the events, with its line.
Tell = Callable[[Reading, int, int], None]
_Pays = Callable[[Reading, int, int, bool, int], None]
_Shows = Callable[[Reading, int, str, int], None]


@remembered
def phrase_of(rest: str, minor: int) -> Tell | None:
    """The act in `calls $0.04 and is all-in`; `None` where it is none. Remembered, as a table says the same few things
    over and over.
    """
    for opening, act in _PAYING:
        if rest.startswith(opening):
            return _paying(act, rest[len(opening) :], minor)
    verb, bracket, text = rest.partition(" [")
    act_shown = _SHOWING.get(verb)
    cards, closing, words = text.partition("]")
    if act_shown is None or not bracket or not closing or not cards_in(cards) or (words and words[:2] != " ("):
        return None
    return lambda reading, seat, line: act_shown(reading, seat, text, line)


def _paying(act: _Pays, text: str, minor: int) -> Tell | None:
    if act is Reading.raise_to:  # by how much, and to what; the second counts
        by, _, text = text.partition(" to ")
        if chips(by, minor) is None:
            return None
    text, _, more = text.partition(" ")
    amount = chips(text, minor)
    if amount is None or more not in _ALL_IN:
        return None
    return lambda reading, seat, line: act(reading, seat, amount, bool(more), line)


def _folds_showing(reading: Reading, seat: int, shown: str, line: int) -> None:
    reading.events.append(Fold(seat, line))
    reading.events.append(Reveal(seat, cards_in(shown.partition("]")[0]), line))


def _shows(reading: Reading, seat: int, shown: str, line: int) -> None:
    """`shows [7 cards] (HI: a pair of Tens; LO: 8,7,6,3,A)`; the words in brackets may be missing."""
    cards, _, words = shown.partition("]")
    high, low = stated(words.removeprefix(" (").removesuffix(")"))
    reading.shown[seat] = cards
    reading.events.append(Show(seat, cards_in(cards), high, low, line))


_ALL_IN: Final = ("", "and is all-in", "and is all in")
_PAYING: Final[tuple[tuple[str, _Pays], ...]] = (
    ("calls ", Reading.call),
    ("posts the ante ", Reading.ante),
    ("bets ", Reading.bet),
    ("raises ", Reading.raise_to),
    ("brings in for ", Reading.bring_in),
    ("brings in low for ", Reading.bring_in),
)
_SHOWING: Final[dict[str, _Shows]] = {"shows": _shows, "folds": _folds_showing}
