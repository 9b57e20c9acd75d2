"""Whether two records of one deal contradict each other: a line of their comparison cannot be true in both, or what
stands above the events cannot. Two that differ only in what is known, or in how far they go, do not.
"""

from auditor.engine.copies.comparing import compare
from auditor.engine.copies.pairs import Verdict
from auditor.engine.copies.side import Side
from auditor.engine.hand import Hand


def contradict(one: Hand, other: Hand) -> bool:
    """Whether both cannot be true of the same deal."""
    return _tops_differ(one, other) or any(pair.verdict is Verdict.DIFFERS for pair in compare(one, other))


def _tops_differ(one: Hand, other: Hand) -> bool:
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
    mine, theirs = {seat.number: seat for seat in one.seats}, {seat.number: seat for seat in other.seats}
    for number in mine.keys() & theirs.keys():
        seat, against = mine[number], theirs[number]
        pairs += [(seat.player or None, against.player or None), (seat.stack, against.stack)]
    if any(said != against for said, against in pairs if said is not None and against is not None):
        return True
    lacking = [(Side(other), number) for number in mine.keys() - theirs.keys()]
    lacking += [(Side(one), number) for number in theirs.keys() - mine.keys()]
    return any(not side.misses(number) for side, number in lacking)
