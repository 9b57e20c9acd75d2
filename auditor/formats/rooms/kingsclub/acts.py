"""What a KingsClub line says after a name: bets, folds, shows, payments. All amounts are totals of the street."""

from collections.abc import Callable
from typing import Final

from auditor.engine.events import (
    ANY_POT,
    BringIn,
    Call,
    Check,
    Collect,
    Event,
    Fold,
    Muck,
    Remark,
    Reveal,
    Show,
    Wager,
)
from auditor.formats.memo import remembered
from auditor.formats.rooms.grammar.card_text import seen_or_not
from auditor.formats.rooms.grammar.hand_names import stated
from auditor.formats.rooms.grammar.pots_by_name import half_of, pot_named
from auditor.formats.rooms.kingsclub.header import chips
from auditor.formats.rooms.kingsclub.reading import Reading

_ALL_IN: Final = (", and is all in", ", and is all-in", " and is all in", " and is all-in")


def read_act(reading: Reading, seat: int, rest: str, line: int) -> bool:
    """Appends the act in `calls 40, and is all in` to the events; answers whether it is one."""
    rest = rest.removesuffix(" (disconnect)")
    bare = _BARE.get(rest)
    if bare is not None:
        reading.events.append(bare(seat, line))
        return True
    if " [" in rest:
        return _shows(reading, seat, rest, line)
    if rest.startswith("wins "):
        return _wins(reading, seat, rest[5:], line)
    paying = _paying(rest, reading.minor)
    if paying is None:
        return False
    act, to, all_in = paying
    reading.events.append(act(seat, to, all_in, line))
    return True


def _remark(kind: str) -> Callable[[int, int], Event]:
    return lambda seat, line: Remark(seat, kind, line)


# Acts without chips or cards, by their words.
_BARE: Final[dict[str, Callable[[int, int], Event]]] = {
    "checks": Check,
    "folds": Fold,
    "mucks": Muck,
    "mucks hand": Muck,
    "doesn't show hand": _remark("other"),
    "does not show": _remark("other"),
    "sits out": _remark("sits_out"),
    "is sitting out": _remark("sits_out"),
    "has returned": _remark("returns"),
    "has timed out": _remark("timed_out"),
    "timed out": _remark("timed_out"),
    "is disconnected": _remark("disconnected"),
    "disconnected": _remark("disconnected"),
    "is connected": _remark("connected"),
    "reconnected": _remark("connected"),
    "leaves the table": _remark("leaves"),
    "joins the table": _remark("joins"),
    "cashed out the hand": _remark("other"),
}

_Act = Callable[[int, int, bool, int], Event]


def _bet(seat: int, to: int, all_in: bool, line: int) -> Event:
    return Wager(seat, to, "bets", all_in, line)


def _complete(seat: int, to: int, all_in: bool, line: int) -> Event:
    return Wager(seat, to, "completes", all_in, line)


def _raise(seat: int, to: int, all_in: bool, line: int) -> Event:
    return Wager(seat, to, "raises", all_in, line)


_PAYING: Final[tuple[tuple[str, _Act], ...]] = (
    ("brings in for ", BringIn),
    ("brings-in for ", BringIn),
    ("brings in low for ", BringIn),
    ("calls ", Call),
    ("bets ", _bet),
    ("completes to ", _complete),
    ("raises to ", _raise),
    ("raises ", _raise),  # by how much, and to what; the second counts
)


@remembered
def _paying(rest: str, minor: int) -> tuple[_Act, int, bool] | None:
    """Remembered, as a table says the same few things over and over."""
    text = rest
    for mark in _ALL_IN:
        text = text.removesuffix(mark)
    for opening, act in _PAYING:
        if text.startswith(opening):
            by, to, total = text[len(opening) :].partition(" to ")
            amount = chips(total if to else by, minor)
            if amount is None or (to and chips(by, minor) is None):
                return None
            return act, amount, text != rest
    return None


def _shows(reading: Reading, seat: int, rest: str, line: int) -> bool:
    """`shows [Td 5s 4h 9d 7d]`: all of a hand, or what there was of it when nobody could bet any more."""
    verb, _, shown = rest.partition(" [")
    text, closing, words = shown.partition("]")
    cards = seen_or_not(text)
    if not closing or not cards:
        return False
    if verb == "shows":
        high, low = stated(words.strip().removeprefix("(").removesuffix(")"))
        reading.events.append(Show(seat, cards, high, low, line))
    elif verb in {"mucks", "mucks hand"}:
        reading.events.append(Muck(seat, line))
        reading.events.append(Reveal(seat, cards, line))
    else:
        return False
    return True


def _wins(reading: Reading, seat: int, text: str, line: int) -> bool:
    """`pot (99)`, `side pot 1 (50)`, `(279.50) from pot`; other prizes are none of the hand's."""
    before, bracket, after = text.partition("(")
    paid, closing, behind = after.partition(")")
    named = before.strip() or behind.strip().removeprefix("from ")
    half, named = half_of(named)
    pot = pot_named(named) if named else ANY_POT
    amount = chips(paid, reading.minor)
    if not bracket or not closing or amount is None or pot is None:
        prize = any(word in text for word in ("bounty", "eliminat", "tournament"))
        if prize:
            reading.events.append(Remark(seat, "other", line))
        return prize
    reading.events.append(Collect(seat, amount, pot, half, line))
    return True
