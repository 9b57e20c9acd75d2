"""PartyPoker: the text of its hand histories, 2010 to 2026. Stud, stud hi-lo and razz are read, other games skipped.

Opponents' up cards and uncalled bets are never in it; pots and rake are in the summary that mailed and newer ones have.
"""

from collections.abc import Callable, Sequence
from typing import Final

from auditor.engine.events import LogEnd
from auditor.engine.hand import Hand, Records, Seat, Unit
from auditor.formats.files.bare import bare
from auditor.formats.files.lead_in import after_lead_in
from auditor.formats.outcomes import Outcome, Read, Rejected, Skipped
from auditor.formats.rooms.partypoker.header import CHIPS, SYMBOLS, Header, announces, header_of, number_of, read_level
from auditor.formats.rooms.partypoker.lines import read_lines
from auditor.formats.rooms.partypoker.reading import Reading, chips
from auditor.formats.telling.nobody_listed import nobody_listed
from auditor.formats.telling.players import SEAT_NUMBERS, Players, printed_button

NAME: Final = "partypoker"

_RECORDS: Final = int(Records.WHOLE_HANDS | Records.BRING_IN | Records.ANTES_IN_PLACE)


def begins(line: str) -> bool:
    """Whether the line is the banner of a hand."""
    return bool(number_of(line))


def sniff(head: str) -> bool:
    """Whether a text is a PartyPoker history: its first line that only announces nothing is a banner."""
    for line in head.splitlines():
        if bare(line).strip() and not announces(line):
            return begins(line)
    return False


def cutter(_head: str) -> Callable[[str], bool]:
    """The test for lines that start a hand: lines that announce the first hand of a file belong to it."""
    return after_lead_in(announces, begins)


def read(lines: Sequence[str], first_line: int) -> Outcome:
    """Transcribes the lines of one hand, the first of which is line `first_line` of the file."""
    banner = next((at for at, line in enumerate(lines) if begins(line)), -1)
    if banner < 0:
        return Rejected(first_line, None, "A game is announced here, but no hand follows. Export the hand again.")
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
    return _read_hand(number, header, top, lines, first_line)


def _read_hand(number: str, header: Header, top: "_Top", lines: Sequence[str], first_line: int) -> Read:
    unit = top.unit(header)
    stakes = header.stakes(unit.minor)
    seats = tuple(sorted([seat.of(unit.minor) for seat in top.seats], key=lambda seat: seat.number))
    reading = Reading(Players(seats), unit.minor, stakes.small_bet or 0)
    for listed in top.seats:
        if chips(listed.stack, unit.minor) is None:
            reading.illegible(listed.text, listed.line)
    read_lines(reading, top.below)
    last_line = first_line + len(lines) - 1
    # Without a summary the payment is the end.
    reading.events.append(LogEnd(reading.paid or reading.summed_up, last_line))
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


class _Listed:
    """A seat as listed; its stack stays text until it is known whether it is money."""

    __slots__ = ("line", "name", "number", "stack", "text")

    def __init__(self, number: int, name: str, stack: str, line: int, text: str) -> None:
        self.number: Final = number
        self.name: Final = name
        self.stack: Final = stack
        self.line: Final = line
        self.text: Final = text

    def of(self, minor: int) -> Seat:
        return Seat(self.number, self.name, chips(self.stack, minor))


class _Top:
    """What stands above the antes: game, table, button, seats. Lines that say nothing of these are left for below."""

    __slots__ = ("below", "button", "first_line", "header", "most_seats", "play_money", "seats", "table")

    def __init__(self, first_line: int) -> None:
        self.first_line: Final = first_line
        self.header: Header | None = None
        self.table = ""
        self.play_money = False
        self.button = 0
        self.most_seats = 0
        self.seats: list[_Listed] = []
        self.below: list[tuple[int, str]] = []

    def read(self, lines: Sequence[str], banner: int) -> None:
        above = True
        for at, raw in enumerate(lines):
            text = raw.strip()
            if not text or at == banner:
                continue
            line = self.first_line + at
            if above and self._takes(text, line):
                continue
            above = above and not (" posts ante " in text or text.startswith("** Dealing"))
            self.below.append((line, text))

    def _takes(self, text: str, line: int) -> bool:
        if self.header is None:
            self.header = header_of(text)
            return self.header is not None
        if text.startswith(("Seat ", "seat ")):
            return self._read_button(text) or self._read_seat(text, line)
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
        self.seats.append(_Listed(seat, name.rstrip(), stack[:-1].strip(), line, text))
        return True

    def _read_button(self, text: str) -> bool:
        """`Seat 4 is the button`; a stud table says `Seat 0`, which is none."""
        words = text.split()
        if words[2:] != ["is", "the", "button"]:
            return False
        self.button = printed_button(words[1])
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
            self._read_button(rest.partition("-- ")[2])
        return True

    def unit(self, header: Header) -> Unit:
        """Money of the stakes or, where they do not say whose, of the stacks; chips in a tournament or for play."""
        if header.tournament:
            return Unit(CHIPS, 0)
        stacks = [seat.stack for seat in self.seats]
        symbol = next((stack[0] for stack in stacks if stack and stack[0] in SYMBOLS), "")
        currency = header.currency or SYMBOLS.get(symbol, CHIPS)
        if self.play_money:
            currency = CHIPS
        decimals = "." in "".join(header.blinds) or any("." in stack for stack in stacks)
        return Unit(currency, 2 if currency != CHIPS or decimals else 0)
