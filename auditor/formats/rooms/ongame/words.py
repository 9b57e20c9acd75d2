"""Reads the names of poker hands at OnGame: `TWO_PAIR JACK, NINE`. Hands whose name we have not seen are not read."""

from typing import Final

from auditor.formats.memo import remembered
from auditor.formats.rooms.grammar.hand_names import Stated, stated_high

_SHAPES: Final[dict[str, str]] = {
    "PAIR": "a pair of {}s",
    "ONE_PAIR": "a pair of {}s",
    "TWO_PAIR": "two pair, {}s and {}s",
    "THREE_OF_A_KIND": "three of a kind, {}s",
    "FOUR_OF_A_KIND": "four of a kind, {}s",
}


@remembered
def worded(words: str) -> Stated:
    """Returns the high hand that the words name, as a tuple of integers: its category and ranks, as the module
    `auditor.formats.rooms.grammar.hand_names` explains. Returns () for a name that we do not know.
    """
    shape, _, ranks = words.partition(" ")
    pattern = _SHAPES.get(shape)
    named = [rank.strip().lower() for rank in ranks.split(",")]
    if pattern is None or len(named) != pattern.count("{}"):
        return ()
    return stated_high(pattern.format(*named))
