"""What has been read of an Everleaf hand so far, and its amounts and cards."""

from typing import Final

from auditor.engine.cards import NO_CARD
from auditor.formats.amounts import grouped_amount
from auditor.formats.memo import remembered
from auditor.formats.rooms.everleaf.header import SYMBOLS
from auditor.formats.rooms.grammar.card_text import cards_in, no_cards_in
from auditor.formats.rooms.grammar.players import Players
from auditor.formats.telling.read_so_far import ReadSoFar


class Reading(ReadSoFar):
    """`cards` are by seat those it was dealt, `shown` are the seats that laid their hand open."""

    __slots__ = ("cards", "shown")

    def __init__(self, players: Players, minor: int, small_bet: int) -> None:
        super().__init__(players, minor, small_bet)
        self.cards: Final[dict[int, tuple[int, ...]]] = {}
        self.shown: Final[set[int]] = set()


@remembered
def chips(text: str, minor: int) -> int | None:
    """`[$ 0.10 USD]`, `(  $ 0.54 USD )`, `$0.02.` or `1500 Chips` in the smallest unit; `None` for anything else."""
    bare = text.strip(" ").removesuffix(".")
    for opening, closing in ("[]", "()"):
        if bare.startswith(opening) and bare.endswith(closing):
            bare = bare[1:-1].strip(" ")
    amount, _, unit = bare.rpartition(" ")
    if amount and unit.upper() in _UNITS:
        bare = amount
    return grouped_amount(bare[1:].lstrip(" ") if bare[:1] in SYMBOLS else bare, minor)


def stack_and_state(text: str) -> tuple[str, str]:
    """What stands in the brackets of a seat, `$ 5.00 USD new player`: the amount, and the words that may follow it."""
    words = text.split()
    amount = next((at for at in range(len(words), 0, -1) if words[at - 1][-1:].isdigit()), 0)
    if words[amount : amount + 1] and words[amount].upper() in _UNITS:
        amount += 1
    return " ".join(words[:amount]), " ".join(words[amount:])


_UNITS: Final = frozenset(["USD", "EUR", "EURO", "GBP", "CAD", "GEL", "CHIPS"])


def spelled(text: str) -> str:
    """The text of cards, each with a capital rank and a small suit: the oldest files write them all small."""
    return " ".join([word[:-1].upper() + word[-1:].lower() for word in text.replace(",", " ").split()])


def cards_of(text: str) -> tuple[tuple[int, ...], str]:
    """The cards of `qc, 3c`, and what is written in place of those that are none."""
    plain = spelled(text)
    cards = cards_in(plain)
    return cards, no_cards_in(text) if NO_CARD in cards else ""
