"""What a line says after a name and a blank: antes, bets, folds, shows, payments."""

from collections.abc import Callable
from typing import Final

from auditor.engine.events import Check, Collect, Event, Fold, Muck, Remark, Show
from auditor.formats.rooms.grammar.card_text import seen_or_not
from auditor.formats.rooms.grammar.pots_by_name import pot_named
from auditor.formats.telling.line_by_line import Telling

ALL_IN: Final = " and is all-in"


def read_act(telling: Telling, seat: int, rest: str, line: int) -> bool:
    """Appends the act in `calls $0.05 and is all-in` to the events; answers whether it is one."""
    bare = _BARE.get(rest)
    if bare is not None:
        telling.events.append(bare(seat, line))
        if bare is Muck:
            telling.mucked.add(seat)
        return True
    verb, blank, text = rest.partition(" ")
    if verb in ("raises", "caps"):
        return _raises(telling, seat, text, line)
    if verb == "shows":
        return _shows(telling, seat, text, line)
    if verb == "collected":
        return _collects(telling, seat, text, line)
    for opening, act in _PAYING:
        if rest.startswith(opening):
            bare_text = text[len(opening) - len(verb) - 1 :]
            amount = telling.chips(bare_text.removesuffix(ALL_IN))
            if amount is not None and blank:
                act(telling, seat, amount, bare_text.endswith(ALL_IN), line)
                return True
    return False


def _sits_out(seat: int, line: int) -> Event:
    return Remark(seat, "sits_out", line)


def _waits(seat: int, line: int) -> Event:
    return Remark(seat, "other", line)


# Acts without chips or cards, by their words.
_BARE: Final[dict[str, Callable[[int, int], Event]]] = {
    "checks": Check,
    "folds": Fold,
    "mucks": Muck,
    "mucks hand": Muck,
    "mucks cards": Muck,
    "sits out": _sits_out,
    "is sitting out": _sits_out,
    "sitting out": _sits_out,
    "waits for big blind": _waits,
}

_PAYING: Final[tuple[tuple[str, Callable[[Telling, int, int, bool, int], None]], ...]] = (
    ("calls ", Telling.call),
    ("bets ", Telling.bet),
    ("posts ante ", Telling.ante),
    ("posts the ante ", Telling.ante),
    ("brings in low ", Telling.bring_in),
    ("brings in ", Telling.bring_in),
    ("brings-in ", Telling.bring_in),
    ("bring-in ", Telling.bring_in),
)


def _raises(telling: Telling, seat: int, text: str, line: int) -> bool:
    """`$0.20 to $0.40`: what is added, and to what; the second counts, however wrong the first may be."""
    all_in = text.endswith(ALL_IN)
    by, to, total = text.removesuffix(ALL_IN).partition(" to ")
    added = telling.chips(by.removeprefix("-") if to else by)
    if added is None:
        return False
    if not to:
        telling.raise_by(seat, added, all_in, line)
        return True
    amount = telling.chips(total)
    if amount is None:
        return False
    telling.raise_to(seat, amount, all_in, line)
    return True


def _shows(telling: Telling, seat: int, text: str, line: int) -> bool:
    """`[7 cards] (words)`; the words may be missing."""
    shown, closing, words = text[1:].partition("]")
    cards = seen_or_not(shown)
    if text[:1] != "[" or not closing or not cards or (words and words[:2] != " ("):
        return False
    high, low = telling.words(words[2:].removesuffix(")"))
    telling.shown[seat] = shown
    telling.events.append(Show(seat, cards, high, low, line))
    return True


def _collects(telling: Telling, seat: int, text: str, line: int) -> bool:
    """`$0.30 from side pot-1`, `114€ from pot(HI)`."""
    paid, source, named = text.partition(" from ")
    amount = telling.chips(paid)
    half = _HALVES.get(named[-4:], "")
    pot = pot_named(named.removesuffix(named[-4:]) if half else named)
    if amount is None or not source or pot is None:
        return False
    telling.paid.add(seat)
    telling.events.append(Collect(seat, amount, pot, half, line))
    return True


_HALVES: Final = {"(HI)": "high", "(LO)": "low"}
