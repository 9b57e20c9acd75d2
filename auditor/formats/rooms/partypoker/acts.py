"""What a PartyPoker line says after a name: antes, bets, folds, shows, payments."""

from collections.abc import Callable
from typing import Final

from auditor.engine.events import ANY_POT, Check, Collect, Muck, Opens, Reveal, Show
from auditor.formats.memo import remembered
from auditor.formats.rooms.grammar.card_text import cards_in
from auditor.formats.rooms.grammar.going_all_in import mark_all_in
from auditor.formats.rooms.grammar.hand_names import stated_high, stated_low
from auditor.formats.rooms.grammar.pots_by_name import half_of, pot_of
from auditor.formats.rooms.partypoker.reading import Reading, chips
from auditor.formats.telling.read_so_far import Adds

# Appends an act of a seat to the events, with its line.
Tell = Callable[[Reading, int, int], None]
_Shows = Callable[[Reading, int, tuple[int, ...], str, int], None]


@remembered
def phrase_of(rest: str, minor: int) -> Tell | None:
    """The act in `calls [$0.50 USD]`; `None` where it is none. Remembered: a table says the same few things often."""
    bare = _BARE.get(rest.rstrip("."))
    if bare is not None:
        return bare
    for opening, act in _PAYING:
        if rest.startswith(opening):
            return _paying(act, rest[len(opening) :], minor)
    if rest.startswith("wins "):
        return _winning(rest[5:], minor)
    return _showing(rest)


def _paying(act: Adds, text: str, minor: int) -> Tell | None:
    """Chips put in now. The form of 2026 says `raises 2.40 to 2.65`: both, and the second counts."""
    first, to, total = text.partition(" to ")
    amount = chips(total if to else first, minor)
    if amount is None or (to and chips(first, minor) is None):
        return None
    pays: Adds = Reading.raise_to if to else act
    return lambda reading, seat, line: pays(reading, seat, amount, line=line)


def _winning(text: str, minor: int) -> Tell | None:
    """`$8.45 USD from the main pot with a flush, Ace high.`, or `Lo ($90.50 USD) from the main pot with ...`."""
    half, text = half_of(text)
    paid, source, named = text.partition(" from ")
    amount = chips(paid, minor)
    pot = pot_of(named) if source else ANY_POT
    if amount is None or pot is None:
        return None

    def wins(reading: Reading, seat: int, line: int) -> None:
        reading.paid = True
        reading.events.append(Collect(seat, amount, pot, half, line))

    return wins


def _showing(rest: str) -> Tell | None:
    """The cards of `shows [ Ad, Qd ]a flush, Ace high.` and of `doesn't show [ ... ]`, the low of `shows8,5,3,2,A  for
    low.`, where the missing blank is the room's own.
    """
    verb, bracket, shown = rest.partition(" [")
    act = _SHOWING.get(verb)
    if act is not None and bracket:
        text, closing, words = shown.partition("]")
        cards = cards_in(text)
        return _of_cards(act, cards, words) if closing and cards else None
    low = stated_low(rest.removeprefix("shows").rstrip(". ").removesuffix("for low"))
    if not low or not rest.startswith("shows"):
        return None
    # A second line for the low of a hand whose cards the first one gave.
    return lambda reading, seat, line: reading.events.append(Show(seat, reading.cards.get(seat, ()), (), low, line))


def _of_cards(act: _Shows, cards: tuple[int, ...], words: str) -> Tell:
    return lambda reading, seat, line: act(reading, seat, cards, words, line)


def read_act(reading: Reading, seat: int, rest: str, line: int) -> bool:
    """Appends the act in `calls [$0.50 USD]` to the events; answers whether it is one."""
    phrase = phrase_of(rest, reading.minor)
    if phrase is None:
        return False
    phrase(reading, seat, line)
    return True


def _was_all_in(reading: Reading, seat: int, line: int) -> None:
    """`is all-In.` without chips is said of the act just before: that one is written down again with its mark."""
    if not mark_all_in(reading.events, seat):
        reading.remark(seat, "other", line)


def _opens(reading: Reading, seat: int, line: int) -> None:
    reading.events.append(Opens(seat, line))


def _checks(reading: Reading, seat: int, line: int) -> None:
    reading.events.append(Check(seat, line))


def _shows(reading: Reading, seat: int, cards: tuple[int, ...], words: str, line: int) -> None:
    reading.cards[seat] = cards
    reading.events.append(Show(seat, cards, stated_high(words), (), line))


def _does_not_show(reading: Reading, seat: int, cards: tuple[int, ...], _: str, line: int) -> None:
    """The record prints the cards of a hand that was thrown away."""
    reading.events.append(Muck(seat, line))
    reading.events.append(Reveal(seat, cards, line))


_BARE: Final[dict[str, Tell]] = {
    "checks": _checks,
    "folds": Reading.fold,
    "opens": _opens,
    "does not show cards": Reading.keep_closed,
    "is all-In": _was_all_in,
}
_PAYING: Final[tuple[tuple[str, Adds], ...]] = (
    ("posts ante of ", Reading.ante),
    ("posts ante ", Reading.ante),
    ("calls ", Reading.call),
    ("bets ", Reading.bet),
    ("raises ", Reading.raise_by),
    ("bring-ins ", Reading.bring_in),
    ("completes ", Reading.complete_by),
    ("double bets ", Reading.bet),
    ("is all-In ", Reading.all_in),
)
_SHOWING: Final[dict[str, _Shows]] = {"shows": _shows, "doesn't show": _does_not_show}
