"""A quick summary of the events of a hand. The module `readings` uses it to decide which readings of a clause can
matter for the hand. A reading is one way to understand a clause. The audit is not repeated under the readings that
cannot matter.

The summary does not judge the hand. If a fact is unsure, its field gets the value under which more readings may matter.
"""

from collections.abc import Callable
from typing import Any, Final

from auditor.engine.cards import ACE
from auditor.engine.events import (
    BringIn,
    Burn,
    Call,
    Check,
    Clocked,
    Community,
    Deal,
    Declared,
    Dropped,
    Event,
    Exposed,
    Fold,
    Muck,
    Remark,
    Return,
    Reveal,
    Show,
    Street,
    Wager,
)
from auditor.engine.hand import Hand
from auditor.engine.table import SEAT_BIT, next_clockwise

_OF_THE_CLOCK: Final = frozenset({"disconnected", "connected", "timed_out", "warned", "capped", "sits_out", "returns"})


class HandSummary:
    """Facts about a hand that decide which readings of clauses can matter. Sets of seats are ints with one bit for each
    seat.

    Fields about the whole hand:

    - `street` is the last street.
    - `dealt` are the seats that got cards.
    - `able` are the seats that have not folded and are not all-in.
    - `door_ace` is true if an ace was face up on third street.
    - `third_wagers` counts wagers on third street.
    - `most_wagers` is the highest number of wagers on one street, with the bring-in.
    - `odd_fourth` is true if a wager on fourth street may have an unusual amount. Usually one small bet is in front of
      the seat after the first wager, two small bets after the second wager, and so on.
    - `odd_fold` is true if somebody may have folded out of turn.
    - `shows` counts the lines in which a seat shows its hand or mucks it (gives it up unseen), or in which the log
      lists the cards of a seat.
    - `rivals` is true if at least two seats are left at the end, or if `shows` is not 0.
    - `burns` and `community` are true if the log has such a line.
    - `clocked` is true if the log states times, or has an event about time limits or connections.

    Fields about the last street:

    - `made` counts wagers, with the bring-in.
    - `previous` is the last seat that acted.
    - `settled` are the seats that acted since the last wager.
    - `front` has the chips in front of each seat.
    - `level` is the amount that each seat must match.
    """

    __slots__ = (
        "able",
        "burns",
        "clocked",
        "community",
        "dealt",
        "door_ace",
        "front",
        "hand",
        "level",
        "made",
        "most_wagers",
        "odd_fold",
        "odd_fourth",
        "previous",
        "rivals",
        "settled",
        "shows",
        "street",
        "third_wagers",
    )

    def __init__(self, hand: Hand) -> None:
        self.hand: Final = hand
        self.dealt = 0
        self.door_ace = False
        self.third_wagers = 0
        self.most_wagers = 0
        self.odd_fourth = False
        self.odd_fold = False
        self.shows = 0
        self.burns = False
        self.community = False
        self.clocked = hand.timed
        self.able = 0
        for seat in hand.seats:
            if seat.dealt_in:
                self.able |= SEAT_BIT[seat.number]
        seated, folded = self.able, 0
        self.open_street(0)
        for event in hand.events:
            kind = type(event)
            if kind is Fold or kind is Dropped:
                folded |= SEAT_BIT[event.seat]
            look = _LOOKS.get(kind)
            if look is not None:
                look(self, event)
        left = (seated | self.dealt) & ~folded
        self.rivals: Final = bool(left & (left - 1)) or self.shows > 0

    def open_street(self, street: int) -> None:
        """Begins a street: clears the facts about the betting of the previous street."""
        self.street = street
        self.made = 0
        self.previous = 0
        self.settled = 0
        self.level = 0
        self.front: dict[int, int] = {}

    def act(self, seat: int) -> None:
        """Records that a seat acted, so that the turn moves on to the next seat."""
        bit = SEAT_BIT[seat]
        if not self.able & bit:
            # A folded or all-in seat acts, so it is unsure whose turn is next. A later fold may then be out of turn.
            self.odd_fold = True
        self.settled |= bit
        self.previous = seat


def _begin(summary: HandSummary, event: Street) -> None:
    summary.open_street(event.street)


def _deal(summary: HandSummary, event: Deal) -> None:
    summary.dealt |= SEAT_BIT[event.seat]
    if summary.street <= 3:
        for card in event.up:
            if card >> 2 == ACE:
                summary.door_ace = True


def _exposed(summary: HandSummary, event: Exposed) -> None:
    """Sets `door_ace` if an exposed card is an ace. A down card that is turned over during the deal may become the door
    card.
    """
    if summary.street <= 3 and any(card >> 2 == ACE for card in event.cards):
        summary.door_ace = True


def _burn(summary: HandSummary, event: Event) -> None:
    summary.burns = True


def _community(summary: HandSummary, event: Event) -> None:
    summary.community = True


def _show(summary: HandSummary, event: Event) -> None:
    summary.shows += 1


def _remark(summary: HandSummary, event: Remark) -> None:
    if event.kind in _OF_THE_CLOCK:
        summary.clocked = True


def _check(summary: HandSummary, event: Event) -> None:
    summary.act(event.seat)


def _call(summary: HandSummary, event: Call) -> None:
    summary.act(event.seat)
    summary.front[event.seat] = event.to
    summary.level = max(summary.level, event.to)
    if event.all_in:
        summary.able &= ~SEAT_BIT[event.seat]


def _bring_in(summary: HandSummary, event: BringIn | Wager) -> None:
    summary.made += 1
    summary.most_wagers = max(summary.most_wagers, summary.made)
    summary.act(event.seat)
    summary.front[event.seat] = event.to
    if event.to > summary.level:
        summary.level = event.to
        summary.settled = SEAT_BIT[event.seat]


def _wager(summary: HandSummary, event: Wager) -> None:
    _bring_in(summary, event)
    if summary.street <= 3:
        summary.third_wagers += 1
    small = summary.hand.stakes.small_bet
    if summary.street == 4 and (small is None or event.to != summary.made * small):
        summary.odd_fourth = True
    if event.all_in:
        summary.able &= ~SEAT_BIT[event.seat]


def _declared(summary: HandSummary, event: Declared) -> None:
    """Counts a declared act (the player says what he is going to do) as if it were a wager. The same clauses judge a
    declaration and a wager, so the same readings may matter.
    """
    summary.most_wagers = max(summary.most_wagers, summary.made + 1)
    if summary.street <= 3:
        summary.third_wagers += 1
    else:
        summary.odd_fourth = summary.odd_fourth or summary.street == 4


def _fold(summary: HandSummary, event: Event) -> None:
    """Records a fold. The fold is in turn if the seat owes chips, has not acted since the last wager, and is the next
    seat after the last seat that acted. Otherwise it may be out of turn (`odd_fold`).
    """
    seat = event.seat
    bit = SEAT_BIT[seat]
    owes = summary.front.get(seat, 0) < summary.level
    if not owes or summary.settled & bit or next_clockwise(summary.able, summary.previous) != seat:
        summary.odd_fold = True
    summary.able &= ~bit
    summary.previous = seat


def _clocked(summary: HandSummary, event: Event) -> None:
    summary.clocked = True
    summary.act(event.seat)
    summary.able &= ~SEAT_BIT[event.seat]


def _return(summary: HandSummary, event: Event) -> None:
    summary.level = 0  # returned chips may be a corrected bring-in; then the betting of the street begins again


# The second argument is `Any`, because each function takes only its own type of event, such as `Deal`.
_LOOKS: Final[dict[type[Event], Callable[[HandSummary, Any], None]]] = {
    Street: _begin,
    Deal: _deal,
    Burn: _burn,
    Exposed: _exposed,
    Community: _community,
    Show: _show,
    Muck: _show,
    Reveal: _show,
    Remark: _remark,
    Check: _check,
    Declared: _declared,
    Clocked: _clocked,
    Call: _call,
    BringIn: _bring_in,
    Wager: _wager,
    Fold: _fold,
    Dropped: _fold,
    Return: _return,
}
