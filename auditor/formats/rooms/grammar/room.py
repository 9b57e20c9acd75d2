"""Describes a room that writes its hands as text, and reads such a hand. The steps are the same for all text rooms; the
properties of the room differ.

The play of a hand begins with the first ante or the first street. The lines above it list the table and the seats.
"""

from collections.abc import Callable, Sequence
from copy import copy
from typing import Final

from auditor.engine.events import Unread
from auditor.engine.hand import Hand, Records, Seat
from auditor.formats.files.bare import bare, with_blanks
from auditor.formats.files.format import Begins, Format, never
from auditor.formats.files.other_languages import NONE, OtherLanguages
from auditor.formats.files.preamble import after_preamble
from auditor.formats.files.titles import Titled
from auditor.formats.outcomes import Outcome, Read, Rejected
from auditor.formats.rooms.grammar.grammar import Grammar
from auditor.formats.rooms.grammar.hand_lines import is_line_of_hand
from auditor.formats.rooms.grammar.hand_so_far import HandSoFar, Words, no_words
from auditor.formats.rooms.grammar.header import Header, take_money_of_stacks
from auditor.formats.rooms.grammar.spoilt_acts import is_spoilt_amount
from auditor.formats.rooms.grammar.stud_games import other_game, recognize

NumberedLine = tuple[int, str]

NO_HAND: Final = "A game is announced here, but no hand follows. Export the hand again."
UNNAMED: Final = "We cannot read a game and a time in the first line. Export the hand again."


def stakes_in_header(_header: Header, _lines: Sequence[str]) -> None:
    """Does nothing. A room uses this function as its `settle` if its `header_of` already reads the stakes and their
    currency.
    """


def is_complete(hand: HandSoFar) -> bool:
    """Whether the log reaches the end of the hand: a line such as the total of the pots was read."""
    return hand.complete


def is_summed_up(hand: HandSoFar) -> bool:
    """Whether the log reaches the end of the hand. It does if the total was read, and if the summary has a line for the
    last seat, that is, the seat with the highest number among those with an ante. For a cancelled hand the total is
    enough. This function is for rooms whose summary lists all seats in order, because a file may be cut off inside this
    list.
    """
    return hand.complete and (hand.void or not hand.anted or max(hand.anted) in hand.summed_up)


def no_preparation(_hand: HandSoFar, _below: Sequence[NumberedLine]) -> None:
    """Does nothing. A room uses this function as its `prepare` if each of its lines can be read without a look at later
    lines.
    """


class Room:
    """A card room that writes its hands as text, described by these properties.

    - `name` and `title`: the name of the format, and its title for people. `room`: the name of the room in its hands,
      if it differs from `name`.
    - `grammar`: the rows for all lines of a hand.
    - `number_of`: returns the number of the hand that a line begins; empty if the line begins no hand.
    - `header_of`: makes the header from the first line of a hand; `None` if this line cannot be read. The rows of the
      chapter `top` add the facts of later lines.
    - `settle`: decides currency, decimals and stakes after the table and the seats were read.
    - `words`: takes a header, and returns the function that reads the words after shown cards.
    - `hand`: the class of the hand while it is read, `HandSoFar` or a subclass.
    - `prepare`: looks at all lines below the list of seats before they are read.
    - `is_whole`: whether the log reaches the end of the hand.
    - `records`: bits of `Records`, for the kinds of events that this room always logs.
    - `titled`: the first words of title lines (first lines of hands), by which damaged title lines are found.
    - `sign`: a text in every title line, such as `#`, that few other lines have. It saves time when a file is cut into
      hands.
    - `preamble`: tests whether a line is one of those that may stand above the title of a hand and have no information.
    - `cutter`: makes the test for lines that begin a hand, if a line alone is not enough to decide.
    - `announces`: tests whether a line announces the next hand.
    - `unnamed`: the reason for a rejection if no line names a game. `no_hand`: the reason if no hand follows a
      preamble.
    - `seats_stand`: the place where this room lists the seats, such as ` under the number`. If a hand lists no seats,
      these words are part of the reason for its rejection.
    - `unproven`: the reason why the reader may be wrong, if nobody has seen a real hand of this room.
    - `other_languages`: the titles of hands that the room writes in languages that we do not read.
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
        sign: str = "",
        room: str = "",
        settle: Callable[..., None] = stakes_in_header,
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
        unproven: str = "",
        other_languages: OtherLanguages = NONE,
    ) -> None:
        self.grammar = grammar
        self._name: Final = name
        self._number_of: Final = number_of
        self._header_of: Final = header_of
        self._records: Final = records
        self._sign: Final = sign
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
        self._other_languages: Final = other_languages
        if cutter is None and (preamble is not never or other_languages is not NONE):
            cutter = self._cutter
        self.format: Final = Format(
            name,
            title,
            self.begins,
            self.sniff,
            self.read,
            cutter,
            titled=titled,
            sign=sign,
            announces=lambda line: announces(with_blanks(line)),
            speaks=lambda line: is_line_of_hand(self.grammar, line),
            unproven=unproven,
            other_languages=other_languages,
        )

    def with_grammar(self, grammar: Grammar) -> "Room":
        """Returns a copy of the room that reads its lines with another grammar."""
        other = copy(self)
        other.grammar = grammar
        return other

    def begins(self, line: str) -> bool:
        """Whether the line is the first line of a hand of this room."""
        # `bare` removes blanks and control characters at the start of a line, which is slow. An ASCII line that begins
        # with a visible character needs no such call.
        return bool(self._number_of(line if "!" <= line[:1] <= "~" and line.isascii() else bare(with_blanks(line))))

    def sniff(self, head: str) -> bool:
        """Whether the beginning of a file (`head`) is a log of this room: its first line begins a hand. Blank lines and
        lines of a preamble are skipped.
        """
        for line in head.splitlines():
            text = bare(line).rstrip()
            if text and not self._leads(line):
                return self.begins(line)
        return False

    def _leads(self, line: str) -> bool:
        """Whether the line belongs to a preamble: it may stand above the title of a hand and has no information."""
        return self._preamble(bare(with_blanks(line)).rstrip())

    def _cutter(self, _head: str) -> Begins:
        if self._preamble is never:
            return self._starts
        return after_preamble(self._leads, self._starts, self._sign, self._other_languages.word)

    def _starts(self, line: str) -> bool:
        """Whether the line begins a hand, or is the title of a hand in a language that we do not read. This function
        makes few calls, because every line of a file is tested.
        """
        text = line if "!" <= line[:1] <= "~" and line.isascii() else bare(with_blanks(line))
        others = self._other_languages
        return self._number_of(text) != "" or (others.word in line and others.has(line))

    def read(self, lines: Sequence[str], first_line: int) -> Outcome:
        """Reads the lines of one hand. Returns the hand, or the reason why it is rejected or skipped. `first_line` is
        the number of the first of these lines in the file.
        """
        top = next((at for at, line in enumerate(lines) if self.begins(line) and not self._leads(line)), -1)
        if top < 0:
            return self._without_title(lines, first_line)
        line = first_line + top
        title = bare(with_blanks(lines[top])).rstrip()
        header = self._header_of(title)
        if header is None:
            return Rejected(line, self._number_of(title) or None, self._unnamed)
        recognize(header)
        below: list[NumberedLine] = []
        if not header.named or header.mixed or header.game is not None:
            below = self._read_top(header, lines[top + 1 :], line + 1)
        if not header.named:
            return Rejected(line, header.number or None, self._unnamed)
        recognize(header)
        if header.game is None:
            # The line with the game, and the line below it, because a program may break this line.
            title = " ".join(lines[max(header.stakes_line - first_line, top) :][:2])
            return other_game(header.named, header.number, line, title)
        if not header.listed:
            where = f"The log lists no seats{self._seats_stand}, so the players are unknown."
            return Rejected(line, header.number, f"{where} Export the hand again.")
        seats = self._seats(header, lines)
        hand = self._hand(header, seats, self._words(header), self._records)
        for at in self._unread(header, lines[:top], first_line):
            hand.unread(lines[at - first_line].strip(), at)
        for row, seat in zip(header.listed, seats, strict=True):
            if seat.stack is None and (row.stack or not row.moved_in):
                note = hand.illegible if is_spoilt_amount(row.stack, header.minor) else hand.unread
                note(lines[row.line - first_line].strip(), row.line)
        self._prepare(hand, below)
        self._read_play(hand, below)
        last_line = first_line + len(lines) - 1
        hand.close(lambda line: lines[line - first_line].strip())
        return Read(self._finished(hand, seats, last_line), first_line, last_line)

    def _seats(self, header: Header, lines: Sequence[str]) -> list[Seat]:
        """Decides currency, decimals and stakes of the hand, and returns its seats with their stacks."""
        self._settle(header, lines)
        if not header.legible and not header.tournament:
            take_money_of_stacks(header)
        return header.seats()

    def _without_title(self, lines: Sequence[str], first_line: int) -> Rejected:
        """Returns the rejection of lines without the title of a hand. The reason differs if they are a hand in a
        language that we do not read.
        """
        for line, text in enumerate(lines, first_line):
            reason = self._other_languages.reason(text)
            if reason:
                return Rejected(line, None, reason)
        number = next(filter(None, [self._number_of(bare(with_blanks(line))) for line in lines]), None)
        return Rejected(first_line, number, self._no_hand)

    def _unread(self, header: Header, above: Sequence[str], first_line: int) -> list[int]:
        """Returns the numbers of the lines above the first act that must be listed as unread.

        - Unknown lines above the title (`above`).
        - The line with the stakes, if the stakes cannot be read or if the log states that lines are missing.
        """
        found = [line for line, text in enumerate(above, first_line) if text.strip() and not self._leads(text)]
        if not header.legible or header.partial:
            found.append(header.stakes_line or first_line + len(above))
        return found

    def _read_top(self, header: Header, lines: Sequence[str], first_line: int) -> list[NumberedLine]:
        """Reads the lines above the play, such as the table and the seats, into the header. Returns the lines that are
        still to be read, each with its number: the unknown lines above the play, and the lines of the play.
        """
        top = self.grammar.top()
        below: list[NumberedLine] = []
        for line, raw in enumerate(lines, first_line):
            text = raw.strip()
            if not text:
                continue
            if top.read(header, 0, text, line):
                continue
            if self.grammar.begins_play(header, text):
                recognize(header)
                # The lines of the play are needed only for a game that we audit. If no line above names such a game,
                # the caller does not read the hand.
                if header.game is not None:
                    rest = enumerate(lines[line - first_line :], line)
                    below.extend([(number, text) for number, raw in rest if (text := raw.strip())])
                break
            below.append((line, text))
        return below

    def _read_play(self, hand: HandSoFar, below: Sequence[NumberedLine]) -> None:
        """Reads the lines of the play and the summary. If the log does not reach the end of the hand and its last line
        is unread, tests whether this line was cut off.
        """
        self.grammar.read(hand, below)
        # Nearly every hand ends with a line that was read. This quick test saves the slower call of `_is_whole`.
        if below and hand.events and type(hand.events[-1]) is Unread and not self._is_whole(hand):
            self.grammar.note_cut(hand, below[-1])

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
            hand.ended(self._is_whole(hand) and not header.partial, last_line),
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
