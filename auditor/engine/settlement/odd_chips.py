"""Decides which seats get the odd chips (chips that cannot be divided evenly) if the house leaves the choice open. It
also states the reasons for all odd chips.

If there are several lawful ways to give out the odd chips, the settlement uses the way that agrees with the logged
payments. The shares of tied seats never differ by more than one chip. Seat 1 may be tied with seat 2 in one pot, and
seat 2 with seat 3 in the next pot. Then one chip may go from seat 1 to seat 2 in the first pot, and one chip from seat
2 to seat 3 in the next pot. So the module searches for the shortest path of such moves.
"""

from typing import Final

from auditor.engine.hand import Game
from auditor.engine.house import House, Status
from auditor.engine.house.choices import OddHalves, OddTied
from auditor.engine.law.payout import may_go_to_any
from auditor.engine.settlement import PotAward, Share


class _Half:
    """A pot, or a half of a pot, while odd chips (chips that cannot be divided evenly) are moved between seats.
    `amounts` maps each tied seat to its chips. `open` is true if the house lets any of the tied seats have the odd
    chips.
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
        """Returns the seats that can give one chip away: those with the largest amount."""
        most = max(self.amounts.values())
        return [seat for seat, amount in self.amounts.items() if amount == most]

    def takers(self) -> list[int]:
        """Returns the seats that can take one more chip: those with the smallest amount."""
        least = min(self.amounts.values())
        return [seat for seat, amount in self.amounts.items() if amount == least]


# A move of one chip: the half and the seat that give the chip, then the half and the seat that take the chip.
_Move = tuple[_Half, int, _Half, int]


def moved_as_paid(awards: tuple[PotAward, ...], logged: list[int], game: Game, house: House) -> tuple[PotAward, ...]:
    """Returns the lawful shares after odd chips (chips that cannot be divided evenly) were moved to follow the logged
    payments. If the house does not say which seat gets an odd chip, the chip goes to the seat that the log paid.
    """
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
    """Returns how many chips each seat was paid too little, as a list indexed by seat number. The number is negative
    for a seat that was paid too much.
    """
    short = [-paid for paid in logged]
    for award in awards:
        for share in award.shares:
            short[share.seat] += share.amount
    return short


def _moves(halves: list[_Half], house: House) -> list[_Move]:
    """Returns every lawful move of one odd chip: from a seat to a seat that ties with it, or from one half to the other
    half.
    """
    moves = []
    for giving in halves:
        for taking in halves:
            if _may_move(giving, taking, house):
                moves += [(giving, giver, taking, taker) for giver in giving.givers() for taker in taking.takers()]
    return moves


def _may_move(giving: _Half, taking: _Half, house: House) -> bool:
    """Whether an odd chip may move from `giving` to `taking`, which may be the same half. A chip may move between the
    high and the low half only if the house lets either half have it. In a half with tied seats, the house must also let
    any of these seats have the chip.
    """
    if giving is taking:
        return giving.open and giving.givers() != giving.takers()
    if giving.pot != taking.pot or house.odd_halves is not OddHalves.ANY or giving.total() - taking.total() != 1:
        return False
    return all(half.open or len(half.amounts) == 1 for half in (giving, taking))


def _path(moves: list[_Move], short: list[int], logged: list[int]) -> list[_Move]:
    """Returns the shortest list of moves that takes one chip from the lawful share of one seat, and adds one chip to
    the lawful share of another seat. The first seat was paid less than its share, the second seat more than its share.
    So the moves bring both shares closer to the payments. Returns an empty list if there are no such moves.

    If the first seat was paid something, the second seat may also be a seat that was paid nothing although it has a
    share. The payment of the second seat is wrong in any case, so one more chip in its share makes no further fault.
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
            part = small  # one seat gets this whole half: its odd chip is the part above half of the pot, rounded down
        shares += [Share(half.name, seat, amount, amount - part) for seat, amount in half.amounts.items()]
    return tuple(shares)


def is_odd(award: PotAward) -> bool:
    """Whether the pot could not be divided evenly, so that some share or half has an odd chip."""
    for share in award.shares:  # a loop, because any() takes three times as long
        if share.odd:
            return True
    return _high_and_low_differ(award)


def with_reasons(award: PotAward, game: Game, house: House) -> PotAward:
    """Returns the pot with the reasons for its odd chips. Each reason is the clause of the house in words. If the
    status of the clause is not `stated`, the status is added in brackets, such as `(assumed)`.
    """
    reasons = []
    for key in _keys(award, game, house):
        setting = house.setting(key)
        firm = "" if setting.status is Status.STATED else f" ({setting.status})"
        reasons.append(f"{setting.clause.removesuffix('.')}{firm}")
    return PotAward(award.amount, award.eligible, award.shares, award.rake, award.verifiable, tuple(reasons))


def _keys(award: PotAward, game: Game, house: House) -> tuple[str, ...]:
    """Returns the keys of the parameters that decided the odd chips (chips that cannot be divided evenly), in the order
    of the shares.
    """
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
