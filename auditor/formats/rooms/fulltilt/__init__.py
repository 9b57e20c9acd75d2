"""Full Tilt: the text of its hand histories, 2005 to 2015. Stud, stud hi-lo and razz are read, other games skipped."""

from collections.abc import Sequence
from typing import Final

from auditor.engine.events import LogEnd
from auditor.engine.hand import Hand, Records, Seat
from auditor.formats.files.format import Format
from auditor.formats.files.titles import Titled
from auditor.formats.outcomes import Outcome, Read, Rejected, Skipped
from auditor.formats.rooms.fulltilt.header import Header, header_of, money_of, number_of
from auditor.formats.rooms.fulltilt.lines import read_lines
from auditor.formats.rooms.fulltilt.reading import Reading, chips
from auditor.formats.rooms.fulltilt.summary import read_summary_line
from auditor.formats.rooms.grammar.players import SEAT_NUMBERS, Players, printed_button
from auditor.formats.telling.first_line import first_begins
from auditor.formats.telling.nobody_listed import nobody_listed
from auditor.formats.telling.seat_list import but_for
from auditor.formats.telling.summed_up import told_to_the_end

NAME: Final = "fulltilt"

# Not burns and clocks; of cards face down only the hero's.
_RECORDS: Final = int(
    Records.RAKE
    | Records.UNCALLED
    | Records.PAYOUT
    | Records.WHOLE_HANDS
    | Records.BRING_IN
    | Records.SHOWDOWN_ORDER
    | Records.ANTES_IN_PLACE
    | Records.EVERY_UP_CARD
)


def begins(line: str) -> bool:
    """Whether the line is the first of a hand."""
    return bool(number_of(line))


def sniff(head: str) -> bool:
    """Whether a text is a Full Tilt history: its first line that is not blank begins a hand."""
    return first_begins(head, begins)


def read(lines: Sequence[str], first_line: int) -> Outcome:
    """Transcribes the lines of one hand, the first of which is line `first_line` of the file."""
    header = header_of(lines[0]) if lines else None
    if header is None:
        number = number_of(lines[0]) if lines else ""
        reason = "The first line names no game that we can read. Export the hand again."
        return Rejected(first_line, number or None, reason)
    if header.game is None:
        return Skipped(first_line, header.number, header.named)
    top = _Top(header)
    top.read(lines, first_line)
    if not top.seats:
        return nobody_listed(first_line, header.number)
    reading = Reading(Players(top.seats), header.unit.minor)
    if not header.legible or header.partial:
        reading.illegible(lines[0], first_line)
    for line, text in top.unread:
        reading.illegible(text, line)
    complete = False
    for line, text in top.below[read_lines(reading, top.below) :]:
        complete = read_summary_line(reading, text, line) or complete
    complete = complete and not header.partial and told_to_the_end(reading.told, reading.took_part)
    last_line = first_line + len(lines) - 1
    reading.events.append(LogEnd(complete, last_line))
    return Read(_hand(header, top, reading), first_line, last_line)


class _Top:
    """What stands above the antes: seats and, in some years, a button. Lines that say neither are left for `below`."""

    __slots__ = ("below", "button", "header", "out", "seats", "unread")

    def __init__(self, header: Header) -> None:
        self.header: Final = header
        self.button = 0
        self.seats: list[Seat] = []
        self.out: set[int] = set()
        self.unread: list[tuple[int, str]] = []
        self.below: list[tuple[int, str]] = []

    def read(self, lines: Sequence[str], first_line: int) -> None:
        above = True
        for at in range(1, len(lines)):
            text = lines[at].strip()
            if not text:
                continue
            above = above and not text.startswith("*")
            line = first_line + at
            if not (above and self._takes(text, line)):
                self.below.append((line, text))

    def _takes(self, text: str, line: int) -> bool:
        if text.startswith("The button is in seat #"):
            self.button = printed_button(text[23:])
            return True
        return text.startswith("Seat ") and self._read_seat(text, line)

    def _read_seat(self, text: str, line: int) -> bool:
        """`Seat 3: NAME ($23.80), is sitting out`."""
        bare = text.removesuffix(", is sitting out")
        number, _, rest = bare[5:].partition(": ")
        name, bracket, stack = rest.rpartition(" (")
        seat = SEAT_NUMBERS.get(number)
        if seat is None or not name or not bracket or not stack.endswith(")"):
            return False
        if not (self.header.legible or self.header.tournament or self.seats):
            self.header.unit = money_of(stack)
        amount = chips(stack[:-1], self.header.unit.minor)
        if amount is None:
            self.unread.append((line, text))
        if bare != text:
            self.out.add(seat)
        self.seats.append(Seat(seat, name, amount))
        return True


def _hand(header: Header, top: _Top, reading: Reading) -> Hand:
    """A seat that sits out is dealt in all the same in a tournament, and where it posts an ante."""
    out = (top.out | reading.out) - reading.took_part if not header.tournament else set()
    assert header.game is not None
    return Hand(
        header.game,
        but_for(top.seats, out),
        header.stakes,
        tuple(reading.events),
        _RECORDS | (Records.MAY_STOP if header.partial else 0),
        structure=header.structure,
        unit=header.unit,
        room=NAME,
        number=header.number,
        table=header.table,
        tournament=header.tournament,
        played=header.played,
        local=header.local,
        button=top.button,
        most_seats=header.most_seats,
    )


FORMAT: Final = Format(NAME, "Full Tilt text", begins, sniff, read, titled=Titled("Full Tilt Poker Game #0: "))
