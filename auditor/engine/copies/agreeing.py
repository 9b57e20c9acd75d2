"""Decides whether a line of one record and a line of another record may describe the same event of a deal. The records
are two logs of one deal, from two players or from a player and the house.

Each log format has its own words and leaves out some facts. If only one of the two lines states a detail, that is no
contradiction.
"""

from collections.abc import Sequence
from typing import Final

from auditor.engine import events as e
from auditor.engine.cards import UNSEEN

_PAYS: Final = (e.BringIn, e.Call, e.Wager)
# Kinds of events that may have more details in one record than in the other, such as the name of the pot that is paid.
_MAY_SAY_MORE: Final = (*_PAYS, e.Show, e.Reveal, e.Collect, e.Rake, e.Fold, e.Dropped)


def agree(event: e.Event, against: e.Event, whole: bool) -> bool:
    """Whether a line of one record (`event`) and a line of the other record (`against`) may both be true. `whole` means
    that in both records a show line has all cards of the hand, not just some.
    """
    if event.seat != against.seat:
        return False
    if isinstance(event, _PAYS) and isinstance(against, _PAYS):
        return _pay_the_same(event, against)
    if isinstance(event, e.Fold | e.Dropped) and isinstance(against, e.Fold | e.Dropped):
        return True  # the house may have folded the seat (`Dropped`), and the other record has only a fold
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
    """A quick test before `agree`: whether two lines with different texts may still describe the same event. If they
    cannot, `agree` need not be called.
    """
    return event.seat == against.seat and isinstance(event, (*_MAY_SAY_MORE, e.Ante))


def are_one_act(event: e.Event, against: e.Event) -> bool:
    """Whether two betting acts may be the same act. Use this function only if one of the two records has no amounts of
    calls and bring-ins, so that a check and a call look alike in that record. The seats are not compared.
    """
    if isinstance(event, e.BringIn):
        return isinstance(against, e.BringIn)
    return isinstance(event, e.Call | e.Check) and isinstance(against, e.Call | e.Check)


def _pay_the_same(event: e.BringIn | e.Call | e.Wager, against: e.BringIn | e.Call | e.Wager) -> bool:
    """Whether two betting acts may be the same act: the amount in front of the seat is the same after both acts, and
    both are of one kind. Completing, betting and raising are one kind. The kind does not matter if one act is all-in,
    because some logs write only that a seat is all-in.
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
    """Whether two cards of two records may be the same card: they are equal, or one of them is unseen. A text of the
    log that names no card of the deck is treated as an unseen card.
    """
    return card == against or card <= UNSEEN or against <= UNSEEN


def may_be_one_hand(cards: Sequence[int], against: Sequence[int], exact: bool) -> bool:
    """Whether two show lines may show the same hand. The order of the cards does not matter. If `exact` is false, one
    line may show only some of the cards.
    """
    if exact and len(cards) != len(against):
        return False
    return _room_for(cards, against) and _room_for(against, cards)


def _room_for(cards: Sequence[int], against: Sequence[int]) -> bool:
    """Whether each seen card of `cards` may also belong to the hand `against`.

    A card may belong to `against` in three cases:

    - `against` names the card.
    - `against` has an unseen card, which may be this card.
    - `against` lists fewer cards than `cards`, so it may leave this card out.
    """
    missing = {card for card in cards if card > UNSEEN} - set(against)
    unseen = len([card for card in against if card <= UNSEEN])
    return len(missing) <= unseen + max(len(cards) - len(against), 0)
