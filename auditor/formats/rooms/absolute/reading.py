"""What has been read of an Absolute hand so far, and its amounts and cards."""

from typing import Final

from auditor.engine.cards import NO_CARD
from auditor.formats.amounts import grouped_amount
from auditor.formats.memo import remembered
from auditor.formats.rooms.absolute.header import SYMBOLS
from auditor.formats.rooms.grammar.card_text import cards_in
from auditor.formats.rooms.grammar.players import Players
from auditor.formats.telling.read_so_far import ReadSoFar


class Reading(ReadSoFar):
    """By seat: `cards`, as last told, and `shown`, those it laid open. `sitting_out` are the seats said to sit out."""

    __slots__ = ("cards", "shown", "sitting_out")

    def __init__(self, players: Players, minor: int, small_bet: int) -> None:
        super().__init__(players, minor, small_bet)
        self.cards: Final[dict[int, tuple[int, ...]]] = {}
        self.shown: Final[dict[int, tuple[int, ...]]] = {}
        self.sitting_out: Final[set[int]] = set()


@remembered
def chips(text: str, minor: int) -> int | None:
    """`$0.04`, `($0.19)` or `1,500` in the smallest unit; `None` for anything else."""
    bare = text.strip(" ")
    if bare.startswith("(") and bare.endswith(")"):
        bare = bare[1:-1]
    return grouped_amount(bare[1:] if bare[:1] in SYMBOLS else bare, minor)


@remembered
def cards_of(text: str) -> tuple[tuple[int, ...], str]:
    """The cards of `H H Js 10d`, where `H` is one face down, and what is written in place of those that are none."""
    words = text.replace(",", " ").split()
    plain = [_HIDDEN.get(word, _ten(word)) for word in words]
    cards = cards_in(" ".join(plain))
    return cards, " ".join([word for word, card in zip(words, cards, strict=True) if card == NO_CARD])


_HIDDEN: Final = {"H": "xx"}


def _ten(word: str) -> str:
    return f"T{word[2:]}" if word.startswith("10") else word
