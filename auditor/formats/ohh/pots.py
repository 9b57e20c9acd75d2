"""Reads the pots of an Open Hand History as events: the payments from each pot, its amount, and the rake of
the house.
"""

from typing import Final

from auditor.engine.events import ANY_POT, STRANGER, Collect, Event, PotTotal, Rake, StackAfter, Won
from auditor.formats.markup.json_text import Object
from auditor.formats.ohh.fields import chips, objects, text, whole

HALVES: Final = ("whole", "high", "low")


def read_pots(record: Object, players: dict[str, int], minor: int) -> list[Event]:
    """Returns the events of the pots. `players` has the seat of each player id.

    The events are in this order:

    - the payment of each winner from each pot; nothing for a player who won 0
    - the rake
    - the amounts of the pots as the file states them; in some files they do not include the rake
    - for each player, all winnings together and the final stack, if the file states them
    """
    totals: list[Event] = []
    rakes: list[Event] = []
    payments: list[Event] = []
    for pot in objects(record, "pots"):
        number = whole(pot, "number")
        which = ANY_POT if number is None or pot.get("_any") is True else number
        amount = chips(pot, "amount", minor)
        if amount is not None and pot.get("_derived") is not True:
            totals.append(PotTotal(amount, which, pot.line, _eligible(pot, players)))
        rake = chips(pot, "rake", minor)
        if rake is not None:
            rakes.append(Rake(rake + (chips(pot, "jackpot", minor) or 0), which, pot.line))
        payments.extend(_payments(pot, which, players, minor))
    return [*payments, *rakes, *totals, *_afterwards(record, players, minor)]


def _eligible(pot: Object, players: dict[str, int]) -> tuple[int, ...]:
    named = pot.get("_eligible")
    ids = [each for each in named if isinstance(each, str)] if isinstance(named, list) else []
    return tuple([players.get(each, STRANGER) for each in ids])


def _afterwards(record: Object, players: dict[str, int], minor: int) -> list[Event]:
    """Returns the winnings and the final stack of each player, if the file states them in our own fields `_won` and
    `_stack_after`.
    """
    events: list[Event] = []
    for key, kind in (("_won", Won), ("_stack_after", StackAfter)):
        for player in objects(record, "players"):
            amount = chips(player, key, minor)
            if amount is not None:
                events.append(kind(players.get(text(player, "id"), STRANGER), amount, player.line))
    return events


def _payments(pot: Object, which: int, players: dict[str, int], minor: int) -> list[Event]:
    paid: list[Event] = []
    for win in objects(pot, "player_wins"):
        amount = chips(win, "win_amount", minor)
        if amount:
            half = text(win, "_half")
            seat = players.get(text(win, "player_id"), STRANGER)
            odd = chips(win, "_odd", minor)
            paid.append(Collect(seat, amount, which, half if half in HALVES else "", win.line, odd))
    return paid
