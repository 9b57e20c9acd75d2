"""Odd chips that a house does not assign, and the reasons for odd chips.

If several ways to share odd chips are lawful, the settlement takes the way that was paid. No seat may have more than
one chip more than a seat it ties with. A chip may have to move across several ties, so the way is searched as a path
from seat to seat.
"""

from typing import Final

from auditor.engine.hand import Game
from auditor.engine.house import House, Status
from auditor.engine.house.choices import OddHalves, OddTied
from auditor.engine.law.payout import may_go_to_any
from auditor.engine.settlement import PotAward, Share


class _Half:
    """A pot, or half of a pot, while it is shared. `amounts` has the amount of each seat. `open` means that any of the
    tied seats may have the odd chips.
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
        """Returns the seats that can give a chip away."""
        most = max(self.amounts.values())
        return [seat for seat, amount in self.amounts.items() if amount == most]

    def takers(self) -> list[int]:
        """Returns the seats that can take one more chip."""
        least = min(self.amounts.values())
        return [seat for seat, amount in self.amounts.items() if amount == least]


# A chip moves from a half and a seat to a half and a seat.
_Move = tuple[_Half, int, _Half, int]


def moved_as_paid(awards: tuple[PotAward, ...], logged: list[int], game: Game, house: House) -> tuple[PotAward, ...]:
    """Returns the awards after open odd chips were moved to the seats that were paid them, if that is lawful."""
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
    """Returns for each seat number how much the award is above the logged payment."""
    short = [-paid for paid in logged]
    for award in awards:
        for share in award.shares:
            short[share.seat] += share.amount
    return short


def _moves(halves: list[_Half], house: House) -> list[_Move]:
    """Returns every lawful move of an odd chip: to a seat that ties with its owner, or to the other half."""
    moves = []
    for giving in halves:
        for taking in halves:
            if _may_move(giving, taking, house):
                moves += [(giving, giver, taking, taker) for giver in giving.givers() for taker in taking.takers()]
    return moves


def _may_move(giving: _Half, taking: _Half, house: House) -> bool:
    """Whether an odd chip may move from one half to the other. Between the high and the low half it may move only if
    the house says for neither half which seat gets it.
    """
    if giving is taking:
        return giving.open and giving.givers() != giving.takers()
    if giving.pot != taking.pot or house.odd_halves is not OddHalves.ANY or giving.total() - taking.total() != 1:
        return False
    return all(half.open or len(half.amounts) == 1 for half in (giving, taking))


def _path(moves: list[_Move], short: list[int], logged: list[int]) -> list[_Move]:
    """Returns the fewest moves that correct one chip. A chip moves from a seat that was paid too little to a seat that
    was paid too much. The chip may also move to a seat that was not paid at all, because that is a different fault. The
    list is empty if no such path exists.
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
            part = small  # a chip more than the even half is the odd chip between the halves
        shares += [Share(half.name, seat, amount, amount - part) for seat, amount in half.amounts.items()]
    return tuple(shares)


def is_odd(award: PotAward) -> bool:
    """Whether the pot has an odd chip."""
    for share in award.shares:  # any() takes three times as long
        if share.odd:
            return True
    return _high_and_low_differ(award)


def with_reasons(award: PotAward, game: Game, house: House) -> PotAward:
    """Returns the pot with its reasons: each clause in words, followed by its status if the house does not state it."""
    reasons = []
    for key in _keys(award, game, house):
        setting = house.setting(key)
        firm = "" if setting.status is Status.STATED else f" ({setting.status})"
        reasons.append(f"{setting.clause.removesuffix('.')}{firm}")
    return PotAward(award.amount, award.eligible, award.shares, award.rake, award.verifiable, tuple(reasons))


def _keys(award: PotAward, game: Game, house: House) -> tuple[str, ...]:
    """Returns the keys of the parameters that decided the odd chips, in the order of the shares."""
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
