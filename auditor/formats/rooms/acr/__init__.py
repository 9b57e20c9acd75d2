"""Americas Cardroom (WPN): the text of its hand histories from 2019 on. Stud games are read, others skipped.

Pots are printed net of rake at the start of each street; a pot that nobody contested is paid in the summary alone.
"""

from collections.abc import Sequence
from typing import Final

from auditor.engine.hand import Game, Hand, Records, Stakes, Unit
from auditor.formats.outcomes import Outcome, Read, Rejected, Skipped
from auditor.formats.rooms.acr.header import Header, header_of, number_of
from auditor.formats.rooms.acr.lines import read_lines, read_summary
from auditor.formats.rooms.acr.words import stated
from auditor.formats.spelling.stated import Stated
from auditor.formats.telling.first_line import first_begins
from auditor.formats.telling.line_by_line import Telling, chips
from auditor.formats.telling.nobody_listed import nobody_listed
from auditor.formats.telling.players import Players, printed_button
from auditor.formats.telling.seat_list import Listed, currency_of, dealt_in, decimals_in, listed, says_first, seats_of

NAME: Final = "acr"

# Not whole hands: some print six of the seven cards. Of cards face down only the hero's.
_RECORDS: Final = int(
    Records.RAKE
    | Records.UNCALLED
    | Records.PAYOUT
    | Records.BRING_IN
    | Records.SHOWDOWN_ORDER
    | Records.ANTES_IN_PLACE
    | Records.EVERY_UP_CARD
)


def begins(line: str) -> bool:
    """Whether the line is the first of a hand."""
    return bool(number_of(line))


def sniff(head: str) -> bool:
    """Whether a text is of this form: its first line begins a hand."""
    return first_begins(head, begins)


def read(lines: Sequence[str], first_line: int) -> Outcome:
    """Transcribes the lines of one hand, the first of which is line `first_line` of the file."""
    header = header_of(lines[0]) if lines else None
    if header is None:
        number = number_of(lines[0]) if lines else ""
        reason = "The first line names no game and time that we can read. Export the hand again."
        return Rejected(first_line, number or None, reason)
    if header.game is None:
        return Skipped(first_line, header.number, header.named)
    place = _Place()
    start = place.read(lines)
    if not place.rows:
        return nobody_listed(first_line, header.number)
    currency = "" if place.play_money or header.play_money else currency_of(header.small_bet)
    minor = 2 if currency else decimals_in(lines)
    seats = seats_of(place.rows, minor)
    words = _low_alone if header.game is Game.RAZZ else stated
    telling = Telling(Players(seats), minor, words)
    stakes = _stakes(header, minor)
    if stakes.small_bet is None or stakes.big_bet is None:
        telling.illegible(lines[0], first_line)
    for row, seat in zip(place.rows, seats, strict=True):
        if seat.stack is None:
            telling.illegible(lines[row.at], first_line + row.at)
    for at in place.unread:
        read_lines(telling, lines[at : at + 1], 0, first_line + at)
    complete = read_summary(telling, lines, read_lines(telling, lines, start, first_line), first_line)
    last_line = first_line + len(lines) - 1
    hand = Hand(
        header.game,
        dealt_in(place.rows, seats, telling.anted, tournament=bool(header.tournament)),
        stakes,
        telling.finish(complete, last_line),
        _RECORDS,
        structure=header.structure,
        unit=Unit(currency or "chips", minor),
        room="acr",
        number=header.number,
        table=place.table,
        tournament=header.tournament,
        played=header.played,
        local=header.local,
        button=place.button,
        most_seats=place.most_seats,
    )
    return Read(hand, first_line, last_line)


def _low_alone(words: str) -> tuple[Stated, Stated]:
    """In razz only the low is a claim; what the cards would be for high is not."""
    return (), stated(words)[1]


def _stakes(header: Header, minor: int) -> Stakes:
    small, big, ante = [chips(text, minor) for text in (header.small_bet, header.big_bet, header.ante)]
    return Stakes(ante=ante, small_bet=small, big_bet=big)


class _Place:
    """The table and the seats, as listed before the first act; `unread` are lines among them that are neither."""

    __slots__ = ("button", "most_seats", "play_money", "rows", "table", "unread")

    def __init__(self) -> None:
        self.table = ""
        self.play_money = False
        self.most_seats = 0
        self.button = 0
        self.rows: list[Listed] = []
        self.unread: list[int] = []

    def read(self, lines: Sequence[str]) -> int:
        """Reads until the first ante, card or street, and answers which line that is."""
        for at in range(1, len(lines)):
            text = lines[at].strip()
            row = listed(text, at)
            if row is not None:
                self.rows.append(row)
            elif self.rows and (text.startswith(("*** ", "Dealt to ")) or self._posts(text)):
                return at
            elif text and (self.rows or not self._read_table(text)):
                self.unread.append(at)
        return len(lines)

    def _posts(self, text: str) -> bool:
        return says_first(text, (row.name for row in self.rows), " posts ")

    def _read_table(self, text: str) -> bool:
        """`Kappa 8-max`, `Gorham 8-max Seat #2 is the button`, `Table '25' 9-max Seat #8 is the button`."""
        words = text.split(" ")
        end = next((at for at, word in enumerate(words) if at and word.endswith("-max")), 0)
        size = words[end].removesuffix("-max")
        if not end or self.table or not (size.isascii() and size.isdigit() and len(size) < 3):
            return False
        self.play_money = "(Play Money)" in text
        name = " ".join(words[:end])
        self.table = name[7:-1] if name.startswith("Table '") and name.endswith("'") else name
        self.most_seats = int(size)
        for word in words[end + 1 :]:
            if word[:1] == "#":
                self.button = printed_button(word[1:])
        return True
