"""Reads one line of a transcript as one event."""

from collections.abc import Callable
from typing import Final

from auditor.engine.events import (
    ANY_POT,
    Added,
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
    Unread,
    Void,
    Wager,
    Won,
)
from auditor.formats.amounts import signed_amount
from auditor.formats.card_spelling import card_in
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
    """Returns the event of a line: a `Fold` for the words `3` and `folds`. Returns `None` if the words make no sense.
    `minor` is the number of decimals of amounts, and `line` the number of the line.
    """
    if CLOCK_MARK in words:
        return _timed(words, minor, line)
    seat = seat_named(words[0]) if len(words) > 1 else None
    if seat is None:
        make = _PLAIN.get(words[0])
        return make(ParsedLine(0, words[1:], minor, line)) if make else None
    if words[1] == "[" or is_card(words[1]):
        return _deal(seat, words[1:], line)
    call = _CALLS.get(words[1])
    if call is None:
        return None
    parsed = ParsedLine(seat, words[2:], minor, line)
    if parsed.all_in and words[1] not in _ALL_IN:
        return None
    return call(parsed)


def _timed(words: list[str], minor: int, line: int) -> Event | None:
    """Returns the event of a line with times after the mark `|`: `3 folds | at 42.5 time-out`."""
    mark = words.index(CLOCK_MARK)
    event = event_of(words[:mark], minor, line) if mark else None
    clock = procedure.clock_named(words[mark + 1 :])
    if event is None or clock is None:
        return None
    event.clock = clock
    return event


def _deal(seat: int, words: list[str], line: int) -> Event | None:
    """Reads dealt cards, face down in brackets and then face up: `[xx xx] 2c`. The line may end with `spelled "..."`,
    the words of the log that are no cards.
    """
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


def _ante(parsed: ParsedLine) -> Event | None:
    chips = parsed.chips()
    return None if chips is None else Ante(parsed.seat, chips, parsed.all_in, parsed.line)


def _bring_in(parsed: ParsedLine) -> Event | None:
    chips = parsed.chips("in", "for")
    return None if chips is None or parsed.words[0] != "in" else BringIn(parsed.seat, chips, parsed.all_in, parsed.line)


def _call(parsed: ParsedLine) -> Event | None:
    chips = parsed.chips("to")
    return None if chips is None else Call(parsed.seat, chips, parsed.all_in, parsed.line)


def _wager(verb: str) -> Callable[[ParsedLine], Event | None]:
    """Returns a function that reads a wager: `bets 10`, `completes to 10`, `raises to 20`. A raise needs the word `to`,
    because many people write `raises 4` for a raise by 4.
    """

    def make(parsed: ParsedLine) -> Event | None:
        if verb == "raises" and parsed.words[:1] != ["to"]:
            return None
        chips = parsed.chips("to")
        return None if chips is None else Wager(parsed.seat, chips, verb, parsed.all_in, parsed.line)

    return make


def _amounts(kind: Callable[[int, int, int], Event], *fillers: str) -> Callable[[ParsedLine], Event | None]:
    """Returns a function that reads a line with a seat, a verb, the words `fillers` and an amount, such as `2 gets back
    10`. The event is `kind(seat, amount, line)`.
    """

    def make(parsed: ParsedLine) -> Event | None:
        chips = parsed.chips(*fillers)
        needed = list(fillers)
        return None if chips is None or parsed.words[:-1] != needed else kind(parsed.seat, chips, parsed.line)

    return make


def _bare(kind: Callable[[int, int], Event]) -> Callable[[ParsedLine], Event | None]:
    """Returns a function that reads a line with only a seat and a verb, such as `3 checks`. The event is `kind(seat,
    line)`.
    """
    return lambda parsed: None if parsed.words else kind(parsed.seat, parsed.line)


def _show(parsed: ParsedLine) -> Event | None:
    """Reads the words after `shows`: `Kd Kc 9s (pair K; low 8-7-4-3-A)`. The words in parentheses name the hand."""
    words = parsed.words
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
    return Show(parsed.seat, cards_named(words)[0], high, low, parsed.line)


def _held(parsed: ParsedLine) -> Event | None:
    """Reads the cards in `1 held Kd Kc` or `1 held Kd Kc face up`: the log names them, but the seat did not show them.
    Returns `None` if another word is among the cards.
    """
    up = parsed.words[-2:] == ["face", "up"]
    names = parsed.words[:-2] if up else parsed.words
    return Reveal(parsed.seat, cards_named(names)[0], parsed.line, up) if all(is_card(name) for name in names) else None


def _collect(parsed: ParsedLine) -> Event | None:
    """Reads the words after `collects`: `40`, `40 from side 1`, `40 from main low odd 1`, `40 high`. The word `from`
    may be left out.
    """
    words = parsed.words
    odd: int | None = None
    if words[-2:-1] == ["odd"]:
        odd = signed_amount(words[-1], parsed.minor)
        if odd is None:
            return None
        words = words[:-2]
    chips = signed_amount(words[0], parsed.minor) if words else None
    half = words[-1] if words[-1:] and words[-1] in HALVES else ""
    named = words[1 : len(words) - bool(half)]
    pot = pot_named(named[1:] if named[:1] == ["from"] else named)
    if chips is None or pot is None:
        return None
    return Collect(parsed.seat, chips, pot, half, parsed.line, odd)


def _rake(parsed: ParsedLine) -> Event | None:
    words = parsed.words
    chips = signed_amount(words[0], parsed.minor) if words else None
    pot = pot_named(words[2:])
    return None if chips is None or pot is None or words[1:2] not in ([], ["from"]) else Rake(chips, pot, parsed.line)


def _added(parsed: ParsedLine) -> Event | None:
    """Reads the words after `added`: `5 to the pot`. The room adds these chips."""
    chips = signed_amount(parsed.words[0], parsed.minor) if parsed.words[1:] == ["to", "the", "pot"] else None
    return None if chips is None else Added(chips, parsed.line)


def _pot(parsed: ParsedLine) -> Event | None:
    return procedure.pot_total(parsed.words, ANY_POT, parsed)


def _main_pot(parsed: ParsedLine) -> Event | None:
    return procedure.pot_total(parsed.words[1:], 0, parsed) if parsed.words[:1] == ["pot"] else None


def _side_pot(parsed: ParsedLine) -> Event | None:
    """Reads the words after `side`: the word `pot`, the number of the side pot, and its amount, as in `pot 1 12`."""
    pot = small(parsed.words[1]) if len(parsed.words) > 2 and parsed.words[0] == "pot" else None
    return None if pot is None else procedure.pot_total(parsed.words[2:], pot, parsed)


def _one_card(kind: Callable[[int, int], Event]) -> Callable[[ParsedLine], Event | None]:
    """Returns a function that reads a line with one card, such as `burn xx`. The event is `kind(card, line)`."""

    def make(parsed: ParsedLine) -> Event | None:
        if len(parsed.words) != 1 or not is_card(parsed.words[0]):
            return None
        return kind(card_in(parsed.words[0]), parsed.line)

    return make


def _action(parsed: ParsedLine) -> Event | None:
    """Reads the words after `action`: `on 3` names the seat that opens the betting."""
    seat = seat_named(parsed.words[1]) if len(parsed.words) == 2 and parsed.words[0] == "on" else None
    return None if seat is None else Opens(seat, parsed.line)


def _street(parsed: ParsedLine) -> Event | None:
    """Reads the number after `street`. Such a line, `street 9`, is for a street that no game has."""
    street = small(parsed.words[0]) if len(parsed.words) == 1 else None
    return None if street is None else Street(street, parsed.line)


def _named_street(street: int) -> Callable[[ParsedLine], Event | None]:
    return lambda parsed: None if parsed.words else Street(street, parsed.line)


def _remark(parsed: ParsedLine) -> Event | None:
    """Reads the words after `remark`: the kind, and maybe a seat. Examples are `chat` and `timed_out 3`."""
    kind = unquoted(parsed.words[0]) if 1 <= len(parsed.words) <= 2 else None
    seat = seat_named(parsed.words[1]) if len(parsed.words) == 2 else 0
    return None if kind is None or seat is None else Remark(seat, kind, parsed.line)


def _not_understood(kind: type[Unread]) -> Callable[[ParsedLine], Event | None]:
    """Returns a function that reads an `unread` or `illegible` line. Such a line quotes a line of another log, which
    could not be read.
    """

    def read(parsed: ParsedLine) -> Event | None:
        text = unquoted(parsed.words[0]) if len(parsed.words) == 1 else None
        return None if text is None else kind(text, parsed.line)

    return read


def _end(parsed: ParsedLine) -> Event | None:
    return LogEnd(not parsed.words, parsed.line) if parsed.words in ([], ["early"]) else None


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
    "added": _added,
    "rake": _rake,
    "pot": _pot,
    "main": _main_pot,
    "side": _side_pot,
    "misdeal": lambda parsed: None if parsed.words else Misdeal(parsed.line),
    "void": lambda parsed: None if parsed.words else Void(parsed.line),
    "remark": _remark,
    "shuffle": procedure.shuffle,
    "cut": procedure.cut,
    "exposed": procedure.exposed,
    "illegible": _not_understood(Illegible),
    "unread": _not_understood(Unread),
    "end": _end,
}
