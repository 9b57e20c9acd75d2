"""One of the two records in a comparison: which lines it must have, and which lines it may leave out."""

from bisect import bisect_left
from typing import Final

from auditor.engine import events as e
from auditor.engine.hand import Hand, Records

# Kinds of lines that one copy of a log may have and another may leave out.
ASIDES: Final = (
    e.Remark, e.Reveal, e.LogEnd, e.PotTotal, e.Won, e.StackAfter, e.Illegible,
    e.Shuffle, e.Cut, e.Exposed, e.Announced, e.Declared,
    e.Changed, e.Motion, e.Hidden,
)  # fmt: skip
# Kinds of lines that only some formats have, each with the bit of `Records` that says so.
_NEEDED: Final[dict[type[e.Event], int]] = {
    e.BringIn: Records.BRING_IN,
    e.Return: Records.UNCALLED,
    e.Collect: Records.PAYOUT,
    e.Rake: Records.RAKE,
}


class Side:
    """A record with facts that the comparison needs often.

    `stops` is true if the record may end before the deal did: its file is still being written, or logs of its format
    may end anywhere. `unread` are the indexes of unreadable lines. `shaky` is the index of the last line of a record
    that was cut off, because the cut may be inside this line; -1 if there is none. `opens` maps each line that names
    the opener to its street; `called` is the set of those streets. `dealt` has each card with the seat that got it.
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
        """Whether the record does not show what happened at this line: the line is unreadable, or the record ends here
        too early.
        """
        return isinstance(self.events[at], e.Illegible) or (self.stops and at == len(self.events) - 1)

    def unread_in(self, part: range) -> bool:
        """Whether this part of the record has an unreadable line."""
        first = bisect_left(self.unread, part.start)
        return first < len(self.unread) and self.unread[first] in part

    def unread_before(self, at: int) -> bool:
        """Whether an earlier line is unreadable. If so, the parser may have put the lines after it on the
        wrong street.
        """
        return bool(self.unread) and self.unread[0] < at

    def stops_in(self, part: range) -> bool:
        """Whether the record may end in this part although the deal continued."""
        return self.stops and len(self.events) - 1 in part

    def may_lack(self, other: "Side", at: int) -> bool:
        """Whether this record may leave out the line that the other record has at index `at`."""
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
        """Whether the line that seats this player may be unreadable or missing. If so, the record may name the player
        as unknown.
        """
        return seat not in self.seats and seat != e.STRANGER and bool(self.unread or self.stops)


def one_may_be_strange(one: Side, other: Side) -> bool:
    """Whether one record may name a player as unknown (`STRANGER`) whom the other record has in a seat."""
    return any(one.misses(seat) or other.misses(seat) for seat in one.seats | other.seats)


def _dealt(events: tuple[e.Event, ...]) -> frozenset[tuple[int, int]]:
    """Returns each card with the seat that got it."""
    return frozenset([(event.seat, card) for event in events if isinstance(event, e.Deal) for card in event.cards])


def _streets_of_opens(events: tuple[e.Event, ...]) -> dict[int, int]:
    """Returns the street of each line that names the seat that must open. Few logs have such a line for every
    street.
    """
    found = {}
    street = 0
    for at, event in enumerate(events):
        if isinstance(event, e.Street):
            street = event.street
        elif isinstance(event, e.Opens):
            found[at] = street
    return found
