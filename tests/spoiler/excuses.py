"""Why some faults cannot be planted under some houses: nothing there forbids them."""

from collections.abc import Callable

from auditor.engine.hand import Game, Structure
from auditor.engine.house import House
from auditor.engine.house.choices import (
    ClockOutOfTime,
    ClockReconnection,
    DealOrder,
    DoubleRight,
    RakeSchedule,
    ShowdownFirst,
    ShowdownMuck,
    TurnDeclaration,
    TurnPartialBet,
)

Excuse = Callable[[House], str]


def _unless(forbids: Callable[[House], bool], why: str) -> Excuse:
    return lambda house: "" if forbids(house) else why


def _has_time(house: House) -> bool:
    return house.clock_time + house.clock_countdown > 0


# By code; an empty answer is no excuse.
EXCUSES: dict[str, Excuse] = {
    "B408": _unless(lambda house: house.betting_fixed, "a wager has no size to double"),
    "B414": _unless(lambda house: house.structure is Structure.POT, "the pot is no limit"),
    "B415": _unless(lambda house: house.structure is Structure.SPREAD, "no sizes are declared"),
    "O306": _unless(lambda house: house.structure is not Structure.SPREAD, "a first wager of another size is B415's"),
    "O312": _unless(lambda house: house.betting_fixed, "there is no big bet"),
    "B403": _unless(lambda house: house.cap_wagers > 0, "there is no cap"),
    "B409": _unless(
        lambda house: house.double_right is not DoubleRight.NONE, "no double wager is lawful to begin with"
    ),
    "D206": _unless(lambda house: house.deal_order is DealOrder.SINGLY_CLOCKWISE, "no order of the cards is laid down"),
    "D207": _unless(lambda house: house.deal_burn_fourth, "no cards are burned"),
    "D215": _unless(lambda house: house.deal_shuffle, "nothing is said of when the deck is shuffled"),
    "C701": _unless(_has_time, "no time is laid down"),
    "C702": _unless(_has_time, "no time is laid down"),
    "C703": _unless(
        lambda house: house.clock_out_of_time is not ClockOutOfTime.FOLDED, "who is out of time is always folded"
    ),
    "C704": _unless(
        lambda house: house.clock_out_of_time is not ClockOutOfTime.CLOCKED or not house.clock_ante_counts,
        "the ante is money in the pot",
    ),
    "C705": _unless(
        lambda house: _has_time(house) and house.clock_reconnection is not ClockReconnection.AS_LEFT,
        "nothing is given for coming back",
    ),
    "O307": _unless(lambda house: not house.bring_in_full_opening, "the low card may open in full"),
    "O309": _unless(lambda house: house.stakes_complete, "the list of stakes is not complete"),
    "B413": _unless(
        lambda house: house.table_stakes_no_changes or house.table_stakes_no_exchange, "chips may come and go"
    ),
    "B417": _unless(lambda house: house.turn_partial_bet is TurnPartialBet.PROHIBITED, "a bet may come by parts"),
    "B418": _unless(lambda house: house.turn_declaration is TurnDeclaration.BINDS, "nobody is bound to his word"),
    "B420": _unless(lambda house: house.conduct_short_stack_plays, "short stacks may be folded"),
    "S505": _unless(lambda house: house.conduct_hole_cards, "a player may show his own cards"),
    "S507": _unless(lambda house: house.showdown_muck is ShowdownMuck.ALL_IN_TABLED, "a loser may muck, all-in or not"),
    "K901": _unless(lambda house: house.conduct_in_sight, "nothing need be in sight"),
    "P606": _unless(lambda house: house.game is Game.STUD8, "the pot has no halves"),
    "P607": _unless(lambda house: house.game is Game.STUD8, "there is no low"),
    "P611": _unless(lambda house: house.rake_schedule is not RakeSchedule.NONE, "there is no rake"),
    "S501": _unless(lambda house: house.showdown_first is not ShowdownFirst.ROOM_ORDER, "the room has its own order"),
    "S502": _unless(lambda house: house.showdown_first is not ShowdownFirst.ROOM_ORDER, "the room has its own order"),
}


def excuse(code: str, house: House) -> str:
    """Why the fault of this code cannot be planted under a house; empty where it can."""
    return EXCUSES[code](house) if code in EXCUSES else ""
