"""Reads the rounds of an iPoker game. A round has the cards of every seat, and the actions with their numbers."""

from collections.abc import Callable
from typing import Final

from auditor.engine.cards import NO_CARD, UNSEEN, card_named
from auditor.engine.events import STRANGER, Check, Community, Fold
from auditor.formats.markup.tags import Tag
from auditor.formats.rooms.grammar.acts import deal_by_street
from auditor.formats.rooms.grammar.hand_so_far import HandSoFar
from auditor.formats.rooms.ipoker.header import chips

# Streets by the number of the round. Rounds 0 and 1 are for antes and for blinds; stud has no blinds.
_STREETS: Final[dict[str, int]] = {"2": 3, "3": 4, "4": 5, "5": 6, "6": 7}
_BEFORE: Final = ("0", "1")
_MOST_DIGITS: Final = 6
_ALL_IN: Final = False  # the log does not mark acts as all-in

Tagged = tuple[Tag, dict[str, str]]


class Rounds:
    """A reader of the rounds of a hand, which adds their events to the hand."""

    def __init__(self, hand: HandSoFar) -> None:
        self.hand: Final = hand

    def read(self, opening: Tag, tags: list[Tag]) -> None:
        """Reads one round: its opening tag, and the tags inside. Adds the cards first, then the actions."""
        number = opening.attributes().get("no", "")
        actions: list[tuple[int, Tagged]] = []
        if number in _STREETS and tags:
            self.hand.begin_street(_STREETS[number], opening.line)
        elif number not in _BEFORE and tags:
            self.hand.illegible(f"a round {number}", opening.line)
        for tag in tags:
            attributes = tag.attributes()
            place = attributes.get("no", "")
            if tag.name == "action" and place.isascii() and place.isdigit() and len(place) <= _MOST_DIGITS:
                actions.append((int(place), (tag, attributes)))
            elif tag.closing and tag.name in ("cards", "action"):
                continue
            elif tag.name != "cards" or not self._cards(tag, attributes):
                self.hand.illegible(tag.words(), tag.line)
        # The numbers give the order of the acts. Two acts with one number stay in the order of the log.
        for _, (tag, attributes) in sorted(actions, key=lambda action: action[0]):
            if not self._acts(attributes, tag.line):
                self.hand.illegible(tag.words(), tag.line)

    def _cards(self, tag: Tag, attributes: dict[str, str]) -> bool:
        """Deals the cards of a tag: `X X H6`. The suit comes first, and a ten has two digits. Returns whether the cards
        can be read.
        """
        words = tag.text.split()
        cards = tuple([_card(word) for word in words])
        name = attributes.get("player", "")
        if not cards or len(cards) > 7:
            return False
        if not name:
            if self.hand.street < 7 or len(cards) != 1 or cards[0] < 0:
                return False
            self.hand.events.append(Community(cards[0], tag.line))
            return True
        seat = self.hand.players.seats.get(name, STRANGER)
        spelled = " ".join([word for word, card in zip(words, cards, strict=True) if card == NO_CARD])
        self.hand.events.append(deal_by_street(seat, cards, self.hand.street, spelled, tag.line))
        return True

    def _acts(self, attributes: dict[str, str], line: int) -> bool:
        """Adds the event of an action. Returns whether the action can be read."""
        seat = self.hand.players.seats.get(attributes.get("player", ""), STRANGER)
        kind = attributes.get("type", "")
        if kind in _FOLDS:
            self.hand.events.append(Fold(seat, line))
        elif kind == _CHECK:
            self.hand.events.append(Check(seat, line))
        elif kind == _NOTHING:
            self.hand.remark(seat, "other", line)
        else:
            amount = chips(attributes.get("sum", ""), self.hand.minor)
            act = _PAYING.get(kind)
            if act is None or amount is None:
                return False
            act(self.hand, seat, amount, _ALL_IN, line)
        return True


def _raise_by(hand: HandSoFar, seat: int, by: int, all_in: bool, line: int) -> None:
    """Adds a raise by an amount over the highest amount in front of any seat."""
    hand.raise_to(seat, max(hand.front.values(), default=0) + by, all_in, line)


# The types of action. A raise states by how much it raises the bet; a raise of type 23 states the new total in front of
# the seat. The other acts state how many chips the seat adds.
_FOLDS: Final = ("0", "9")  # type 9 is the fold of a seat that sits out
_CHECK: Final = "4"
_NOTHING: Final = "8"
_PAYING: Final[dict[str, Callable[[HandSoFar, int, int, bool, int], None]]] = {
    "3": HandSoFar.call,
    "5": HandSoFar.bet,
    "6": _raise_by,
    "7": HandSoFar.all_in,
    "15": HandSoFar.ante,
    "16": HandSoFar.bring_in,
    "23": HandSoFar.raise_to,
}


def _card(word: str) -> int:
    """Returns the number of a card such as `C10` or `HQ`; `X` is an unseen card."""
    if word == "X":
        return UNSEEN
    return card_named(word[1:].replace("10", "T") + word[0].lower()) if word[:1] in "CDHS" else NO_CARD
