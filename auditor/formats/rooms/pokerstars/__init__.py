"""PokerStars: the text of its hand histories, 2008 to 2026. Stud, stud hi-lo and razz are read, other games skipped."""

from collections.abc import Callable, Sequence
from typing import Final

from auditor.engine.events import LogEnd
from auditor.engine.hand import Hand, Records, Seat, Unit
from auditor.formats.files.bare import bare
from auditor.formats.files.lead_in import after_lead_in
from auditor.formats.outcomes import Outcome, Read, Rejected, Skipped
from auditor.formats.rooms.pokerstars.header import header_of, number_of
from auditor.formats.rooms.pokerstars.lines import is_rule, read_lines
from auditor.formats.rooms.pokerstars.reading import Reading, chips
from auditor.formats.rooms.pokerstars.summary import read_summary_line
from auditor.formats.telling.first_line import first_begins
from auditor.formats.telling.header import WithStakes
from auditor.formats.telling.nobody_listed import nobody_listed
from auditor.formats.telling.players import SEAT_NUMBERS, Players, printed_button, table_size
from auditor.formats.telling.seat_list import but_for, says_first
from auditor.formats.telling.summed_up import told_to_the_end

NAME: Final = "pokerstars"

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
    return "#" in line and bool(number_of(line))


def sniff(head: str) -> bool:
    """Whether a text is a PokerStars history: below its title, if it has one, a hand begins."""
    return first_begins(head, begins, _is_title)


def cutter(_head: str) -> Callable[[str], bool]:
    """The test for lines that start a hand: a title above the first hand of a file belongs to it."""
    return after_lead_in(_is_title, begins)


def _is_title(line: str) -> bool:
    """E-mailed histories say for whom they are, and number their hands."""
    text = bare(line).rstrip()
    return text.startswith("Transcript for ") or is_rule(text)


def read(lines: Sequence[str], first_line: int) -> Outcome:
    """Transcribes the lines of one hand, the first of which is line `first_line` of the file."""
    top = next((at for at, line in enumerate(lines) if begins(line)), 0)
    line = first_line + top
    header = header_of(lines[top]) if lines else None
    if header is None:
        number = number_of(lines[top]) if lines else ""
        reason = "The first line names no game and time that we can read. Export the hand again."
        return Rejected(line, number or None, reason)
    if header.game is None:
        return Skipped(line, header.number, header.named)
    place = _Place()
    start = place.read(lines, top + 1, header)
    if not place.seats:
        return nobody_listed(line, header.number)
    reading = Reading(Players(place.seats), header.minor)
    for at in range(top):
        if lines[at].strip() and not _is_title(lines[at]):
            reading.illegible(lines[at], first_line + at)
    if not header.legible:
        reading.illegible(lines[top], line)
    for at in place.unread:
        read_lines(reading, lines[at : at + 1], 0, first_line + at)
    complete = _read_body(reading, lines, start, first_line)
    last_line = first_line + len(lines) - 1
    reading.events.append(LogEnd(complete, last_line))
    return Read(_hand(header, place, reading), first_line, last_line)


def _read_body(reading: Reading, lines: Sequence[str], start: int, first_line: int) -> bool:
    """Reads from the first line after the seats; answers whether the log goes as far as its summary tells of a seat.

    Of a hand that is called off it never does: the log does not say who gets back what.
    """
    complete = False
    for at in range(read_lines(reading, lines, start, first_line), len(lines)):
        text = lines[at].rstrip()
        if text and read_summary_line(reading, text, first_line + at):
            complete = True
    return complete and not reading.void and told_to_the_end(reading.told, reading.anted)


class _Place:
    """The table and the seats, as listed before the first act; `unread` are lines among them that are neither."""

    __slots__ = ("button", "most_seats", "moved_in", "seats", "sitting_out", "table", "unread")

    def __init__(self) -> None:
        self.table = ""
        self.most_seats = 0
        self.button = 0
        self.seats: list[Seat] = []
        self.sitting_out: set[int] = set()
        self.moved_in: set[int] = set()
        self.unread: list[int] = []

    def read(self, lines: Sequence[str], start: int, header: WithStakes) -> int:
        """Reads until the first ante, card or street, and answers which line that is."""
        for at in range(start, len(lines)):
            text = lines[at].rstrip()
            if not text or (text.startswith("Seat ") and self._read_seat(text, header, at)):
                continue
            if text.startswith("Dealt to ") or (text.startswith("***") and text[-1] in "*]"):
                return at
            if says_first(text, (seat.player for seat in self.seats), ": posts "):
                return at
            if not self._read_table(text):
                self.unread.append(at)
        return len(lines)

    def _read_seat(self, text: str, header: WithStakes, at: int) -> bool:
        """`Seat 3: NAME ($1.46 in chips) is sitting out`."""
        end = text.rfind(" in chips")
        if end < 0:
            return False
        number, _, rest = text[5:end].partition(": ")
        name, _, stack = rest.rpartition(" (")
        seat = SEAT_NUMBERS.get(number)
        if not name or seat is None:
            return False
        amount = chips(stack, header.minor)
        if amount is None:
            self.unread.append(at)
        if " sitting out" in text[end:]:
            self.sitting_out.add(seat)
        elif ") out of hand" in text[end:]:  # moved here from another table, and not dealt to yet
            self.moved_in.add(seat)
        self.seats.append(Seat(seat, name, amount))
        return True

    def _read_table(self, text: str) -> bool:
        """`Table 'Dazzle's Room' 8-max Seat #1 is the button`."""
        if not text.startswith("Table '"):
            return False
        end = text.rfind("'")
        self.table = text[7:end]
        for word in text[end + 1 :].split():
            self.most_seats = table_size(word) or self.most_seats
            if word[0] == "#":
                self.button = printed_button(word[1:])
        return True


def _hand(header: WithStakes, place: _Place, reading: Reading) -> Hand:
    """A seat that sits out is dealt in all the same in a tournament, and where it posts an ante."""
    out = place.moved_in - reading.anted
    if not header.tournament:
        out |= place.sitting_out - reading.anted
    assert header.game is not None
    return Hand(
        header.game,
        but_for(place.seats, out),
        header.stakes,
        tuple(reading.events),
        _RECORDS,
        structure=header.structure,
        unit=Unit(header.currency, header.minor),
        room=NAME,
        number=header.number,
        table=place.table,
        tournament=header.tournament,
        played=header.played,
        local=header.local,
        button=place.button,
        most_seats=place.most_seats,
    )
