"""PartyPoker: the text of its hand histories, 2010 to 2026. Stud, stud hi-lo and razz are read, other games skipped.

Opponents' up cards and uncalled bets are never in it; pots and rake are in the summary that mailed and newer ones have.
"""

from collections.abc import Callable, Sequence
from typing import Final

from auditor.engine.events import LogEnd
from auditor.engine.hand import Hand, Records, Seat, Unit
from auditor.formats.files.format import Format
from auditor.formats.files.preamble import after_preamble
from auditor.formats.files.titles import Titled
from auditor.formats.outcomes import Outcome, Read, Rejected, Skipped
from auditor.formats.rooms.grammar.paid_out import paid_out
from auditor.formats.rooms.grammar.players import SEAT_NUMBERS, Players
from auditor.formats.rooms.partypoker.header import SYMBOLS, Header, announces, header_of, number_of, read_level
from auditor.formats.rooms.partypoker.lines import read_lines
from auditor.formats.rooms.partypoker.reading import Reading, chips
from auditor.formats.telling.first_line import first_begins
from auditor.formats.telling.header import CHIPS
from auditor.formats.telling.nobody_listed import nobody_listed
from auditor.formats.telling.under_banner import Row, UnderBanner

NAME: Final = "partypoker"

_RECORDS: Final = int(Records.WHOLE_HANDS | Records.BRING_IN | Records.ANTES_IN_PLACE)


def begins(line: str) -> bool:
    """Whether the line is the banner of a hand."""
    return bool(number_of(line))


def sniff(head: str) -> bool:
    """Whether a text is a PartyPoker history: its first line that only announces nothing is a banner."""
    return first_begins(head, begins, announces)


def cutter(_head: str) -> Callable[[str], bool]:
    """The test for lines that start a hand: lines that announce the first hand of a file belong to it."""
    return after_preamble(announces, begins)


def read(lines: Sequence[str], first_line: int) -> Outcome:
    """Transcribes the lines of one hand, the first of which is line `first_line` of the file."""
    banner = next((at for at, line in enumerate(lines) if begins(line)), -1)
    if banner < 0:
        return Rejected(first_line, None, "A game is announced here, but no hand follows. Export the hand again.")
    number = number_of(lines[banner])
    top = _Top(first_line)
    top.read(lines, {banner}, "** Dealing")
    header = top.header
    if header is None:
        reason = "No line under the number names a game and a time that we can read. Export the hand again."
        return Rejected(first_line + banner, number, reason)
    if header.game is None:
        return Skipped(first_line + banner, number, header.named)
    if not top.seats:
        return nobody_listed(first_line + banner, number, "")
    return _read_hand(number, header, top, lines, first_line)


def _read_hand(number: str, header: Header, top: "_Top", lines: Sequence[str], first_line: int) -> Read:
    unit = top.unit(header)
    stakes = header.stakes(unit.minor)
    rows = sorted(top.seats, key=lambda row: row.number)
    seats = tuple([Seat(row.number, row.name, chips(row.stack, unit.minor)) for row in rows])
    reading = Reading(Players(seats), unit.minor, stakes.small_bet or 0)
    for listed in top.seats:
        if chips(listed.stack, unit.minor) is None:
            reading.illegible(listed.text, listed.line)
    read_lines(reading, top.below)
    last_line = first_line + len(lines) - 1
    # A summary tells of every seat, and without one the payments are the end.
    complete = reading.anted <= reading.told if reading.summed_up else paid_out(reading.events)
    reading.events.append(LogEnd(complete, last_line))
    assert header.game is not None
    hand = Hand(
        header.game,
        seats,
        stakes,
        tuple(reading.events),
        _records(reading),
        structure=header.structure,
        unit=unit,
        room=NAME,
        number=number,
        table=top.table,
        tournament=header.tournament,
        played=header.played,
        local=header.local,
        button=top.button,
        most_seats=top.most_seats,
    )
    return Read(hand, first_line, last_line)


def _records(reading: Reading) -> int:
    """A log with a summary tells the stacks after the hand in place of the payments."""
    told = Records.PAYOUT if reading.paid or not reading.summed_up else 0
    return _RECORDS | told | (Records.RAKE if reading.rake_told else 0)


class _Top(UnderBanner):
    __slots__ = ("header", "most_seats", "play_money", "seats")

    def __init__(self, first_line: int) -> None:
        super().__init__(first_line)
        self.header: Header | None = None
        self.play_money = False
        self.most_seats = 0
        self.seats: list[Row] = []

    def rows(self) -> list[Row]:
        return self.seats

    def takes(self, text: str, line: int) -> bool:
        if self.header is None:
            self.header = header_of(text)
            return self.header is not None
        if text.startswith(("Seat ", "seat ")):
            return self.read_button(text) or self._read_seat(text, line)
        if text.startswith("Table "):
            return self._read_table(text)
        if text.startswith("Total number of players"):
            size = text.partition("/")[2].strip()
            self.most_seats = SEAT_NUMBERS.get(size, 0)
            return True
        return read_level(self.header, text)

    def _read_seat(self, text: str, line: int) -> bool:
        """`Seat 3: Hero ( $24.95 USD )`."""
        number, _, rest = text[5:].partition(":")
        name, bracket, stack = rest.strip().rpartition(" (")
        seat = SEAT_NUMBERS.get(number)
        if seat is None or not bracket or not name or not stack.endswith(")"):
            return False
        self.seats.append(Row(seat, name.rstrip(), stack[:-1].strip(), line, text))
        return True

    def _read_table(self, text: str) -> bool:
        """`Table Table  136403 (Real Money)`; since 2026 ` -- Seat 1 is the button` follows in the same line."""
        name, money, rest = text[6:].partition(" Money")
        if not money:
            return False
        name, _, kind = name.rpartition("(")
        self.play_money = kind.strip() == "Play"
        self.table = " ".join(name.split()).removeprefix("Table ")
        if "-- Seat " in rest:
            self.read_button(rest.partition("-- ")[2])
        return True

    def unit(self, header: Header) -> Unit:
        """Money of the stakes or, where they do not say whose, of the stacks; chips in a tournament or for play."""
        if header.tournament:
            return Unit(CHIPS, 0)
        return self.unit_of(CHIPS if self.play_money else header.currency, header.blinds, SYMBOLS)


FORMAT: Final = Format(
    NAME,
    "PartyPoker text",
    begins,
    sniff,
    read,
    cutter,
    titled=Titled("***** Hand History for Game 0"),
    announces=announces,
)
