"""Winamax: the text of its hand histories. Stud, stud hi-lo and razz are read, other games skipped.

There is no line for a bet that nobody called: it is paid with the pot and counted in the total, which is net of rake.
"""

from collections.abc import Sequence
from typing import Final

from auditor.engine.hand import Game, Hand, Records, Stakes, Unit
from auditor.formats.outcomes import Outcome, Read, Rejected, Skipped
from auditor.formats.rooms.winamax.header import Header, Table, header_of, is_table, number_of
from auditor.formats.rooms.winamax.lines import OLDER, read_lines, read_summary
from auditor.formats.rooms.winamax.words import nothing, stated
from auditor.formats.telling.first_line import first_begins
from auditor.formats.telling.line_by_line import Telling, chips
from auditor.formats.telling.nobody_listed import nobody_listed
from auditor.formats.telling.players import Players
from auditor.formats.telling.seat_list import Listed, currency_of, dealt_in, decimals_in, listed, seats_of

NAME: Final = "winamax"

_RECORDS: Final = int(
    Records.RAKE
    | Records.PAYOUT
    | Records.WHOLE_HANDS
    | Records.BRING_IN
    | Records.SHOWDOWN_ORDER
    | Records.ANTES_IN_PLACE
)
_EVERY_CARD: Final = int(Records.EVERY_UP_CARD | Records.EVERY_DOWN_CARD)


def begins(line: str) -> bool:
    """Whether the line is the first of a hand."""
    return bool(number_of(line))


def sniff(head: str) -> bool:
    """Whether a text is a Winamax history: its first line begins a hand."""
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
    for_chips = header.tournament or place.table.play_money
    currency = "" if for_chips else currency_of("".join(header.stakes[-1:]))
    # Buy-ins and bounties are money, whatever the chips are.
    minor = 2 if currency else decimals_in([*header.stakes, *[row.stack for row in place.rows]])
    seats = seats_of(place.rows, minor)
    telling = Telling(Players(seats), minor, nothing if header.game is Game.RAZZ else stated)
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
        dealt_in(place.rows, seats, telling.anted, tournament=header.tournament),
        stakes,
        telling.finish(complete, last_line),
        _RECORDS | (0 if _is_older(lines) else _EVERY_CARD),
        structure=header.structure,
        unit=Unit(currency or "chips", minor),
        room=NAME,
        number=header.number,
        table=place.table.name,
        tournament=place.table.tournament,
        played=header.played,
        local=header.local,
        button=place.table.button,
        most_seats=place.table.most_seats,
    )
    return Read(hand, first_line, last_line)


def _stakes(header: Header, minor: int) -> Stakes:
    """The last two are the bets, what stands before them the ante."""
    amounts = [chips(text, minor) for text in header.stakes]
    padded = [None, None, None, *amounts]
    return Stakes(ante=padded[-3], small_bet=padded[-2], big_bet=padded[-1])


def _is_older(lines: Sequence[str]) -> bool:
    """Whether the hand is of the older export, by the title of its streets: that one has no line for any card."""
    return any(line.startswith("*** ") and line[4:].partition(" ***")[0] in OLDER for line in lines)


class _Place:
    """The table and the seats, as listed before the first act; `unread` are lines among them that are neither."""

    __slots__ = ("rows", "table", "unread")

    def __init__(self) -> None:
        self.table = Table("")
        self.rows: list[Listed] = []
        self.unread: list[int] = []

    def read(self, lines: Sequence[str]) -> int:
        """Reads until the first line below the list of seats, and answers which line that is."""
        for at in range(1, len(lines)):
            text = lines[at].strip()
            row = listed(text, at)
            if row is not None:
                self.rows.append(row)
            elif is_table(text) and not self.rows:
                self.table = Table(text)
            elif text.startswith("***"):
                return at
            elif text:
                self.unread.append(at)
        return len(lines)
