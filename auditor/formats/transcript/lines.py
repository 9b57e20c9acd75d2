"""One line of a transcript to one event."""

from collections.abc import Callable
from typing import Final

from auditor.engine.cards import card_named
from auditor.engine.events import (
    ANY_POT,
    Announced,
    Ante,
    BringIn,
    Burn,
    Call,
    Check,
    Clocked,
    Collect,
    Community,
    Deal,
    Event,
    Fold,
    Illegible,
    LogEnd,
    Misdeal,
    Muck,
    Opens,
    Rake,
    Remark,
    Return,
    Reveal,
    Show,
    StackAfter,
    Street,
    Void,
    Wager,
    Won,
)
from auditor.formats.amounts import signed_amount
from auditor.formats.transcript import conduct, procedure
from auditor.formats.transcript.parsed_line import ParsedLine
from auditor.formats.transcript.words import (
    CLOCK_MARK,
    HALVES,
    STREETS,
    cards_named,
    is_card,
    pot_named,
    seat_named,
    small,
    stated_named,
    unquoted,
)


def event_of(words: list[str], minor: int, line: int) -> Event | None:
    """The event that the words of a line tell; `None` where they tell none."""
    if CLOCK_MARK in words:
        return _timed(words, minor, line)
    seat = seat_named(words[0]) if len(words) > 1 else None
    if seat is None:
        tell = _PLAIN.get(words[0])
        return tell(ParsedLine(0, words[1:], minor, line)) if tell else None
    if words[1] == "[" or is_card(words[1]):
        return _deal(seat, words[1:], line)
    call = _CALLS.get(words[1])
    if call is None:
        return None
    said = ParsedLine(seat, words[2:], minor, line)
    if said.all_in and words[1] not in _ALL_IN:
        return None
    return call(said)


def _timed(words: list[str], minor: int, line: int) -> Event | None:
    """`3 folds | at 42.5 time-out`: an event, and what the clock says of it."""
    mark = words.index(CLOCK_MARK)
    event = event_of(words[:mark], minor, line) if mark else None
    clock = procedure.clock_named(words[mark + 1 :])
    if event is None or clock is None:
        return None
    event.clock = clock
    return event


def _deal(seat: int, words: list[str], line: int) -> Event | None:
    """`[xx xx] 2c`: face down in brackets, then face up; at the end `spelled "..."` for cards that are none."""
    spelled: str | None = ""
    if words[-2:-1] == ["spelled"]:
        spelled = unquoted(words[-1])
        words = words[:-2]
    close = words.index("]") if "]" in words else 0
    down, down_wrong = cards_named(words[1:close] if close else ())
    up, up_wrong = cards_named(words[close + 1 if close else 0 :])
    wrong = down_wrong + up_wrong
    if spelled is None or (spelled and wrong) or not all(is_card(name) for name in wrong):
        return None
    return Deal(seat, down, up, spelled or " ".join(wrong), line)


def _ante(said: ParsedLine) -> Event | None:
    chips = said.chips()
    return None if chips is None else Ante(said.seat, chips, said.all_in, said.line)


def _bring_in(said: ParsedLine) -> Event | None:
    chips = said.chips("in", "for")
    return None if chips is None or said.words[0] != "in" else BringIn(said.seat, chips, said.all_in, said.line)


def _call(said: ParsedLine) -> Event | None:
    chips = said.chips("to")
    return None if chips is None else Call(said.seat, chips, said.all_in, said.line)


def _wager(verb: str) -> Callable[[ParsedLine], Event | None]:
    def tell(said: ParsedLine) -> Event | None:
        chips = said.chips("to")
        return None if chips is None else Wager(said.seat, chips, verb, said.all_in, said.line)

    return tell


def _amounts(kind: Callable[[int, int, int], Event], *fillers: str) -> Callable[[ParsedLine], Event | None]:
    """Lines of a seat, filling words and an amount."""

    def tell(said: ParsedLine) -> Event | None:
        chips = said.chips(*fillers)
        needed = list(fillers)
        return None if chips is None or said.words[:-1] != needed else kind(said.seat, chips, said.line)

    return tell


def _bare(kind: Callable[[int, int], Event]) -> Callable[[ParsedLine], Event | None]:
    """Lines of a seat and a verb, no more."""
    return lambda said: None if said.words else kind(said.seat, said.line)


def _show(said: ParsedLine) -> Event | None:
    """`Kd Kc 9s (pair K; low 8-7-4-3-A)`."""
    words = said.words
    high: tuple[int, ...] = ()
    low: tuple[int, ...] = ()
    if "(" in words:
        opening = words.index("(")
        stated = stated_named(words[opening + 1 : -1]) if words[-1] == ")" else None
        if stated is None:
            return None
        high, low = stated
        words = words[:opening]
    if not all(is_card(name) for name in words):
        return None
    return Show(said.seat, cards_named(words)[0], high, low, said.line)


def _held(said: ParsedLine) -> Event | None:
    """`Kd Kc`, `Kd Kc face up`."""
    up = said.words[-2:] == ["face", "up"]
    names = said.words[:-2] if up else said.words
    return Reveal(said.seat, cards_named(names)[0], said.line, up) if all(is_card(name) for name in names) else None


def _collect(said: ParsedLine) -> Event | None:
    """`40`, `40 from side 1`, `40 from main low odd 1`, `40 high`: without "from" it can mean nothing else."""
    words = said.words
    odd: int | None = None
    if words[-2:-1] == ["odd"]:
        odd = signed_amount(words[-1], said.minor)
        if odd is None:
            return None
        words = words[:-2]
    chips = signed_amount(words[0], said.minor) if words else None
    half = words[-1] if words[-1:] and words[-1] in HALVES else ""
    named = words[1 : len(words) - bool(half)]
    pot = pot_named(named[1:] if named[:1] == ["from"] else named)
    if chips is None or pot is None:
        return None
    return Collect(said.seat, chips, pot, half, said.line, odd)


def _rake(said: ParsedLine) -> Event | None:
    words = said.words
    chips = signed_amount(words[0], said.minor) if words else None
    pot = pot_named(words[2:])
    return None if chips is None or pot is None or words[1:2] not in ([], ["from"]) else Rake(chips, pot, said.line)


def _pot(said: ParsedLine) -> Event | None:
    return procedure.pot_total(said.words, ANY_POT, said)


def _main_pot(said: ParsedLine) -> Event | None:
    return procedure.pot_total(said.words[1:], 0, said) if said.words[:1] == ["pot"] else None


def _side_pot(said: ParsedLine) -> Event | None:
    """`pot 1 12`: the number of the side pot, then what is in it."""
    pot = small(said.words[1]) if len(said.words) > 2 and said.words[0] == "pot" else None
    return None if pot is None else procedure.pot_total(said.words[2:], pot, said)


def _one_card(kind: Callable[[int, int], Event]) -> Callable[[ParsedLine], Event | None]:
    def tell(said: ParsedLine) -> Event | None:
        if len(said.words) != 1 or not is_card(said.words[0]):
            return None
        return kind(card_named(said.words[0]), said.line)

    return tell


def _action(said: ParsedLine) -> Event | None:
    seat = seat_named(said.words[1]) if len(said.words) == 2 and said.words[0] == "on" else None
    return None if seat is None else Opens(seat, said.line)


def _street(said: ParsedLine) -> Event | None:
    """`street 9`: one that no game has."""
    street = small(said.words[0]) if len(said.words) == 1 else None
    return None if street is None else Street(street, said.line)


def _named_street(street: int) -> Callable[[ParsedLine], Event | None]:
    return lambda said: None if said.words else Street(street, said.line)


def _remark(said: ParsedLine) -> Event | None:
    """`chat`, `timed_out 3`."""
    kind = unquoted(said.words[0]) if 1 <= len(said.words) <= 2 else None
    seat = seat_named(said.words[1]) if len(said.words) == 2 else 0
    return None if kind is None or seat is None else Remark(seat, kind, said.line)


def _illegible(said: ParsedLine) -> Event | None:
    text = unquoted(said.words[0]) if len(said.words) == 1 else None
    return None if text is None else Illegible(text, said.line)


def _end(said: ParsedLine) -> Event | None:
    return LogEnd(not said.words, said.line) if said.words in ([], ["early"]) else None


_CALLS: Final[dict[str, Callable[[ParsedLine], Event | None]]] = {
    "antes": _ante,
    "brings": _bring_in,
    "folds": _bare(Fold),
    "checks": _bare(Check),
    "calls": _call,
    "clocked": _bare(Clocked),
    "completes": _wager("completes"),
    "bets": _wager("bets"),
    "raises": _wager("raises"),
    "gets": _amounts(Return, "back"),
    "shows": _show,
    "mucks": _bare(Muck),
    "held": _held,
    "collects": _collect,
    "won": _amounts(Won),
    "ends": _amounts(StackAfter, "with"),
    "announces": _amounts(Announced),
    "declares": procedure.declared,
    "exposed": procedure.exposed,
    **conduct.CALLS,
}
VERBS_OF_SEATS: Final = tuple(_CALLS)
_ALL_IN: Final = frozenset({"antes", "brings", "calls", "completes", "bets", "raises"})
_PLAIN: Final[dict[str, Callable[[ParsedLine], Event | None]]] = {
    **{name: _named_street(street) for name, street in STREETS.items()},
    "street": _street,
    "burn": _one_card(Burn),
    "community": _one_card(Community),
    "action": _action,
    "rake": _rake,
    "pot": _pot,
    "main": _main_pot,
    "side": _side_pot,
    "misdeal": lambda said: None if said.words else Misdeal(said.line),
    "void": lambda said: None if said.words else Void(said.line),
    "remark": _remark,
    "shuffle": procedure.shuffle,
    "cut": procedure.cut,
    "exposed": procedure.exposed,
    "illegible": _illegible,
    "end": _end,
}
