"""The campaign's long counts of ranks."""

import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from phevaluator import evaluate_cards
from pokerkit import EightOrBetterLowHand, RegularLowHand, StandardHighHand

from auditor.engine.cards import DECK, NAMES
from auditor.engine.ranks import NO_LOW, eight_or_better, high_value, low_value

Ranked = Callable[[list[int]], int | None]


@pytest.mark.campaign
def test_a_million_holdings_agree_with_phevaluator() -> None:
    chance = random.Random(3)
    pairs: dict[int, int] = {}
    for _ in range(1_000_000):
        holding = chance.sample(range(DECK), 7)
        theirs = evaluate_cards(*[NAMES[card] for card in holding])
        assert pairs.setdefault(theirs, high_value(holding)) == high_value(holding)
    ranked = [pairs[theirs] for theirs in sorted(pairs)]
    assert ranked == sorted(ranked, reverse=True)


def _low(holding: list[int]) -> int:
    return -low_value(holding)


def _low_if_any(holding: list[int]) -> int | None:
    low = eight_or_better(holding)
    return None if low == NO_LOW else -low


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("ours", "theirs", "count"),
    [
        (high_value, StandardHighHand.from_game_or_none, 20_000),
        (_low_if_any, EightOrBetterLowHand.from_game_or_none, 10_000),
        (_low, RegularLowHand.from_game_or_none, 10_000),
    ],
    ids=["high", "eight or better", "razz"],
)
def test_many_holdings_are_ordered_as_pokerkit_orders_them(
    ours: Ranked, theirs: Callable[[str], Any], count: int
) -> None:
    """Equal where it has them equal, and each next one better; a low that does not qualify is none to either."""
    chance = random.Random(4)
    ranked = []
    for _ in range(count):
        holding = chance.sample(range(DECK), 7)
        here, there = ours(holding), theirs("".join([NAMES[card] for card in holding]))
        assert (here is None) == (there is None)
        if here is not None:
            ranked.append((here, there))
    ranked.sort(key=lambda pair: pair[0])
    for (low, worse), (high, better) in pairwise(ranked):
        assert (low == high) == (worse == better)
        assert low == high or worse < better
    print(f"\n{count} holdings as PokerKit ranks them, {len(ranked)} of them with a hand")
