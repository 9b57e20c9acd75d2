"""One of two records that are compared: which lines it would have, and which lines it may leave out."""

from bisect import bisect_left
from typing import Final

from auditor.engine import events as e
from auditor.engine.hand import Hand, Records

# Lines that one copy of a log has and another leaves out.
ASIDES: Final = (
    e.Remark, e.Reveal, e.LogEnd, e.PotTotal, e.Won, e.StackAfter, e.Illegible,
    e.Shuffle, e.Cut, e.Exposed, e.Announced, e.Declared,
    e.Changed, e.Motion, e.Hidden,
)  # fmt: skip
# Lines that only some kinds of logs have.
_NEEDED: Final[dict[type[e.Event], int]] = {
    e.BringIn: Records.BRING_IN,
    e.Return: Records.UNCALLED,
    e.Collect: Records.PAYOUT,
    e.Rake: Records.RAKE,
}


class Side:
    """A record, with facts that the comparison needs again and again.

    `stops`: the record breaks off, because the file is still being written or logs of its kind may stop anywhere.
    `unread` are the indexes of unreadable lines. `shaky` is the last line of a record that was cut off, for the cut may
    go through that line; -1 for none. `opens` has the street of each line that names who must open; `called` has all
    those streets. `dealt` has every card with the seat that it was dealt to.
    """

    __slots__ = ("called", "dealt", "events", "opens", "records", "seats", "shaky", "stops", "unread")

    def __init__(self, hand: Hand) -> None:
        events = hand.events
        end = events[-1] if events else None
        cut = not isinstance(end, e.LogEnd) or not end.complete
        self.events: Final = events
        self.records: Final = hand.records
        self.seats: Final = frozenset([seat.number for seat in hand.seats])
        self.stops: Final = cut or bool(hand.records & Records.MAY_STOP)
        self.shaky: Final = len(events) - 2 if cut else -1
        self.unread: Final = [at for at, event in enumerate(events) if isinstance(event, e.Illegible)]
        self.dealt: Final = _dealt(events)
        self.opens: Final = _streets_of_opens(events)
        self.called: Final = frozenset(self.opens.values())

    def hides(self, at: int) -> bool:
        """Whether the record cannot show what happened here: a line is unreadable, or the record has ended."""
        return isinstance(self.events[at], e.Illegible) or (self.stops and at == len(self.events) - 1)

    def unread_in(self, part: range) -> bool:
        """Whether a part of the record has an unreadable line."""
        first = bisect_left(self.unread, part.start)
        return first < len(self.unread) and self.unread[first] in part

    def unread_before(self, at: int) -> bool:
        """Whether a line above is unreadable: the lines below may then have been put on the wrong street."""
        return bool(self.unread) and self.unread[0] < at

    def stops_in(self, part: range) -> bool:
        """Whether the record ends in this part although the deal went on."""
        return self.stops and len(self.events) - 1 in part

    def may_lack(self, other: "Side", at: int) -> bool:
        """Whether this record may leave out a line that the other has there."""
        event = other.events[at]
        if isinstance(event, ASIDES):
            return True
        if isinstance(event, e.Opens):
            return other.opens[at] not in self.called
        if event.seat and self.misses(event.seat):
            return True
        needed = _NEEDED.get(type(event), 0)
        return bool(needed) and not self.records & needed

    def misses(self, seat: int) -> bool:
        """Whether the line that seats a player is unreadable or missing: to this record the player is a stranger."""
        return seat not in self.seats and seat != e.STRANGER and bool(self.unread or self.stops)


def one_may_be_strange(one: Side, other: Side) -> bool:
    """Whether one record may name as a stranger somebody whom the other record seats."""
    return any(one.misses(seat) or other.misses(seat) for seat in one.seats | other.seats)


def _dealt(events: tuple[e.Event, ...]) -> frozenset[tuple[int, int]]:
    """Every card with the seat that it was dealt to."""
    return frozenset([(event.seat, card) for event in events if isinstance(event, e.Deal) for card in event.cards])


def _streets_of_opens(events: tuple[e.Event, ...]) -> dict[int, int]:
    """The street of each line that names who must open; few logs have such a line for every street."""
    found = {}
    street = 0
    for at, event in enumerate(events):
        if isinstance(event, e.Street):
            street = event.street
        elif isinstance(event, e.Opens):
            found[at] = street
    return found
