"""The campaign's long counts of ranks."""

import random

import pytest
from phevaluator import evaluate_cards

from auditor.engine.cards import DECK, NAMES
from auditor.engine.ranks import high_value


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
