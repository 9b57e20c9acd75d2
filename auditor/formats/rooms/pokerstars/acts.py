"""What a PokerStars line says after a name and a colon: antes, bets, folds, shows."""

from collections.abc import Callable
from typing import Final

from auditor.engine.events import Ante, BringIn, Call, Check, Event, Fold, Muck, Remark, Reveal, Show, Wager
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
    phrase.act(reading, seat, phrase, line)
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


class Phrase:
    """An act with its chips, or with its cards and words as text, and how it is written down."""

    __slots__ = ("act", "all_in", "chips", "text")

    def __init__(self, act: "_Act", amount: int = 0, all_in: bool = False, text: str = "") -> None:
        self.act: Final = act
        self.chips: Final = amount
        self.all_in: Final = all_in
        self.text: Final = text


_Act = Callable[[Reading, int, Phrase, int], None]


@remembered
def phrase_of(rest: str, minor: int) -> Phrase | None:
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
    return Phrase(act_shown, text=text)


def _paying(act: _Act, text: str, minor: int) -> Phrase | None:
    if act is _raises:  # by how much, and to what; the second counts
        by, _, text = text.partition(" to ")
        if chips(by, minor) is None:
            return None
    text, _, more = text.partition(" ")
    amount = chips(text, minor)
    return None if amount is None or more not in _ALL_IN else Phrase(act, amount, bool(more))


def _posts(reading: Reading, seat: int, phrase: Phrase, line: int) -> None:
    reading.anted.add(seat)
    reading.events.append(Ante(seat, phrase.chips, phrase.all_in, line))


def _brings_in(reading: Reading, seat: int, phrase: Phrase, line: int) -> None:
    reading.front[seat] = to = reading.front.get(seat, 0) + phrase.chips
    reading.events.append(BringIn(seat, to, phrase.all_in, line))


def _bets(reading: Reading, seat: int, phrase: Phrase, line: int) -> None:
    reading.front[seat] = to = reading.front.get(seat, 0) + phrase.chips
    reading.events.append(Wager(seat, to, "bets", phrase.all_in, line))


def _calls(reading: Reading, seat: int, phrase: Phrase, line: int) -> None:
    reading.front[seat] = to = reading.front.get(seat, 0) + phrase.chips
    reading.events.append(Call(seat, to, phrase.all_in, line))


def _raises(reading: Reading, seat: int, phrase: Phrase, line: int) -> None:
    reading.front[seat] = phrase.chips
    reading.events.append(Wager(seat, phrase.chips, "raises", phrase.all_in, line))


def _folds_showing(reading: Reading, seat: int, phrase: Phrase, line: int) -> None:
    reading.events.append(Fold(seat, line))
    reading.events.append(Reveal(seat, cards_in(phrase.text.partition("]")[0]), line))


def _shows(reading: Reading, seat: int, phrase: Phrase, line: int) -> None:
    """`shows [7 cards] (HI: a pair of Tens; LO: 8,7,6,3,A)`; the words in brackets may be missing."""
    cards, _, words = phrase.text.partition("]")
    high, low = stated(words.removeprefix(" (").removesuffix(")"))
    reading.shown[seat] = cards
    reading.events.append(Show(seat, cards_in(cards), high, low, line))


_ALL_IN: Final = ("", "and is all-in", "and is all in")
_PAYING: Final[tuple[tuple[str, _Act], ...]] = (
    ("calls ", _calls),
    ("posts the ante ", _posts),
    ("bets ", _bets),
    ("raises ", _raises),
    ("brings in for ", _brings_in),
    ("brings in low for ", _brings_in),
)
_SHOWING: Final[dict[str, _Act]] = {"shows": _shows, "folds": _folds_showing}
