"""Finds the unread lines of a hand, and applies the marks of people to them. A marked line is noise: it is no part of
the play, such as chat.

The readers of the formats do not know the marks. So a job applies the marks after it reads a hand and before it audits
the hand.
"""

from typing import Final

from auditor.engine.events import Remark, Unread
from auditor.engine.hand import Hand
from auditor.formats.unread import shape_of
from auditor.store.unread.lines import UnreadLine, stored_room, stored_shape

# The marks of one venue, an owner of hands. Each mark has the room that wrote the lines, and the shape of the lines:
# their text without names, cards and numbers.
Marked = frozenset[tuple[str, str]]
NO_MARKS: Final[Marked] = frozenset()


def with_marks(hand: Hand, marked: Marked) -> tuple[Hand, tuple[UnreadLine, ...]]:
    """Returns the hand with a remark in place of each marked line. Also returns all unread lines of the hand, marked or
    not.
    """
    if not any(type(event) is Unread for event in hand.events):
        return hand, ()
    room = stored_room(hand.room)
    names = [seat.player for seat in hand.seats]
    events = list(hand.events)
    lines = []
    for index, event in enumerate(hand.events):
        if type(event) is Unread:
            shape = shape_of(event.text, names)
            is_noise = (room, stored_shape(shape)) in marked
            lines.append(UnreadLine(index, event.line or None, event.text, shape, is_noise))
            if is_noise:
                events[index] = Remark(0, "other", event.line)
    marks_any = any(line.noise for line in lines)
    return hand.with_events(tuple(events)) if marks_any else hand, tuple(lines)
