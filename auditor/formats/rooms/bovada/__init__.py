"""Bovada, Bodog and Ignition: the text of their hand histories. Stud and stud hi-lo are read, other games skipped.

Players are anonymous and every card of every seat is printed, so that the whole deal can be audited. Antes, bring-ins
and limits are in no line but those that post them; nor is the rake.
"""

from collections.abc import Sequence
from typing import Final

from auditor.engine.events import LogEnd
from auditor.engine.hand import Hand, Records, Seat, Unit
from auditor.formats.files.format import Format
from auditor.formats.files.titles import Titled
from auditor.formats.outcomes import Outcome, Read, Rejected, Skipped
from auditor.formats.rooms.bovada.header import SYMBOLS, Header, header_of, number_of
from auditor.formats.rooms.bovada.lines import read_lines, street_of
from auditor.formats.rooms.bovada.reading import Reading, chips
from auditor.formats.rooms.grammar.players import SEAT_NUMBERS, Players
from auditor.formats.telling.first_line import first_begins
from auditor.formats.telling.nobody_listed import nobody_listed

NAME: Final = "bovada"

_RECORDS: Final = int(
    Records.UNCALLED
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
    """Whether a text is a Bovada history: its first line that is not blank begins a hand."""
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
    top = _Top()
    top.read(lines, first_line)
    if not top.listed:
        return nobody_listed(first_line, header.number)
    unit = top.unit()
    seats = tuple([Seat(number, name, chips(stack, unit.minor)) for number, name, stack, _, _ in top.listed])
    marked = any(street_of(text) > 3 for _, text in top.below)
    side_payments = sum([" : hand result-side pot " in text.casefold() for _, text in top.below])
    reading = Reading(Players(seats), unit.minor, marked=marked, side_payments=side_payments)
    for seat, (_, _, _, line, text) in zip(seats, top.listed, strict=True):
        if seat.stack is None:
            reading.illegible(text, line)
    complete = read_lines(reading, top.below)
    last_line = first_line + len(lines) - 1
    reading.events.append(LogEnd(complete, last_line))
    return Read(_hand(header, seats, unit, reading), first_line, last_line)


class _Top:
    """The seats, as `listed` above the first act: number, name, stack as text, line and the line's text. All other
    lines are left for `below`.
    """

    __slots__ = ("below", "listed")

    def __init__(self) -> None:
        self.listed: list[tuple[int, str, str, int, str]] = []
        self.below: list[tuple[int, str]] = []

    def read(self, lines: Sequence[str], first_line: int) -> None:
        above = True
        for at in range(1, len(lines)):
            text = lines[at].strip()
            if not text:
                continue
            above = above and not text.startswith("***")
            if not (above and self._read_seat(text, first_line + at)):
                self.below.append((first_line + at, text))

    def _read_seat(self, text: str, line: int) -> bool:
        """`Seat+4 [ME]: 1,500 in chips`, or with a name `Seat 4: UTG [ME] ($5 in chips)`."""
        label, colon, rest = text.partition(": ")
        number = SEAT_NUMBERS.get(label.removesuffix(" [ME]")[5:])
        if not colon or number is None or not label.startswith(("Seat+", "Seat ")) or " : " in text:
            return False
        stack, chipped, _ = rest.rpartition(" in chips")
        name, bracket, amount = stack.rpartition("(")
        if not chipped:
            return False
        name = name.strip().removesuffix("[ME]").rstrip() if bracket else f"Seat+{number}"
        self.listed.append((number, name, amount.strip(), line, text))
        return True

    def unit(self) -> Unit:
        """Money where the stacks say whose, else chips."""
        stacks = [stack for _, _, stack, _, _ in self.listed]
        currency = next((SYMBOLS[stack[0]] for stack in stacks if stack[:1] in SYMBOLS), "chips")
        decimals = currency != "chips" or any("." in stack for stack in stacks)
        return Unit(currency, 2 if decimals else 0)


def _hand(header: Header, seats: tuple[Seat, ...], unit: Unit, reading: Reading) -> Hand:
    assert header.game is not None
    return Hand(
        header.game,
        seats,
        header.stakes(unit.minor),
        tuple(reading.events),
        _RECORDS,
        structure=header.structure,
        unit=unit,
        room=NAME,
        number=header.number,
        table=header.table,
        tournament=header.tournament,
        local=header.local,
    )


FORMAT: Final = Format(
    NAME,
    "Bovada, Bodog and Ignition text",
    begins,
    sniff,
    read,
    titled=Titled("Bovada Hand #0 ", "Ignition Hand #0 ", "Bodog Hand #0 ", "Bodog UK Hand #0 "),
)
