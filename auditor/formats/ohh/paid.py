"""Writes the pots of a hand as JSON objects of an Open Hand History, in the order in which the pots were paid."""

from typing import Final

from auditor.engine.events import ANY_POT, Ante, BringIn, Call, Collect, PotTotal, Rake, Return, Wager
from auditor.engine.hand import Hand
from auditor.formats.ohh.writing import Written, amount

_MOVES_CHIPS: Final = (Ante, BringIn, Call, Wager, Return)


def pots_of(hand: Hand, ids: dict[int, int]) -> list[Written]:
    """Returns one JSON object for each pot, with its amount, rake and payments. `ids` has the player id of each seat.
    The standard wants the amount of a pot at the end of the hand. So amounts that the log states earlier, while chips
    still go in, are not used. If the log states no amount after the last bet, the amount is the sum of payments and
    rake.
    """
    played = max([at for at, event in enumerate(hand.events) if isinstance(event, _MOVES_CHIPS)], default=0)
    events = [
        event
        for at, event in enumerate(hand.events)
        if isinstance(event, Collect | Rake) or (isinstance(event, PotTotal) and at > played)
    ]
    return [_row(pot, [event for event in events if event.pot == pot], hand, ids) for pot in _in_order(events)]


def _in_order(events: list[Collect | PotTotal | Rake]) -> list[int]:
    paid = [event.pot for event in events if isinstance(event, Collect)]
    return list(dict.fromkeys([*paid, *[event.pot for event in events]]))


def _row(pot: int, events: list[Collect | PotTotal | Rake], hand: Hand, ids: dict[int, int]) -> dict[str, Written]:
    minor = hand.unit.minor
    paid = [event for event in events if isinstance(event, Collect)]
    stated = [event for event in events if isinstance(event, PotTotal)]
    rakes = [event.amount for event in events if isinstance(event, Rake)]
    held = stated[-1].amount if stated else sum(rakes) + sum([event.amount for event in paid])
    row: dict[str, Written] = {"number": max(pot, 0), "amount": amount(held, minor)}
    if rakes:
        row["rake"] = amount(sum(rakes), minor)
    row |= {"_derived": True} if not stated else {}
    row |= {"_any": True} if pot == ANY_POT else {}
    if stated and stated[-1].eligible:
        row["_eligible"] = [ids.get(seat, -1) for seat in stated[-1].eligible]
    row["player_wins"] = [_win(event, ids, minor) for event in paid]
    return row


def _win(event: Collect, ids: dict[int, int], minor: int) -> dict[str, Written]:
    row: dict[str, Written] = {"player_id": ids.get(event.seat, -1), "win_amount": amount(event.amount, minor)}
    if event.half:
        row["_half"] = event.half
    if event.odd is not None:
        row["_odd"] = amount(event.odd, minor)
    return row
