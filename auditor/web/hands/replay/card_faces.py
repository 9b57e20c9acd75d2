"""Lays out the cards of a seat on the table: face up or down, known or unknown."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from auditor.engine import events as e
from auditor.engine.cards import UNSEEN
from auditor.web.hands.event_sentences import card_name

_HOLE: Final = 2  # the number of down cards before the first up card
_LAST: Final = 7


class Lying(NamedTuple):
    """A card on the table: its name (`xx` if unknown), and its face, `up` or `down`.

    `last` is true for the down card of seventh street. `pointed` is true if a finding is about the card.
    """

    name: str
    face: str
    last: bool = False
    pointed: bool = False


class Lie(NamedTuple):
    """The cards of one seat: `down` and `up` as they were dealt, and `seen`, the cards that the reader may see.

    `street` is the number of the current street.
    """

    down: Sequence[int]
    up: Sequence[int]
    seen: Sequence[int]
    street: int


def lying(lie: Lie, pointed: frozenset[str]) -> tuple[Lying, ...]:
    """Returns the cards of a seat in the order of the deal: two down cards, the up cards, the last down card.

    A card that is revealed later takes the place of an unseen card. If one more card is revealed on seventh street, it
    is the down card of that street, because many logs do not log its deal. `pointed` are the cards of findings.
    """
    dealt = {*lie.down, *lie.up}
    later = [card for card in dict.fromkeys(lie.seen) if card >= 0 and card not in dealt]
    seen = frozenset(lie.seen)
    down = [_visible_card(card, card in seen, later) for card in lie.down]
    up = [_visible_card(card, face_up=True, later=later) for card in lie.up]
    if len(later) == 1 and lie.street == _LAST and len(down) == _HOLE:
        down.append(later.pop())
    hole = [_laid(card, "down", pointed) for card in down[:_HOLE]]
    board = [_laid(card, "up", pointed) for card in up]
    last = [_laid(card, "down", pointed)._replace(last=True) for card in down[_HOLE:]]
    return (*hole, *board, *last)


def _visible_card(card: int, face_up: bool, later: list[int]) -> int:
    """Returns the card that the reader sees. An unseen card takes the first of the `later` revealed cards."""
    if card == UNSEEN:
        return later.pop(0) if later else UNSEEN
    return card if face_up else UNSEEN


def _laid(card: int, face: str, pointed: frozenset[str]) -> Lying:
    name = card_name(card)
    return Lying(name, face, pointed=name in pointed)


def veiled(event: e.Event) -> e.Event:
    """Returns the event as the players saw it: down cards, and cards that only the log shows, become unseen cards."""
    if isinstance(event, e.Deal) and event.down:
        hidden: e.Event = e.Deal(event.seat, (UNSEEN,) * len(event.down), event.up, event.spelled, event.line)
    elif isinstance(event, e.Reveal) and not event.up:
        hidden = e.Reveal(event.seat, (UNSEEN,) * len(event.cards), event.line)
    else:
        return event
    hidden.clock = event.clock
    return hidden
