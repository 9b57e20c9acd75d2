"""A line of a transcript, split into its parts. Other modules make an event from the parts."""

from typing import Final

from auditor.formats.amounts import signed_amount


class ParsedLine:
    """A line, split into its parts: the seat, the words after the verb, and whether the last word is `all-in`. `minor`
    is the number of decimals of amounts, and `line` the number of the line.
    """

    __slots__ = ("all_in", "line", "minor", "seat", "words")

    def __init__(self, seat: int, words: list[str], minor: int, line: int) -> None:
        self.all_in: Final = words[-1:] == ["all-in"]
        self.words: Final = words[:-1] if self.all_in else words
        self.seat: Final = seat
        self.minor: Final = minor
        self.line: Final = line

    def chips(self, *fillers: str) -> int | None:
        """Returns the amount at the end of the words, in the smallest unit. The words `fillers` may stand before the
        amount or be left out: with the filler `to`, both `to 20` and `20` are read. Returns `None` if there is no
        amount, or if there are other words.
        """
        words = self.words
        for filler in fillers:
            if words[:1] == [filler]:
                words = words[1:]
        return signed_amount(words[0], self.minor) if len(words) == 1 else None
