"""Everleaf: the text of its hand histories, old and new. Stud, stud hi-lo and razz are read, other games skipped.

Pots, rake and uncalled bets are never in it; in most files no up cards either.
"""

from collections.abc import Callable, Sequence
from typing import Final

from auditor.engine.events import LogEnd
from auditor.engine.hand import Hand, Records, Seat, Unit
from auditor.formats.files.format import Format
from auditor.formats.files.titles import Titled
from auditor.formats.outcomes import Outcome, Read, Rejected, Skipped
from auditor.formats.rooms.everleaf.header import (
    SYMBOLS,
    Header,
    header_of,
    is_title,
    number_of,
    number_of_title,
)
from auditor.formats.rooms.everleaf.lines import read_lines
from auditor.formats.rooms.everleaf.reading import Reading, chips, stack_and_state
from auditor.formats.rooms.grammar.paid_out import paid_out
from auditor.formats.rooms.grammar.players import SEAT_NUMBERS, Players
from auditor.formats.telling.first_line import first_begins
from auditor.formats.telling.nobody_listed import nobody_listed
from auditor.formats.telling.under_banner import Row, UnderBanner

NAME: Final = "everleaf"

# Up cards are in some files and not in others, so that a line of them is missing means nothing.
_RECORDS: Final = int(Records.PAYOUT | Records.WHOLE_HANDS | Records.BRING_IN | Records.ANTES_IN_PLACE)


def begins(line: str) -> bool:
    """Whether the line is the title of a hand, `Everleaf Gaming Game #285997460`, or its banner."""
    return is_title(line) or bool(number_of(line))


def sniff(head: str) -> bool:
    """Whether a text is an Everleaf history: its first line that is no title is a banner."""
    return first_begins(head, lambda line: bool(number_of(line)), is_title)


def cutter(_head: str) -> Callable[[str], bool]:
    """The test for lines that start a hand: a title does, and a banner that has no title above it."""
    titled = False

    def starts(line: str) -> bool:
        nonlocal titled
        if is_title(line):
            titled = True
            return True
        if not number_of(line):
            return False
        alone = not titled
        titled = False
        return alone

    return starts


def read(lines: Sequence[str], first_line: int) -> Outcome:
    """Transcribes the lines of one hand, the first of which is line `first_line` of the file."""
    banner = next((at for at, line in enumerate(lines) if number_of(line)), -1)
    if banner < 0:
        number = next((number_of_title(line) for line in lines if is_title(line)), None)
        return Rejected(first_line, number, "A game is announced here, but no hand follows. Export the hand again.")
    number = number_of(lines[banner])
    top = _Top(first_line)
    top.read(lines, {banner, *[at for at, line in enumerate(lines) if is_title(line)]}, "**")
    header = top.header
    if header is None:
        reason = "No line under the number names a game and a time that we can read. Export the hand again."
        return Rejected(first_line + banner, number, reason)
    if header.game is None:
        return Skipped(first_line + banner, number, header.named)
    if not top.seats:
        return nobody_listed(first_line + banner, number, "")
    return _read_hand(number, header, top, first_line, first_line + len(lines) - 1)


def _read_hand(number: str, header: Header, top: "_Top", first_line: int, last_line: int) -> Read:
    unit = top.unit(header)
    stakes = header.stakes(unit.minor)
    names = [Seat(seat.number, seat.name, None) for seat in top.seats]
    reading = Reading(Players(names), unit.minor, stakes.small_bet or 0)
    seats = []
    for listed in top.seats:
        stack = chips(listed.stack, unit.minor)
        if stack is None and not (listed.is_new and not listed.stack):
            reading.illegible(listed.text, listed.line)
        seats.append((listed, stack))
    read_lines(reading, top.below)
    # There is no summary: the payments are the end.
    reading.events.append(LogEnd(paid_out(reading.events), last_line))
    assert header.game is not None
    hand = Hand(
        header.game,
        tuple(
            [
                Seat(listed.number, listed.name, stack, not listed.is_new or listed.number in reading.anted)
                for listed, stack in sorted(seats, key=lambda seat: seat[0].number)
            ]
        ),
        stakes,
        tuple(reading.events),
        _RECORDS,
        structure=header.structure,
        unit=unit,
        room=NAME,
        number=number,
        table=top.table,
        local=header.local,
        button=top.button,
        most_seats=header.most_seats,
    )
    return Read(hand, first_line, last_line)


class _Listed(Row):
    """A new player waits to be dealt in, and may have no stack."""

    __slots__ = ("is_new",)

    def __init__(self, number: int, name: str, stack: str, state: str, line: int, text: str) -> None:
        super().__init__(number, name, stack, line, text)
        self.is_new: Final = state.lower() == "new player"


class _Top(UnderBanner):
    __slots__ = ("header", "seats")

    def __init__(self, first_line: int) -> None:
        super().__init__(first_line)
        self.header: Header | None = None
        self.seats: list[_Listed] = []

    def rows(self) -> list[_Listed]:
        return self.seats

    def takes(self, text: str, line: int) -> bool:
        if self.header is None:
            self.header = header_of(text)
            return self.header is not None
        if text.startswith("Seat "):
            return self.read_button(text) or self._read_seat(text, line)
        if text.startswith("Table ") and not self.table:
            self.table = " ".join(text[6:].split())
            return True
        return text.startswith("Total number of players")

    def _read_seat(self, text: str, line: int) -> bool:
        """`Seat 1: Ann (  $ 0.54 USD )`, `Seat 2: Bob ( new player )` and `Seat 3: Cy (  $ 0 USD All-in )`."""
        number, _, rest = text[5:].partition(":")
        name, bracket, stack = rest.strip().rpartition(" (")
        seat = SEAT_NUMBERS.get(number)
        if seat is None or not bracket or not name.strip() or not stack.endswith(")"):
            return False
        self.seats.append(_Listed(seat, name.strip(), *stack_and_state(stack[:-1]), line, text))
        return True

    def unit(self, header: Header) -> Unit:
        return self.unit_of(header.currency, header.blinds, SYMBOLS)


FORMAT: Final = Format(
    NAME, "Everleaf text", begins, sniff, read, cutter, titled=Titled("***** Hand history for game #0")
)
