"""A file of hands as a stream of pieces, one a hand, and what becomes of each. Memory is bounded by one hand."""

from collections.abc import Callable, Iterator, Sequence
from typing import BinaryIO, Final, Protocol

from auditor.formats import limits
from auditor.formats.files.decoding import lines_of
from auditor.formats.files.encodings import Encoding
from auditor.formats.files.leads import Lead
from auditor.formats.files.sessions import Session, closes_game, parts_of
from auditor.formats.files.titles import Titled, Titles
from auditor.formats.outcomes import Outcome, Piece, Read, Rejected
from auditor.formats.spelling.remembering import LONG_LINE, forget

Begins = Callable[[str], bool]

# Before the first hand, a line of nothing but these is ornament: `*********** # 1 **************`.
_RULED: Final = "*#-=_. 0123456789\t\r\ufeff"
_UNTITLED: Final = Titled()
_OUTSIDE: Final = "No hand begins here that we can read, so this belongs to none. Take it out, or export again."


class Reader(Protocol):
    """What the module of a format offers."""

    @property
    def NAME(self) -> str:  # noqa: N802 - a constant of a module
        """The format's short name."""

    @property
    def begins(self) -> Begins:
        """Whether a line starts a new hand."""

    @property
    def sniff(self) -> Begins:
        """Whether the first 64 KiB of a text are of this format."""

    @property
    def read(self) -> Callable[[Sequence[str], int], Outcome]:
        """The lines of one hand, and the number of the first of them, to an outcome; never raises on input."""


class Format:
    """A format as the list names it. `cutter` makes, from the head of a file, the test for the lines that start a
    hand: for formats where one line alone cannot tell. `longest_line` in bytes. `session` is for formats that say above
    many hands what holds for all of them. `titled` is what the lines look like that start a hand.
    """

    __slots__ = ("begins", "cutter", "longest_line", "name", "read", "session", "sniff", "title", "titled")

    def __init__(
        self,
        reader: Reader,
        title: str,
        cutter: Callable[[str], Begins] | None = None,
        longest_line: int = limits.LINE_BYTES,
        session: Session | None = None,
        titled: Titled = _UNTITLED,
    ) -> None:
        begins = reader.begins
        self.name: Final = reader.NAME
        self.title: Final = title
        self.begins: Final = begins
        self.sniff: Final = reader.sniff
        self.read: Final = reader.read
        self.cutter: Final = cutter if cutter is not None else lambda _: begins
        self.longest_line: Final = longest_line
        self.session: Final = session
        self.titled: Final = titled


class Log:
    """An opened file: its format, its encoding, notes for the person who sent it; iterating reads hand after hand.

    `lead` are lines that stand above the first hand, where the stream begins below them.
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

    def pieces(self, first_line: int = 1) -> Iterator[Piece]:
        """Every stretch of the file that is a hand, or stands where one should, in order. Pieces of one file may be
        read by others: see `auditor.formats.read_range`.
        """
        longest = self._layout.longest_line
        begins = self._layout.cutter(self._head)
        gathering = _Gathering(first_line, self._encoding.start, longest, in_hand=False)
        session = self._layout.session
        lead = None if session is None else Lead(session.leading, self._encoding, self._lead)
        gathering.over = lead is not None
        titles = Titles(self._layout.titled)
        pieces = 0
        for number, (read, whole) in self._lines(first_line, longest):
            line, width = read, whole
            opens = begins(line)
            seems = titles.seem(line) and not opens and not self._layout.begins(line)
            if not opens and lead is not None and (gathering.over or lead.begins(line)):
                line, taken = lead.takes(line, gathering.end, width)
                gathering.pass_over(taken)
                width -= taken
                if not line:
                    continue
            if opens or seems or (gathering.over and line.strip(_RULED)):
                if not gathering.empty:
                    yield gathering.piece()
                gathering = _Gathering(number, gathering.end, longest, in_hand=opens)
                gathering.led_by(lead)
                pieces += 1
                if pieces > self._most_hands:
                    gathering.refuse(
                        f"The file has more than {self._most_hands:,} hands; the rest was not read.", number
                    )
                    break
            gathering.add(line, width, number)
            if lead is not None:
                if not gathering.in_hand:
                    lead.doubt(line)
                gathering.over = gathering.over or closes_game(line)
        if not gathering.empty:
            yield gathering.piece()

    def _lines(self, first_line: int, longest: int) -> Iterator[tuple[int, tuple[str, int]]]:
        session = self._layout.session
        if session is None:
            return enumerate(lines_of(self._stream, self._encoding, longest), first_line)
        return parts_of(self._stream, self._encoding, longest, session, first_line)

    def outcomes(self, first_line: int = 1) -> Iterator[Outcome]:
        """What becomes of every piece; the file's first line counts as `first_line`."""
        for piece in self.pieces(first_line):
            yield outcome_of(piece, self._layout)
            if max(map(len, piece.lines), default=0) > LONG_LINE:
                forget()

    def __iter__(self) -> Iterator[Outcome]:
        return self.outcomes()


def after_comments(opens: Begins, again: Begins) -> Begins:
    """For formats with `#` comments: the first line that `opens` starts a hand, or the comment above it does; later
    ones start where `again` says so.
    """
    commented = opened = False

    def starts(line: str) -> bool:
        nonlocal commented, opened
        if opened:
            return again(line)
        opened = opens(line)
        first = not commented and (opened or line.lstrip().startswith("#"))
        commented = commented or first
        return first

    return starts


def outcome_of(piece: Piece, layout: Format) -> Outcome:
    """What becomes of a piece: the reader's outcome, unless a limit forbids it."""
    if piece.refused:
        number = _number(_read(piece, layout)) if piece.lines else None
        return Rejected(piece.refused_line, number, piece.refused)
    outcome = _read(piece, layout)
    if isinstance(outcome, Read):
        line, reason = limits.too_much(outcome.hand)
        if reason:
            return Rejected(line or piece.first_line, outcome.hand.number, reason)
    return outcome


def _read(piece: Piece, layout: Format) -> Outcome:
    if layout.session is None:
        return layout.read(piece.lines, piece.first_line)
    return layout.session.read(piece.lines, piece.first_line, piece.lead)


class _Gathering:
    """The lines of a piece as they come in, at most as many as the limits allow; blank ones at the end do not count."""

    def __init__(self, first_line: int, offset: int, longest_line: int, *, in_hand: bool) -> None:
        self._first_line: Final = first_line
        self._offset: Final = offset
        self._longest_line: Final = longest_line
        self.in_hand: Final = in_hand
        self._lines: list[str] = []
        self._blank = 0
        self._kept = 0  # bytes
        self._length = 0
        self._refused = ""
        self._refused_line = 0
        self._lead: tuple[str, ...] = ()
        self._lead_at = (0, 0)
        self.over = False  # what stands below belongs to it no more

    def led_by(self, lead: Lead | None) -> None:
        """What holds for the hand stands above it, in formats that have such."""
        if lead is not None:
            lead.close()
            self._lead = lead.lines
            self._lead_at = (lead.start, lead.stop)

    def pass_over(self, width: int) -> None:
        """A line that belongs to no hand, and yet to the bytes of the file; with it the hand is over."""
        self.over = True
        self._length += width
        self._blank += 1

    @property
    def end(self) -> int:
        """The byte after the piece."""
        return self._offset + self._length

    @property
    def empty(self) -> bool:
        return not self.in_hand and not self._refused

    def refuse(self, reason: str, line: int) -> None:
        if not self._refused:
            self._refused = reason
            self._refused_line = line

    def add(self, line: str, width: int, number: int) -> None:
        self._length += width
        if self._refused:
            return
        if not line or line.isspace() or ((self.over or not self.in_hand) and not line.strip(_RULED)):
            self._blank += 1
        elif self.in_hand:
            self._keep(line, width, number)
        else:
            self.refuse(_OUTSIDE, number)

    def _keep(self, line: str, width: int, number: int) -> None:
        self._kept += width
        blame = limits.not_text(line)
        if blame:
            self.refuse(blame, number)
        elif width > self._longest_line:
            self.refuse(f"The line is {width:,} bytes long; at most {self._longest_line:,} are read.", number)
        elif self._kept > limits.HAND_BYTES:
            self.refuse(f"The hand is longer than {limits.HAND_BYTES:,} bytes; no hand of stud is.", number)
        elif number - self._first_line >= limits.HAND_LINES:
            self.refuse(f"The hand has more than {limits.HAND_LINES:,} lines; no hand of stud has.", number)
        else:
            self._lines.extend([""] * self._blank)
            self._lines.append(line)
            self._blank = 0

    def piece(self) -> Piece:
        return Piece(
            self._first_line,
            self._lines,
            self._offset,
            self._length,
            self._refused,
            self._refused_line,
            lead=self._lead,
            lead_at=self._lead_at,
        )


def _number(outcome: Outcome) -> str | None:
    if isinstance(outcome, Read):
        return outcome.hand.number
    return outcome.hand
