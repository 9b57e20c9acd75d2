"""Everleaf: the text of its hand histories, old and new. Stud, stud hi-lo and razz are read, other games skipped.

Pots, rake and uncalled bets are never in it; in most files no up cards either.
"""

from collections.abc import Callable, Sequence
from typing import Final

from auditor.engine.events import Collect, LogEnd
from auditor.engine.hand import Hand, Records, Seat, Unit
from auditor.formats.files.bare import bare
from auditor.formats.outcomes import Outcome, Read, Rejected, Skipped
from auditor.formats.rooms.everleaf.header import (
    CHIPS,
    SYMBOLS,
    Header,
    header_of,
    is_title,
    number_of,
    number_of_title,
)
from auditor.formats.rooms.everleaf.lines import read_lines
from auditor.formats.rooms.everleaf.reading import Reading, chips, stack_and_state
from auditor.formats.telling.nobody_listed import nobody_listed
from auditor.formats.telling.players import SEAT_NUMBERS, Players, printed_button

NAME: Final = "everleaf"

# Up cards are in some files and not in others, so that a line of them is missing means nothing.
_RECORDS: Final = int(Records.PAYOUT | Records.WHOLE_HANDS | Records.BRING_IN | Records.ANTES_IN_PLACE)


def begins(line: str) -> bool:
    """Whether the line is the title of a hand, `Everleaf Gaming Game #285997460`, or its banner."""
    return is_title(line) or bool(number_of(line))


def sniff(head: str) -> bool:
    """Whether a text is an Everleaf history: its first line that is no title is a banner."""
    for line in head.splitlines():
        if bare(line).strip() and not is_title(line):
            return bool(number_of(line))
    return False


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
    top.read(lines, banner)
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
    # There is no summary: the payment is the end.
    complete = any(isinstance(event, Collect) for event in reading.events)
    reading.events.append(LogEnd(complete, last_line))
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


class _Listed:
    """A seat as listed; its stack stays text until it is known whether it is money. A new player waits to be dealt in,
    and may have none.
    """

    __slots__ = ("is_new", "line", "name", "number", "stack", "text")

    def __init__(self, number: int, name: str, stack: str, state: str, line: int, text: str) -> None:
        self.number: Final = number
        self.name: Final = name
        self.stack: Final = stack
        self.is_new: Final = state.lower() == "new player"
        self.line: Final = line
        self.text: Final = text


class _Top:
    """What stands above the antes: game, table, button, seats. Lines that say nothing of these are left for below."""

    __slots__ = ("below", "button", "first_line", "header", "seats", "table")

    def __init__(self, first_line: int) -> None:
        self.first_line: Final = first_line
        self.header: Header | None = None
        self.table = ""
        self.button = 0
        self.seats: list[_Listed] = []
        self.below: list[tuple[int, str]] = []

    def read(self, lines: Sequence[str], banner: int) -> None:
        above = True
        for at, raw in enumerate(lines):
            text = raw.strip()
            if not text or at == banner or is_title(raw):
                continue
            line = self.first_line + at
            if above and self._takes(text, line):
                continue
            above = above and not (" posts ante " in text or text.startswith("**"))
            self.below.append((line, text))

    def _takes(self, text: str, line: int) -> bool:
        if self.header is None:
            self.header = header_of(text)
            return self.header is not None
        if text.startswith("Seat "):
            return self._read_button(text) or self._read_seat(text, line)
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

    def _read_button(self, text: str) -> bool:
        words = text.split()
        if words[2:] != ["is", "the", "button"]:
            return False
        self.button = printed_button(words[1])
        return True

    def unit(self, header: Header) -> Unit:
        """Money of the stakes or, where they do not say whose, of the stacks; chips in a tournament."""
        stacks = [seat.stack for seat in self.seats]
        symbol = next((stack[0] for stack in stacks if stack and stack[0] in SYMBOLS), "")
        currency = header.currency or SYMBOLS.get(symbol, CHIPS)
        decimals = "." in "".join(header.blinds) or any("." in stack for stack in stacks)
        return Unit(currency, 2 if currency != CHIPS or decimals else 0)
