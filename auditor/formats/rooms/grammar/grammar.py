"""The grammar of a room: its table of rows, in chapters. A grammar is compiled once and then reads all hands."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from auditor.formats.memo import Memo
from auditor.formats.rooms.grammar.hand_so_far import HandSoFar
from auditor.formats.rooms.grammar.header import Header
from auditor.formats.rooms.grammar.lines import ANTE, Act, Line, Opened, Row, Rows
from auditor.formats.rooms.grammar.noise import Noise
from auditor.formats.rooms.grammar.parts import PARTS, Compiled, Part, compiled

TOP: Final = "top"  # the chapter of the lines before the first act, which list the table and the seats
PLAY: Final = "play"  # the chapter of the lines from the first ante to the summary, or to the end
_DECIMALS: Final = 2  # used while it is not known yet whether the amounts of the hand have decimals


class Chapter:
    """The compiled rows of a chapter, for amounts with `minor` decimals.

    `opened` has the rows with a NAME, in one group for each text before the name; `main` is the group with the most
    rows. `whole` has the rows without a NAME, except those that end with any text (`...`): `sentences` has those.
    """

    __slots__ = ("_antes", "by_word", "main", "opened", "sentences", "whole")

    def __init__(self, rows: Iterable[Row], openings: Mapping[str, Compiled], minor: int) -> None:
        by_opening: dict[str, list[Row]] = {"": []}
        whole: list[Row] = []
        for row in rows:
            (whole if row.opening is None else by_opening.setdefault(row.opening, [])).append(row)
        self.opened: Final = [Opened(name, openings[name], each, minor) for name, each in by_opening.items()]
        self._antes: Final = [row for row in by_opening[""] if row.posts_ante]
        self.main: Final = max([each for each in self.opened if not each.numbered], key=lambda each: len(each.rows))
        self.whole: Final = Rows([row for row in whole if not row.is_open], minor).acts
        self.sentences: Final = Rows([row for row in whole if row.is_open], minor).acts
        self.by_word: Final = {name.partition(" ")[0]: self._opened(name) for name in by_opening if name}

    def _opened(self, name: str) -> Opened:
        return next(each for each in self.opened if each.opening == name)

    def read(self, hand: HandSoFar, text: str, line: int) -> bool:
        """Adds the events of the line to the hand. Returns whether any row fits the line."""
        act = self.whole[text]
        if act is not None and act(hand, 0, line) is not False:
            return True
        if any(opened.read(hand, text, line) for opened in self.opened):
            return True
        act = self.sentences[text]
        if act is not None and act(hand, 0, line) is not False:
            return True
        return any(opened.read_stranger(hand, text, line) for opened in self.opened)

    def begins(self, names: Iterable[str], text: str) -> bool:
        """Whether the line begins the play, that is, the acts. It posts an ante of one of the `names`, starts with
        words that stand before a NAME in some row that is no noise, or fits such a row without a NAME.

        Any other act above the antes is out of place, and more seats may be listed after that act.
        """
        if ANTE in text.lower():
            after_name = [text[len(name) :] for name in set(names) if text.startswith(name)]
            if any(row.act(rest, _DECIMALS) for rest in after_name for row in self._antes):
                return True
        act = self.whole[text]
        if act is not None and not isinstance(act.func, Noise):
            return True
        return any(opened.pattern.match(text) for opened in self.opened[1:] if not opened.is_noise)


class Grammar:
    """The chapters of a room, each a list of rows. Among rows with the same first word, the first that fits counts.

    `parts` are the parts that the room writes in its own way. `chapters` are the rows as the room wrote them.
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
        """Returns the same grammar without some of its rows."""
        kept = {name: [line for line in lines if line not in left_out] for name, lines in self.chapters.items()}
        return Grammar(kept, self._own_parts)

    def chapter(self, name: str, minor: int) -> Chapter:
        """Returns the compiled chapter for amounts with `minor` decimals."""
        found = self._chapters.get((name, minor))
        if found is None:
            found = self._chapters[name, minor] = Chapter(self.rows[name], self.openings, minor)
        return found

    # --- before the play

    def top(self) -> Memo[Act | None]:
        """Returns the meanings of the lines before the play. These meanings take a header in place of a hand."""
        return self.chapter(TOP, _DECIMALS).whole

    def begins_play(self, header: Header, text: str) -> bool:
        """Whether the line is the first line of the play, such as the first ante or the first street."""
        return self.chapter(PLAY, _DECIMALS).begins([row.name for row in header.listed], text)

    # --- the play

    def read(self, hand: HandSoFar, lines: Iterable[tuple[int, str]]) -> None:
        """Adds the events of numbered lines to the hand. A line that no row fits is kept as illegible."""
        name = ""
        for line, text in lines:
            if hand.chapter != name:
                name = hand.chapter
                chapter = self.chapter(name, hand.minor)
                literal, mark, acts = chapter.main.literal, chapter.main.mark, chapter.main.acts
                start, seats, by_word = len(literal), hand.players.cut_at(mark), chapter.by_word
            # The fast path fits nearly all lines: a known name or opening, followed by words that were seen before.
            at = text.find(mark, start)
            seat = seats.get(text[start:at])
            if seat is not None and (not literal or text.startswith(literal)):
                act = acts[text[at:]]
                if act is not None and act(hand, seat, line) is not False:
                    continue
            else:
                opened = by_word.get(text.partition(" ")[0])
                if opened is not None and opened.read(hand, text, line):
                    continue
            if not chapter.read(hand, text, line):
                hand.illegible(text, line)
