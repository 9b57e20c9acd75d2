"""A line of a transcript taken apart, for those who make an event of it."""

from typing import Final

from auditor.formats.amounts import signed_amount


class ParsedLine:
    """A line taken apart: who, the words after the verb, whether `all-in` ends it."""

    __slots__ = ("all_in", "line", "minor", "seat", "words")

    def __init__(self, seat: int, words: list[str], minor: int, line: int) -> None:
        self.all_in: Final = words[-1:] == ["all-in"]
        self.words: Final = words[:-1] if self.all_in else words
        self.seat: Final = seat
        self.minor: Final = minor
        self.line: Final = line

    def chips(self, *fillers: str) -> int | None:
        """The amount that is left when the filling words at the front are taken away; `None` if more is there."""
        words = self.words
        for filler in fillers:
            if words[:1] == [filler]:
                words = words[1:]
        return signed_amount(words[0], self.minor) if len(words) == 1 else None
