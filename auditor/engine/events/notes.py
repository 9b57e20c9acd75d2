"""Lines that move nothing, lines nobody can read, and the end."""

from typing import Final

from auditor.engine.events.event import Event


class Remark(Event):
    """A line that moves nothing: `kind` is `chat`, `joins`, `leaves`, `disconnected`, `connected`, `timed_out`,
    `sits_out`, `returns`, `warned`, `capped`, `double_allowed`, `no_low` or `other`; `added` where the room lays chips
    of its own into a pot, so that from there on what was put in is not known.
    """

    __slots__ = ("kind",)

    def __init__(self, seat: int, kind: str, line: int = 0) -> None:
        Event.__init__(self, seat, line)
        self.kind: Final = kind

    def words(self) -> str:
        return f"remark {self.seat} {self.kind}"


class Illegible(Event):
    """A line that the reader could not make sense of; `text` is that line, cut at 200 characters."""

    __slots__ = ("text",)

    def __init__(self, text: str, line: int = 0) -> None:
        Event.__init__(self, 0, line)
        self.text: Final = text

    def words(self) -> str:
        return f"illegible {' '.join(self.text.split())}"


class LogEnd(Event):
    """The end of the log. `complete` where the log itself is whole: judged to its end; else only as far as it goes."""

    __slots__ = ("complete",)

    def __init__(self, complete: bool, line: int = 0) -> None:
        Event.__init__(self, 0, line)
        self.complete: Final = complete

    def words(self) -> str:
        return "end" if self.complete else "end early"
