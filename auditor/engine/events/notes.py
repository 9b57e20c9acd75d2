"""Events in which no seat acts: remarks, lines that the parser could not read, and the end of the log."""

from typing import Final

from auditor.engine.events.event import Event


class Remark(Event):
    """A line that is neither a betting act nor a payment. `kind` is `chat`, `joins`, `leaves`, `disconnected`,
    `connected`, `timed_out`, `sits_out`, `returns`, `warned`, `capped`, `double_allowed`, `no_low`, `added`,
    `reshuffled` or `other`.

    `warned` means that the time of a seat is running out. `capped` means that the street has reached its largest number
    of wagers. `double_allowed` means that a pair of up cards allows the big bet. `no_low` means that no hand qualified
    for the low half.

    `added` means that the room put chips of its own into a pot, but the log does not state how many. From then on, the
    amounts of the pots are unknown. `reshuffled` means that the cards of folded seats and the burned cards were mixed
    back into the deck.
    """

    __slots__ = ("kind",)

    def __init__(self, seat: int, kind: str, line: int = 0) -> None:
        Event.__init__(self, seat, line)
        self.kind: Final = kind

    def words(self) -> str:
        return f"remark {self.seat} {self.kind}"


class Unread(Event):
    """A line that the parser of this log format does not know. The line may state anything, even an act or the end of
    the hand. The line is no finding, because the parser may be at fault, not the log. `text` is the line, cut after 200
    characters.
    """

    __slots__ = ("text",)

    def __init__(self, text: str, line: int = 0) -> None:
        Event.__init__(self, 0, line)
        self.text: Final = text

    def words(self) -> str:
        return f"unread {' '.join(self.text.split())}"


class Illegible(Unread):
    """A line that breaks the log format: it begins like a known line, such as an act of a seat, but the text after this
    beginning makes no sense. In our own log formats, every unknown line is illegible.
    """

    __slots__ = ()

    def words(self) -> str:
        return f"illegible {' '.join(self.text.split())}"


class LogEnd(Event):
    """The end of the log. `complete` is false if the log was cut off. Then the auditor does not judge the missing end
    of the hand.
    """

    __slots__ = ("complete",)

    def __init__(self, complete: bool, line: int = 0) -> None:
        Event.__init__(self, 0, line)
        self.complete: Final = complete

    def words(self) -> str:
        return "end" if self.complete else "end early"
