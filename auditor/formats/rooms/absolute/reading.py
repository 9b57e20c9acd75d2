"""What has been read of an Absolute hand so far, and its amounts and cards."""

from typing import Final

from auditor.engine.cards import NO_CARD
from auditor.engine.events import Event
from auditor.formats.rooms.absolute.header import SYMBOLS
from auditor.formats.spelling.amounts import grouped_amount
from auditor.formats.spelling.card_text import cards_in
from auditor.formats.spelling.remembering import remembered
from auditor.formats.telling.players import Players
from auditor.formats.telling.unread import unread


class Reading:
    """What has been read of a hand so far. `front`, `cards` and `shown` are by seat: the chips in front of it on this
    street, which turns an increment into a total, its cards as last told, and those it showed.
    """

    __slots__ = (
        "anted",
        "cards",
        "events",
        "front",
        "left",
        "minor",
        "players",
        "shown",
        "sitting_out",
        "small_bet",
        "street",
    )

    def __init__(self, players: Players, minor: int, small_bet: int) -> None:
        self.players: Final = players
        self.minor: Final = minor
        self.small_bet: Final = small_bet
        self.events: Final[list[Event]] = []
        self.street = 0
        self.front: Final[dict[int, int]] = {}
        self.cards: Final[dict[int, tuple[int, ...]]] = {}
        self.shown: Final[dict[int, tuple[int, ...]]] = {}
        self.anted: Final[set[int]] = set()
        self.left: Final[set[int]] = set()
        self.sitting_out: Final[set[int]] = set()

    def illegible(self, text: str, line: int) -> None:
        self.events.append(unread(text, line))


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
