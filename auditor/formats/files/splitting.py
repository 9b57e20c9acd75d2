"""Splits a file into pieces, one for each hand, and reads each piece. The outcome is a hand, a rejection with a reason,
or a skipped hand of another game. Only one hand is in memory at a time.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import BinaryIO, Final

from auditor.formats import limits
from auditor.formats.files.changes import Changes
from auditor.formats.files.decoding import blocks_of, lines_of
from auditor.formats.files.encodings import Encoding
from auditor.formats.files.format import Format
from auditor.formats.files.gathering import RULED, Gathering, is_blank
from auditor.formats.files.leading_text import LeadingText
from auditor.formats.files.lines import Lines, Parts
from auditor.formats.files.pasted import as_the_room_wrote
from auditor.formats.files.quoting import Quoting
from auditor.formats.files.shared_preamble import Shared, Sharing
from auditor.formats.files.stuck import joint_of
from auditor.formats.files.titles import Titles
from auditor.formats.files.trailing_text import without_trailing_text
from auditor.formats.files.unsure_end import has_line_end, without_unsure_line
from auditor.formats.memo import LONG_LINE, forget
from auditor.formats.outcomes import Outcome, Piece, Read, Rejected, Unreadable


class Rest:
    """A point in a file from which a later run goes on reading. `offset` is the byte position of the next piece, and
    `first_line` is the number of the first line of this piece. `lead_at` is the pair of byte positions where the shared
    preamble of the piece begins and ends. `pieces_above` is the number of pieces before this piece.
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

    - `lead`: the lines of the shared preamble, if the stream begins after this preamble.
    - `others`: further formats that hands of this file may have. Each hand of such a format must begin below a blank
      line.
    - `rest`: the point where a run starts in the middle of the file; otherwise `None`.
    - `quoting`: the marks of a quotation, such as `> `, that are removed from each line; otherwise `None`.
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
        quoting: Quoting | None = None,
    ) -> None:
        self.format: Final = layout.name
        self.encoding: Final = encoding.name
        self.notes: Final = [*encoding.notes, *layout.cautions]
        self._stream = stream
        self._encoding = encoding
        self._layout = layout
        self._head = head if quoting is None else "\n".join([quoting.bare(line) for line in head.splitlines()])
        self._quoting = quoting
        self._most_hands = most_hands
        self._lead = lead
        self._lead_at = rest.lead_at if rest is not None else (0, 0)
        self._pieces_above = rest.pieces_above if rest is not None else 0
        self._others = {each.name: each for each in others if each is not layout}

    def pieces(self, first_line: int = 1) -> Iterator[Piece]:
        """Yields every piece of the file in order. A piece is a hand, or text that is outside every hand. Another
        process may read a piece again: see `auditor.formats.read_range`.
        """
        longest = self._layout.longest_line
        begins = self._layout.cutter(self._head)
        leading = self._leading_text()
        outside = self._layout.outside
        gathering = Gathering(first_line, self._encoding.start, longest, outside, in_hand=False, leading=leading)
        session = self._layout.session
        lead = None if session is None else session.lead(self._encoding, self._lead, self._lead_at)
        gathering.over = lead is not None
        titles = Titles(self._layout.titled)
        anywhere = titles.anywhere
        below_blank = True
        pieces = self._pieces_above
        lines = self._lines(first_line, longest)
        for number, (read, whole) in lines:
            opens = begins(read)
            line = read.lstrip("\0") if opens or below_blank else read
            opens = opens and not is_blank(line)  # a line that has only NUL bytes begins no hand
            width = whole
            # The first comparison is true for nearly every line, and saves the slower call of `is_blank`: a line that
            # begins with a visible ASCII character is not blank.
            stands_apart, below_blank = below_blank, not "!" <= line[:1] <= "~" and is_blank(line)
            other = ""
            if (stands_apart or gathering.format_name) and not (below_blank or opens):
                line, other = self._of_another(line, gathering, stands_apart=stands_apart)
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
                self._note(leading)
                gathering = Gathering(number, gathering.end, longest, outside, in_hand=opens, format_name=other)
                gathering.led_by(lead)
                pieces += 1
                if pieces > self._most_hands:
                    gathering.refuse(
                        f"The file has more than {self._most_hands:,} hands. No later hand was read. Split the file.",
                        number,
                    )
                    break
            gathering.add(line, width, number)
            if session is not None and lead is not None:
                _heed(session, lead, gathering, line)
            gathering.take_run(lines, number + 1)
        if not gathering.empty:
            yield gathering.piece(is_open=not has_line_end(self._stream, gathering.end))

    def _leading_text(self) -> LeadingText | None:
        """Returns the object that leaves out text above the first hand; `None` for a format without titles."""
        return LeadingText(self._layout, self._others.values()) if self._layout.titled.titles else None

    def _note(self, leading: LeadingText | None) -> None:
        """Adds the note about the text above the first hand, if there is such a text and the note was not added yet."""
        if leading is not None and leading.note not in ("", *self.notes):
            self.notes.append(leading.note)

    def _of_another(self, line: str, gathering: Gathering, *, stands_apart: bool) -> tuple[str, str]:
        """Tests whether a line begins a hand of another format than that of the file. The line stands below a blank
        line (`stands_apart`), or in a hand of another format.

        Returns:
        - the line and the name of the other format, if the line begins or announces a hand of that format;
        - two empty texts, if the line only announces the next hand of the file's own format, and so belongs to no hand;
        - the line and an empty text, in all other cases.
        """
        above = self._others.get(gathering.format_name)
        if not stands_apart:
            # Hands of some formats follow each other without a blank line.
            follows = above is not None and above.titled.anywhere and above.starts(line)
            return line, gathering.format_name if follows else ""
        if above is not None and self._layout.announces(line):
            return "", ""
        others = self._others.items()
        found = next((name for name, other in others if other.starts(line) or other.announces(line)), "")
        if above is not None and found == above.name and gathering.has_only(above.announces):
            return line, ""  # several lines announce one hand
        if found:
            self.notes.extend([note for note in self._others[found].cautions if note not in self.notes])
        return line, found

    def _begins_any(self, line: str) -> bool:
        """Whether the line begins a hand of any format that this file may have."""
        return self._layout.begins(line) or any(other.begins(line) for other in self._others.values())

    def _lines(self, first_line: int, longest: int) -> Lines:
        """Returns the lines of the file, without marks of a quotation. A line may be cut into several parts, where
        a hand begins in it.
        """
        layout, quoting = self._layout, self._quoting
        if layout.session is not None:
            return Parts(layout.session.parts(self._stream, self._encoding, longest, first_line))
        blocks = blocks_of(self._stream, self._encoding, longest)
        if quoting is not None:
            blocks = (([quoting.bare(text) for text in texts], widths) for texts, widths in blocks)
        languages = (layout.other_languages.word,) if layout.other_languages.titles else ()
        signs = (layout.sign, *languages, *layout.titled.kept) if layout.sign else ()
        # The lines of a quoted file are not cut. Otherwise a hand could begin in the middle of a line, where no mark of
        # a quotation stands. If this hand were read again alone, the marks of its other lines would not be removed.
        joint = joint_of(layout, self._encoding) if quoting is None else None
        return Lines(blocks, first_line, longest, signs, joint)

    def outcomes(self, first_line: int = 1) -> Iterator[Outcome]:
        """Reads the pieces one by one, and yields the outcome of each: a read, rejected or skipped hand. `first_line`
        is the number of the first line of the stream.
        """
        changes = Changes()
        for piece in self.pieces(first_line):
            outcome = self.outcome_of(piece)
            changes.add(outcome)
            yield outcome
        self.notes.extend(changes.notes())

    def outcome_of(self, piece: Piece) -> Outcome:
        """Reads one piece and returns the outcome: a read, rejected or skipped hand. A caller that does not want to
        read every piece can iterate over `pieces` and call this function for some of them.
        """
        try:
            return outcome_of(piece, self._others.get(piece.format_name, self._layout))
        finally:
            # The parsers cache texts that they have parsed. A piece with very long lines would fill these caches, so
            # they are cleared. The parser of a `bounded` format has no such cache.
            remembers = piece.length > LONG_LINE and not self._layout.bounded
            if remembers and max(map(len, piece.lines), default=0) > LONG_LINE:
                forget()

    def outcome_at(self, line: int) -> Outcome:
        """Finds the piece that contains the line with this number, reads only that piece, and returns the outcome.
        Raises `Unreadable` if no piece contains the line.
        """
        found = None
        for piece in self.pieces():
            if piece.first_line > line:
                break
            found = piece
        else:
            self._insist_on_line(line)
        if found is None:
            raise Unreadable(f"Line {line:,} belongs to no hand: the first hand begins below this line.")
        return self.outcome_of(found)

    def _insist_on_line(self, line: int) -> None:
        """Raises `Unreadable` if the file has fewer than `line` lines."""
        longest = 1  # the lines are only counted, so one byte of each line is enough
        count = sum([1 for _ in islice(lines_of(self._stream, self._encoding, longest), line)])
        if count < line:
            raise Unreadable(f"The file has no line {line:,}. Its last line is {count:,}.")

    def __iter__(self) -> Iterator[Outcome]:
        return self.outcomes()


def _heed(session: Sharing, lead: Shared, gathering: Gathering, line: str) -> None:
    """Marks the current hand as ended if `line` is its closing line. If the line is outside every hand, checks whether
    it is a damaged preamble.
    """
    if not gathering.in_hand:
        lead.doubt(line)
    gathering.over = gathering.over or session.closes(line)


def outcome_of(piece: Piece, layout: Format) -> Outcome:
    """Reads a piece and returns the outcome. If the piece breaks one of our limits, the outcome is a rejected hand.
    Otherwise the reader of the format decides.
    """
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

    lines: Sequence[str] = piece.lines
    lines, outcome = as_the_room_wrote(lines, piece.first_line, read) if layout.titled.titles else (lines, read(lines))
    if piece.is_open and layout.titled.titles:
        outcome = without_unsure_line(lines, outcome)
    return without_trailing_text(lines, piece.first_line, outcome, read, layout.speaks)


def _number(outcome: Outcome) -> str | None:
    """Returns the number of the hand, as the log writes it, or `None` if it is unknown."""
    if isinstance(outcome, Read):
        return outcome.hand.number
    return outcome.hand
