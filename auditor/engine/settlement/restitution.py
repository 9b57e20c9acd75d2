"""Restitution: the fewest transfers that correct a wrong payout.

The parties are the seats, the house, and the chips that are unaccounted for. The difference of a party is the amount
that it was paid too much or, below zero, too little. All differences sum to zero. A group of n parties whose
differences sum to zero needs n - 1 transfers. So a division into more groups needs fewer transfers. There are at most
thirteen parties, so the program can try every division.
"""

from typing import Final

from auditor.engine.settlement import Settlement

HOUSE: Final = 0  # the house pays and receives like a seat, because it keeps the rake; no seat has the number 0
# The party that stands for the chips that are unaccounted for: chips that were put in, but that neither a seat nor the
# house got. If more chips were paid than were put in, the party stands for the chips that nobody put in.
UNACCOUNTED: Final = -1


class Transfer:
    """A payment of `amount`, in the smallest unit, from `giver` to `taker`. Both are seat numbers, `HOUSE` or
    `UNACCOUNTED`. `HOUSE` is the card room, which takes the rake. `UNACCOUNTED` means that the log does not show who
    has, or who put in, the chips.
    """

    __slots__ = ("amount", "giver", "taker")

    def __init__(self, giver: int, taker: int, amount: int) -> None:
        self.giver: Final = giver
        self.taker: Final = taker
        self.amount: Final = amount


def restitution(settlement: Settlement) -> tuple[Transfer, ...]:
    """Returns the fewest transfers that correct the payout. There are none if nothing was paid wrongly, or if the
    differences are unknown.
    """
    rake = settlement.rake_difference
    if rake is None:
        return ()
    over = {account.seat: account.difference or 0 for account in settlement.seats}
    over[HOUSE] = rake
    over[UNACCOUNTED] = settlement.unaccounted or 0
    parties = [(party, difference) for party, difference in sorted(over.items()) if difference]
    return tuple([transfer for group in _groups(parties) for transfer in _within(group)])


def _groups(parties: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Divides the parties into as many groups as possible, so that the differences in each group sum to zero. A party
    is a pair: its number, and the amount that it was paid too much. The best division of each set of parties is
    computed from the sets that have one party less.
    """
    every = (1 << len(parties)) - 1
    sums = [0] * (every + 1)
    most = [0] * (every + 1)
    taken = [0] * (every + 1)  # for each set of parties: the index of the party that the best division puts last
    for members in range(1, every + 1):
        low = (members & -members).bit_length() - 1
        sums[members] = sums[members & (members - 1)] + parties[low][1]
        best = -1
        for place in range(len(parties)):
            if members >> place & 1 and most[members ^ 1 << place] > best:
                best, taken[members] = most[members ^ 1 << place], place
        most[members] = best + (sums[members] == 0)
    groups: list[list[tuple[int, int]]] = []
    members = every
    while members:
        if sums[members] == 0:
            groups.append([])
        groups[-1].append(parties[taken[members]])
        members ^= 1 << taken[members]
    return [sorted(group) for group in reversed(groups)]


def _within(group: list[tuple[int, int]]) -> list[Transfer]:
    """Returns the transfers inside one group of parties. In each transfer, the party with the largest surplus pays the
    party that is owed most. A transfer settles at least one of the two parties completely.
    """
    rest = dict(group)
    transfers = []
    while any(rest.values()):
        giver = max(rest, key=lambda party: (rest[party], -party))
        taker = min(rest, key=lambda party: (rest[party], party))
        amount = min(rest[giver], -rest[taker])
        transfers.append(Transfer(giver, taker, amount))
        rest[giver] -= amount
        rest[taker] += amount
    return transfers
