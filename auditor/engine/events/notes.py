"""Lines that change nothing, unreadable lines, and the end of the log."""

from typing import Final

from auditor.engine.events.event import Event


class Remark(Event):
    """A line that changes nothing. `kind` is `chat`, `joins`, `leaves`, `disconnected`, `connected`, `timed_out`,
    `sits_out`, `returns`, `warned`, `capped`, `double_allowed`, `no_low` or `other`. The kind `added` means that the
    room put its own chips into a pot; from then on the pots are unknown.
    """

    __slots__ = ("kind",)

    def __init__(self, seat: int, kind: str, line: int = 0) -> None:
        Event.__init__(self, seat, line)
        self.kind: Final = kind

    def words(self) -> str:
        return f"remark {self.seat} {self.kind}"


class Illegible(Event):
    """A line that the parser could not understand. `text` is the text of the line, cut after 200 characters."""

    __slots__ = ("text",)

    def __init__(self, text: str, line: int = 0) -> None:
        Event.__init__(self, 0, line)
        self.text: Final = text

    def words(self) -> str:
        return f"illegible {' '.join(self.text.split())}"


class LogEnd(Event):
    """The end of the log. `complete` is true if the log itself is whole; then the audit judges the hand to its end."""

    __slots__ = ("complete",)

    def __init__(self, complete: bool, line: int = 0) -> None:
        Event.__init__(self, 0, line)
        self.complete: Final = complete

    def words(self) -> str:
        return "end" if self.complete else "end early"
