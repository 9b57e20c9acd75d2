"""The trace of a hand: what the hands after it at its table are compared with. It is small: very many are kept."""

from typing import Final

from auditor.engine.events import Burn, Cards, Community, Deal
from auditor.engine.hand import Hand, Records
from auditor.engine.table import SEAT_BIT, Table
from auditor.engine.transitions import believe

UNKNOWN: Final = 255  # stands for a card that was not seen
_DIGITS: Final = 18
_OFF_THE_DECK: Final = (Deal, Burn, Community)
_A_DOOR_EACH: Final = 4  # so many door cards are enough to know a deck by
_MORE: Final = 2

# A seat: its number, its player, the stacks before and after the hand (`None`: unknown), whether it was dealt in.
SeatTrace = tuple[int, str, int | None, int | None, bool]


class Trace:
    """A hand in the form that other hands of its table are compared with. `place` is the caller's own number for it.

    `table` is the room, tournament, table, game and currency. `deck` is equal in hands whose decks may have one order;
    it is empty where too few cards were seen. `order` has one byte for each card in the order of the deal.
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
        """The same trace, kept at another place."""
        return Trace(
            place, self.table, self.number, self.played, self.turn, self.minor, self.stakes, self.seats, self.order,
            self.deck,
        )  # fmt: skip


def count_of(number: str) -> tuple[str, int]:
    """A hand's number as two parts: the text before its count, and the count; -1 where it has none."""
    before = number.rstrip("0123456789")
    count = number[len(before) :]
    return (before, int(count)) if 0 < len(count) <= _DIGITS else (number, -1)


_NEEDED: Final = Records.PAYOUT | Records.UNCALLED


def left_by(hand: Hand) -> Table:
    """The table at the end of the log of a hand."""
    table = Table(hand)
    for event in hand.events:
        believe(table, event)
    return table


def stacks_after(table: Table) -> dict[int, int]:
    """The stacks after the hand by seat, in the smallest unit. A stack is in it where the log states it or the chips
    show it, and where both are known only if they are equal.
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
    """Whether the log runs to the end of the hand, has every payment, and has no chips from nowhere."""
    records = table.hand.records
    if not table.complete or table.lost or table.void or table.misdealt or records & _NEEDED != _NEEDED:
        return False
    left = sum(table.put_in) - sum(table.returned) - sum(table.paid_to) - table.raked
    return left == 0 if _records_rake(table) else left >= 0


def _records_rake(table: Table) -> bool:
    """Whether the log has rake lines. Without them a payment may be before or after rake."""
    return bool(table.rakes or table.hand.records & Records.RAKE)


_LONGEST: Final = 100  # the longest number or time that is used for sorting


def trace_of(hand: Hand, place: int = 0, left: Table | None = None) -> Trace:
    """The trace of a hand. A hand of no known table has no stacks and no cards in it, for nothing can be compared.
    `left` is the table at the end of the log, where the caller has it already. Never raises on the content of a log.
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
    """The table at which a hand was dealt; empty where the log names neither table nor tournament."""
    if not hand.table and not hand.tournament:
        return ()
    return hand.room, hand.tournament, hand.table, hand.game.value, hand.unit.currency


def turn_of(hand: Hand) -> str:
    """A text by which the hands of a table sort in the order of the deal: by time, then by number."""
    number = hand.number or ""
    when = (hand.played or hand.local)[:_LONGEST]
    return f"{when} {max(0, count_of(number)[1]):018d} {number[:_LONGEST]}"


def deck_order(hand: Hand) -> bytes:
    """One byte for each card in the order of the deal, `UNKNOWN` for an unseen one; empty where third street is not
    three cards to each seat.
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
    """The key by which hands with the same deck are found: all door cards and, where these are few, the first later
    cards that were seen. Empty where too few cards were seen.
    """
    seats = len({event.seat for event in hand.events if isinstance(event, Deal)})
    doors = order[2 * seats : 3 * seats]
    if not doors or UNKNOWN in doors:
        return ""
    if seats >= _A_DOOR_EACH:
        return doors.hex()
    later = bytes([card for card in order[3 * seats :] if card != UNKNOWN])[:_MORE]
    return (doors + later).hex() if len(later) == _MORE else ""
