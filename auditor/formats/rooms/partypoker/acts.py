"""What a PartyPoker line says after a name: antes, bets, folds, shows, payments."""

from collections.abc import Callable
from typing import Final

from auditor.engine.events import (
    ANY_POT,
    Ante,
    BringIn,
    Call,
    Check,
    Collect,
    Fold,
    Muck,
    Opens,
    Remark,
    Reveal,
    Show,
    Wager,
)
from auditor.formats.rooms.partypoker.reading import Reading, chips
from auditor.formats.spelling.card_text import cards_in
from auditor.formats.spelling.remembering import remembered
from auditor.formats.spelling.stated import stated_high, stated_low
from auditor.formats.telling.going_all_in import all_in_act, mark_all_in
from auditor.formats.telling.pots_by_name import half_of, pot_of


class Phrase:
    """An act and what belongs to it: chips, a pot and a half, or cards and the ranks that words give them."""

    __slots__ = ("act", "cards", "chips", "half", "pot", "ranks")

    def __init__(
        self,
        act: "_Act",
        amount: int = 0,
        *,
        cards: tuple[int, ...] = (),
        ranks: tuple[int, ...] = (),
        pot: int = ANY_POT,
        half: str = "",
    ) -> None:
        self.act: Final = act
        self.chips: Final = amount
        self.cards: Final = cards
        self.ranks: Final = ranks
        self.pot: Final = pot
        self.half: Final = half


_Act = Callable[[Reading, int, Phrase, int], None]


@remembered
def phrase_of(rest: str, minor: int) -> Phrase | None:
    """The act in `calls [$0.50 USD]`; `None` where it is none. Remembered: a table says the same few things often."""
    bare = _BARE.get(rest.rstrip("."))
    if bare is not None:
        return Phrase(bare)
    for opening, act in _PAYING:
        if rest.startswith(opening):
            return _paying(act, rest[len(opening) :], minor)
    if rest.startswith("wins "):
        return _winning(rest[5:], minor)
    return _showing(rest)


def _paying(act: _Act, text: str, minor: int) -> Phrase | None:
    """Chips put in now. The form of 2026 says `raises 2.40 to 2.65`: both, and the second counts."""
    first, to, total = text.partition(" to ")
    amount = chips(total if to else first, minor)
    if amount is None or (to and chips(first, minor) is None):
        return None
    return Phrase(_raises_to if to else act, amount)


def _winning(text: str, minor: int) -> Phrase | None:
    """`$8.45 USD from the main pot with a flush, Ace high.`, or `Lo ($90.50 USD) from the main pot with ...`."""
    half, text = half_of(text)
    paid, source, named = text.partition(" from ")
    amount = chips(paid, minor)
    pot = pot_of(named) if source else ANY_POT
    return None if amount is None or pot is None else Phrase(_wins, amount, pot=pot, half=half)


def _showing(rest: str) -> Phrase | None:
    """The cards of `shows [ Ad, Qd ]a flush, Ace high.` and of `doesn't show [ ... ]`, the low of `shows8,5,3,2,A  for
    low.`, where the missing blank is the room's own.
    """
    verb, bracket, shown = rest.partition(" [")
    act = _SHOWING.get(verb)
    if act is not None and bracket:
        text, closing, words = shown.partition("]")
        cards = cards_in(text)
        return Phrase(act, cards=cards, ranks=stated_high(words)) if closing and cards else None
    low = stated_low(rest.removeprefix("shows").rstrip(". ").removesuffix("for low"))
    return Phrase(_shows_low, ranks=low) if low and rest.startswith("shows") else None


def read_act(reading: Reading, seat: int, rest: str, line: int) -> bool:
    """Appends the act in `calls [$0.50 USD]` to the events; answers whether it is one."""
    phrase = phrase_of(rest, reading.minor)
    if phrase is None:
        return False
    phrase.act(reading, seat, phrase, line)
    return True


# --- chips -----------------------------------------------------------------------------------------------------------


def _posts(reading: Reading, seat: int, phrase: Phrase, line: int) -> None:
    reading.left.add(seat)
    reading.events.append(Ante(seat, phrase.chips, line=line))


def _to(reading: Reading, seat: int, phrase: Phrase) -> int:
    """The amounts are chips put in now; what is in front of the seat afterwards is what an event says."""
    reading.front[seat] = to = reading.front.get(seat, 0) + phrase.chips
    return to


def _brings_in(reading: Reading, seat: int, phrase: Phrase, line: int) -> None:
    reading.events.append(BringIn(seat, _to(reading, seat, phrase), line=line))


def _calls(reading: Reading, seat: int, phrase: Phrase, line: int) -> None:
    reading.events.append(Call(seat, _to(reading, seat, phrase), line=line))


def _completes(reading: Reading, seat: int, phrase: Phrase, line: int) -> None:
    reading.events.append(Wager(seat, _to(reading, seat, phrase), "completes", line=line))


def _bets(reading: Reading, seat: int, phrase: Phrase, line: int) -> None:
    reading.events.append(Wager(seat, _to(reading, seat, phrase), "bets", line=line))


def _raises(reading: Reading, seat: int, phrase: Phrase, line: int) -> None:
    reading.events.append(Wager(seat, _to(reading, seat, phrase), "raises", line=line))


def _raises_to(reading: Reading, seat: int, phrase: Phrase, line: int) -> None:
    reading.front[seat] = phrase.chips
    reading.events.append(Wager(seat, phrase.chips, "raises", line=line))


def _goes_all_in(reading: Reading, seat: int, phrase: Phrase, line: int) -> None:
    """`is all-In [$4.20 USD]` leaves out the verb: the amount in front of the others says which it is."""
    level = max(reading.front.values(), default=0)
    to = _to(reading, seat, phrase)
    reading.events.append(all_in_act(seat, to, level, reading.street, reading.small_bet, line))


def _was_all_in(reading: Reading, seat: int, _: Phrase, line: int) -> None:
    """`is all-In.` without chips is said of the act just before: that one is written down again with its mark."""
    if not mark_all_in(reading.events, seat):
        reading.events.append(Remark(seat, "other", line))


def _wins(reading: Reading, seat: int, phrase: Phrase, line: int) -> None:
    reading.paid = True
    reading.events.append(Collect(seat, phrase.chips, phrase.pot, phrase.half, line))


# --- without chips ---------------------------------------------------------------------------------------------------


def _opens(reading: Reading, seat: int, _: Phrase, line: int) -> None:
    reading.events.append(Opens(seat, line))


def _checks(reading: Reading, seat: int, _: Phrase, line: int) -> None:
    reading.events.append(Check(seat, line))


def _folds(reading: Reading, seat: int, _: Phrase, line: int) -> None:
    reading.left.discard(seat)
    reading.events.append(Fold(seat, line))


def _keeps_closed(reading: Reading, seat: int, _: Phrase, line: int) -> None:
    """A claim is given up only where somebody else is left to win; else it is the winner whom nobody called."""
    reading.events.append(Remark(seat, "other", line) if reading.left == {seat} else Muck(seat, line))


def _shows(reading: Reading, seat: int, phrase: Phrase, line: int) -> None:
    reading.cards[seat] = phrase.cards
    reading.events.append(Show(seat, phrase.cards, phrase.ranks, (), line))


def _does_not_show(reading: Reading, seat: int, phrase: Phrase, line: int) -> None:
    """The record prints the cards of a hand that was thrown away."""
    reading.events.append(Muck(seat, line))
    reading.events.append(Reveal(seat, phrase.cards, line))


def _shows_low(reading: Reading, seat: int, phrase: Phrase, line: int) -> None:
    """A second line for the low of a hand whose cards the first one gave."""
    reading.events.append(Show(seat, reading.cards.get(seat, ()), (), phrase.ranks, line))


_BARE: Final[dict[str, _Act]] = {
    "checks": _checks,
    "folds": _folds,
    "opens": _opens,
    "does not show cards": _keeps_closed,
    "is all-In": _was_all_in,
}
_PAYING: Final[tuple[tuple[str, _Act], ...]] = (
    ("posts ante of ", _posts),
    ("posts ante ", _posts),
    ("calls ", _calls),
    ("bets ", _bets),
    ("raises ", _raises),
    ("bring-ins ", _brings_in),
    ("completes ", _completes),
    ("double bets ", _bets),
    ("is all-In ", _goes_all_in),
)
_SHOWING: Final[dict[str, _Act]] = {"shows": _shows, "doesn't show": _does_not_show}
