"""Splits a file into pieces, one for each hand, and reads each piece into an outcome. Memory is bounded by one hand."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import BinaryIO, Final

from auditor.formats import limits
from auditor.formats.files.decoding import lines_of
from auditor.formats.files.encodings import Encoding
from auditor.formats.files.format import Format
from auditor.formats.files.gathering import RULED, Gathering, is_blank
from auditor.formats.files.sessions import closes_game, parts_of
from auditor.formats.files.shared_preamble import Lead
from auditor.formats.files.titles import Titles
from auditor.formats.files.trailing_text import trailing_text_note, without_trailing_text
from auditor.formats.memo import LONG_LINE, forget
from auditor.formats.outcomes import Outcome, Piece, Read, Rejected, Unreadable


class Rest:
    """The place from which the rest of a file is read. `offset` and `first_line` are those of the first piece of the
    rest. `lead_at` are the bytes of its lead (the shared preamble), and `pieces_above` is the number of earlier pieces.
    """

    __slots__ = ("first_line", "lead_at", "offset", "pieces_above")

    def __init__(self, offset: int, first_line: int, lead_at: tuple[int, int], pieces_above: int) -> None:
        self.offset: Final = offset
        self.first_line: Final = first_line
        self.lead_at: Final = lead_at
        self.pieces_above: Final = pieces_above


class Log:
    """An opened file: its format, its encoding, and notes for the person who sent the file. Iteration reads one hand
    after another, and may add a note at the end.

    `lead` are the lines of the shared preamble, if the stream begins after this preamble. The file may also have hands
    of the formats `others`; each of these hands must begin below a blank line. `rest` is set for a run that starts in
    the middle of the file.
    """

    def __init__(
        self,
        stream: BinaryIO,
        encoding: Encoding,
        layout: Format,
        head: str,
        most_hands: int = limits.FILE_HANDS,
        *,
        lead: Sequence[str] = (),
        others: Sequence[Format] = (),
        rest: Rest | None = None,
    ) -> None:
        self.format: Final = layout.name
        self.encoding: Final = encoding.name
        self.notes: Final = list(encoding.notes)
        self._stream = stream
        self._encoding = encoding
        self._layout = layout
        self._head = head
        self._most_hands = most_hands
        self._lead = lead
        self._lead_at = rest.lead_at if rest is not None else (0, 0)
        self._pieces_above = rest.pieces_above if rest is not None else 0
        self._others = {each.name: each for each in others if each is not layout}

    def pieces(self, first_line: int = 1) -> Iterator[Piece]:
        """Yields every piece of the file in order. A piece is a hand, or text in the place of a hand. Another process
        may read a piece again: see `auditor.formats.read_range`.
        """
        longest = self._layout.longest_line
        begins = self._layout.cutter(self._head)
        gathering = Gathering(first_line, self._encoding.start, longest, in_hand=False)
        session = self._layout.session
        lead = None if session is None else Lead(session.leading, self._encoding, self._lead, self._lead_at)
        gathering.over = lead is not None
        titles = Titles(self._layout.titled)
        anywhere = titles.anywhere
        below_blank = True
        pieces = self._pieces_above
        for number, (read, whole) in self._lines(first_line, longest):
            opens = begins(read)
            line = read.lstrip("\0") if opens or below_blank else read
            width = whole
            # Nearly every line begins with a printable character and needs no call of `is_blank`.
            stands_apart, below_blank = below_blank, not "!" <= line[:1] <= "~" and is_blank(line)
            other = ""
            if stands_apart and not (below_blank or opens):
                line, other = self._of_another(line, gathering)
                opens = other != ""
            seems = (
                (stands_apart or anywhere)
                and not (below_blank or opens)
                and titles.seem(line)
                and not self._begins_any(line)
            )
            if not opens and lead is not None and (gathering.over or lead.begins(line)):
                line, taken = lead.takes(line, gathering.end, width)
                gathering.pass_over(taken)
                width -= taken
                if not line:
                    continue
            if opens or seems or (gathering.over and line.strip(RULED)):
                if not gathering.empty:
                    yield gathering.piece()
                gathering = Gathering(number, gathering.end, longest, in_hand=opens, format_name=other)
                gathering.led_by(lead)
                pieces += 1
                if pieces > self._most_hands:
                    gathering.refuse(
                        f"The file has more than {self._most_hands:,} hands; the rest was not read.", number
                    )
                    break
            gathering.add(line, width, number)
            if lead is not None:
                _heed(lead, gathering, line)
        if not gathering.empty:
            yield gathering.piece()

    def _of_another(self, line: str, gathering: Gathering) -> tuple[str, str]:
        """Looks for a hand of another format, in a line that is below a blank line and begins no hand of the file's own
        format. Returns the line, and the name of the other format, which is empty if the line begins no hand.

        If the line announces the next hand of the file's own format, the returned line is empty, because the line does
        not belong to the hand of another format above.
        """
        if gathering.format_name and self._layout.announces(line):
            return "", ""
        others = self._others.items()
        return line, next((name for name, other in others if other.begins(line) or other.announces(line)), "")

    def _begins_any(self, line: str) -> bool:
        """Whether the line begins a hand of any format that this file may have."""
        return self._layout.begins(line) or any(other.begins(line) for other in self._others.values())

    def _lines(self, first_line: int, longest: int) -> Iterator[tuple[int, tuple[str, int]]]:
        """Yields the number, the text and the width in bytes of each line, or of each part of a line in a session."""
        session = self._layout.session
        if session is None:
            return enumerate(lines_of(self._stream, self._encoding, longest), first_line)
        return parts_of(self._stream, self._encoding, longest, session, first_line)

    def outcomes(self, first_line: int = 1) -> Iterator[Outcome]:
        """Yields the outcome of every piece. `first_line` is the number of the first line of the stream."""
        first_below = hands_above = 0
        for piece in self.pieces(first_line):
            outcome = self.outcome_of(piece)
            if isinstance(outcome, Read) and outcome.below:
                first_below = first_below or outcome.below
                hands_above += 1
            yield outcome
        if hands_above:
            self.notes.append(trailing_text_note(first_below, hands_above))

    def outcome_of(self, piece: Piece) -> Outcome:
        """Reads one piece and returns the outcome. A caller that iterates over `pieces` may leave out a piece that
        takes too long to read.
        """
        try:
            return outcome_of(piece, self._others.get(piece.format_name, self._layout))
        finally:
            # A bounded format keeps no results in memos, so only other formats need this.
            remembers = piece.length > LONG_LINE and not self._layout.bounded
            if remembers and max(map(len, piece.lines), default=0) > LONG_LINE:
                forget()

    def outcome_at(self, line: int) -> Outcome:
        """Returns the outcome of the piece with this line, and reads no other piece. Raises `Unreadable` if no piece
        has the line.
        """
        found = None
        for piece in self.pieces():
            if piece.first_line > line:
                break
            found = piece
        else:
            self._insist_on_line(line)
        if found is None:
            raise Unreadable(f"No hand stands at line {line:,}: the first one begins below it.")
        return self.outcome_of(found)

    def _insist_on_line(self, line: int) -> None:
        """Raises `Unreadable` if the file has fewer lines."""
        longest = 1  # one byte of each line is enough, because the lines are only counted
        count = sum([1 for _ in islice(lines_of(self._stream, self._encoding, longest), line)])
        if count < line:
            raise Unreadable(f"There is no line {line:,}: the file has {count:,}.")

    def __iter__(self) -> Iterator[Outcome]:
        return self.outcomes()


def _heed(lead: Lead, gathering: Gathering, line: str) -> None:
    """Ends the hand at its closing tag. Forgets the lead if this line, outside every hand, may be a damaged lead."""
    if not gathering.in_hand:
        lead.doubt(line)
    gathering.over = gathering.over or closes_game(line)


def outcome_of(piece: Piece, layout: Format) -> Outcome:
    """Returns the outcome of a piece. A piece that breaks a limit is rejected; else the reader decides."""
    if piece.refused:
        number = _number(_read(piece, layout)) if piece.lines else None
        return Rejected(piece.refused_line, number, piece.refused)
    outcome = _read(piece, layout)
    if isinstance(outcome, Read):
        line, reason = limits.too_much(outcome.hand, bounded=layout.bounded)
        if reason:
            return Rejected(line or piece.first_line, outcome.hand.number, reason)
    return outcome


def _read(piece: Piece, layout: Format) -> Outcome:
    def read(lines: Sequence[str]) -> Outcome:
        if layout.session is None:
            return layout.read(lines, piece.first_line)
        return layout.session.read(lines, piece.first_line, piece.lead)

    return without_trailing_text(piece.lines, piece.first_line, read(piece.lines), read, layout.speaks)


def _number(outcome: Outcome) -> str | None:
    """Returns the number of the hand that the outcome is about."""
    if isinstance(outcome, Read):
        return outcome.hand.number
    return outcome.hand
