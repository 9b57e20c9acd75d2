"""What an Absolute line says after a name and a dash: antes, cards, bets, folds, shows."""

from collections.abc import Callable
from typing import Final

from auditor.engine.events import Ante, BringIn, Call, Check, Fold, Muck, Remark, Return, Reveal, Show, Wager
from auditor.formats.rooms.absolute.reading import Reading, cards_of, chips
from auditor.formats.spelling.stated import stated_high, stated_low
from auditor.formats.telling.deal_by_street import deal_by_street
from auditor.formats.telling.going_all_in import all_in_act


def read_act(reading: Reading, seat: int, rest: str, line: int) -> bool:
    """Appends the act in `Calls $0.04` to the events; answers whether it is one."""
    bare = _BARE.get(rest)
    if bare is not None:
        bare(reading, seat, line)
        return True
    for opening, act in _PAYING:
        if rest.startswith(opening):
            amount = _amount(rest[len(opening) :], reading.minor)
            if amount is None:
                return False
            act(reading, seat, *amount, line)
            return True
    for opening, act_shown in _SHOWING:
        if rest.startswith(opening) and "]" in rest:
            return act_shown(reading, seat, rest[len(opening) :], line)
    return False


def _amount(text: str, minor: int) -> tuple[int, int | None] | None:
    """Chips put in now and, in `$3 to $3.50`, what is in front of the seat after that; `None` for anything else."""
    first, to, total = text.removesuffix(" : not called").partition(" to ")
    amount = chips(first, minor)
    after = chips(total, minor) if to else None
    return None if amount is None or (to and after is None) else (amount, after)


# --- chips -----------------------------------------------------------------------------------------------------------


def _put(reading: Reading, seat: int, amount: int, to: int | None) -> int:
    reading.front[seat] = after = reading.front.get(seat, 0) + amount if to is None else to
    return after


def _antes(reading: Reading, seat: int, amount: int, _: int | None, line: int) -> None:
    reading.anted.add(seat)
    reading.left.add(seat)
    reading.events.append(Ante(seat, amount, line=line))


def _returned(reading: Reading, seat: int, amount: int, _: int | None, line: int) -> None:
    reading.events.append(Return(seat, amount, line))


def _brings_in(reading: Reading, seat: int, amount: int, to: int | None, line: int) -> None:
    reading.events.append(BringIn(seat, _put(reading, seat, amount, to), line=line))


def _calls(reading: Reading, seat: int, amount: int, to: int | None, line: int) -> None:
    reading.events.append(Call(seat, _put(reading, seat, amount, to), line=line))


def _bets(reading: Reading, seat: int, amount: int, to: int | None, line: int) -> None:
    reading.events.append(Wager(seat, _put(reading, seat, amount, to), "bets", line=line))


def _completes(reading: Reading, seat: int, amount: int, to: int | None, line: int) -> None:
    reading.events.append(Wager(seat, _put(reading, seat, amount, to), "completes", line=line))


def _raises(reading: Reading, seat: int, amount: int, to: int | None, line: int) -> None:
    reading.events.append(Wager(seat, _put(reading, seat, amount, to), "raises", line=line))


def _raises_all_in(reading: Reading, seat: int, amount: int, to: int | None, line: int) -> None:
    reading.events.append(Wager(seat, _put(reading, seat, amount, to), "raises", all_in=True, line=line))


def _goes_all_in(reading: Reading, seat: int, amount: int, to: int | None, line: int) -> None:
    level = max(reading.front.values(), default=0)
    after = _put(reading, seat, amount, to)
    reading.events.append(all_in_act(seat, after, level, reading.street, reading.small_bet, line))


# --- without chips ---------------------------------------------------------------------------------------------------


def _checks(reading: Reading, seat: int, line: int) -> None:
    reading.events.append(Check(seat, line))


def _folds(reading: Reading, seat: int, line: int) -> None:
    reading.left.discard(seat)
    reading.events.append(Fold(seat, line))


def _keeps_closed(reading: Reading, seat: int, line: int) -> None:
    """A claim is given up only where somebody else is left to win; else it is the winner whom nobody called."""
    reading.events.append(Remark(seat, "other", line) if reading.left == {seat} else Muck(seat, line))


def _is_protected(reading: Reading, seat: int, line: int) -> None:
    """`All-In` without chips: the room treats a player whose time ran out as all-in."""
    reading.events.append(Remark(seat, "timed_out", line))


def _sits_out(reading: Reading, seat: int, line: int) -> None:
    reading.sitting_out.add(seat)
    reading.events.append(Remark(seat, "sits_out", line))


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
    "Folds": _folds,
    "Mucks": _keeps_closed,
    "Does not show": _keeps_closed,
    "All-In": _is_protected,
    "sitout": _sits_out,
    "sitout (wait for bb)": _sits_out,
}
_PAYING: Final[tuple[tuple[str, Callable[[Reading, int, int, int | None, int], None]], ...]] = (
    ("Ante returned ", _returned),
    ("Ante ", _antes),
    ("Bring-In ", _brings_in),
    ("Calls ", _calls),
    ("Bets ", _bets),
    ("Completes to ", _completes),
    ("Completes ", _completes),
    ("Raises ", _raises),
    ("All-In(Raise) ", _raises_all_in),
    ("All-In ", _goes_all_in),
    ("returned ", _returned),
)
_SHOWING: Final[tuple[tuple[str, Callable[[Reading, int, str, int], bool]], ...]] = (
    ("Pocket [", _pocket),
    ("Shows [", _shows),
    ("Mucks [", _mucks),
)
