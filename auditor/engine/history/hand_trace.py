"""The trace of a hand: the facts that later hands of the same table are compared with. A trace is small, because the
database keeps one for every hand.
"""

from typing import Final

from auditor.engine.events import Burn, Cards, Community, Deal
from auditor.engine.hand import Hand, Records
from auditor.engine.table import SEAT_BIT, Table
from auditor.engine.transitions import believe

UNKNOWN: Final = 255  # the byte for a card that was not seen
_DIGITS: Final = 18  # a longer row of digits is not a count
_OFF_THE_DECK: Final = (Deal, Burn, Community)
_A_DOOR_EACH: Final = 4  # this many door cards are enough to recognize a deck
_MORE: Final = 2  # with fewer door cards, this many later cards are added

# One seat: its number, its player, the stack before and after the hand (`None`: unknown), and whether the seat was
# dealt in.
SeatTrace = tuple[int, str, int | None, int | None, bool]


class Trace:
    """A hand in the form in which it is compared with other hands of its table. `place` is a number that the caller
    chooses for the hand.

    `table` is the room, tournament, table, game and currency. `turn` sorts the hands of a table by time. `order` has
    one byte for each card, in the order of the deal. `deck` is a search key: hands that may share a deck order have the
    same key. `deck` is empty if too few cards were seen.
    """

    __slots__ = ("deck", "minor", "number", "order", "place", "played", "seats", "stakes", "table", "turn")

    def __init__(
        self,
        place: int,
        table: tuple[str, ...],
        number: str,
        played: str,
        turn: str,
        minor: int,
        stakes: tuple[int | None, ...],
        seats: tuple[SeatTrace, ...],
        order: bytes,
        deck: str,
    ) -> None:
        self.place: Final = place
        self.table: Final = table
        self.number: Final = number
        self.played: Final = played
        self.turn: Final = turn
        self.minor: Final = minor
        self.stakes: Final = stakes
        self.seats: Final = seats
        self.order: Final = order
        self.deck: Final = deck

    def at(self, place: int) -> "Trace":
        """Returns the same trace with another place."""
        return Trace(
            place, self.table, self.number, self.played, self.turn, self.minor, self.stakes, self.seats, self.order,
            self.deck,
        )  # fmt: skip


def count_of(number: str) -> tuple[str, int]:
    """Splits the number of a hand into the text before the count, and the count at its end. The count is -1 if the
    number ends in no digits.
    """
    before = number.rstrip("0123456789")
    count = number[len(before) :]
    return (before, int(count)) if 0 < len(count) <= _DIGITS else (number, -1)


# Without these lines, the stacks after a hand cannot be computed.
_NEEDED: Final = Records.PAYOUT | Records.UNCALLED


def left_by(hand: Hand) -> Table:
    """Returns the table at the end of the log of the hand."""
    table = Table(hand)
    for event in hand.events:
        believe(table, event)
    return table


def stacks_after(table: Table) -> dict[int, int]:
    """Returns the stack of each seat after the hand, in the smallest unit. A seat is left out if neither the log states
    its stack nor the chips show it. A seat is also left out if both are known and differ.
    """
    sure = _is_complete(table)
    after = {}
    for seat in table.hand.seats:
        number = seat.number
        stated = table.stack_after[number]
        worked_out = -1
        if sure and table.stack_known & SEAT_BIT[number] and (_records_rake(table) or not table.paid_to[number]):
            worked_out = table.behind[number]
        if stated >= 0 and worked_out >= 0 and stated != worked_out:
            continue
        if max(stated, worked_out) >= 0:
            after[number] = max(stated, worked_out)
    return after


def _is_complete(table: Table) -> bool:
    """Whether the log runs to the end of the hand, has every payment, and has no chips of unknown origin."""
    records = table.hand.records
    if not table.complete or table.lost or table.void or table.misdealt or records & _NEEDED != _NEEDED:
        return False
    left = sum(table.put_in) - sum(table.returned) - sum(table.paid_to) - table.raked
    return left == 0 if _records_rake(table) else left >= 0


def _records_rake(table: Table) -> bool:
    """Whether the log has rake lines. If it has none, a payment may be before or after rake."""
    return bool(table.rakes or table.hand.records & Records.RAKE)


_LONGEST: Final = 100  # only this many characters of a hand number or of a time are used for sorting


def trace_of(hand: Hand, place: int = 0, left: Table | None = None) -> Trace:
    """Returns the trace of the hand. If its table is unknown, the trace has no stacks and no cards, because nothing can
    be compared. `left` is the table at the end of the log, if the caller has already computed it. Never raises on the
    content of a log.
    """
    table = table_of(hand)
    after = stacks_after(left or left_by(hand)) if table else {}
    order = deck_order(hand) if table else b""
    stakes = hand.stakes
    return Trace(
        place,
        table,
        hand.number or "",
        hand.played,
        turn_of(hand),
        hand.unit.minor,
        (stakes.ante, stakes.bring_in, stakes.small_bet, stakes.big_bet),
        tuple([(seat.number, seat.player, seat.stack, after.get(seat.number), seat.dealt_in) for seat in hand.seats]),
        order,
        deck_key(order, hand),
    )


def table_of(hand: Hand) -> tuple[str, ...]:
    """Returns the table at which a hand was dealt; empty if the log names neither table nor tournament."""
    if not hand.table and not hand.tournament:
        return ()
    return hand.room, hand.tournament, hand.table, hand.game.value, hand.unit.currency


def turn_of(hand: Hand) -> str:
    """Returns a text that sorts the hands of a table in the order of the deal: by time, then by number."""
    number = hand.number or ""
    when = (hand.played or hand.local)[:_LONGEST]
    return f"{when} {max(0, count_of(number)[1]):018d} {number[:_LONGEST]}"


def deck_order(hand: Hand) -> bytes:
    """Returns one byte for each card in the order of the deal. An unseen card is `UNKNOWN`. The result is empty unless
    every seat got three cards on third street.
    """
    third: dict[int, Deal] = {}
    later: list[int] = []
    for event in hand.events:
        if not isinstance(event, Cards):
            continue
        if isinstance(event, Deal) and event.seat not in third:
            third[event.seat] = event
        elif isinstance(event, _OFF_THE_DECK):
            later += event.cards
    if len(third) < 2 or any(len(deal.cards) != 3 for deal in third.values()):
        return b""
    seats = sorted(third, key=lambda seat: (seat < hand.first_dealt, seat))
    order = [third[seat].cards[place] for place in range(3) for seat in seats]
    return bytes([card if card >= 0 else UNKNOWN for card in [*order, *later]])


def deck_key(order: bytes, hand: Hand) -> str:
    """Returns the key that finds hands with the same deck: all door cards. If the door cards are few, the first later
    cards that were seen follow. The key is empty if too few cards were seen.
    """
    seats = len({event.seat for event in hand.events if isinstance(event, Deal)})
    doors = order[2 * seats : 3 * seats]
    if not doors or UNKNOWN in doors:
        return ""
    if seats >= _A_DOOR_EACH:
        return doors.hex()
    later = bytes([card for card in order[3 * seats :] if card != UNKNOWN])[:_MORE]
    return (doors + later).hex() if len(later) == _MORE else ""
