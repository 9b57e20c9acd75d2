"""Decides whether a line of one record and a line of another record can both be true of the same step of a deal.

Each format of logs has its own words and leaves out some facts. If only one of two lines has a detail, that is no
contradiction.
"""

from collections.abc import Sequence
from typing import Final

from auditor.engine import events as e
from auditor.engine.cards import UNSEEN

_PAYS: Final = (e.BringIn, e.Call, e.Wager)
# Kinds of lines in which one record may have more detail than the other.
_MAY_SAY_MORE: Final = (*_PAYS, e.Show, e.Reveal, e.Collect, e.Rake)


def agree(event: e.Event, against: e.Event, whole: bool) -> bool:
    """Whether two lines may both be true. `whole` means that a show line has all cards of the hand in both records."""
    if event.seat != against.seat:
        return False
    if isinstance(event, _PAYS) and isinstance(against, _PAYS):
        return _pay_the_same(event, against)
    if type(event) is not type(against):
        return False
    if isinstance(event, e.Show | e.Reveal) and isinstance(against, e.Show | e.Reveal):
        exact = whole and isinstance(event, e.Show)
        return may_be_one_hand(event.cards, against.cards, exact)
    if isinstance(event, e.Collect) and isinstance(against, e.Collect):
        return event.amount == against.amount and _same_part(event, against)
    if isinstance(event, e.Rake) and isinstance(against, e.Rake):
        return event.amount == against.amount and _one_pot(event.pot, against.pot)
    if isinstance(event, e.Ante) and isinstance(against, e.Ante):
        return event.amount == against.amount
    return event.words() == against.words()


def may_agree(event: e.Event, against: e.Event) -> bool:
    """Whether two lines that differ need a closer comparison; most do not."""
    return event.seat == against.seat and isinstance(event, (*_MAY_SAY_MORE, e.Ante))


def _pay_the_same(event: e.BringIn | e.Call | e.Wager, against: e.BringIn | e.Call | e.Wager) -> bool:
    """Whether both acts put the same amount in front. Completing, betting and raising count as the same act, because
    some logs write only that a seat is all-in.
    """
    named_alike = type(event) is type(against) or event.all_in or against.all_in
    return event.to == against.to and named_alike


def _same_part(event: e.Collect, against: e.Collect) -> bool:
    halves = not event.half or not against.half or event.half == against.half
    odd = event.odd is None or against.odd is None or event.odd == against.odd
    return halves and odd and _one_pot(event.pot, against.pot)


def _one_pot(pot: int, against: int) -> bool:
    return pot == against or e.ANY_POT in (pot, against)


def may_be_same(card: int, against: int) -> bool:
    """Whether two cards are equal, or one of them is unseen. A text that is not a card of the deck counts as unseen."""
    return card == against or card <= UNSEEN or against <= UNSEEN


def may_be_one_hand(cards: Sequence[int], against: Sequence[int], exact: bool) -> bool:
    """Whether two lines can show the same hand, in any order. If `exact` is false, one line may show only a part of the
    hand.
    """
    if exact and len(cards) != len(against):
        return False
    return _room_for(cards, against) and _room_for(against, cards)


def _room_for(cards: Sequence[int], against: Sequence[int]) -> bool:
    """Whether each seen card of the first line can be in the second line: as a seen card, as an unseen card, or left
    out.
    """
    missing = {card for card in cards if card > UNSEEN} - set(against)
    unseen = len([card for card in against if card <= UNSEEN])
    return len(missing) <= unseen + max(len(cards) - len(against), 0)
