"""Decides how the cards of a seat lie on the table of the replayer: in which order, face up or down, and visible to the
reader or not.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from auditor.engine import events as e
from auditor.engine.cards import NO_CARD, UNSEEN
from auditor.engine.findings import Finding
from auditor.engine.hand import Hand
from auditor.web.hands.event_sentences import card_name

_HOLE: Final = 2  # the number of down cards that a seat gets before its first up card
_LAST: Final = 7


class TableCard(NamedTuple):
    """A card on the table of the replayer. `name` is such as `Td`; `xx` if the reader may not see the card. `face` is
    `up` or `down`.

    `last` is true for the down card of seventh street. `pointed` is true if a finding is about the card. `best` has the
    halves, `high` or `low`, that the card helps to win at the showdown.
    """

    name: str
    face: str
    last: bool = False
    pointed: bool = False
    best: tuple[str, ...] = ()


class DealtCards(NamedTuple):
    """The cards of one seat, as numbers. `down` and `up` are the cards as they were dealt. `seen` are those cards of
    the seat that the reader may see. `street` is the number of the current street.
    """

    down: Sequence[int]
    up: Sequence[int]
    seen: Sequence[int]
    street: int


def cards_of_seat(dealt: DealtCards, pointed: frozenset[str]) -> tuple[TableCard, ...]:
    """Returns the cards of a seat in the order of the deal: two down cards, the up cards, the last down card. `pointed`
    has the names of the cards that findings are about.

    The log may hide a card at the deal and reveal it later. Then the revealed card takes the place of the unseen card.
    On seventh street, one revealed card may be left over. It is then the down card of that street, because many logs do
    not say that this card was dealt.
    """
    known = {*dealt.down, *dealt.up}
    later = [card for card in dict.fromkeys(dealt.seen) if card >= 0 and card not in known]
    seen = frozenset(dealt.seen)
    down = [_visible_card(card, card in seen, later) for card in dealt.down]
    up = [_visible_card(card, face_up=True, later=later) for card in dealt.up]
    if len(later) == 1 and dealt.street == _LAST and len(down) == _HOLE:
        down.append(later.pop())
    hole = [_laid(card, "down", pointed) for card in down[:_HOLE]]
    board = [_laid(card, "up", pointed) for card in up]
    last = [_laid(card, "down", pointed)._replace(last=True) for card in down[_HOLE:]]
    return (*hole, *board, *last)


def _visible_card(card: int, face_up: bool, later: list[int]) -> int:
    """Returns the card that is drawn. It is `card` if the card lies face up or the reader may see it, else an unseen
    card.

    If `card` itself is unseen, because the log does not name it, the first card of `later` is drawn, and is removed
    from `later`. `later` are the cards that are revealed later in the hand.
    """
    if card == UNSEEN:
        return later.pop(0) if later else UNSEEN
    return card if face_up else UNSEEN


def _laid(card: int, face: str, pointed: frozenset[str]) -> TableCard:
    name = card_name(card)
    return TableCard(name, face, pointed=name in pointed)


def veiled(event: e.Event) -> e.Event:
    """Returns the event as the players saw it. Face-down cards, and cards that only the log reveals after the hand, are
    replaced by unseen cards.
    """
    if isinstance(event, e.Deal) and event.down:
        spelled = event.spelled if NO_CARD in event.up else ""  # the text of a card that lies face down stays hidden
        hidden: e.Event = e.Deal(event.seat, (UNSEEN,) * len(event.down), event.up, spelled, event.line)
    elif isinstance(event, e.Reveal) and not event.up:
        hidden = e.Reveal(event.seat, (UNSEEN,) * len(event.cards), event.line)
    else:
        return event
    hidden.clock = event.clock
    return hidden


# The rules whose findings name cards, and the words in place of a card that the players did not see.
_NAME_CARDS: Final = frozenset({"D201", "D210", "D212"})
_UNSEEN_CARD: Final = "a card that the players did not see"


def veiled_finding(hand: Hand, finding: Finding) -> Finding:
    """Returns the finding without the names of cards that the players did not see. Such a card was burned, dealt face
    down, or revealed only by the log. A finding of rule D210 lists all cards of a seat, also those that lie face down,
    so its cards are always hidden.
    """
    event = hand.events[finding.event]
    is_hidden = veiled(event) is not event or isinstance(event, e.Burn) or finding.code == "D210"
    if finding.code not in _NAME_CARDS or not is_hidden:
        return finding
    return finding.with_words(_UNSEEN_CARD, "the cards as they were dealt")
