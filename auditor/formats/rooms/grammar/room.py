"""A text room: its properties, and the frame that reads every hand of every text room.

The play of a hand begins with the first ante or the first street. The lines before the play list the table and seats.
"""

from collections.abc import Callable, Sequence
from copy import copy
from typing import Final

from auditor.engine.hand import Hand, Records, Seat
from auditor.formats.files.bare import bare
from auditor.formats.files.format import Begins, Format, never
from auditor.formats.files.preamble import after_preamble
from auditor.formats.files.titles import Titled
from auditor.formats.outcomes import Outcome, Read, Rejected, Skipped
from auditor.formats.rooms.grammar.grammar import Grammar
from auditor.formats.rooms.grammar.hand_so_far import HandSoFar, Words, no_words
from auditor.formats.rooms.grammar.header import Header

NumberedLine = tuple[int, str]

NO_HAND: Final = "A game is announced here, but no hand follows. Export the hand again."
UNNAMED: Final = "The first line names no game and time that we can read. Export the hand again."


def stakes_in_header(_header: Header, _lines: Sequence[str]) -> None:
    """Does nothing: for rooms whose `header_of` reads the stakes and their currency."""


def is_complete(hand: HandSoFar) -> bool:
    """Whether some line, such as the total of the pots, showed that the log has the end of the hand."""
    return hand.complete


def no_preparation(_hand: HandSoFar, _below: Sequence[NumberedLine]) -> None:
    """Does nothing: for rooms whose lines mean the same in every hand."""


class Room:
    """The properties of a text room. `read` is the same for all rooms.

    - `name` and `title`: the name of the format, and its title for people. `room` is the name of the room in its hands,
      if that differs from `name`.
    - `grammar`: the table of lines.
    - `number_of`: returns the number of the hand that a line begins; empty if the line begins no hand.
    - `header_of`: returns the header of such a line; `None` if the line cannot be read. The rows of the chapter `top`
      add what later lines state.
    - `settle`: decides currency, decimals and stakes, after the table and the seats were read.
    - `words`: returns, for a header, the function that reads the words after shown cards.
    - `hand`: the class that holds the state of a hand.
    - `prepare`: looks at all lines after the list of seats before they are read.
    - `is_whole`: whether the log has the end of the hand.
    - `records`: the bits of `Records` for the kinds of events that this room logs whenever they happen.
    - `titled`: the first words of title lines, by which damaged title lines are found.
    - `preamble`: whether a line is one without information, which may stand above the first line of a hand.
    - `cutter`: makes the test for lines that begin a hand, if one line alone does not decide. `announces`: whether a
      line announces the next hand.
    - `unnamed`, `no_hand`: the reasons for a rejection, if no line names a game, or if there is only a preamble.
      `seats_stand` says in the message where the room lists its seats.
    """

    def __init__(
        self,
        name: str,
        title: str,
        grammar: Grammar,
        *,
        number_of: Callable[[str], str],
        header_of: Callable[[str], Header | None],
        records: int,
        titled: Titled,
        room: str = "",
        settle: Callable[[Header, Sequence[str]], None] = stakes_in_header,
        words: Callable[[Header], Words] = lambda _: no_words,
        hand: type[HandSoFar] = HandSoFar,
        prepare: Callable[..., None] = no_preparation,
        is_whole: Callable[..., bool] = is_complete,
        preamble: Begins = never,
        cutter: Callable[[str], Begins] | None = None,
        announces: Begins = never,
        unnamed: str = UNNAMED,
        no_hand: str = "",
        seats_stand: str = " after the first line",
    ) -> None:
        self.grammar = grammar
        self._name: Final = name
        self._number_of: Final = number_of
        self._header_of: Final = header_of
        self._records: Final = records
        self._room: Final = room or name
        self._settle: Final = settle
        self._words: Final = words
        self._hand: Final = hand
        self._prepare: Final = prepare
        self._is_whole: Final = is_whole
        self._preamble: Final = preamble
        self._unnamed: Final = unnamed
        self._no_hand: Final = no_hand or unnamed
        self._seats_stand: Final = seats_stand
        if cutter is None and preamble is not never:
            cutter = self._cutter
        self.format: Final = Format(
            name, title, self.begins, self.sniff, self.read, cutter, titled=titled, announces=announces
        )

    def with_grammar(self, grammar: Grammar) -> "Room":
        """Returns the same room with another grammar."""
        other = copy(self)
        other.grammar = grammar
        return other

    def begins(self, line: str) -> bool:
        """Whether the line is the first of a hand."""
        # Nearly every line begins with a printable character and needs no call of `bare`.
        return bool(self._number_of(line if "!" <= line[:1] <= "~" else bare(line)))

    def sniff(self, head: str) -> bool:
        """Whether a text is of this room: its first line begins a hand. Blank lines and the preamble are left out."""
        for line in head.splitlines():
            text = bare(line).rstrip()
            if text and not self._leads(line):
                return self.begins(line)
        return False

    def _leads(self, line: str) -> bool:
        """Whether the line belongs to the preamble."""
        return self._preamble(bare(line).rstrip())

    def _cutter(self, _head: str) -> Begins:
        return after_preamble(self._leads, self.begins)

    def read(self, lines: Sequence[str], first_line: int) -> Outcome:
        """Transcribes the lines of one hand. `first_line` is the number of its first line in the file."""
        top = next((at for at, line in enumerate(lines) if self.begins(line) and not self._leads(line)), -1)
        if top < 0:
            number = next(filter(None, [self._number_of(bare(line)) for line in lines]), None)
            return Rejected(first_line, number, self._no_hand)
        line = first_line + top
        title = bare(lines[top]).rstrip()
        header = self._header_of(title)
        if header is None:
            return Rejected(line, self._number_of(title) or None, self._unnamed)
        below: list[NumberedLine] = []
        if not header.named or header.mixed or header.game is not None:
            below = self._read_top(header, lines[top + 1 :], line + 1)
        if not header.named:
            return Rejected(line, header.number or None, self._unnamed)
        if header.game is None:
            return Skipped(line, header.number, header.named)
        if not header.listed:
            where = f"No seat is listed{self._seats_stand}, so nobody knows who played."
            return Rejected(line, header.number, f"{where} Export the hand again.")
        self._settle(header, lines)
        seats = header.seats()
        hand = self._hand(header, seats, self._words(header), self._records)
        for at in self._unread(header, seats, lines[:top], first_line):
            hand.illegible(lines[at - first_line].strip(), at)
        self._prepare(hand, below)
        self.grammar.read(hand, below)
        last_line = first_line + len(lines) - 1
        return Read(self._finished(hand, seats, last_line), first_line, last_line)

    def _unread(self, header: Header, seats: list[Seat], above: Sequence[str], first_line: int) -> list[int]:
        """Returns the numbers of illegible lines before the first act: unknown lines above the title, the line whose
        stakes cannot be read, and seats whose stack is no amount.
        """
        found = [line for line, text in enumerate(above, first_line) if text.strip() and not self._leads(text)]
        if not header.legible or header.partial:
            found.append(header.stakes_line or first_line + len(above))
        return found + [
            row.line
            for row, seat in zip(header.listed, seats, strict=True)
            if seat.stack is None and (row.stack or not row.moved_in)
        ]

    def _read_top(self, header: Header, lines: Sequence[str], first_line: int) -> list[NumberedLine]:
        """Reads the lines before the play, such as the table and the seats. Returns the other lines, numbered."""
        acts, above = self.grammar.top(), True
        below: list[NumberedLine] = []
        for line, raw in enumerate(lines, first_line):
            text = raw.strip()
            if not text:
                continue
            if above:
                act = acts[text]
                if act is not None and act(header, 0, line) is not False:
                    continue
                above = not self.grammar.begins_play(header, text)
                if not above and header.game is None:  # later lines cannot name the game, so the hand is skipped
                    break
            below.append((line, text))
        return below

    def _finished(self, hand: HandSoFar, seats: list[Seat], last_line: int) -> Hand:
        header, out = hand.header, hand.not_dealt_in
        assert header.game is not None
        return Hand(
            header.game,
            tuple(
                seats
                if not out
                else [Seat(each.number, each.player, each.stack, each.number not in out) for each in seats]
            ),
            header.stakes,
            hand.finish(self._is_whole(hand) and not header.partial, last_line),
            hand.records | (Records.MAY_STOP if header.partial else 0),
            structure=header.structure,
            unit=header.unit,
            room=self._room,
            number=header.number,
            table=header.table,
            tournament=header.tournament,
            played=header.played,
            local=header.local,
            button=header.button,
            most_seats=header.most_seats,
        )
