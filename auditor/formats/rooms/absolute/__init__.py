"""Absolute Poker: the text of its hand histories, UltimateBet's too. Stud, stud hi-lo and razz are read, other games
skipped.
"""

from collections.abc import Sequence
from typing import Final

from auditor.engine.events import LogEnd
from auditor.engine.hand import Hand, Records, Seat, Unit
from auditor.formats.files.format import Format
from auditor.formats.files.titles import Titled
from auditor.formats.outcomes import Outcome, Read, Rejected, Skipped
from auditor.formats.rooms.absolute.header import game_named, header_of, number_of
from auditor.formats.rooms.absolute.lines import read_lines
from auditor.formats.rooms.absolute.reading import Reading, chips
from auditor.formats.rooms.absolute.summary import read_summary_line
from auditor.formats.rooms.grammar.players import SEAT_NUMBERS, Players, printed_button
from auditor.formats.telling.first_line import first_begins
from auditor.formats.telling.header import WithStakes
from auditor.formats.telling.nobody_listed import nobody_listed
from auditor.formats.telling.seat_list import but_for, says_first

NAME: Final = "absolute"

# Not burns and clocks; in what order hands were shown is not measured.
_RECORDS: Final = int(
    Records.RAKE
    | Records.UNCALLED
    | Records.PAYOUT
    | Records.WHOLE_HANDS
    | Records.BRING_IN
    | Records.ANTES_IN_PLACE
    | Records.EVERY_UP_CARD
)


def begins(line: str) -> bool:
    """Whether the line is the first of a hand."""
    return bool(number_of(line))


def sniff(head: str) -> bool:
    """Whether a text is an Absolute history: a hand begins in its first line that is not blank."""
    return first_begins(head, begins)


def read(lines: Sequence[str], first_line: int) -> Outcome:
    """Transcribes the lines of one hand, the first of which is line `first_line` of the file."""
    top = next((at for at, line in enumerate(lines) if begins(line)), 0)
    line = first_line + top
    header = header_of(lines[top]) if lines else None
    if header is None:
        number = number_of(lines[top]) if lines else ""
        reason = "The first line names no game and time that we can read. Export the hand again."
        return Rejected(line, number or None, reason)
    place = _Place()
    start = place.read(lines, top + 1, header)
    if header.game is None:
        return Skipped(line, header.number, header.named)
    if not place.seats:
        return nobody_listed(line, header.number)
    reading = Reading(Players(place.seats), header.minor, header.stakes.small_bet or 0)
    if not header.legible:
        reading.illegible(lines[top], line)
    for at in place.unread:
        read_lines(reading, lines[at : at + 1], 0, first_line + at)
    complete = _read_body(reading, lines, start, first_line)
    last_line = first_line + len(lines) - 1
    reading.events.append(LogEnd(complete, last_line))
    return Read(_hand(header, place, reading), first_line, last_line)


def _read_body(reading: Reading, lines: Sequence[str], start: int, first_line: int) -> bool:
    """Reads from the first line after the seats; answers whether the log goes as far as the pot of its summary."""
    complete = False
    for at in range(read_lines(reading, lines, start, first_line), len(lines)):
        text = lines[at].strip()
        if text and read_summary_line(reading, text, first_line + at):
            complete = True
    return complete


class _Place:
    """The table and the seats, as listed before the first act; `unread` are lines among them that are neither."""

    __slots__ = ("button", "play_money", "seats", "table", "unread")

    def __init__(self) -> None:
        self.table = ""
        self.button = 0
        self.play_money = False
        self.seats: list[Seat] = []
        self.unread: list[int] = []

    def read(self, lines: Sequence[str], start: int, header: WithStakes) -> int:
        """Reads until the first ante, card or street, and answers which line that is."""
        for at in range(start, len(lines)):
            text = lines[at].strip()
            if not text or (text.startswith("Seat ") and self._read_seat(text, header, at)):
                continue
            names = [seat.player for seat in self.seats]
            if text.startswith("***") or says_first(text, names, " - Ante") or says_first(text, names, " - Pocket "):
                return at
            if text.startswith("Game Type: "):
                game_named(header, text[11:])
            elif not self._read_table(text):
                self.unread.append(at)
        return len(lines)

    def _read_seat(self, text: str, header: WithStakes, at: int) -> bool:
        """`Seat 3 - NAME ($3.46 in chips)`."""
        end = text.rfind(" in chips")
        if end < 0:
            return False
        number, _, rest = text[5:end].partition(" - ")
        name, _, stack = rest.rpartition(" (")
        seat = SEAT_NUMBERS.get(number.strip())
        if not name.strip() or seat is None:
            return False
        amount = chips(stack, header.minor)
        if amount is None:
            self.unread.append(at)
        self.seats.append(Seat(seat, name.strip(), amount))
        return True

    def _read_table(self, text: str) -> bool:
        """`Table: TORONTO AVE (Real Money) Seat #6 is the dealer`; the dealer's part may be a line of its own."""
        place, _, dealer = text.partition("Seat #")
        number, _, is_dealer = dealer.partition(" is the ")
        if dealer and is_dealer in ("dealer", "dead dealer"):
            self.button = printed_button(number)
        elif dealer or not place.startswith("Table: "):
            return False
        if place.startswith("Table: "):
            name, bracket, kind = place[7:].strip().rpartition("(")
            self.table = name.strip() if bracket else kind.strip()
            self.play_money = bracket != "" and kind.startswith("Play")
        return not place.strip() or place.startswith("Table: ")


def _hand(header: WithStakes, place: _Place, reading: Reading) -> Hand:
    """A seat that the log says sits out is not dealt in, unless it posted an ante."""
    assert header.game is not None
    return Hand(
        header.game,
        but_for(place.seats, reading.sitting_out - reading.anted),
        header.stakes,
        tuple(reading.events),
        _RECORDS,
        structure=header.structure,
        unit=Unit("chips" if place.play_money else header.currency, header.minor),
        room=NAME,
        number=header.number,
        table=place.table,
        tournament=header.tournament,
        played=header.played,
        local=header.local,
        button=place.button,
    )


FORMAT: Final = Format(NAME, "Absolute Poker text", begins, sniff, read, titled=Titled("Stage #0: "))
