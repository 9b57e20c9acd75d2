"""What an Everleaf line says after a name: antes, bets, folds, shows, payments."""

from collections.abc import Callable
from typing import Final

from auditor.engine.events import ANY_POT, Check, Collect, Muck, Reveal, Show
from auditor.formats.rooms.everleaf.reading import Reading, cards_of, chips
from auditor.formats.rooms.grammar.going_all_in import mark_all_in
from auditor.formats.rooms.grammar.hand_names import stated
from auditor.formats.rooms.grammar.pots_by_name import half_of, pot_of
from auditor.formats.telling.read_so_far import Adds


def read_act(reading: Reading, seat: int, rest: str, line: int) -> bool:
    """Appends the act in `calls [$ 0.02 USD]` to the events; answers whether it is one."""
    text = rest.rstrip(" .")
    bare = _BARE.get(text)
    if bare is not None:
        bare(reading, seat, line)
        return True
    for opening, act in _PAYING:
        if rest.startswith(opening):
            amount = chips(rest[len(opening) :], reading.minor)
            if amount is None:
                return False
            act(reading, seat, amount, line=line)
            return True
    if rest.startswith("wins "):
        return _wins(reading, seat, rest[5:], line)
    verb, bracket, shown = rest.partition(" [")
    act_shown = _SHOWING.get(verb)
    return act_shown is not None and bool(bracket) and act_shown(reading, seat, shown, line)


def _wins(reading: Reading, seat: int, text: str, line: int) -> bool:
    """`$ 0.98 USD from main pot with a flush, king high [ Kd, 9d, 8d, 7d, 5d ]`; a half stands before the amount."""
    half, text = half_of(text.lstrip(" "))
    paid, source, named = text.partition(" from ")
    amount = chips(paid, reading.minor)
    pot = pot_of(named) if source else ANY_POT
    if amount is None or pot is None:
        return False
    cards, _ = cards_of(named.partition("[")[2].rstrip(" ]."))
    if cards and seat not in reading.shown:  # the five that play of a hand that nobody had to see
        reading.events.append(Reveal(seat, cards, line))
    reading.events.append(Collect(seat, amount, pot, half, line))
    return True


def _checks(reading: Reading, seat: int, line: int) -> None:
    reading.events.append(Check(seat, line))


def _was_all_in(reading: Reading, seat: int, line: int) -> None:
    if not mark_all_in(reading.events, seat):
        reading.remark(seat, "other", line)


def _shows(reading: Reading, seat: int, shown: str, line: int) -> bool:
    """`5d, 8d, Kd, 7d, 9d, Jh, Qc ] a flush, king high`."""
    text, closing, words = shown.partition("]")
    cards, _ = cards_of(text)
    if not closing or not cards:
        return False
    high, low = stated(words)
    reading.shown.add(seat)
    reading.events.append(Show(seat, cards, high, low, line))
    return True


def _mucks(reading: Reading, seat: int, shown: str, line: int) -> bool:
    """The record prints the cards of a hand that was thrown away."""
    text, closing, _ = shown.partition("]")
    cards, _ = cards_of(text)
    if not closing or not cards:
        return False
    reading.events.append(Muck(seat, line))
    reading.events.append(Reveal(seat, cards, line))
    return True


_BARE: Final[dict[str, Callable[[Reading, int, int], None]]] = {
    "checks": _checks,
    "folds": Reading.fold,
    "does not show cards": Reading.keep_closed,
    "mucks": Reading.keep_closed,
    "is all-in": _was_all_in,
    "is all-In": _was_all_in,
}
_PAYING: Final[tuple[tuple[str, Adds], ...]] = (
    ("posts ante ", Reading.ante),
    ("posts bring-in ", Reading.bring_in),
    ("completes to ", Reading.complete_to),
    ("calls ", Reading.call),
    ("bets ", Reading.bet),
    ("raises ", Reading.raise_by),
    ("is all-in ", Reading.all_in),
    ("is all-In ", Reading.all_in),
)
_SHOWING: Final[dict[str, Callable[[Reading, int, str, int], bool]]] = {"shows": _shows, "mucks": _mucks}
