"""What an Absolute line says after a name and a dash: antes, cards, bets, folds, shows."""

from collections.abc import Callable
from typing import Final

from auditor.engine.events import Check, Muck, Return, Reveal, Show
from auditor.formats.rooms.absolute.reading import Reading, cards_of, chips
from auditor.formats.rooms.grammar.hand_names import stated_high, stated_low
from auditor.formats.telling.deal_by_street import deal_by_street
from auditor.formats.telling.read_so_far import Adds, ReadSoFar


def read_act(reading: Reading, seat: int, rest: str, line: int) -> bool:
    """Appends the act in `Calls $0.04` to the events; answers whether it is one."""
    bare = _BARE.get(rest)
    if bare is not None:
        bare(reading, seat, line)
        return True
    for opening, act in _PAYING:
        if rest.startswith(opening):
            return _pays(reading, seat, act, rest[len(opening) :], line)
    for opening, act_shown in _SHOWING:
        if rest.startswith(opening) and "]" in rest:
            return act_shown(reading, seat, rest[len(opening) :], line)
    return False


def _pays(reading: Reading, seat: int, act: Adds, text: str, line: int) -> bool:
    """`$3`, chips put in now, or `$3 to $3.50`, where the second is what is in front of the seat after that."""
    first, to, total = text.removesuffix(" : not called").partition(" to ")
    amount = chips(first, reading.minor)
    after = chips(total, reading.minor) if to else amount
    if amount is None or after is None:
        return False
    act(reading, seat, after - reading.front.get(seat, 0) if to else amount, line=line)
    return True


def _returned(reading: ReadSoFar, seat: int, amount: int, /, *, line: int) -> None:
    reading.events.append(Return(seat, amount, line))


def _raises_all_in(reading: ReadSoFar, seat: int, added: int, /, *, line: int) -> None:
    reading.raise_by(seat, added, all_in=True, line=line)


# --- without chips ---------------------------------------------------------------------------------------------------


def _checks(reading: Reading, seat: int, line: int) -> None:
    reading.events.append(Check(seat, line))


def _is_protected(reading: Reading, seat: int, line: int) -> None:
    """`All-In` without chips: the room treats a player whose time ran out as all-in."""
    reading.remark(seat, "timed_out", line)


def _sits_out(reading: Reading, seat: int, line: int) -> None:
    reading.sitting_out.add(seat)
    reading.remark(seat, "sits_out", line)


# --- cards -----------------------------------------------------------------------------------------------------------


def _pocket(reading: Reading, seat: int, text: str, line: int) -> bool:
    """`H H Js 10d]`: all cards of the seat, once more on each street, also where it has folded and got no new one."""
    cards, spelled = cards_of(text.partition("]")[0])
    if not cards:
        return False
    before = reading.cards.get(seat, ())
    told, new = cards[: len(before)], cards[len(before) :]
    if len(told) < len(before):
        return False
    if new:
        reading.events.append(deal_by_street(seat, new, reading.street, spelled, line))
    if told != before:  # a card turned up since, or the log contradicts itself: both versions are kept
        reading.events.append(Reveal(seat, told, line))
    reading.cards[seat] = cards
    return True


def _shows(reading: Reading, seat: int, text: str, line: int) -> bool:
    """`5s 8d 3s Qc 6c Qs 9s] (One pair, queens)`."""
    shown, _, words = text.partition("]")
    cards, _ = cards_of(shown)
    if not cards:
        return False
    high, low = _stated(words.strip().removeprefix("(").removesuffix(")"))
    reading.shown[seat] = cards
    reading.events.append(Show(seat, cards, high, low, line))
    return True


def _mucks(reading: Reading, seat: int, text: str, line: int) -> bool:
    """The record prints the cards of a hand that was thrown away."""
    cards, _ = cards_of(text.partition("]")[0])
    if not cards:
        return False
    reading.shown[seat] = cards
    reading.events.append(Muck(seat, line))
    reading.events.append(Reveal(seat, cards, line))
    return True


def _stated(words: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """`One pair, queens`, `Two Pair, jacks and twos`, `Flush, ace high`: other rooms say `a pair of queens`."""
    text = words.lower().replace("one pair, ", "a pair of ")
    if text.startswith(("straight", "flush", "full house", "royal flush")):
        text = f"a {text}"
    return stated_high(text), stated_low(text.upper())


_BARE: Final[dict[str, Callable[[Reading, int, int], None]]] = {
    "Checks": _checks,
    "Folds": Reading.fold,
    "Mucks": Reading.keep_closed,
    "Does not show": Reading.keep_closed,
    "All-In": _is_protected,
    "sitout": _sits_out,
    "sitout (wait for bb)": _sits_out,
}
_PAYING: Final[tuple[tuple[str, Adds], ...]] = (
    ("Ante returned ", _returned),
    ("Ante ", Reading.ante),
    ("Bring-In ", Reading.bring_in),
    ("Calls ", Reading.call),
    ("Bets ", Reading.bet),
    ("Completes to ", Reading.complete_by),
    ("Completes ", Reading.complete_by),
    ("Raises ", Reading.raise_by),
    ("All-In(Raise) ", _raises_all_in),
    ("All-In ", Reading.all_in),
    ("returned ", _returned),
)
_SHOWING: Final[tuple[tuple[str, Callable[[Reading, int, str, int], bool]], ...]] = (
    ("Pocket [", _pocket),
    ("Shows [", _shows),
    ("Mucks [", _mucks),
)
