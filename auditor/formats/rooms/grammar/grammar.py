"""The grammar of a room: a table of rows. Each row has the words of a line and their meaning (`NAME bets CHIPS`). Rows
are grouped in chapters: lines above the play, the play, and the summary. A grammar is compiled once and then reads all
hands.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from auditor.engine.events import Unread
from auditor.formats.rooms.grammar.hand_so_far import HandSoFar
from auditor.formats.rooms.grammar.header import Header
from auditor.formats.rooms.grammar.joined_lines import JoinedLines
from auditor.formats.rooms.grammar.lines import ANTE, Line, Opened, Quick, Row, Rows
from auditor.formats.rooms.grammar.noise import Noise
from auditor.formats.rooms.grammar.parts import PARTS, Compiled, Part, compiled
from auditor.formats.rooms.grammar.players import Players
from auditor.formats.rooms.grammar.spoilt_acts import is_beginning

TOP: Final = "top"  # the chapter with the rows for the lines above the play, such as table and seats
PLAY: Final = "play"  # the chapter with the rows for the lines from the first ante to the summary
_DECIMALS: Final = 2  # assumed for lines above the play, where the decimals of the hand are not known yet


class Chapter:
    """The rows of one chapter of a grammar, ready for matching lines. A row such as `Dealt to NAME [CARDS]` describes
    the lines of one kind, and NAME stands for a player. Amounts have `minor` decimals.

    - `opened`: the rows with a NAME, in one group for each text before the name, such as `Dealt to `.
    - `main`: the group of `opened` with the most rows, except groups whose lines begin with a seat number.
    - `by_word`: the groups of `opened` with words before the name. The key is the first of these words: `Dealt`.
    - `sentences`: the rows without a NAME that end with any text (`...`).
    - `whole`: the other rows without a NAME, such as `*** STREET ***`.
    """

    __slots__ = ("_antes", "_fixed", "by_word", "main", "opened", "sentences", "whole")

    def __init__(self, rows: Iterable[Row], openings: Mapping[str, Compiled], minor: int, joined: JoinedLines) -> None:
        by_opening: dict[str, list[Row]] = {"": []}
        whole: list[Row] = []
        for row in rows:
            (whole if row.opening is None else by_opening.setdefault(row.opening, [])).append(row)
        self.opened: Final = [Opened(name, openings[name], each, minor, joined) for name, each in by_opening.items()]
        self._antes: Final = [row for row in by_opening[""] if row.posts_ante]
        self.main: Final = max([each for each in self.opened if not each.numbered], key=lambda each: len(each.rows))
        self.whole: Final = Rows([row for row in whole if not row.is_open], minor, joined)
        self.sentences: Final = Rows([row for row in whole if row.is_open], minor, joined)
        self._fixed: Final = {row.literal for row in whole if not row.is_noise}
        self.by_word: Final = {each.opening.partition(" ")[0]: each for each in self.opened if each.opening}

    def quick(self, players: Players) -> tuple[Quick, dict[str, Quick]]:
        """Returns the data that the fast search in `Grammar.read` needs for a hand with these players. A `Quick` tuple
        has this data for one group of rows. The first result is the tuple of the group `main`. The second result has
        the tuples of the groups in `by_word`, with the same keys.
        """
        return self.main.quick(players), {word: opened.quick(players) for word, opened in self.by_word.items()}

    def read(self, hand: HandSoFar, text: str, line: int) -> bool:
        """Finds the row of the grammar, such as `NAME bets CHIPS`, that fits a line of the log. Adds the events of the
        line to the hand. The name is first taken for a player at the table, and last for a stranger, a person without a
        seat. Returns false if no row fits.
        """
        if self.whole.read(hand, 0, text, line):
            return True
        if any(opened.read(hand, text, line) for opened in self.opened):
            return True
        if self.sentences.read(hand, 0, text, line):
            return True
        return any(opened.read_stranger(hand, text, line) for opened in self.opened)

    def read_or_note(self, hand: HandSoFar, text: str, line: int) -> None:
        """Reads a line as `read` does. If no row fits the line, notes the line in the hand, in one of two ways. A line
        that begins like an act of a player, but whose amount or cards cannot be read, is illegible: `Ann: bets $1.0O`.
        Any other line is unread.
        """
        if not self.read(hand, text, line):
            is_spoilt = any(opened.is_spoilt_act(hand, text) for opened in self.opened)
            note = hand.illegible if is_spoilt else hand.unread
            note(text, line)

    def is_cut_off(self, hand: HandSoFar, text: str) -> bool:
        """Whether the line is only the beginning of a known line: of an act of a player at the table (`Ann: ch`), or of
        a line with fixed words (`*** SUMM`). The beginning of a remark does not count.
        """
        return any(opened.is_cut_off(hand, text) for opened in self.opened) or any(
            is_beginning(text, literal) for literal in self._fixed
        )

    def begins(self, names: Iterable[str], text: str) -> bool:
        """Whether the play of a hand begins with this line. There are three kinds of such lines.

        - An ante of a player in `names`.
        - A line that begins with the text before a player's name: `Dealt to `.
        - A known line without a player, such as the title of a street.

        Remarks, such as chat, do not begin the play. Other acts above the first ante do not begin it either, because
        the log may list more seats below them.
        """
        if ANTE in text.lower():
            after_name = [text[len(name) :] for name in set(names) if text.startswith(name)]
            if any(row.values(rest, _DECIMALS) is not None for rest in after_name for row in self._antes):
                return True
        means = self.whole.means(text)
        if means is not None and not isinstance(means, Noise):
            return True
        return any(opened.pattern.match(text) for opened in self.opened[1:] if not opened.is_noise)


class Grammar:
    """The table of rows of one room. `chapters` has the rows of each chapter as the room wrote them. `parts` are the
    parts of rows, such as CHIPS, that this room writes in its own way. If several rows with the same first word fit a
    line, the first of them is used.
    """

    __slots__ = ("_chapters", "_own_parts", "_parts", "chapters", "openings", "rows")

    def __init__(self, chapters: Mapping[str, Sequence[Line]], parts: Mapping[str, Part] | None = None) -> None:
        self.chapters: Final = chapters
        self._own_parts: Final = parts or {}
        self._parts: Final = {**PARTS, **self._own_parts}
        self.rows: Final = {name: tuple([Row(line, self._parts) for line in chapters[name]]) for name in chapters}
        openings = {row.opening for rows in self.rows.values() for row in rows if row.opening}
        self.openings: Final = {each: compiled(each, self._parts, opening=True) for each in ("", *sorted(openings))}
        self._chapters: Final[dict[tuple[str, int], Chapter]] = {}

    def without(self, *left_out: Line) -> "Grammar":
        """Returns a copy of the grammar without the rows `left_out`."""
        kept = {name: [line for line in lines if line not in left_out] for name, lines in self.chapters.items()}
        return Grammar(kept, self._own_parts)

    def chapter(self, name: str, minor: int) -> Chapter:
        """Returns the compiled rows of the chapter `name`, for amounts with `minor` decimals."""
        found = self._chapters.get((name, minor))
        if found is None:
            # A seat may follow any line above the play, and an ante may follow any seat.
            rows = [row for row in self.rows[TOP] if row.lists_seat]
            rows += [row for row in self.rows[PLAY] if row.posts_ante] if name == TOP else self.rows[name]
            joined = JoinedLines(rows, self.openings)
            found = self._chapters[name, minor] = Chapter(self.rows[name], self.openings, minor, joined)
        return found

    # --- before the play

    def top(self) -> Rows:
        """Returns the rows for the lines above the play. Their meanings get a `Header` as their first argument, because
        the hand does not exist yet.
        """
        return self.chapter(TOP, _DECIMALS).whole

    def begins_play(self, header: Header, text: str) -> bool:
        """Whether the line is the first line of the play, such as the first ante or the first street."""
        return self.chapter(PLAY, _DECIMALS).begins([row.name for row in header.listed], text)

    # --- the play

    def read(self, hand: HandSoFar, lines: Iterable[tuple[int, str]]) -> None:
        """Adds the events of the lines, each with its number, to the hand. A line that no row fits is kept as an
        `Unread` event. If it begins like an act but its amount or cards cannot be read, it is kept as an `Illegible`
        event.
        """
        name = ""
        for line, text in lines:
            if hand.chapter != name:
                name = hand.chapter
                chapter = self.chapter(name, hand.minor)
                main, by_word = chapter.quick(hand.players)
                group_of = by_word.get
                named, unmarked = hand.players.cut_at(" ").get, chapter.opened[0].found
            # First a fast search, which succeeds for nearly all lines. It cuts the line after the player's name and
            # finds the row for the text after the name. If the fast search fails, the slower search below it tries all
            # rows.
            blank = text.find(" ")
            word = text[:blank]
            literal, start, mark, seat_of, rows, opened = group_of(word, main)
            at = text.find(mark, start)
            seat = seat_of(text[start:at])
            if seat is None:
                literal, at, seat, rows = "", blank, named(word), unmarked
                if seat is None and word[-1:] == ":":
                    at, seat = blank - 1, named(word[:-1])
            if seat is not None and text.startswith(literal):
                rest = text[at:]
                act = rows.acts.get(rest)
                if rows.read_new(hand, seat, rest, line) if act is None else act(hand, seat, line) is not False:
                    continue
            if opened is None or not opened.read(hand, text, line):
                chapter.read_or_note(hand, text, line)

    def note_cut(self, hand: HandSoFar, last_line: tuple[int, str]) -> None:
        """Makes the last line of a hand illegible if the log was cut inside this line. We know this if the line is only
        the beginning of a known line. The caller has checked that the last event of the hand is an `Unread` event.

        Changes nothing if this event is of an earlier line. Also changes nothing if another line of the hand is unread,
        because the room may then write words that we do not know.
        """
        line, text = last_line
        if hand.events[-1].line != line or sum(type(event) is Unread for event in hand.events) > 1:
            return
        if self.chapter(hand.chapter, hand.minor).is_cut_off(hand, text):
            hand.events.pop()
            hand.illegible(text, line)
