"""Rule H802: finds a player who sits in two seats of a hand."""

from auditor.engine.history.codes import TWO_SEATS
from auditor.engine.history.finding import HistoryFinding
from auditor.engine.history.hand_trace import Trace
from auditor.engine.history.people import is_somebody
from auditor.engine.house import House


def player_in_two_seats(hand: Trace, house: House) -> list[HistoryFinding]:
    """Returns a finding for each seat whose player already sits in another seat of the same hand. A name that only
    describes a seat, such as `Seat 3`, is ignored.
    """
    found = []
    first: dict[str, int] = {}
    for number, player, _, _, _ in hand.seats:
        name = player.strip()
        if name not in first:
            first[name] = number
        elif is_somebody(name):
            words = (f"{name} in seats {first[name]} and {number}", "one seat a player")
            found.append(HistoryFinding(TWO_SEATS, house, (hand.place, hand.place), words, number))
    return found
