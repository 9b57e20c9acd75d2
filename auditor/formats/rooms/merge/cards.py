"""Cards of a Merge hand: `null,null,6c` is all that a seat holds. Each street repeats it with one more card."""

from auditor.engine.cards import NO_CARD, UNSEEN, card_named
from auditor.engine.events import Community, Reveal
from auditor.formats.rooms.grammar.acts import deal_by_street
from auditor.formats.rooms.grammar.hand_so_far import HandSoFar


def held_in(text: str) -> tuple[int, ...]:
    """The cards of `null,null,6c`; `NO_CARD` for what is none."""
    return tuple([UNSEEN if word == "null" else card_named(word) for word in text.split(",")]) if text else ()


class Holdings:
    """The cards of each seat, as far as the hand has been read."""

    def __init__(self, hand: HandSoFar) -> None:
        self._hand = hand
        self._held: dict[int, tuple[int, ...]] = {}

    def holds(self, seat: int, text: str, line: int) -> None:
        """Reads the line of a seat on a street. The room dealt the cards that are more than before on that street."""
        cards = held_in(text)
        before = self._held.get(seat, ())
        again, new = cards[: len(before)], cards[len(before) :]
        if _contradict(again, before):  # the log contradicts itself: both versions are kept
            self._hand.events.append(Reveal(seat, tuple([card for card in again if card >= 0]), line))
        if new:
            spelled = " ".join([word for word in text.split(",") if word != "null" and card_named(word) == NO_CARD])
            self._hand.events.append(deal_by_street(seat, new, self._hand.street, spelled, line))
        if len(cards) >= len(before):
            self._held[seat] = cards

    def turned(self, seat: int, text: str) -> tuple[int, ...]:
        """The cards, but for unseen ones, that the seat laid open or threw away; the seat holds them from now on."""
        cards = held_in(text)
        if len(cards) >= len(self._held.get(seat, ())):
            self._held[seat] = cards
        return tuple([card for card in cards if card != UNSEEN])

    def common(self, text: str, line: int) -> bool:
        """A card for everybody."""
        cards = held_in(text)
        if len(cards) != 1 or cards[0] < 0:
            return False
        self._hand.events.append(Community(cards[0], line))
        return True


def _contradict(again: tuple[int, ...], before: tuple[int, ...]) -> bool:
    return any(one != other and one >= 0 and other >= 0 for one, other in zip(again, before, strict=False))
