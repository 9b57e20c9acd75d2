"""Writes a hand as PHH: what `auditor.formats.phh` reads.

Players stand in the order of the deal, so seats are renumbered. Streets, burns, rake, returned bets and payments by pot
are not in PHH; a call or a check has no amount, a bring-in is the one of the stakes.
"""

from collections.abc import Callable, Sequence

from auditor.engine import events as e
from auditor.engine.cards import DECK, name_of
from auditor.engine.hand import Game, Hand
from auditor.engine.table import SEAT_BIT, next_clockwise
from auditor.formats.amounts import spell

VARIANTS = {Game.STUD: "F7S", Game.STUD8: "F7S/8", Game.RAZZ: "FR"}


def print_hands(hands: Sequence[Hand]) -> str:
    """A `.phhs` file: each hand under its number."""
    return "\n".join([f"[{number}]\n{print_hand(hand)}" for number, hand in enumerate(hands, 1)])


def print_hand(hand: Hand) -> str:
    """The text of one hand."""
    minor = hand.unit.minor
    order = deal_order(hand)
    place = {seat: number for number, seat in enumerate(order, 1)}
    stacks = {seat.number: seat.stack or 0 for seat in hand.seats}
    names = {seat.number: seat.player for seat in hand.seats}
    stakes = hand.stakes
    actions = [action for event in hand.events if (action := _action(event, place, minor))]
    lines = [
        f"variant = '{VARIANTS[hand.game]}'",
        f"antes = [{', '.join([spell(stakes.ante or 0, minor)] * len(order))}]",
        f"bring_in = {spell(stakes.bring_in or 0, minor)}",
        f"small_bet = {spell(stakes.small_bet or 0, minor)}",
        f"big_bet = {spell(stakes.big_bet or 0, minor)}",
        f"starting_stacks = [{', '.join([spell(stacks[seat], minor) for seat in order])}]",
        f"actions = [{', '.join([repr(action) for action in actions])}]",
        f"table = '{hand.table}'",
    ]
    if hand.unit.currency:
        lines.append(f"currency = '{hand.unit.currency}'")
    if hand.played:
        year, month, day = hand.played[:10].split("-")
        lines += [f"day = {int(day)}", f"month = {int(month)}", f"year = {year}"]
    lines.append(f"players = [{', '.join([repr(names[seat]) for seat in order])}]")
    lines.append(f"finishing_stacks = [{', '.join([spell(chips, minor) for chips in _finishing(hand, order)])}]")
    return "\n".join(lines) + "\n"


def deal_order(hand: Hand) -> list[int]:
    """The seats that are dealt in, from the one that is dealt to first."""
    dealt_in = sum([SEAT_BIT[seat.number] for seat in hand.seats if seat.dealt_in])
    first = hand.first_dealt or next_clockwise(dealt_in, hand.button)
    order = [first]
    while len(order) < dealt_in.bit_count():
        order.append(next_clockwise(dealt_in, order[-1]))
    return order


def _finishing(hand: Hand, order: list[int]) -> list[int]:
    """What each seat has after the hand, from what it put in and was paid."""
    stacks = {seat.number: seat.stack or 0 for seat in hand.seats}
    front: dict[int, int] = {}
    for event in hand.events:
        match event:
            case e.Street():
                front = {}
            case e.Ante():
                stacks[event.seat] -= event.amount
            case e.BringIn() | e.Call() | e.Wager():
                stacks[event.seat] -= event.to - front.get(event.seat, 0)
                front[event.seat] = event.to
            case e.Return() | e.Collect():
                stacks[event.seat] += event.amount
            case _:
                pass
    return [stacks[seat] for seat in order]


def _action(event: e.Event, place: dict[int, int], minor: int) -> str:
    """The token of one event; empty for what PHH has no word for."""
    writer = _WRITERS.get(type(event))
    return writer(event, f"p{place.get(event.seat, DECK)}", minor) if writer is not None else ""


def _cards(cards: Sequence[int]) -> str:
    return "".join([name_of(card) if card >= 0 else "??" for card in cards])


_WRITERS: dict[type[e.Event], Callable[..., str]] = {
    e.Deal: lambda event, player, _: f"d dh {player} {_cards(event.cards)}",
    e.Community: lambda event, *_: f"d db {_cards([event.card])}",
    e.BringIn: lambda _, player, __: f"{player} pb",
    e.Fold: lambda _, player, __: f"{player} f",
    e.Check: lambda _, player, __: f"{player} cc",
    e.Call: lambda _, player, __: f"{player} cc",
    e.Wager: lambda event, player, minor: f"{player} cbr {spell(event.to, minor)}",
    e.Show: lambda event, player, _: f"{player} sm {_cards(event.cards)}",
    e.Muck: lambda _, player, __: f"{player} sm",
}
