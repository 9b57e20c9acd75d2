"""Why some faults cannot be planted under some houses: nothing there forbids them."""

from collections.abc import Callable

from auditor.engine.choices import DealOrder, DoubleRight, RakeSchedule, ShowdownFirst
from auditor.engine.hand import Game
from auditor.engine.house import House

Excuse = Callable[[House], str]


def _unless(forbids: Callable[[House], bool], why: str) -> Excuse:
    return lambda house: "" if forbids(house) else why


# By code; an empty answer is no excuse.
EXCUSES: dict[str, Excuse] = {
    "B403": _unless(lambda house: house.cap_wagers > 0, "there is no cap"),
    "B409": _unless(
        lambda house: house.double_right is not DoubleRight.NONE, "no double wager is lawful to begin with"
    ),
    "D206": _unless(lambda house: house.deal_order is DealOrder.SINGLY_CLOCKWISE, "no order of the cards is laid down"),
    "D207": _unless(lambda house: house.deal_burn_fourth, "no cards are burned"),
    "O307": _unless(lambda house: not house.bring_in_full_opening, "the low card may open in full"),
    "O309": _unless(lambda house: house.stakes_complete, "the list of stakes is not complete"),
    "P606": _unless(lambda house: house.game is Game.STUD8, "the pot has no halves"),
    "P607": _unless(lambda house: house.game is Game.STUD8, "there is no low"),
    "P611": _unless(lambda house: house.rake_schedule is not RakeSchedule.NONE, "there is no rake"),
    "S501": _unless(lambda house: house.showdown_first is not ShowdownFirst.ROOM_ORDER, "the room has its own order"),
    "S502": _unless(lambda house: house.showdown_first is not ShowdownFirst.ROOM_ORDER, "the room has its own order"),
}


def excuse(code: str, house: House) -> str:
    """Why the fault of this code cannot be planted under a house; empty where it can."""
    return EXCUSES[code](house) if code in EXCUSES else ""
