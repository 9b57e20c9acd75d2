"""OnGame: the text of its hand histories. Stud, stud hi-lo and razz are read, other games skipped.

What is not called has no line of its own, and cards are told of those alone who showed them.
"""

from collections.abc import Sequence
from typing import Final

from auditor.engine.hand import Hand, Records
from auditor.formats.files.format import Format
from auditor.formats.files.titles import Titled
from auditor.formats.outcomes import Outcome, Read, Rejected, Skipped
from auditor.formats.rooms.grammar.players import Players
from auditor.formats.rooms.ongame.header import Header, header_of, number_of
from auditor.formats.rooms.ongame.lines import Reading
from auditor.formats.telling.first_line import first_begins
from auditor.formats.telling.line_by_line import Telling
from auditor.formats.telling.nobody_listed import nobody_listed
from auditor.formats.telling.seat_list import Listed, dealt_in, listed, says_first, seats_of

NAME: Final = "ongame"

_RECORDS: Final = int(
    Records.RAKE
    | Records.PAYOUT
    | Records.WHOLE_HANDS
    | Records.BRING_IN
    | Records.ANTES_IN_PLACE
    | Records.EVERY_UP_CARD
)

_BELOW: Final = ("Dealing ", "---", "*****", "Summary:")


def begins(line: str) -> bool:
    """Whether the line is the first of a hand."""
    return bool(number_of(line))


def sniff(head: str) -> bool:
    """Whether a text is an OnGame history: a hand begins in its first line that is not blank."""
    return first_begins(head, begins)


def read(lines: Sequence[str], first_line: int) -> Outcome:
    """Transcribes the lines of one hand, the first of which is line `first_line` of the file."""
    header = header_of(lines[0]) if lines else None
    if header is None:
        return Rejected(first_line, None, "The first line has no number of a hand. Export the hand again.")
    rows: list[Listed] = []
    unread: list[int] = []
    start = _read_top(lines, header, rows, unread)
    if not header.named:
        reason = "No line above the seats names a table and its game. Export the hand again."
        return Rejected(first_line, header.number, reason)
    if header.game is None:
        return Skipped(first_line, header.number, header.named)
    if not rows:
        return nobody_listed(first_line, header.number, "")
    header.settle_unit(lines)
    seats = seats_of(rows, header.unit.minor)
    faulty = [row.at for row, seat in zip(rows, seats, strict=True) if seat.stack is None]
    telling = Telling(Players(seats), header.unit.minor, lambda _: ((), ()), header.stakes.small_bet or 0)
    for at in faulty if header.legible else [0, *faulty]:
        telling.illegible(lines[at].strip(), first_line + at)
    reading = Reading(telling)
    below = [(first_line + at, lines[at].strip()) for at in (*unread, *range(start, len(lines)))]
    reading.read([(line, text) for line, text in below if text])
    last_line = first_line + len(lines) - 1
    hand = Hand(
        header.game,
        dealt_in(rows, seats, telling.anted, tournament=bool(header.tournament)),
        header.stakes,
        telling.finish(reading.complete, last_line),
        _RECORDS,
        structure=header.structure,
        unit=header.unit,
        room=NAME,
        number=header.number,
        table=header.table,
        tournament=header.tournament,
        played=header.played,
        local=header.local,
        most_seats=header.most_seats,
    )
    return Read(hand, first_line, last_line)


def _read_top(lines: Sequence[str], header: Header, rows: list[Listed], unread: list[int]) -> int:
    """Reads what stands above the antes, and answers where they begin."""
    for at in range(1, len(lines)):
        text = lines[at].strip()
        row = listed(text, at) if text else None
        if row is not None:
            rows.append(row)
        elif text.startswith(_BELOW) or says_first(text, (row.name for row in rows), " posts "):
            return at
        elif text and not header.takes(text):
            unread.append(at)
    return len(lines)


FORMAT: Final = Format(
    NAME, "OnGame text", begins, sniff, read, titled=Titled("***** History for hand ", anywhere=True)
)
