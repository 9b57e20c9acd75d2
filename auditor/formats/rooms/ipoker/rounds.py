"""Reads the rounds of an iPoker game. A round has the cards of every seat, and the actions with their numbers."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from auditor.engine.cards import NO_CARD, UNSEEN
from auditor.engine.events import STRANGER, Check
from auditor.engine.hand import Seat
from auditor.formats.card_spelling import card_in
from auditor.formats.markup.tags import Tag
from auditor.formats.rooms.grammar.acts import deal_by_street
from auditor.formats.rooms.grammar.hand_so_far import HandSoFar
from auditor.formats.rooms.grammar.spoilt_acts import is_of_another_form
from auditor.formats.rooms.grammar.still_to_act import Place, StillToAct
from auditor.formats.rooms.ipoker.header import chips

# The street of each round number. Rounds 0 and 1 are for antes and blinds; stud has no blinds.
_STREETS: Final[dict[str, int]] = {"2": 3, "3": 4, "4": 5, "5": 6, "6": 7}
_BEFORE: Final = ("0", "1")
# The types of dealt cards, in lower case. A tag without a type deals cards too. Any other type may be cards that nobody
# got, such as the cards that the deck would have brought next.
_DEALT: Final = frozenset(
    {"", "third street", "fourth street", "fifth street", "sixth street", "seventh street", "river"}
)
_MOST_DIGITS: Final = 6
_ALL_IN: Final = False  # passed for every act, because the log does not mark an act as all-in

Tagged = tuple[Tag, dict[str, str]]


class Rounds:
    """Reads the rounds of a hand one by one, and adds their events to `hand`. `tags` are all tags of the hand, and
    `seats` its seats.
    """

    def __init__(self, hand: HandSoFar, seats: Sequence[Seat], tags: Sequence[Tag]) -> None:
        self.hand: Final = hand
        self._still: Final = StillToAct(hand, seats, partial(_acts_of, tags))
        self._round = 0

    def read(self, opening: Tag, tags: list[Tag]) -> None:
        """Reads one round: its opening tag, and the tags inside it. Adds the events of the cards first, then those of
        the actions.
        """
        number = opening.attributes().get("no", "")
        self._round += 1
        actions: list[tuple[int, Tagged]] = []
        if number in _STREETS and tags:
            self.hand.begin_street(_STREETS[number], opening.line)
        elif number not in _BEFORE and tags:
            self.hand.unread(f"a round {number}", opening.line)
        for tag in tags:
            attributes = tag.attributes()
            place = _place_of(tag, attributes)
            if place is not None:
                actions.append((place, (tag, attributes)))
            elif tag.closing and tag.name in ("cards", "action"):
                continue
            elif tag.name not in ("cards", "action") or (tag.name == "cards" and not _deals(attributes)):
                self.hand.unread(tag.words(), tag.line)
            elif tag.name == "action" or not self._cards(tag, attributes):
                self.hand.illegible(tag.words(), tag.line)
        # Actions are sorted by their numbers. Two actions with the same number stay in the order of the log.
        for place, (tag, attributes) in sorted(actions, key=lambda action: action[0]):
            if not self._acts(attributes, place, tag.line):
                other_form = is_of_another_form(attributes.get("sum", ""), self.hand.minor)
                is_spoilt = attributes.get("type") in _PAYING and not other_form
                note = self.hand.illegible if is_spoilt else self.hand.unread
                note(tag.words(), tag.line)

    def _cards(self, tag: Tag, attributes: dict[str, str]) -> bool:
        """Deals the cards of a tag, such as `X X H6`: the suit comes first, `X` is an unseen card, and a ten is written
        as 10. A tag without a player deals one card for all seats. Returns false if the cards cannot be read.
        """
        words = tag.text.split()
        cards = tuple([_card(word) for word in words])
        name = attributes.get("player", "")
        if len(cards) > 7:
            return False
        if not name:
            return self.hand.common_card(cards or (UNSEEN,), tag.line)
        seat = self.hand.players.seats.get(name, STRANGER)
        spelled = " ".join([word for word, card in zip(words, cards, strict=True) if card == NO_CARD])
        self.hand.events.append(deal_by_street(seat, cards, self.hand.street, spelled, tag.line))
        return True

    def _acts(self, attributes: dict[str, str], place: int, line: int) -> bool:
        """Adds the event of one action. `place` is the number of the action in the hand. Returns false if the action
        cannot be read.
        """
        seat = self.hand.players.seats.get(attributes.get("player", ""), STRANGER)
        kind = attributes.get("type", "")
        if kind == _FOLD:
            self.hand.fold(seat, line)
        elif kind == _CHECK:
            self.hand.events.append(Check(seat, line))
        elif kind == _NOTHING:
            self.hand.remark(seat, "other", line)
        elif kind == _SITS_OUT:
            acts_later = self._still.acts_later(attributes.get("player", ""), (self._round, place))
            return self._sits_out(seat, line, acts_later=acts_later)
        else:
            amount = chips(attributes.get("sum", ""), self.hand.minor)
            act = _PAYING.get(kind)
            if act is None or amount is None:
                return False
            act(self.hand, seat, amount, _ALL_IN, line)
        return True

    def _sits_out(self, seat: int, line: int, *, acts_later: bool) -> bool:
        """Reads that a seat sits out. The log does not state whether the seat folds. If the seat still had to act and
        never acts again in this hand, adds a fold. Otherwise adds only a remark. `acts_later` is true if the seat acts
        again in this hand.

        Returns false if we cannot decide between a fold and a remark. This is so if the chips of a seat are unknown, or
        if the seat left between its ante and its cards.
        """
        due = seat in self.hand.left and not acts_later and self._still.must_act(seat, self.hand.left)
        if due is False:
            self.hand.remark(seat, "sits_out", line)
        elif due and self.hand.street:
            self.hand.fold_when_due(seat, line)
        else:
            return False
        return True


def _deals(attributes: dict[str, str]) -> bool:
    """Whether a tag `<cards>` deals cards."""
    return attributes.get("type", "").strip().lower() in _DEALT


def _place_of(tag: Tag, attributes: dict[str, str]) -> int | None:
    """Returns the number of an action; `None` if the tag is no action with a number."""
    place = attributes.get("no", "")
    is_action = tag.name == "action" and place.isascii() and place.isdigit() and len(place) <= _MOST_DIGITS
    return int(place) if is_action else None


def _acts_of(tags: Sequence[Tag]) -> Iterator[tuple[str, Place]]:
    """Yields the player and the place of each act. A place has two numbers: how many rounds have begun so far, and the
    number of the action. Sitting out is not an act.
    """
    at = 0
    for tag in tags:
        at += tag.name == "round" and not tag.closing
        attributes = tag.attributes() if tag.name == "action" else {}
        place = _place_of(tag, attributes)
        if place is not None and attributes.get("type", "") not in (_NOTHING, _SITS_OUT):
            yield attributes.get("player", ""), (at, place)


# The types of action that are read. An action of any type that is not here becomes an unread line. A raise states the
# new total in front of the seat. The other acts with chips state how many chips the seat adds.
# Types 1 and 2 are blinds, which stud does not have. Type 6 is ambiguous, because two other programs disagree: one
# reads its amount as chips added to a bet, the other as the chips of an all-in.
_FOLD: Final = "0"
_CHECK: Final = "4"
_NOTHING: Final = "8"  # the seat already sits out when the game begins, so it does not act
_SITS_OUT: Final = "9"
_PAYING: Final[dict[str, Callable[[HandSoFar, int, int, bool, int], None]]] = {
    "3": HandSoFar.call,
    "5": HandSoFar.bet,
    "7": HandSoFar.all_in,
    "15": HandSoFar.ante,
    "16": HandSoFar.bring_in,
    "23": HandSoFar.raise_to,
}


def _card(word: str) -> int:
    """Returns the number of a card such as `C10` or `HQ`; `X` is an unseen card."""
    if word == "X":
        return UNSEEN
    return card_in(word)
