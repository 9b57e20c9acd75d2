"""The cards of a Merge hand. A line such as `null,null,6c` has all cards of a seat; each street repeats them and adds
one card.
"""

from typing import Final

from auditor.engine.cards import NO_CARD, UNSEEN
from auditor.engine.events import Community, Reveal
from auditor.formats.card_spelling import card_in
from auditor.formats.rooms.grammar.acts import deal_by_street
from auditor.formats.rooms.grammar.hand_so_far import HandSoFar

_UNSEEN: Final = ("null", "")


def held_in(text: str) -> tuple[int, ...]:
    """Returns the cards of `null,null,6c`. `null`, or no text between two commas, is an unseen card. A word that is no
    card becomes `NO_CARD`.
    """
    return tuple([UNSEEN if word in _UNSEEN else card_in(word) for word in _words(text)])


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",")] if text.strip() else []


class Holdings:
    """The cards that each seat has so far, as the lines of a hand are read one by one."""

    def __init__(self, hand: HandSoFar) -> None:
        self._hand = hand
        self._held: dict[int, tuple[int, ...]] = {}

    def holds(self, seat: int, text: str, line: int) -> None:
        """Reads the cards of a seat on a street, and adds a `Deal` event for the new cards. `text` repeats the cards
        that the seat had before, such as `null,null,6c`, and then names the new ones. If `text` is empty, the new cards
        are unseen.
        """
        before = self._held.get(seat, ())
        cards = held_in(text) or (*before, *[UNSEEN] * (self._hand.street - len(before)))
        again, new = cards[: len(before)], cards[len(before) :]
        # If the repeated cards differ from the cards that were dealt before, a `Reveal` event keeps the repeated cards
        # too.
        if _contradict(again, before):
            self._hand.events.append(Reveal(seat, tuple([card for card in again if card >= 0]), line))
        if new:
            spelled = " ".join([word for word in _words(text) if word not in _UNSEEN and card_in(word) == NO_CARD])
            self._hand.events.append(deal_by_street(seat, new, self._hand.street, spelled, line))
        if len(cards) >= len(before):
            self._held[seat] = cards

    def turned(self, seat: int, text: str) -> tuple[int, ...]:
        """Returns the seen cards of a seat that showed or mucked its hand, and keeps them as the cards of the seat."""
        cards = held_in(text)
        if len(cards) >= len(self._held.get(seat, ())):
            self._held[seat] = cards
        return tuple([card for card in cards if card != UNSEEN])

    def common(self, text: str, line: int) -> bool:
        """Adds the event of a card that is dealt to all seats at once: `5c`. An empty `text` is an unseen card. Returns
        false if the text is not one card.
        """
        cards = held_in(text) or (UNSEEN,)
        if len(cards) != 1 or cards[0] == NO_CARD:
            return False
        self._hand.events.append(Community(cards[0], line))
        return True


def _contradict(again: tuple[int, ...], before: tuple[int, ...]) -> bool:
    return any(one != other and one >= 0 and other >= 0 for one, other in zip(again, before, strict=False))
