"""Adds the deals that a log does not contain. PHH must deal every card, but some rooms do not log every card. The added
cards are unknown (`??`). Our own field `_records` tells a reader of the file that the room does not log such cards.
"""

from typing import Final

from auditor.engine import events as e
from auditor.engine.cards import UNSEEN
from auditor.engine.hand import Hand, Records

_THIRD: Final = 3
_SEVENTH: Final = 7
# When one of these events comes, the deal of the current street is over. Then missing deals are added.
_DEALT: Final = (*e.ACTS, e.Community, e.Street, e.Return, e.Show, e.Muck, e.Collect, e.LogEnd)


def with_every_card(hand: Hand) -> list[e.Event]:
    """Returns the events of the hand. If the room does not log every card, a deal of unknown cards is added on each
    street that began: one for each seat that has not folded and has no deal there. No deal is added on a street that
    begins with a community card. If the log names only the up card of a deal on third street, two unknown down cards
    are added to this deal.
    """
    events: list[e.Event] = []
    live = {seat.number for seat in hand.seats if seat.dealt_in}
    posted = {event.seat for event in hand.events if isinstance(event, e.Ante)}
    live &= posted or live
    street = 0
    dealt: set[int] = set()
    dealing = False
    for event in hand.events:
        if dealing and isinstance(event, _DEALT):
            if not isinstance(event, e.Community) and _leaves_out(hand, street):
                events.extend([_unseen(seat, street) for seat in sorted(live - dealt)])
            dealing = False
        if isinstance(event, e.Street):
            street, dealt, dealing = event.street, set(), True
        elif isinstance(event, e.Fold):
            live.discard(event.seat)
        elif isinstance(event, e.Deal):
            dealt.add(event.seat)
            events.append(_whole(event) if street == _THIRD and _leaves_out(hand, _SEVENTH) else event)
            continue
        events.append(event)
    return events


def _leaves_out(hand: Hand, street: int) -> bool:
    """Whether the room of this hand does not log every card of this street. `hand.records` states what the room always
    logs.
    """
    needed = Records.EVERY_DOWN_CARD if street == _SEVENTH else Records.EVERY_UP_CARD
    return _THIRD <= street <= _SEVENTH and not hand.records & needed


def _unseen(seat: int, street: int) -> e.Event:
    if street == _THIRD:
        return e.Deal(seat, (UNSEEN, UNSEEN), (UNSEEN,))
    return e.Deal(seat, (UNSEEN,), ()) if street == _SEVENTH else e.Deal(seat, (), (UNSEEN,))


def _whole(event: e.Deal) -> e.Deal:
    """Returns the deal of third street with two down cards and the up card. A log may name only the up card; then two
    unknown down cards are added.
    """
    if len(event.up) == 1 and len(event.down) < 2:
        return e.Deal(event.seat, (*event.down, UNSEEN, UNSEEN)[:2], event.up, event.spelled)
    return event
