"""Cards that a log leaves out, for PHH, which must deal every card: `??` to each seat that a log of its kind has no
line for. What such a log writes down is told beside it, so none of it is taken for more than it is.
"""

from typing import Final

from auditor.engine import events as e
from auditor.engine.cards import UNSEEN
from auditor.engine.hand import Hand, Records

_THIRD: Final = 3
_SEVENTH: Final = 7
# What tells that the cards of a street are out.
_DEALT: Final = (*e.ACTS, e.Community, e.Street, e.Return, e.Show, e.Muck, e.Collect, e.LogEnd)


def with_every_card(hand: Hand) -> list[e.Event]:
    """The events of the hand, and a deal to every live seat on each street that was begun for it."""
    told: list[e.Event] = []
    live = {seat.number for seat in hand.seats if seat.dealt_in}
    posted = {event.seat for event in hand.events if isinstance(event, e.Ante)}
    live &= posted or live
    street = 0
    dealt: set[int] = set()
    dealing = False
    for event in hand.events:
        if dealing and isinstance(event, _DEALT):
            if not isinstance(event, e.Community) and _leaves_out(hand, street):
                told.extend([_unseen(seat, street) for seat in sorted(live - dealt)])
            dealing = False
        if isinstance(event, e.Street):
            street, dealt, dealing = event.street, set(), True
        elif isinstance(event, e.Fold):
            live.discard(event.seat)
        elif isinstance(event, e.Deal):
            dealt.add(event.seat)
            told.append(_whole(event) if street == _THIRD and _leaves_out(hand, _SEVENTH) else event)
            continue
        told.append(event)
    return told


def _leaves_out(hand: Hand, street: int) -> bool:
    """Whether a log of this kind may have no line for the cards of a street."""
    needed = Records.EVERY_DOWN_CARD if street == _SEVENTH else Records.EVERY_UP_CARD
    return _THIRD <= street <= _SEVENTH and not hand.records & needed


def _unseen(seat: int, street: int) -> e.Event:
    if street == _THIRD:
        return e.Deal(seat, (UNSEEN, UNSEEN), (UNSEEN,))
    return e.Deal(seat, (UNSEEN,), ()) if street == _SEVENTH else e.Deal(seat, (), (UNSEEN,))


def _whole(event: e.Deal) -> e.Deal:
    """The cards of third street, of which a log may tell the door card alone."""
    if len(event.up) == 1 and len(event.down) < 2:
        return e.Deal(event.seat, (*event.down, UNSEEN, UNSEEN)[:2], event.up, event.spelled)
    return event
