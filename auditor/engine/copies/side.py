"""Facts about one of two records (logs of one deal) that are compared: which kinds of lines the record must have, and
which lines it may lack.
"""

from bisect import bisect_left
from typing import Final

from auditor.engine import events as e
from auditor.engine.hand import Hand, Records

# Kinds of events that may be in one record of a deal and missing in another record, whatever their formats. A missing
# event of these kinds is no contradiction.
ASIDES: Final = (
    e.Remark, e.Reveal, e.LogEnd, e.PotTotal, e.Won, e.StackAfter, e.Unread, e.Illegible,
    e.Shuffle, e.Cut, e.Exposed, e.Announced, e.Declared,
    e.Changed, e.Motion, e.Hidden, e.Added,
)  # fmt: skip
# Kinds of events that some log formats leave out. Each kind has a bit of `Records`. The bit is set for a record whose
# format has a line for every event of this kind.
_NEEDED: Final[dict[type[e.Event], int]] = {
    e.BringIn: Records.BRING_IN,
    e.Return: Records.UNCALLED,
    e.Collect: Records.PAYOUT,
    e.Rake: Records.RAKE,
}
# Kinds of events that are missing in a format that logs only the betting (`Records.BETTING_ALONE`).
_BESIDE_THE_BETTING: Final = (e.TopUp, e.Removed, e.Borrowed, e.Elsewhere, e.Clocked, e.Misdeal, e.Void)


class Side:
    """One of the two records (logs of one deal) in a comparison, with facts that the comparison needs often.

    - `stops` is true if the record may end before the deal did: the record was cut off, or logs of this kind may end
      early.
    - `unread` are the indexes of unreadable lines.
    - `shaky` is the index of the last line if the record was cut off, because that line may be incomplete. Otherwise it
      is -1.
    - `opens` is about the lines that name the seat to open the betting. It maps the index of each such line to its
      street. `called` are these streets.
    - `dealt` is a set of pairs: a seat, and a card that this seat got.
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
        self.unread: Final = [at for at, event in enumerate(events) if isinstance(event, e.Unread)]
        self.dealt: Final = _dealt(events)
        self.opens: Final = _streets_of_opens(events)
        self.called: Final = frozenset(self.opens.values())

    def hides(self, at: int) -> bool:
        """Whether line `at` may stand for other, unknown events: it is unreadable, or it is the last line of a record
        that may end before the deal did.
        """
        return isinstance(self.events[at], e.Unread) or (self.stops and at == len(self.events) - 1)

    def unread_in(self, part: range) -> bool:
        """Whether this part of the record (a range of indexes of events) has an unreadable line."""
        first = bisect_left(self.unread, part.start)
        return first < len(self.unread) and self.unread[first] in part

    def unread_before(self, at: int) -> bool:
        """Whether a line before the index `at` is unreadable. It may have begun a street, so lines after it may be on
        the wrong street.
        """
        return bool(self.unread) and self.unread[0] < at

    def stops_in(self, part: range) -> bool:
        """Whether the last line of the record is in this part (a range of indexes), and the record may end before the
        deal did.
        """
        return self.stops and len(self.events) - 1 in part

    def may_lack(self, other: "Side", at: int) -> bool:
        """Whether this record may leave out the event that the record `other` has at index `at`."""
        event = other.events[at]
        if isinstance(event, ASIDES):
            return True
        if isinstance(event, e.Opens):
            return other.opens[at] not in self.called
        if isinstance(event, e.Street):
            return infers_calls(self, other)
        if isinstance(event, _BESIDE_THE_BETTING) and self.records & Records.BETTING_ALONE:
            return True
        if event.seat and self.misses(event.seat):
            return True
        needed = _NEEDED.get(type(event), 0)
        return bool(needed) and not self.records & needed

    def misses(self, seat: int) -> bool:
        """Whether the record lists no player in this seat, perhaps only because a line is unreadable or missing. Events
        of that player may then have the seat `STRANGER`, which stands for an unknown player.
        """
        return seat not in self.seats and seat != e.STRANGER and bool(self.unread or self.stops)


def infers_calls(one: Side, other: Side) -> bool:
    """Whether the format of at least one record lacks street lines and the amounts of calls and bring-ins, so that the
    parser inferred them.
    """
    return bool((one.records | other.records) & Records.INFERRED_CALLS)


def one_may_be_strange(one: Side, other: Side) -> bool:
    """Whether one of the two records may lack the line that lists a player's seat, while the other record has this
    line. The record without the line may then call the player `STRANGER` (an unknown player).
    """
    return any(one.misses(seat) or other.misses(seat) for seat in one.seats | other.seats)


def _dealt(events: tuple[e.Event, ...]) -> frozenset[tuple[int, int]]:
    """Returns a pair for each card that was dealt: the seat and the card."""
    return frozenset([(event.seat, card) for event in events if isinstance(event, e.Deal) for card in event.cards])


def _streets_of_opens(events: tuple[e.Event, ...]) -> dict[int, int]:
    """Returns the street of each line that names the seat to open the betting, by the index of the line. Few logs have
    such a line on every street.
    """
    found = {}
    street = 0
    for at, event in enumerate(events):
        if isinstance(event, e.Street):
            street = event.street
        elif isinstance(event, e.Opens):
            found[at] = street
    return found
