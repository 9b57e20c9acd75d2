"""Americas Cardroom (WPN), the form of its hand histories up to 2019: one line a card, amounts without currency.

Third street has no title, and those of the later ones name the street before; hands are shown in the summary alone.
"""

from collections.abc import Sequence
from typing import Final

from auditor.engine.hand import Hand, Records, Stakes, Unit
from auditor.formats.outcomes import Outcome, Read, Rejected, Skipped
from auditor.formats.rooms.acr_2016.header import Header, read_number, started_at
from auditor.formats.rooms.acr_2016.lines import read_lines
from auditor.formats.rooms.acr_2016.summary import read_summary
from auditor.formats.spelling.stated import Stated
from auditor.formats.telling.first_line import first_begins
from auditor.formats.telling.line_by_line import Telling, chips
from auditor.formats.telling.nobody_listed import nobody_listed
from auditor.formats.telling.players import SEAT_NUMBERS, Players, printed_button
from auditor.formats.telling.seat_list import Listed, dealt_in, decimals_in, listed, seats_of

NAME: Final = "acr_2016"

# Shown hands stand in the summary, seat by seat: in which order they were shown is not told.
_RECORDS: Final = int(
    Records.RAKE
    | Records.UNCALLED
    | Records.PAYOUT
    | Records.BRING_IN
    | Records.ANTES_IN_PLACE
    | Records.EVERY_UP_CARD
    | Records.EVERY_DOWN_CARD
)


def begins(line: str) -> bool:
    """Whether the line is the first of a hand."""
    return bool(started_at(line))


def sniff(head: str) -> bool:
    """Whether a text is of this form: its first line tells when a game started."""
    return first_begins(head, begins)


def read(lines: Sequence[str], first_line: int) -> Outcome:
    """Transcribes the lines of one hand, the first of which is line `first_line` of the file."""
    header = Header()
    header.local = started_at(lines[0]) if lines else ""
    named = next((at for at in range(1, min(len(lines), 4)) if read_number(header, lines[at])), 0)
    if not named:
        reason = "No line under the time names a number and a game that we can read. Export the hand again."
        return Rejected(first_line, header.number or None, reason)
    if header.game is None:
        return Skipped(first_line, header.number, header.named)
    place = _Place()
    start = place.read(lines, named + 1)
    if not place.rows:
        return nobody_listed(first_line, header.number, " under the number")
    # Money is not marked as such; only play money is, and tournaments have no tables with a name.
    money = bool(header.table) and not header.play_money and ", Table " not in header.table
    minor = 2 if money else decimals_in(lines)
    seats = seats_of(place.rows, minor)
    small, big = chips(header.small_bet, minor), chips(header.big_bet, minor)
    telling = Telling(Players(seats), minor, _no_words, small or 0)
    telling.stacks.update({seat.number: seat.stack for seat in seats})
    if small is None or big is None:
        telling.illegible(lines[named], first_line + named)
    for row, seat in zip(place.rows, seats, strict=True):
        if seat.stack is None:
            telling.illegible(lines[row.at], first_line + row.at)
    for at in place.unread:
        read_lines(telling, lines[at : at + 1], 0, first_line + at)
    complete = read_summary(telling, lines, read_lines(telling, lines, start, first_line), first_line)
    last_line = first_line + len(lines) - 1
    hand = Hand(
        header.game,
        dealt_in(place.rows, seats, telling.anted, tournament=False),
        Stakes(small_bet=small, big_bet=big),
        telling.finish(complete, last_line),
        _RECORDS,
        unit=Unit("USD" if money else "chips", minor),
        room="acr",
        number=header.number,
        table=header.table,
        local=header.local,
        button=place.button,
        most_seats=header.most_seats,
    )
    return Read(hand, first_line, last_line)


def _no_words(_: str) -> tuple[Stated, Stated]:
    """Nobody says in the lines of the play what cards make."""
    return (), ()


class _Place:
    """The button and the seats, as listed before the first act; `unread` are lines among them that are neither."""

    __slots__ = ("button", "rows", "unread")

    def __init__(self) -> None:
        self.button = 0
        self.rows: list[Listed] = []
        self.unread: list[int] = []

    def read(self, lines: Sequence[str], start: int) -> int:
        """Reads until the first line below the list of seats, and answers which line that is."""
        for at in range(start, len(lines)):
            text = lines[at].strip()
            row = listed(text, at)
            if row is not None:
                self.rows.append(row)
            elif text.startswith("Seat ") and text.endswith(" is the button") and text.split(" ")[1] in SEAT_NUMBERS:
                self.button = printed_button(text.split(" ")[1])
            elif text.startswith(("Player ", "*", "-")):
                return at
            elif text:
                self.unread.append(at)
        return len(lines)
