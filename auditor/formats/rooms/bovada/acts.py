"""What a Bovada line says after a seat and a colon: antes, bets, folds, payments, and what happens around the table."""

import re
from collections.abc import Callable
from typing import Final

from auditor.engine.events import ANY_POT, Check, Collect, Return, Wager
from auditor.formats.memo import remembered
from auditor.formats.rooms.bovada.reading import Reading, chips
from auditor.formats.rooms.grammar.going_all_in import all_in_act
from auditor.formats.telling.read_so_far import Adds

# `Big blind/Bring in(timeout) 5`, `Raises $7.50 to $10`, `Folds`: words, an amount, the total where it is told.
_PHRASE: Final = re.compile(
    r"(?P<verb>[A-Za-z][A-Za-z_/()&+ -]*?)(?: chip info)?(?P<late> ?\(timeout\)|-timeout\))?"
    r"(?: (?P<by>[$€£]?[0-9][0-9,.]*)(?: to (?P<to>[$€£]?[0-9][0-9,.]*))?)?"
)


class Phrase:
    """An act with its chips, as printed and as the total where that is told too; `late` where time had run out."""

    __slots__ = ("act", "by", "late", "to")

    def __init__(self, act: "_Act", by: int, to: int | None, *, late: bool) -> None:
        self.act: Final = act
        self.by: Final = by
        self.to: Final = to
        self.late: Final = late


_Act = Callable[[Reading, int, Phrase, int], None]


@remembered
def phrase_of(rest: str, minor: int) -> Phrase | None:
    """The act in `Calls $5`; `None` where it is none. Remembered: a table says the same few things often."""
    found = _PHRASE.fullmatch(rest)
    if found is None:
        return None
    verb = found["verb"].casefold() + (")" if (found["late"] or "").startswith("-") else "")
    act = _PAYING.get(verb) if found["by"] else _BARE.get(verb)
    by = chips(found["by"], minor) if found["by"] else 0
    to = chips(found["to"], minor) if found["to"] else None
    if act is None or by is None or (found["to"] and to is None):
        return None
    return Phrase(act, by, to, late=bool(found["late"]))


def read_act(reading: Reading, seat: int, rest: str, line: int) -> bool:
    """Appends the act in `Calls $5` to the events; answers whether it is one."""
    phrase = phrase_of(rest, reading.minor)
    if phrase is None:
        return False
    if phrase.late:
        reading.remark(seat, "timed_out", line)
    phrase.act(reading, seat, phrase, line)
    return True


def _adds(act: Adds) -> _Act:
    """Chips put in now, also where the total is told."""

    def tell(reading: Reading, seat: int, phrase: Phrase, line: int) -> None:
        reading.bet_now = True
        act(reading, seat, phrase.by if phrase.to is None else phrase.to - reading.front.get(seat, 0), line=line)

    return tell


def _total(reading: Reading, phrase: Phrase) -> int:
    """Raises: to what, also where one number stands alone."""
    reading.bet_now = True
    return phrase.by if phrase.to is None else phrase.to


def _antes(reading: Reading, seat: int, phrase: Phrase, line: int) -> None:
    reading.ante(seat, phrase.by, line=line)


def _raises(reading: Reading, seat: int, phrase: Phrase, line: int) -> None:
    reading.raise_to(seat, _total(reading, phrase), line=line)


def _raises_all_in(reading: Reading, seat: int, phrase: Phrase, line: int) -> None:
    """`All-in(raise) 22` is also said of the first bet of a street."""
    verb = "raises" if reading.level else "bets"
    reading.front[seat] = to = _total(reading, phrase)
    reading.events.append(Wager(seat, to, verb, all_in=True, line=line))


def _goes_all_in(reading: Reading, seat: int, phrase: Phrase, line: int) -> None:
    """`All-in 227` leaves out the verb: where in the hand it stands, and the chips in front of the others, say which.

    The first chips of third street are the bring-in's, cut short: how much it should be, no line tells.
    """
    if reading.street < 3:
        reading.ante(seat, phrase.by, all_in=True, line=line)
        return
    level = reading.level
    reading.front[seat] = to = reading.front.get(seat, 0) + phrase.by if phrase.to is None else phrase.to
    reading.bet_now = True
    reading.events.append(all_in_act(seat, to, level, reading.street, to + 1, line))


def _gets_back(reading: Reading, seat: int, phrase: Phrase, line: int) -> None:
    reading.events.append(Return(seat, phrase.by, line))


def _wins(reading: Reading, seat: int, phrase: Phrase, line: int) -> None:
    reading.events.append(Collect(seat, phrase.by, ANY_POT, "", line))


def _wins_side_pot(reading: Reading, seat: int, phrase: Phrase, line: int) -> None:
    """Side pots have no numbers: where several payments name one, which is which is not told."""
    pot = 1 if reading.side_payments == 1 else ANY_POT
    reading.events.append(Collect(seat, phrase.by, pot, "", line))


def _checks(reading: Reading, seat: int, _: Phrase, line: int) -> None:
    reading.bet_now = True
    reading.events.append(Check(seat, line))


def _folds(reading: Reading, seat: int, _: Phrase, line: int) -> None:
    reading.fold(seat, line)


def _remarks(kind: str) -> _Act:
    def remark(reading: Reading, seat: int, _: Phrase, line: int) -> None:
        reading.remark(seat, kind, line)

    return remark


_PAYING: Final[dict[str, _Act]] = {
    "ante chip": _antes,
    "big blind/bring in": _adds(Reading.bring_in),
    "bring_in chip": _adds(Reading.bring_in),
    "bring in chip": _adds(Reading.bring_in),
    "bring in": _adds(Reading.bring_in),
    "call": _adds(Reading.call),
    "calls": _adds(Reading.call),
    "bets": _adds(Reading.bet),
    "double bets": _adds(Reading.bet),
    "d bets": _adds(Reading.bet),
    "raises": _raises,
    "double raises": _raises,
    "d raises": _raises,
    "all-in(raise)": _raises_all_in,
    "all-in": _goes_all_in,
    "return uncalled portion of bet": _gets_back,
    "return uncalled bet": _gets_back,
    "hand result": _wins,
    "hand result-side pot": _wins_side_pot,
    "ranking": _remarks("other"),
    "table deposit": _remarks("other"),  # for the hands to come
}
_BARE: Final[dict[str, _Act]] = {
    "checks": _checks,
    "folds": _folds,
    "table enter user": _remarks("joins"),
    "table leave user": _remarks("leaves"),
    "enter(auto)": _remarks("joins"),
    "leave(auto)": _remarks("leaves"),
    "stand": _remarks("leaves"),
    "seat stand": _remarks("leaves"),
    "sit down": _remarks("joins"),
    "seat sit down": _remarks("joins"),
    "sit out": _remarks("sits_out"),
    "seat sit out": _remarks("sits_out"),
    "re-join": _remarks("returns"),
    "rejoin": _remarks("returns"),
    "seat rejoin": _remarks("returns"),
    "enter user": _remarks("joins"),
    "leave user": _remarks("leaves"),
    "insufficient fund": _remarks("other"),
    "insufficient funds": _remarks("other"),
    "seat re-join": _remarks("returns"),
}
