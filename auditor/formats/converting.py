"""Converts hands from one format into another, and lists the facts of a hand that the other format cannot hold.

To find the lost facts, the written text is read again and compared with the hand.
"""

import re
from collections import Counter
from collections.abc import Callable
from typing import Final

from auditor.engine import events as e
from auditor.engine.hand import Hand, Seat
from auditor.formats import read_range
from auditor.formats.amounts import spell
from auditor.formats.log import encode
from auditor.formats.ohh.printing import print_hand as as_ohh
from auditor.formats.outcomes import Read, Rejected, Unreadable
from auditor.formats.phh.printing import numbered as as_phh
from auditor.formats.transcript.printing import line_of, transcript_of
from auditor.formats.transcript.words import CLOCK_MARK

_SEAT: Final = re.compile(r"^[0-9]+(?= )|(?<=^action on )[0-9]+$")
_LINES: Final[dict[type[e.Event], str]] = {
    e.Ante: "antes", e.Street: "streets", e.Deal: "cards dealt", e.Burn: "burned cards", e.Community: "community cards",
    e.Opens: "who must open", e.BringIn: "bring-ins", e.Fold: "folds", e.Check: "checks", e.Call: "calls",
    e.Wager: "wagers", e.Return: "chips that come back", e.TopUp: "chips added", e.Show: "hands shown", e.Muck: "mucks",
    e.Reveal: "cards revealed", e.Collect: "payments", e.Rake: "rake", e.PotTotal: "totals of pots",
    e.Added: "chips that the room added",
    e.Won: "the amount that each seat won", e.StackAfter: "stacks at the end", e.Misdeal: "misdeals",
    e.Void: "that the hand is void",
    e.Remark: "remarks", e.Illegible: "illegible lines", e.Unread: "unread lines",
    e.LogEnd: "whether the log is complete",
    e.Shuffle: "shuffles", e.Cut: "cuts", e.Exposed: "exposed cards", e.Announced: "money announced",
    e.Declared: "declared acts", e.Clocked: "seats that are all-in because their time ran out",
    e.Removed: "chips taken off the table", e.Borrowed: "chips borrowed", e.Changed: "money changed",
    e.Elsewhere: "money played that was not on the table", e.Motion: "chips put in with several motions",
    e.Hidden: "cards or chips out of sight", e.Dropped: "folds by the house",
}  # fmt: skip
_FIELDS: Final = {
    "number": "the hand number", "room": "the room", "house": "the house", "table": "the table",
    "tournament": "the tournament", "played": "the time", "local": "the local time", "button": "the button",
    "first_dealt": "the seat that was dealt to first", "most_seats": "the size of the table", "structure": "the limit",
}  # fmt: skip


class Target:
    """A format that hands can be converted to. `write` returns the text of a hand; its arguments are the hand, the
    place of the hand in the file (from 1) and the name of the house of its room. `between` is the text between two
    hands. `ignored` names facts that are written but that our own reader of the format ignores, so they are not
    reported as lost.
    """

    __slots__ = ("between", "ignored", "name", "write")

    def __init__(
        self, name: str, write: Callable[[Hand, int, str], str], between: str, ignored: tuple[str, ...] = ()
    ) -> None:
        self.name: Final = name
        self.write: Final = write
        self.between: Final = between
        self.ignored: Final = ignored


TARGETS: Final = {
    target.name: target
    for target in (
        Target("log", lambda hand, *_: encode(hand).decode() + "\n", ""),
        Target("phh", as_phh, "\n", ("the hand number", "the room")),
        Target("ohh", lambda hand, *_: as_ohh(hand), "\n"),
        Target("transcript", lambda hand, *_: transcript_of(hand), "\n"),
    )
}


class Converted:
    """The result of converting a hand: its `text`, and the names of the facts that are `lost` in the text. If the
    format cannot hold the hand, `refused` is the reason.
    """

    __slots__ = ("lost", "refused", "text")

    def __init__(self, text: str, lost: list[str], refused: str = "") -> None:
        self.text: Final = text
        self.lost: Final = lost
        self.refused: Final = refused


def converted(hand: Hand, target: Target, place: int = 1, house: str = "") -> Converted:
    """Converts a hand to the target format. `place` is the place of the hand in the file, from 1. `house` is the name
    of the house (set of rules) of its room. Only PHH text contains this name, because our reader of PHH ignores the
    room.
    """
    text = target.write(hand, place, house)
    try:
        outcomes = list(read_range(target.name, "utf-8", text.encode(), 1))
    except Unreadable as reason:
        return Converted("", [], str(reason))
    for outcome in outcomes:
        if isinstance(outcome, Rejected):
            return Converted("", [], outcome.reason)
    [outcome] = outcomes
    assert isinstance(outcome, Read)
    return Converted(text, [words for words in lost(hand, outcome.hand) if words not in target.ignored])


def lost(hand: Hand, again: Hand) -> list[str]:
    """Returns the facts that a conversion lost, as a list of names such as `some of the seats`. `hand` is the original.
    `again` is the hand that was read from the converted text; its seats may have other numbers.
    """
    seats = _numbered(hand, again)
    found = [words for name, words in _FIELDS.items() if getattr(hand, name) not in ("", 0, None, getattr(again, name))]
    if hand.unit.currency != again.unit.currency or (hand.unit.minor != again.unit.minor and hand.unit.minor):
        found.append("the unit")
    found += _stakes_lost(hand, again)
    if any(seats[number] != number for number in seats):
        found.append("the numbers of the seats")
    if {_seat(seat, hand, seats) for seat in hand.seats} - {_seat(seat, again, {}) for seat in again.seats}:
        found.append("some of the seats")
    return found + _events_lost(hand, again, seats)


def _numbered(hand: Hand, again: Hand) -> dict[int, int]:
    """Returns, for each seat number of `hand`, the seat of the same player in `again`. If every player still sits in
    the same seat, each number stays as it is.
    """
    there = {seat.number: seat.player for seat in again.seats}
    numbers = {player: number for number, player in there.items()}
    moved = any(there.get(seat.number) != seat.player for seat in hand.seats)
    return {seat.number: numbers.get(seat.player, seat.number) if moved else seat.number for seat in hand.seats}


def _seat(seat: Seat, hand: Hand, seats: dict[int, int]) -> tuple[object, ...]:
    stack = None if seat.stack is None else spell(seat.stack, hand.unit.minor)
    return seats.get(seat.number, seat.number), seat.player, stack, seat.dealt_in


def _stakes_lost(hand: Hand, again: Hand) -> list[str]:
    for name in ("ante", "bring_in", "small_bet", "big_bet"):
        mine, theirs = getattr(hand.stakes, name), getattr(again.stakes, name)
        if mine is not None and (theirs is None or spell(mine, hand.unit.minor) != spell(theirs, again.unit.minor)):
            return ["some of the stakes"]
    return []


def _events_lost(hand: Hand, again: Hand, seats: dict[int, int]) -> list[str]:
    """Returns the names of the event types that are missing or changed in `again`. The list also names the clock if
    clock times were lost, and the order of lines if this order was lost.
    """
    lines = [_line(event, again, {}) for event in again.events]
    left = Counter(lines)
    missing: dict[str, None] = {}
    kept: list[str] = []
    for event in hand.events:
        line = _line(event, hand, seats)
        if left[line]:
            left[line] -= 1
            kept.append(line)
        else:
            missing[_LINES[type(event)]] = None
    clocks = sum([event.clock is not None for event in hand.events])
    found = list(missing)
    if clocks > sum([event.clock is not None for event in again.events]):
        found.append("the clock")
    wanted = Counter(kept)
    in_order = []
    for line in lines:
        if wanted[line]:
            wanted[line] -= 1
            in_order.append(line)
    return [*found, "the order of lines"] if in_order != kept else found


def _line(event: e.Event, hand: Hand, seats: dict[int, int]) -> str:
    """Returns an event as a line of a transcript, without its clock time. `seats` maps seat numbers of `hand` to other
    numbers for the line. A seat that is not in `seats` keeps its number.
    """
    line = line_of(event, hand.unit.minor)
    if event.clock is not None:
        line = line.rpartition(f" {CLOCK_MARK}")[0]
    return _SEAT.sub(lambda match: str(seats.get(int(match[0]), int(match[0]))), line, count=1)
