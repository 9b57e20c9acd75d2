"""KingsClub: the text of its hand histories, 2020 on. Stud, stud hi-lo and razz are read, other games skipped.

Uncalled bets are not printed; stacks after the hand are.
"""

from collections.abc import Sequence
from typing import Final

from auditor.engine.events import Collect, LogEnd, Return, Void
from auditor.engine.hand import Hand, Records, Seat, Unit
from auditor.formats.files.format import Format
from auditor.formats.files.titles import Titled
from auditor.formats.outcomes import Outcome, Read, Rejected, Skipped
from auditor.formats.rooms.grammar.players import SEAT_NUMBERS, Players
from auditor.formats.rooms.kingsclub.header import Header, Place, chips, decimals_of, header_of, number_of
from auditor.formats.rooms.kingsclub.lines import read_lines, street_titles
from auditor.formats.rooms.kingsclub.reading import Reading
from auditor.formats.telling.first_line import first_begins
from auditor.formats.telling.nobody_listed import nobody_listed
from auditor.formats.telling.seat_list import says_first

NAME: Final = "kingsclub"

_RECORDS: Final = int(
    Records.RAKE
    | Records.PAYOUT
    | Records.BRING_IN
    | Records.SHOWDOWN_ORDER
    | Records.ANTES_IN_PLACE
    | Records.EVERY_UP_CARD
    | Records.EVERY_DOWN_CARD
)


def begins(line: str) -> bool:
    """Whether the line is the first of a hand."""
    return bool(number_of(line))


def sniff(head: str) -> bool:
    """Whether a text is a KingsClub history: its first line that is not blank begins a hand."""
    return first_begins(head, begins)


def read(lines: Sequence[str], first_line: int) -> Outcome:
    """Transcribes the lines of one hand, the first of which is line `first_line` of the file."""
    minor = decimals_of(lines)
    header = header_of(lines[0], minor) if lines else None
    if header is None:
        number = number_of(lines[0]) if lines else ""
        reason = "The first line names no game and stakes that we can read. Export the hand again."
        return Rejected(first_line, number or None, reason)
    if header.game is None:
        return Skipped(first_line, header.number, header.named)
    top = _Top(minor)
    top.read(lines, first_line)
    if not top.seats:
        return nobody_listed(first_line, header.number)
    opened_by_cards, ahead = street_titles(top.below)
    reading = Reading(Players(top.seats), minor, opened_by_cards=opened_by_cards, ahead=ahead)
    for line, text in top.unread:
        reading.illegible(text, line)
    read_lines(reading, top.below)
    last_line = first_line + len(lines) - 1
    reading.events.append(LogEnd(_is_whole(reading), last_line))
    return Read(_hand(header, top, reading), first_line, last_line)


def _is_whole(reading: Reading) -> bool:
    """The payments stand below all else: whoever has more than before, by the summary, was paid in one of them."""
    paid = {event.seat for event in reading.events if isinstance(event, Collect)}
    return (bool(paid) and reading.gained <= paid) or any(isinstance(event, Void) for event in reading.events)


class _Top:
    """What stands above the first ante or card: time, table, seats. Lines that are none of these are left for `below`;
    `unread` are seats whose stack is no amount.
    """

    __slots__ = ("below", "minor", "place", "seats", "unread")

    def __init__(self, minor: int) -> None:
        self.minor: Final = minor
        self.place: Final = Place()
        self.seats: list[Seat] = []
        self.below: list[tuple[int, str]] = []
        self.unread: list[tuple[int, str]] = []

    def read(self, lines: Sequence[str], first_line: int) -> None:
        above = True
        for at in range(1, len(lines)):
            text = lines[at].strip()
            if not text:
                continue
            if above and (self._read_seat(text, first_line + at) or self.place.read(text)):
                continue
            above = above and not (text.startswith(("***", "Dealt to ")) or self._posts(text))
            self.below.append((first_line + at, text))

    def _posts(self, text: str) -> bool:
        return says_first(text, (seat.player for seat in self.seats), ": posts ")

    def _read_seat(self, text: str, line: int) -> bool:
        """`Seat 1: Player0 (1,060.38)`."""
        if not text.startswith("Seat "):
            return False
        number, _, rest = text[5:].partition(": ")
        seat = SEAT_NUMBERS.get(number)
        out = rest.endswith(("sitting out", "sitting out)"))
        rest = rest.removesuffix("(sitting out)").removesuffix("is sitting out").rstrip()
        name, bracket, stack = rest.rpartition(" (")
        if seat is None or not bracket or not name or stack[-1:] != ")":
            return False
        amount = chips(stack[:-1], self.minor)
        if amount is None:
            self.unread.append((line, text))
        self.seats.append(Seat(seat, name, amount, not out or bool(self.place.tournament)))
        return True


def _hand(header: Header, top: _Top, reading: Reading) -> Hand:
    place = top.place
    assert header.game is not None
    uncalled = any(isinstance(event, Return) for event in reading.events)
    return Hand(
        header.game,
        tuple(top.seats),
        header.stakes,
        tuple(reading.events),
        _RECORDS | (Records.UNCALLED if uncalled else 0),
        structure=header.structure,
        unit=Unit("chips" if place.tournament or place.play_money else "", top.minor),
        room=NAME,
        number=header.number,
        table=place.table,
        tournament=place.tournament,
        local=place.local,
        button=place.button,
        most_seats=place.most_seats,
    )


FORMAT: Final = Format(
    NAME, "KingsClub text", begins, sniff, read, titled=Titled("#0: Limit ", "#0: No Limit ", "#0: Pot Limit ")
)
