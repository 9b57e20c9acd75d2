"""Whether two records of one deal contradict each other. Two that differ only in which cards are known do not."""

from collections.abc import Iterator

from auditor.engine import events as e
from auditor.engine.cards import UNSEEN
from auditor.engine.hand import Hand

# What one copy of a log tells and another leaves out.
_ASIDES = (e.Remark, e.Reveal, e.LogEnd, e.PotTotal, e.Won, e.StackAfter)


def contradict(one: Hand, other: Hand) -> bool:
    """Whether both cannot be true of the same deal."""
    if _differ(one, other):
        return True
    mine, theirs = list(_told(one)), list(_told(other))
    if len(mine) != len(theirs):
        return True
    return any(not _agree(event, against) for event, against in zip(mine, theirs, strict=True))


def _differ(one: Hand, other: Hand) -> bool:
    """Whether what stands above the events differs where both say something."""
    if one.structure != other.structure or one.unit.minor != other.unit.minor:
        return True
    pairs: list[tuple[object, object]] = [
        (one.stakes.ante, other.stakes.ante),
        (one.stakes.bring_in, other.stakes.bring_in),
        (one.stakes.small_bet, other.stakes.small_bet),
        (one.stakes.big_bet, other.stakes.big_bet),
        (one.button or None, other.button or None),
        (one.played or None, other.played or None),
    ]
    theirs = {seat.number: seat for seat in other.seats}
    for seat in one.seats:
        against = theirs.pop(seat.number, None)
        if against is None:
            return True
        pairs += [(seat.player or None, against.player or None), (seat.stack, against.stack)]
    return bool(theirs) or any(mine != their for mine, their in pairs if mine is not None and their is not None)


def _told(hand: Hand) -> Iterator[e.Event]:
    for event in hand.events:
        if not isinstance(event, _ASIDES):
            yield event


def _agree(event: e.Event, against: e.Event) -> bool:
    if type(event) is not type(against) or event.seat != against.seat:
        return False
    if isinstance(event, e.Deal) and isinstance(against, e.Deal):
        return _same_cards(event.down, against.down) and _same_cards(event.up, against.up)
    if isinstance(event, e.Show) and isinstance(against, e.Show):
        return _same_cards(event.cards, against.cards)
    return event.words() == against.words()


def _same_cards(some: tuple[int, ...], others: tuple[int, ...]) -> bool:
    """Whether these can be the same cards: as many, and each pair equal or one of it unseen."""
    pairs = zip(some, others, strict=False)
    return len(some) == len(others) and all(UNSEEN in (one, other) or one == other for one, other in pairs)
