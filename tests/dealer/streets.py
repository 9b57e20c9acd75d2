"""Dealing a street: cards, burns, and what happens where the deck is too short for seventh street.

The last is done by the rulebook's own words and not by the engine's law, so that each can find the other wrong.
"""

from collections.abc import Callable

from auditor.engine import events as e
from auditor.engine.cards import UNSEEN
from auditor.engine.house.choices import DealShortDeck
from tests.dealer.dealing import Dealing


def deal_street(dealing: Dealing, street: int) -> None:
    """Opens a street and deals it."""
    dealing.say(e.Street(street))
    if street == 3:
        _deal_third(dealing)
    elif street < 7:
        if _is_burned_before(dealing, street):
            _burn(dealing)
        for seat in dealing.in_deal_order(_still_dealt_to(dealing)):
            dealing.say(e.Deal(seat, (), (dealing.stock.for_seat(seat),)))
    else:
        _SEVENTH[dealing.house.deal_short_deck](dealing, len(dealing.stock), dealing.table.live.bit_count())


def _still_dealt_to(dealing: Dealing) -> int:
    """Seats that folded with nothing to call, where the dealer goes on giving them cards until there is a bet."""
    folded = dealing.table.folded_free
    if not folded or len(dealing.stock) < 20 or not dealing.chance(0.5):
        return 0
    dealing.traits["dealt to after a free fold"] += 1
    return folded


def _is_burned_before(dealing: Dealing, street: int) -> bool:
    return dealing.house.deal_burn_fourth if street == 4 else dealing.house.deal_burn_later


def _deal_third(dealing: Dealing) -> None:
    order = dealing.in_deal_order()
    draw = dealing.stock.for_seat
    if dealing.singly:
        over = dealing.mishaps.turned_over(order) if dealing.mishaps else []
        dealing.traits["hole card turned over"] += len(over)
        for round_ in (1, 2, 3):
            for seat in order:
                is_up = round_ == (2 if seat in over else 3)
                dealing.say(e.Deal(seat, () if is_up else (draw(seat),), (draw(seat),) if is_up else ()))
        return
    over = dealing.mishaps.turned_over(order) if dealing.mishaps else []
    dealing.traits["hole card turned over"] += len(over)
    for seat in order:
        first, second, third = draw(seat), draw(seat), draw(seat)
        if seat in over:
            dealing.say(e.Deal(seat, (first,), (second,)))
            dealing.say(e.Deal(seat, (third,), ()))
        else:
            dealing.say(e.Deal(seat, (first, second), (third,)))


def _burn(dealing: Dealing) -> None:
    card = dealing.stock.off_the_top()
    dealing.burned.append(card)
    dealing.say(e.Burn(card if dealing.burns_seen else UNSEEN))


def _last_cards(dealing: Dealing, seats: list[int]) -> None:
    for seat in seats:
        dealing.say(e.Deal(seat, (dealing.stock.for_seat(seat),), ()))


def _one_for_all(dealing: Dealing) -> None:
    dealing.traits["community card"] += 1
    dealing.say(e.Community(dealing.stock.off_the_top()))


def _scramble(dealing: Dealing) -> None:
    dealing.traits["burns scrambled"] += 1
    dealing.stock.scramble(dealing.burned)
    dealing.burned.clear()


def _plainly(dealing: Dealing, stub: int, due: int) -> None:
    """One each where there are enough cards, else one for all."""
    burns = _is_burned_before(dealing, 7)
    if stub - burns < due:
        if burns and stub > 1:
            _burn(dealing)
        _one_for_all(dealing)
        return
    if burns:
        _burn(dealing)
    _last_cards(dealing, dealing.in_deal_order())


def _by_roberts(dealing: Dealing, stub: int, due: int) -> None:
    """Burn and deal; or all but the last card, which is scrambled with the burns; or without a burn; or one for all."""
    burns = len(dealing.burned)
    order = dealing.in_deal_order()
    if stub >= due + 1:
        _burn(dealing)
        _last_cards(dealing, order)
    elif stub + burns >= due:
        burned_first = stub > 1 and dealing.chance(0.5)
        if burned_first:
            _burn(dealing)
        at_once = len(dealing.stock) - 1
        _last_cards(dealing, order[:at_once])
        _scramble(dealing)
        if stub + burns - 1 >= due:
            _burn(dealing)
        else:
            dealing.traits["burn skipped"] += not burned_first
        _last_cards(dealing, order[at_once:])
    else:
        if stub < 2:
            _scramble(dealing)
        _burn(dealing)
        _one_for_all(dealing)


def _with_two_over(dealing: Dealing, stub: int, due: int) -> None:
    """Two cards must be left over, the burns scrambled in if need be; else one for all."""
    enough = stub >= due + 2
    if not enough and stub + len(dealing.burned) >= due + 2:
        _scramble(dealing)
        enough = True
    elif not enough and stub <= 2:
        _scramble(dealing)
    _burn(dealing)
    if enough:
        _last_cards(dealing, dealing.in_deal_order())
    else:
        _one_for_all(dealing)


_SEVENTH: dict[str, Callable[[Dealing, int, int], None]] = {
    DealShortDeck.COMMUNITY: _plainly,
    DealShortDeck.ROBERTS: _by_roberts,
    DealShortDeck.PLUS_TWO: _with_two_over,
}
