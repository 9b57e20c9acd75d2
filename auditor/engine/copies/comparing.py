"""Two records of one deal beside each other, line by line: told by both, by one alone, or told apart.

Both are walked from street to street in step: within a street cards are compared by the place where they lie, all else
in its order, or by the seat where logs of one of the two kinds do not keep that order.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from auditor.engine import events as e
from auditor.engine.copies import card_alignment
from auditor.engine.copies.event_alignment import Aligner
from auditor.engine.copies.pairs import Pair
from auditor.engine.copies.side import Side
from auditor.engine.hand import Hand, Records

# What stands wherever it may where a log does not record this.
_ORDERED: Final = ((Records.ANTES_IN_PLACE, (e.Ante,)), (Records.SHOWDOWN_ORDER, (e.Show, e.Muck)))


def compare(one: Hand, other: Hand) -> tuple[Pair, ...]:
    """Both records, event by event. What is said beside the play, and cards, may stand in one of them alone."""
    mine, theirs = Side(one), Side(other)
    aligner = Aligner(mine, theirs)
    anywhere = tuple([each for bit, types in _ORDERED if not mine.records & theirs.records & bit for each in types])
    pairs: list[Pair] = []
    pairs += aligner.by_seat(_of(mine, anywhere), _of(theirs, anywhere))
    pairs += aligner.by_sum(_of(mine, (e.Rake,)), _of(theirs, (e.Rake,)))
    apart = (*card_alignment.DEALS, e.Rake, *anywhere)
    for part, against in _streets(mine, theirs):
        pairs += card_alignment.beside(mine, theirs, part, against)
        pairs += aligner.beside(
            [at for at in part if not isinstance(mine.events[at], apart)],
            [at for at in against if not isinstance(theirs.events[at], apart)],
        )
    return tuple(_in_order(pairs))


def _of(side: Side, types: tuple[type[e.Event], ...]) -> list[int]:
    return [at for at, event in enumerate(side.events) if isinstance(event, types)]


def _streets(one: Side, other: Side) -> Iterator[tuple[range, range]]:
    """The parts of both records from a street to the next that both have: one may lack the line of a street."""
    there = _begins(other)
    begin = against = 0
    for street, at in _begins(one).items():
        to = there.get(street, -1)
        if to >= against and at > begin:
            yield range(begin, at), range(against, to)
            begin, against = at, to
    yield range(begin, len(one.events)), range(against, len(other.events))


def _begins(side: Side) -> dict[tuple[int, int], int]:
    """Where each street begins, by its number and how often it began before."""
    times: defaultdict[int, int] = defaultdict(int)
    begins = {}
    for at, event in enumerate(side.events):
        if isinstance(event, e.Street):
            begins[event.street, times[event.street]] = at
            times[event.street] += 1
    return begins


def _in_order(pairs: list[Pair]) -> Iterator[Pair]:
    """As the first record has them; what only the other tells stands before what follows it there."""
    lone = sorted([pair.other for pair in pairs if pair.one is None and pair.other is not None])
    alone = {pair.other: pair for pair in pairs if pair.one is None}
    waiting = 0
    for pair in sorted([pair for pair in pairs if pair.one is not None], key=lambda pair: pair.one or 0):
        while pair.other is not None and waiting < len(lone) and lone[waiting] < pair.other:
            yield alone[lone[waiting]]
            waiting += 1
        yield pair
    for at in lone[waiting:]:
        yield alone[at]


def compare_tops(one: Hand, other: Hand) -> tuple[tuple[str, str, str], ...]:
    """What stands above the events where the two say something else: its name, and the value in each record."""
    theirs = dict(_top(other))
    names = {**dict(_top(one)), **theirs}
    mine = dict(_top(one))
    return tuple(
        [(name, mine.get(name, ""), theirs.get(name, "")) for name in names if mine.get(name) != theirs.get(name)]
    )


def _top(hand: Hand) -> Iterator[tuple[str, str]]:
    stakes = hand.stakes
    yield "structure", hand.structure.value
    yield "ante", _told(stakes.ante)
    yield "bring-in", _told(stakes.bring_in)
    yield "small bet", _told(stakes.small_bet)
    yield "big bet", _told(stakes.big_bet)
    yield "button", str(hand.button or "")
    yield "played", hand.played
    for seat in hand.seats:
        yield f"seat {seat.number}", f"{seat.player} {_told(seat.stack)}"


def _told(amount: int | None) -> str:
    return "" if amount is None else str(amount)
