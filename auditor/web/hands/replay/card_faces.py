"""The cards of a seat on the table: face up or down, known or unknown."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from auditor.engine import events as e
from auditor.engine.cards import UNSEEN
from auditor.web.hands.event_sentences import card_name

_HOLE: Final = 2  # the number of down cards before the first up card
_LAST: Final = 7


class Lying(NamedTuple):
    """A card on the table: its name (`xx` if unknown), and `up` or `down`.

    `last` marks the down card of seventh street, `pointed` a card that a finding is about.
    """

    name: str
    face: str
    last: bool = False
    pointed: bool = False


class Lie(NamedTuple):
    """The cards of one seat: `down` and `up` as dealt, and `seen`, the cards that the reader may see."""

    down: Sequence[int]
    up: Sequence[int]
    seen: Sequence[int]
    street: int


def lying(lie: Lie, pointed: frozenset[str]) -> tuple[Lying, ...]:
    """The cards of a seat in the order of a dealer: two down, the up cards, the last one down.

    A card that is revealed later takes the place of an unseen one. One more on seventh street is the down card of that
    street, because many logs do not log its deal.
    """
    dealt = {*lie.down, *lie.up}
    later = [card for card in dict.fromkeys(lie.seen) if card >= 0 and card not in dealt]
    seen = frozenset(lie.seen)
    down = [_known(card, card in seen, later) for card in lie.down]
    up = [_known(card, face_up=True, later=later) for card in lie.up]
    if len(later) == 1 and lie.street == _LAST and len(down) == _HOLE:
        down.append(later.pop())
    hole = [_laid(card, "down", pointed) for card in down[:_HOLE]]
    board = [_laid(card, "up", pointed) for card in up]
    last = [_laid(card, "down", pointed)._replace(last=True) for card in down[_HOLE:]]
    return (*hole, *board, *last)


def _known(card: int, face_up: bool, later: list[int]) -> int:
    if card == UNSEEN:
        return later.pop(0) if later else UNSEEN
    return card if face_up else UNSEEN


def _laid(card: int, face: str, pointed: frozenset[str]) -> Lying:
    name = card_name(card)
    return Lying(name, face, pointed=name in pointed)


def veiled(event: e.Event) -> e.Event:
    """The event as the players saw it: without down cards, and without cards that only the record has."""
    if isinstance(event, e.Deal) and event.down:
        hidden: e.Event = e.Deal(event.seat, (UNSEEN,) * len(event.down), event.up, event.spelled, event.line)
    elif isinstance(event, e.Reveal) and not event.up:
        hidden = e.Reveal(event.seat, (UNSEEN,) * len(event.cards), event.line)
    else:
        return event
    hidden.clock = event.clock
    return hidden
