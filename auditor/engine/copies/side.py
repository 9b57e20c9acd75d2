"""One of two records that stand beside each other: what it would tell if it had happened, and what it need not."""

from bisect import bisect_left
from typing import Final

from auditor.engine import events as e
from auditor.engine.hand import Hand, Records

# What one copy of a log tells and another leaves out.
ASIDES: Final = (
    e.Remark, e.Reveal, e.LogEnd, e.PotTotal, e.Won, e.StackAfter, e.Illegible,
    e.Shuffle, e.Cut, e.Exposed, e.Announced, e.Declared,
    e.Changed, e.Motion, e.Hidden,
)  # fmt: skip
# What only some kinds of logs have a line for.
_NEEDED: Final[dict[type[e.Event], int]] = {
    e.BringIn: Records.BRING_IN,
    e.Return: Records.UNCALLED,
    e.Collect: Records.PAYOUT,
    e.Rake: Records.RAKE,
}


class Side:
    """A record with what is asked of it again and again.

    `stops`: it tells only as far as it goes, a file still being written or a log of a kind that may stop anywhere.
    `unread` are the places of lines nobody can read. `shaky` is its last line where it is cut off, for the cut may go
    through that line; -1 for none. `opens` has the street of each line that names who must open,
    `called` all these streets; `dealt` every card with the seat that it was dealt to.
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
        """Whether anything may have happened here: nobody can read it, or the record has ended."""
        return isinstance(self.events[at], e.Illegible) or (self.stops and at == len(self.events) - 1)

    def unread_in(self, part: range) -> bool:
        """Whether a part of the record has a line that nobody can read."""
        first = bisect_left(self.unread, part.start)
        return first < len(self.unread) and self.unread[first] in part

    def unread_before(self, at: int) -> bool:
        """Whether a line above cannot be read: those below may be read as of another street then."""
        return bool(self.unread) and self.unread[0] < at

    def stops_in(self, part: range) -> bool:
        """Whether the record ends in this part, and the deal went on."""
        return self.stops and len(self.events) - 1 in part

    def may_lack(self, other: "Side", at: int) -> bool:
        """Whether this record need not tell of what the other does there."""
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
        """Whether the line that seats somebody there cannot be read, or was not written: he is a stranger then."""
        return seat not in self.seats and seat != e.STRANGER and bool(self.unread or self.stops)


def one_may_be_strange(one: Side, other: Side) -> bool:
    """Whether one record may name as a stranger whom the other seats."""
    return any(one.misses(seat) or other.misses(seat) for seat in one.seats | other.seats)


def _dealt(events: tuple[e.Event, ...]) -> frozenset[tuple[int, int]]:
    """Every card with the seat that it was dealt to."""
    return frozenset([(event.seat, card) for event in events if isinstance(event, e.Deal) for card in event.cards])


def _streets_of_opens(events: tuple[e.Event, ...]) -> dict[int, int]:
    """On which street each line stands that names who must open; hardly any log has one for every street."""
    found = {}
    street = 0
    for at, event in enumerate(events):
        if isinstance(event, e.Street):
            street = event.street
        elif isinstance(event, e.Opens):
            found[at] = street
    return found
