"""Odd chips that a house leaves open: whatever lawful way they were paid is found, and no other."""

import random
from itertools import combinations, product

import pytest

from auditor.engine.events import SEATS
from auditor.engine.hand import Game
from auditor.engine.house import House
from auditor.engine.house.registry import load
from auditor.engine.settlement import PotAward, Share
from auditor.engine.settlement.odd_chips import moved_as_paid

OPEN = load("fulltilt", Game.STUD8)
HIGH = load("pokerstars", Game.STUD8)
# Who wins the high and the low of each pot, and the pot; no low where nobody has one.
Won = tuple[tuple[int, ...], tuple[int, ...], int]


def splits(amount: int, seats: tuple[int, ...], name: str) -> list[tuple[Share, ...]]:
    """Every way to share an amount: equal parts, and a chip more to as many as there are odd ones."""
    part, odd = divmod(amount, len(seats))
    return [
        tuple([Share(name, seat, part + (seat in lucky), int(seat in lucky)) for seat in seats])
        for lucky in combinations(seats, odd)
    ]


def ways(won: Won, house: House) -> list[tuple[Share, ...]]:
    """Every lawful way to pay a pot."""
    high, low, amount = won
    if not low:
        return splits(amount, high, "whole")
    smaller = amount // 2
    to_high = {amount - smaller, smaller if house is OPEN else amount - smaller}
    found = []
    for share in to_high:
        both = product(splits(share, high, "high"), splits(amount - share, low, "low"))
        found += [[*one, *other] for one, other in both]
    return [tuple(each) for each in found]


def due(pots: list[tuple[Share, ...]]) -> list[int]:
    by_seat = [0] * SEATS
    for share in [share for pot in pots for share in pot]:
        by_seat[share.seat] += share.amount
    return by_seat


def awards(pots: list[tuple[Share, ...]]) -> tuple[PotAward, ...]:
    return tuple([PotAward(sum(share.amount for share in pot), (1, 2, 3, 4), pot, 0, verifiable=True) for pot in pots])


def some_pots(rng: random.Random) -> list[Won]:
    pots = []
    for _ in range(rng.randint(1, 3)):
        high, low = [tuple(sorted(rng.sample(range(1, 5), rng.randint(1, 3)))) for _ in range(2)]
        pots.append((high, low if rng.random() < 0.7 else (), rng.randint(8, 40)))
    return pots


@pytest.mark.parametrize("house", [OPEN, HIGH], ids=["halves left open", "odd chip to the high"])
def test_every_lawful_way_to_pay_is_found_and_stays_lawful(house: House) -> None:
    rng = random.Random(20)
    compared = 0
    for _ in range(60):
        pots = some_pots(rng)
        lawful = [list(way) for way in product(*[ways(won, house) for won in pots])]
        for paid in rng.sample(lawful, min(len(lawful), 12)):
            logged = due(paid)
            found = moved_as_paid(awards(lawful[0]), logged, Game.STUD8, house)
            assert due([award.shares for award in found]) == logged
            amounts = [[(share.half, share.seat, share.amount) for share in award.shares] for award in found]
            each_way = [[[(share.half, share.seat, share.amount) for share in pot] for pot in way] for way in lawful]
            assert amounts in each_way
            compared += 1
    assert compared > 200


def shared(won: Won, *paid: int) -> list[tuple[str, int, int, int]]:
    """What the law makes of payments to seats 1, 2 ...: half, seat, amount, odd chip in it."""
    logged = [0, *paid, *[0] * (SEATS - 1 - len(paid))]
    [award] = moved_as_paid(awards([ways(won, OPEN)[0]]), logged, Game.STUD8, OPEN)
    return [(share.half, share.seat, share.amount, share.odd) for share in award.shares]


def test_the_odd_chip_is_marked_where_it_was_paid() -> None:
    assert shared(((1, 2), (), 23), 11, 12) == [("whole", 1, 11, 0), ("whole", 2, 12, 1)]
    assert shared(((1,), (2,), 23), 11, 12) == [("high", 1, 11, 0), ("low", 2, 12, 1)]
    assert shared(((1,), (2,), 23), 12, 11) == [("high", 1, 12, 1), ("low", 2, 11, 0)]


def test_none_gets_two_more_than_another() -> None:
    assert shared(((1, 2), (), 23), 10, 13) == [("whole", 1, 11, 0), ("whole", 2, 12, 1)]
    assert shared(((1, 2), (), 22), 10, 12) == [("whole", 1, 11, 0), ("whole", 2, 11, 0)]


def test_a_seat_that_was_not_paid_at_all_is_due_the_chip_that_the_others_did_not_get() -> None:
    assert shared(((1, 2), (), 23), 11, 0) == [("whole", 1, 11, 0), ("whole", 2, 12, 1)]
    assert shared(((1, 2), (), 23), 0, 11) == [("whole", 1, 12, 1), ("whole", 2, 11, 0)]


def test_a_seat_whose_share_is_nothing_but_an_odd_chip_need_not_have_it() -> None:
    assert shared(((1, 2), (), 1), 1, 0) == [("whole", 1, 1, 1), ("whole", 2, 0, 0)]
    assert shared(((1, 2, 3), (), 2), 1, 0, 0) == [("whole", 1, 1, 1), ("whole", 2, 1, 1), ("whole", 3, 0, 0)]
