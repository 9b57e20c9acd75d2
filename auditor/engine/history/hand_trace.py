"""A trace: a small summary of a hand, with the facts that are compared with later hands of the same table. The database
keeps a trace for every hand.
"""

from itertools import takewhile
from typing import Final

from auditor.engine.events import ACTS, Ante, Burn, Cards, Community, Deal, Street, Unread
from auditor.engine.hand import Hand, Records
from auditor.engine.table import SEAT_BIT, Table
from auditor.engine.transitions import believe

UNKNOWN: Final = 255  # the byte in `Trace.order` for a card that was not seen
_DIGITS: Final = 18  # if a hand number ends with more digits than this, they are not treated as a number
_PLAY: Final = (*ACTS, Ante, Street, Deal)
_OFF_THE_DECK: Final = (Deal, Burn, Community)
_A_DOOR_EACH: Final = 4  # this many door cards (first up cards) are enough for a search key of the deck order
_MORE: Final = 2  # with fewer door cards, this many later cards become part of the search key

# One seat of a trace: its number, its player, the stack before and after the hand (`None`: unknown or not certain), and
# whether the seat was dealt in.
SeatTrace = tuple[int, str, int | None, int | None, bool]


class Trace:
    """The summary of a hand that is compared with other hands of its table.

    - `place` is a number that the caller chooses for the hand.
    - `table` has the room, tournament, table, game and currency.
    - `turn` is a text that sorts the hands of a table by time.
    - `minor` is the number of decimals in the amounts of the log.
    - `stakes` are the ante, the bring-in, the small bet and the big bet.
    - `order` has one byte for each card, in the order of the deal.
    - `deck` is a search key made of a few of these cards: hands with the same deck order have the same key. It is empty
      if too few cards were seen.
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
        """Returns a copy of the trace with another `place`, the number that the caller chooses for the hand."""
        return Trace(
            place, self.table, self.number, self.played, self.turn, self.minor, self.stakes, self.seats, self.order,
            self.deck,
        )  # fmt: skip


def count_of(number: str) -> tuple[str, int]:
    """Splits a hand number into its beginning and the number at its end: `HD-12` gives `HD-` and 12. If the hand number
    ends with no digits, or with more than 18, returns the whole hand number and -1.
    """
    before = number.rstrip("0123456789")
    count = number[len(before) :]
    return (before, int(count)) if 0 < len(count) <= _DIGITS else (number, -1)


# The stacks after a hand can be computed only if the log has lines for all payments and uncalled bets.
_NEEDED: Final = Records.PAYOUT | Records.UNCALLED


def left_by(hand: Hand) -> Table:
    """Applies all events of the hand to a new table. Returns the table as it is at the end of the log."""
    table = Table(hand)
    for event in hand.events:
        believe(table, event)
    return table


def stacks_after(table: Table) -> dict[int, int]:
    """Returns the stack of each seat after the hand, in the smallest unit. The stack is stated in the log or computed
    from the payments. A seat is left out if its stack is neither stated nor computable, or if the stated and the
    computed stack differ.
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
    """Whether the stacks after the hand can be computed: the log is complete, has every payment, and the payments add
    up to the chips in the pots. If the log does not state the rake, the payments may also add up to less.
    """
    records = table.hand.records
    if not table.complete or table.lost or table.void or table.misdealt or records & _NEEDED != _NEEDED:
        return False
    left = table.in_the_pots() - sum(table.returned) - sum(table.paid_to) - table.raked
    return left == 0 if _records_rake(table) else left >= 0


def _records_rake(table: Table) -> bool:
    """Whether the log states the rake. Rake is the part of a pot that the house keeps. If the log does not state the
    rake, a payment in the log may be the amount before or after rake.
    """
    return bool(table.rakes or table.hand.records & Records.RAKE)


_LONGEST: Final = 100  # for sorting, at most this many characters of a hand number or time are used


def trace_of(hand: Hand, place: int = 0, left: Table | None = None) -> Trace:
    """Returns the trace of a hand. If the poker table of the hand is unknown, the trace has no stacks after the hand
    and no cards, because such a hand is compared with no other hand. `left` is the `Table` at the end of the log; if it
    is `None`, the function computes it. Raises no exception, whatever the log contains.
    """
    table = table_of(hand)
    after = stacks_after(left or left_by(hand)) if table else {}
    may_differ = _has_unread_before_the_play(hand)
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
        tuple(
            [
                (seat.number, seat.player, None if may_differ else seat.stack, after.get(seat.number), seat.dealt_in)
                for seat in hand.seats
            ]
        ),
        order,
        deck_key(order, hand),
    )


def _has_unread_before_the_play(hand: Hand) -> bool:
    """Whether the parser did not understand some line before the first ante, street, card or act. In such a line, a
    player may have taken chips off the table or added chips. So the stacks before the hand are not certain.
    """
    before = takewhile(lambda event: not isinstance(event, _PLAY), hand.events)
    return any(isinstance(event, Unread) for event in before)


def table_of(hand: Hand) -> tuple[str, ...]:
    """Returns five texts that identify the poker table of a hand: room, tournament, table, game and currency. Returns
    an empty tuple if the log names neither table nor tournament.
    """
    if not hand.table and not hand.tournament:
        return ()
    return hand.room, hand.tournament, hand.table, hand.game.value, hand.unit.currency


def turn_of(hand: Hand) -> str:
    """Returns a sort key for the hands of a table: the time, then the number at the end of the hand number, then the
    whole hand number.
    """
    number = hand.number or ""
    when = (hand.played or hand.local)[:_LONGEST]
    return f"{when} {max(0, count_of(number)[1]):018d} {number[:_LONGEST]}"


def deck_order(hand: Hand) -> bytes:
    """Returns the cards in the order in which they left the deck, one byte for each card. An unseen card is `UNKNOWN`.
    The result is empty if fewer than two seats got cards, or if the first deal line of some seat does not have exactly
    three cards.
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
    """Returns a search key: hands with the same deck order have the same key. The key is made of all door cards (first
    up cards). If there are fewer than four, the first two later cards that were seen are added. The key is empty if too
    few cards were seen.
    """
    seats = len({event.seat for event in hand.events if isinstance(event, Deal)})
    doors = order[2 * seats : 3 * seats]
    if not doors or UNKNOWN in doors:
        return ""
    if seats >= _A_DOOR_EACH:
        return doors.hex()
    later = bytes([card for card in order[3 * seats :] if card != UNKNOWN])[:_MORE]
    return (doors + later).hex() if len(later) == _MORE else ""
