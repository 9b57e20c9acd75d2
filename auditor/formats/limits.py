"""The limits on files and hands, and the sentence that rejects a hand beyond one of these limits."""

import re
from collections.abc import Callable
from operator import attrgetter
from typing import Any, Final

from auditor.engine import events as e
from auditor.engine.hand import Hand

HAND_BYTES: Final = 256 * 1024
HAND_LINES: Final = 5_000
LINE_BYTES: Final = 16 * 1024
FILE_HANDS: Final = 1_000_000
LINES_SEARCHED: Final = 100_000  # the first hand of a file must begin within this number of lines
HAND_EVENTS: Final = 10_000
SEATS: Final = 11
# The most characters in the name of a player. We know no room that allows more than 64. But a longer name is no reason
# to reject a hand: the pages shorten it. The database has an index on names, and an entry of an index has at most 2,704
# bytes. So 512 characters of up to four bytes always fit.
NAME: Final = 512
# The largest number that a log may state for the seat of the button, for the seat that is dealt to first, and for the
# size of the table. It may be larger than `SEATS`, the limit for the seats of one hand.
PLACES: Final = 99
TEXT: Final = 4096  # the longest text in a hand, in characters
UNREAD: Final = 200  # only the first 200 characters of a line that the reader does not understand are kept
CARDS: Final = 52
RANKS: Final = 9
ELIGIBLE: Final = 16
POT: Final = 99
STREET: Final = 99
# The sum of all amounts of a hand is less than this number, so each of our formats can hold every sum.
CHIPS: Final = 10**15
TIME: Final = 10**12


def too_much(hand: Hand, *, bounded: bool = False) -> tuple[int, str]:
    """Checks a hand against the limits. Returns `(0, "")` if the hand is within them. Otherwise returns a line number
    and a sentence with the reason; the line is 0 if the reason concerns the whole hand. `bounded` is true if the reader
    of this format has already checked each single value. Then only the sums and counts are checked.
    """
    reason = _too_many_seats(hand)
    if bounded and not reason and len(hand.events) <= HAND_EVENTS and _chips_in_all(hand) < CHIPS:
        return 0, ""
    reason = reason or _too_high_places(hand) or _too_long_texts(hand)
    return (0, reason) if reason else _too_large_event(hand)


def _too_many_seats(hand: Hand) -> str:
    numbers = [seat.number for seat in hand.seats]
    if len(numbers) > SEATS:
        return f"The hand has at least {len(numbers)} seats; at most {SEATS} can be audited."
    for number in numbers:
        if not 1 <= number <= SEATS:
            return f"There is a seat {number}; seats are numbered 1 to {SEATS}."
    if len(set(numbers)) < len(numbers):
        twice = next(number for number in numbers if numbers.count(number) > 1)
        return f"Seat {twice} is listed twice; each seat may be listed once."
    for seat in hand.seats:
        if len(seat.player) > NAME:
            return f"The name of seat {seat.number} has {len(seat.player)} characters; the limit is {NAME}."
    return ""


def _too_high_places(hand: Hand) -> str:
    places = {"button": hand.button, "first seat dealt to": hand.first_dealt, "size of the table": hand.most_seats}
    for name, number in places.items():
        if not 0 <= number <= PLACES:
            return f"The {name} is {number}; the largest possible number is {PLACES}."
    return ""


def _too_long_texts(hand: Hand) -> str:
    for name in ("number", "room", "house", "table", "tournament", "played", "local"):
        text = getattr(hand, name)
        if text and len(text) > TEXT:
            return f"The {name} of the hand has {len(text):,} characters; the limit is {TEXT:,}."
    if len(hand.unit.currency) > TEXT:
        return f"The currency has {len(hand.unit.currency):,} characters; the limit is {TEXT:,}."
    return ""


def _chips_before(hand: Hand) -> int:
    stakes = hand.stakes
    stated = [*[seat.stack for seat in hand.seats], stakes.ante, stakes.bring_in, stakes.small_bet, stakes.big_bet]
    return sum([abs(amount) for amount in stated if amount is not None])


def _chips_in_all(hand: Hand) -> int:
    """Returns the sum of all amounts of a hand, each without its sign."""
    chips_of = _CHIPS_OF.get
    return _chips_before(hand) + sum([abs(chips(event)) for event in hand.events if (chips := chips_of(type(event)))])


def _too_large_event(hand: Hand) -> tuple[int, str]:
    """Finds the first event that breaks a limit. Returns its line and a sentence with the reason, or `(0, "")` if no
    event breaks a limit. The amounts of all events are added up. Their sum has a limit too, because pots and debts are
    sums of amounts.
    """
    if len(hand.events) > HAND_EVENTS:
        return (
            0,
            f"The hand has {len(hand.events):,} events. The limit is {HAND_EVENTS:,}, and no real hand has so many.",
        )
    chips = _chips_before(hand)
    if chips >= CHIPS:
        return 0, _TOO_RICH
    check_of = _CHECKS.get
    checked = [(event, found) for event in hand.events if (check := check_of(type(event))) and (found := check(event))]
    for event, found in checked:
        if isinstance(found, str):
            return event.line, found
        chips += abs(found)
        if chips >= CHIPS:
            return event.line, _TOO_RICH
    return _too_long_by_the_clock(hand) if hand.timed else (0, "")


def _too_long_by_the_clock(hand: Hand) -> tuple[int, str]:
    for event in hand.events:
        clock = event.clock
        if clock is not None and max(clock.at or 0, clock.allowed or 0, clock.used or 0) > TIME:
            return event.line, f"The clock shows more than {TIME:,} milliseconds. No hand takes so long."
    return 0, ""


_TOO_RICH: Final = (
    f"The amounts of the hand add up to {CHIPS:,} or more of the smallest unit, such as cents. No real hand has so much"
    " money."
)


# The functions below check one event each. They return the chips of the event as a number or, if the event is beyond a
# limit, a sentence with the reason.
_amount: Final[Callable[[Any], int]] = attrgetter("amount")
_to: Final[Callable[[Any], int]] = attrgetter("to")


def _pot(event: e.Collect | e.Rake | e.PotTotal) -> int | str:
    if event.pot > POT:
        return f"The log names side pot {event.pot:,}. The auditor knows side pots 1 to {POT}."
    return abs(event.amount)


def _collect(event: e.Collect) -> int | str:
    found = _pot(event)
    return found if isinstance(found, str) else found + abs(event.odd or 0)


def _total(event: e.PotTotal) -> int | str:
    number = len(event.eligible)
    return (
        _pot(event) if number <= ELIGIBLE else f"The log lists {number} seats for one pot. No table has so many seats."
    )


def _cards(event: e.Deal | e.Exposed | e.Reveal | e.Show) -> int | str:
    number = len(event.cards)
    return 0 if number <= CARDS else f"One event of the log names {number} cards. A deck has {CARDS}."


def _deal(event: e.Deal) -> int | str:
    return 0 if len(event.cards) <= CARDS and not event.spelled else _cards(event) or _text(event.spelled)


def _show(event: e.Show) -> int | str:
    number = max(len(event.high), len(event.low))
    return _cards(event) or (
        0 if number <= RANKS else f"The log names {number} ranks of cards for one stud hand. No hand has so many."
    )


def _text(text: str) -> int | str:
    return 0 if len(text) <= TEXT else f"A text in this line has {len(text):,} characters; the limit is {TEXT:,}."


def _street(event: e.Street) -> int | str:
    return 0 if event.street <= STREET else f"The log names street {event.street:,}. Stud has only streets 3 to 7."


# The function that returns the chips of an event, for each kind of event that has chips.
_CHIPS_OF: Final[dict[type[e.Event], Callable[[Any], int]]] = {
    e.Ante: _amount, e.Return: _amount, e.TopUp: _amount, e.Announced: _amount, e.Won: _amount, e.StackAfter: _amount,
    e.BringIn: _to, e.Call: _to, e.Wager: _to, e.Declared: lambda event: event.to or 0, e.Motion: _to,
    e.Removed: _amount, e.Borrowed: _amount, e.Changed: _amount, e.Elsewhere: _amount, e.Added: _amount,
    e.Collect: lambda event: abs(event.amount) + abs(event.odd or 0), e.Rake: _amount, e.PotTotal: _amount,
}  # fmt: skip
_CHECKS: Final[dict[type[e.Event], Callable[[Any], int | str]]] = {
    **_CHIPS_OF,
    e.Collect: _collect, e.Rake: _pot, e.PotTotal: _total,
    e.Deal: _deal, e.Exposed: _cards, e.Reveal: _cards, e.Show: _show,
    e.Remark: lambda event: _text(event.kind), e.Illegible: lambda event: _text(event.text),
    e.Unread: lambda event: _text(event.text), e.Street: _street,
}  # fmt: skip


def not_text(line: str) -> str:
    """Returns why a line is not text: it has a NUL or one half of a surrogate pair. The sentence names the column.
    Returns an empty text if the line is text.
    """
    if line.isascii() and "\0" not in line:
        return ""
    found = _NO_TEXT.search(line)
    if found is None:
        return ""
    column = found.start() + 1
    if found[0] == "\0":
        return f"Column {column} holds a NUL character, which no text contains. Export the file again."
    return f"Column {column} holds half a character (U+{ord(found[0]):04X}). Export the file again."


_NO_TEXT: Final = re.compile("[\0\ud800-\udfff]")
