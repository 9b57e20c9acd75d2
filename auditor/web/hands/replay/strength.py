"""Describes the hand of each seat in words such as `kings full of nines`, and finds the five cards that win, for the
pages that replay a hand. The engine ranks and names the hands.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from auditor.engine import ranks
from auditor.engine.cards import CARDS, names_of
from auditor.engine.hand import Game
from auditor.engine.settlement import Settlement
from auditor.engine.settlement.holding_words import five_of_high, five_of_low, high_words, low_words
from auditor.web.hands.replay.card_faces import TableCard

HIGH: Final = "high"
LOW: Final = "low"
_FEWEST: Final = 5
_MOST: Final = 7


class Strength(NamedTuple):
    """The hand of a seat in words: `high` such as `aces and sevens`, `low` such as `8-6-4-3-A`. A text is empty if the
    game does not count this hand, or if the low hand does not qualify. `wins` has the halves that the seat lawfully
    wins at the showdown.
    """

    high: str
    low: str
    wins: frozenset[str]

    @property
    def parts(self) -> list[str]:
        """The words that the page shows: the high hand, then the low hand. A star marks a hand that wins."""
        words = {HIGH: self.high, LOW: f"low {self.low}" if self.low else ""}
        return [f"★ {each}" if half in self.wins else each for half, each in words.items() if each]


def halves_won(settlement: Settlement, game: Game) -> dict[int, frozenset[str]]:
    """Returns for each seat the halves of pots that the seat lawfully wins against another seat: `high`, `low` or both.
    At razz, the low hand wins the whole pot.
    """
    wins: dict[int, frozenset[str]] = {}
    for pot in settlement.pots if not settlement.void else ():
        for share in pot.shares if len(pot.eligible) > 1 else ():
            half = LOW if game is Game.RAZZ or share.half == LOW else HIGH
            wins[share.seat] = wins.get(share.seat, frozenset()) | {half}
    return wins


def ranked(
    cards: Sequence[TableCard], game: Game, wins: frozenset[str]
) -> tuple[tuple[TableCard, ...], Strength | None]:
    """Returns the cards of a seat, with the community cards, and their strength. `wins` has the halves of the pot that
    the seat wins; it is empty before the showdown. The five cards that win each of these halves are marked.

    The strength is `None` if the reader cannot see all cards, if there are fewer than five or more than seven cards, or
    if the same card is there twice.
    """
    held = [CARDS.get(card.name, -1) for card in cards]
    if not _FEWEST <= len(held) <= _MOST or min(held) < 0 or len(set(held)) < len(held):
        return tuple(cards), None
    words = {HIGH: "", LOW: ""}
    five = {HIGH: "", LOW: ""}
    if game is not Game.RAZZ:
        value = ranks.high_value(held)
        words[HIGH], five[HIGH] = high_words(value), names_of(five_of_high(held, value))
    # A house may let any low hand win the low half, also a low that is not eight or better.
    value = ranks.low_value(held) if game is Game.RAZZ or LOW in wins else ranks.eight_or_better(held)
    if game is not Game.STUD and value != ranks.NO_LOW:
        words[LOW], five[LOW] = low_words(value), names_of(five_of_low(held, value))
    marked = [
        card._replace(best=tuple([half for half in (HIGH, LOW) if half in wins and card.name in five[half]]))
        for card in cards
    ]
    return tuple(marked), Strength(words[HIGH], words[LOW], wins)
