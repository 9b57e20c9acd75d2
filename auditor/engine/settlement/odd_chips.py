"""Odd chips that a house leaves open, and the reasons for odd chips.

Where several ways to share odd chips are lawful, the settlement takes the one that was paid. No seat may
have more than one chip over another it ties with. A chip may have to move over several ties, so the way is found as a
path from seat to seat.
"""

from typing import Final

from auditor.engine.hand import Game
from auditor.engine.house import House, Status
from auditor.engine.house.choices import OddHalves, OddTied
from auditor.engine.law.payout import may_go_to_any
from auditor.engine.settlement import PotAward, Share


class _Half:
    """A pot, or a half of one, while it is shared: the amount of each seat. `open`: any of the tied seats may have its
    odd chips.
    """

    __slots__ = ("amounts", "name", "open", "pot")

    def __init__(self, pot: int, name: str, open_: bool) -> None:
        self.pot: Final = pot
        self.name: Final = name
        self.open: Final = open_
        self.amounts: Final[dict[int, int]] = {}

    def total(self) -> int:
        return sum(self.amounts.values())

    def givers(self) -> list[int]:
        """The seats that can give a chip away."""
        most = max(self.amounts.values())
        return [seat for seat, amount in self.amounts.items() if amount == most]

    def takers(self) -> list[int]:
        """The seats that can take one more chip."""
        least = min(self.amounts.values())
        return [seat for seat, amount in self.amounts.items() if amount == least]


# A move of a chip: from a half and a seat, to a half and a seat.
_Move = tuple[_Half, int, _Half, int]


def moved_as_paid(awards: tuple[PotAward, ...], logged: list[int], game: Game, house: House) -> tuple[PotAward, ...]:
    """The awards, with open odd chips moved to the seats that were paid them, as far as that is lawful."""
    if not _leaves_any_open(game, house):
        return awards
    halves = _halves(awards, game, house)
    short = _short_of(awards, logged)
    while path := _path(_moves(halves, house), short, logged):
        for giving, giver, taking, taker in path:
            giving.amounts[giver] -= 1
            taking.amounts[taker] += 1
        short[path[0][1]] -= 1
        short[path[-1][3]] += 1
    moved = []
    for index, award in enumerate(awards):
        own = [half for half in halves if half.pot == index]
        moved.append(PotAward(award.amount, award.eligible, _shares(own), award.rake, award.verifiable))
    return tuple(moved)


def _leaves_any_open(game: Game, house: House) -> bool:
    ties = may_go_to_any(house, for_low=False) or may_go_to_any(house, for_low=True)
    return ties or (game is Game.STUD8 and house.odd_halves is OddHalves.ANY)


def _halves(awards: tuple[PotAward, ...], game: Game, house: House) -> list[_Half]:
    found: dict[tuple[int, str], _Half] = {}
    for index, award in enumerate(awards):
        for share in award.shares:
            half = found.get((index, share.half))
            if half is None:
                for_low = game is Game.RAZZ or share.half == "low"
                half = found[index, share.half] = _Half(index, share.half, may_go_to_any(house, for_low))
            half.amounts[share.seat] = share.amount
    return list(found.values())


def _short_of(awards: tuple[PotAward, ...], logged: list[int]) -> list[int]:
    """By seat number, how much more the awards have for a seat than it was paid."""
    short = [-paid for paid in logged]
    for award in awards:
        for share in award.shares:
            short[share.seat] += share.amount
    return short


def _moves(halves: list[_Half], house: House) -> list[_Move]:
    """Every lawful move of an odd chip: to a seat that ties with its owner, or to the other half."""
    moves = []
    for giving in halves:
        for taking in halves:
            if _may_move(giving, taking, house):
                moves += [(giving, giver, taking, taker) for giver in giving.givers() for taker in taking.takers()]
    return moves


def _may_move(giving: _Half, taking: _Half, house: House) -> bool:
    """Whether chips may move between these halves. Between two halves they may only where the house orders neither of
    them.
    """
    if giving is taking:
        return giving.open and giving.givers() != giving.takers()
    if giving.pot != taking.pot or house.odd_halves is not OddHalves.ANY or giving.total() - taking.total() != 1:
        return False
    return all(half.open or len(half.amounts) == 1 for half in (giving, taking))


def _path(moves: list[_Move], short: list[int], logged: list[int]) -> list[_Move]:
    """The fewest moves that take a chip from a seat that was paid too little to a seat that was paid too much, or to a
    seat that was not paid at all, which is another fault. Empty where there are none.
    """
    for first in range(len(short)):
        if short[first] <= 0:
            continue
        paths: dict[int, list[_Move]] = {first: []}
        queue = [first]
        while queue:
            seat = queue.pop(0)
            unpaid = short[seat] > 0 and not logged[seat]
            if short[seat] < 0 or (seat != first and logged[first] and unpaid):
                return paths[seat]
            for move in moves:
                if move[1] == seat and move[3] not in paths:
                    paths[move[3]] = [*paths[seat], move]
                    queue.append(move[3])
    return []


def _shares(halves: list[_Half]) -> tuple[Share, ...]:
    small = sum([half.total() for half in halves]) // 2
    shares = []
    for half in halves:
        part = min(half.amounts.values())
        if len(half.amounts) == 1 and len(halves) > 1:
            part = small  # the rest is the odd chip of the halves
        shares += [Share(half.name, seat, amount, amount - part) for seat, amount in half.amounts.items()]
    return tuple(shares)


def is_odd(award: PotAward) -> bool:
    """Whether the pot has an odd chip."""
    for share in award.shares:  # any() takes three times as long
        if share.odd:
            return True
    return _high_and_low_differ(award)


def with_reasons(award: PotAward, game: Game, house: House) -> PotAward:
    """The same pot with the clauses in words, and their status where the house does not state them."""
    reasons = []
    for key in _keys(award, game, house):
        setting = house.setting(key)
        firm = "" if setting.status is Status.STATED else f" ({setting.status})"
        reasons.append(f"{setting.clause.removesuffix('.')}{firm}")
    return PotAward(award.amount, award.eligible, award.shares, award.rake, award.verifiable, tuple(reasons))


def _keys(award: PotAward, game: Game, house: House) -> tuple[str, ...]:
    """The parameters that decided, in the order of the shares."""
    keys = []
    if _high_and_low_differ(award):
        keys.append("odd.halves")
    for half in dict.fromkeys([share.half for share in award.shares]):
        if len({share.amount for share in award.shares if share.half == half}) > 1:
            low = half == "low" or game is Game.RAZZ
            keys.append("odd.tied_low" if low and house.odd_tied is not OddTied.FIRST_LEFT_OF_DEALER else "odd.tied")
    return tuple(dict.fromkeys(keys))


def _high_and_low_differ(award: PotAward) -> bool:
    if not award.shares or award.shares[-1].half != "low":
        return False
    low = sum([share.amount for share in award.shares if share.half == "low"])
    return low != sum([share.amount for share in award.shares if share.half == "high"])
