"""What a Full Tilt line says after a name: antes, bets, folds, shows, payments."""

from collections.abc import Callable
from typing import Final

from auditor.engine.events import (
    ANY_POT,
    STRANGER,
    Ante,
    BringIn,
    Call,
    Check,
    Collect,
    Fold,
    Muck,
    Remark,
    Show,
    TopUp,
    Wager,
)
from auditor.formats.rooms.fulltilt.reading import Reading, chips
from auditor.formats.rooms.fulltilt.words import said
from auditor.formats.spelling.card_text import cards_in
from auditor.formats.spelling.remembering import remembered
from auditor.formats.telling.pots_by_name import half_of, pot_named


class Phrase:
    """An act and what belongs to it: chips and whether they were the last, a pot and a half, or cards and words."""

    __slots__ = ("act", "all_in", "chips", "half", "pot", "text")

    def __init__(
        self,
        act: "_Act",
        amount: int = 0,
        *,
        all_in: bool = False,
        text: str = "",
        pot: int = ANY_POT,
        half: str = "",
    ) -> None:
        self.act: Final = act
        self.chips: Final = amount
        self.all_in: Final = all_in
        self.text: Final = text
        self.pot: Final = pot
        self.half: Final = half


_Act = Callable[[Reading, int, Phrase, int], None]


@remembered
def phrase_of(rest: str, minor: int) -> Phrase | None:
    """The act in `calls $0.50`; `None` where it is none. Remembered: a table says the same few things often."""
    bare = _BARE.get(rest)
    if bare is not None:
        return Phrase(bare)
    for opening, act in _PAYING:
        if rest.startswith(opening):
            text, mark, _ = rest[len(opening) :].partition(_ALL_IN)
            amount = chips(text, minor)
            return None if amount is None or not rest.endswith(text + mark) else Phrase(act, amount, all_in=bool(mark))
    for opening in ("wins ", "ties for "):
        if rest.startswith(opening):
            return _winning(rest[len(opening) :], minor)
    return _showing(rest)


def _winning(text: str, minor: int) -> Phrase | None:
    """`the pot ($41)`, `the low side pot ($5) with 8,7,5,3,2`."""
    named, bracket, rest = text.partition(" (")
    paid, closing, with_what = rest.partition(")")
    amount = chips(paid, minor)
    if not bracket or not closing or amount is None or (with_what and not with_what.startswith(" with ")):
        return None
    half, named = half_of(named.removeprefix("the "))
    pot = pot_named(named.lstrip())
    return None if pot is None else Phrase(_wins, amount, pot=pot, half=half)


def _showing(rest: str) -> Phrase | None:
    """`shows [7 cards] a pair of Tens`; of a hand shown in passing only the words, or only some of the cards."""
    if not rest.startswith("shows "):
        return None
    cards, closing, _words = rest[6:].partition("]")
    if cards[:1] == "[" and closing:
        return Phrase(_shows, text=rest[7:]) if cards_in(cards[1:]) else None
    return Phrase(_notes, text="other") if any(said(rest[6:])) else None


# --- chips -----------------------------------------------------------------------------------------------------------


def _antes(reading: Reading, seat: int, phrase: Phrase, line: int) -> None:
    reading.joins(seat)
    reading.events.append(Ante(seat, phrase.chips, phrase.all_in, line))


def _adds(reading: Reading, seat: int, phrase: Phrase, line: int) -> None:
    """Somebody who has just sat down brings chips for the next hand: he is none of this one."""
    reading.events.append(Remark(seat, "other", line) if seat == STRANGER else TopUp(seat, phrase.chips, line))


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


def _completes(reading: Reading, seat: int, phrase: Phrase, line: int) -> None:
    reading.front[seat] = phrase.chips
    reading.events.append(Wager(seat, phrase.chips, "completes", phrase.all_in, line))


def _wins(reading: Reading, seat: int, phrase: Phrase, line: int) -> None:
    reading.events.append(Collect(seat, phrase.chips, phrase.pot, phrase.half, line))


# --- without chips ---------------------------------------------------------------------------------------------------


def _checks(reading: Reading, seat: int, _: Phrase, line: int) -> None:
    reading.events.append(Check(seat, line))


def _folds(reading: Reading, seat: int, _: Phrase, line: int) -> None:
    """Before the cards and without an ante it is the ante that is declined: there is no hand yet to fold."""
    if reading.street == 0 and seat not in reading.took_part:
        reading.out.add(seat)
        reading.events.append(Remark(seat, "sits_out", line))
        return
    reading.left.discard(seat)
    reading.events.append(Fold(seat, line))


def _mucks(reading: Reading, seat: int, _: Phrase, line: int) -> None:
    """A claim is given up only where somebody else is left to win; else it is the winner whom nobody called."""
    reading.events.append(Remark(seat, "other", line) if reading.left <= {seat} else Muck(seat, line))


def _shows(reading: Reading, seat: int, phrase: Phrase, line: int) -> None:
    cards, _, words = phrase.text.partition("]")
    high, low = said(words.strip())
    reading.shown[seat] = reading.logged[seat] = cards
    reading.events.append(Show(seat, cards_in(cards), high, low, line))


def _notes(reading: Reading, seat: int, phrase: Phrase, line: int) -> None:
    reading.events.append(Remark(seat, phrase.text, line))


_ALL_IN: Final = ", and is all in"
_BARE: Final[dict[str, _Act]] = {"checks": _checks, "folds": _folds, "mucks": _mucks}
_PAYING: Final[tuple[tuple[str, _Act], ...]] = (
    ("calls ", _calls),
    ("antes ", _antes),
    ("bets ", _bets),
    ("raises to ", _raises),
    ("completes it to ", _completes),
    ("brings in for ", _brings_in),
    ("adds ", _adds),
)
