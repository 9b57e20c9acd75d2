"""Ranks against the world: known counts, and two independent evaluators."""

import random
from collections import Counter
from itertools import combinations

import pytest
from phevaluator import evaluate_cards
from pokerkit import Card, EightOrBetterLowHand, RegularLowHand, StandardHighHand

from auditor.engine.cards import CARDS, DECK, NAMES
from auditor.engine.ranks import (
    CATEGORY_NAMES,
    NO_LOW,
    board_value,
    description,
    eight_or_better,
    high_name,
    high_value,
    low_cards,
    low_name,
    low_value,
)

# The number of five-card hands of each category among all 2,598,960.
COUNTS = {
    "straight flush": 40,
    "four of a kind": 624,
    "full house": 3744,
    "flush": 5108,
    "straight": 10200,
    "three of a kind": 54912,
    "two pair": 123552,
    "pair": 1098240,
    "high card": 1302540,
}


def cards(text: str) -> list[int]:
    return [CARDS[name] for name in text.split()]


def holdings(count: int, size: int = 7) -> list[list[int]]:
    chance = random.Random(1)
    return [chance.sample(range(DECK), size) for _ in range(count)]


def text(holding: list[int]) -> str:
    return "".join(NAMES[card] for card in holding)


def ordering(values: list[int]) -> list[int]:
    """Values by their place among all that occur, so that two scales can be compared."""
    places = {value: place for place, value in enumerate(sorted(set(values)))}
    return [places[value] for value in values]


@pytest.mark.campaign
def test_all_five_card_hands_fall_into_the_known_categories() -> None:
    found = Counter(CATEGORY_NAMES[high_value(list(five)) >> 20] for five in combinations(range(DECK), 5))
    assert found == COUNTS


def test_high_hands_are_ordered_as_phevaluator_orders_them() -> None:
    dealt = holdings(20_000)
    ours = ordering([high_value(holding) for holding in dealt])
    theirs = ordering([-evaluate_cards(*[NAMES[card] for card in holding]) for holding in dealt])
    assert ours == theirs


def test_high_hands_are_ordered_as_pokerkit_orders_them() -> None:
    dealt = holdings(400)
    theirs = [StandardHighHand.from_game(text(holding)) for holding in dealt]
    for first, second in zip(range(0, 400, 2), range(1, 400, 2), strict=True):
        ours = high_value(dealt[first]) - high_value(dealt[second])
        assert (ours > 0, ours == 0) == (theirs[first] > theirs[second], theirs[first] == theirs[second])


def test_lows_qualify_and_are_ordered_as_pokerkit_has_it() -> None:
    dealt = holdings(400)
    theirs = [EightOrBetterLowHand.from_game_or_none(text(holding)) for holding in dealt]
    ours = [eight_or_better(holding) for holding in dealt]
    assert [low != NO_LOW for low in ours] == [low is not None for low in theirs]
    assert sum(low is not None for low in theirs) > 50
    qualified = [(low, hand) for low, hand in zip(ours, theirs, strict=True) if hand is not None]
    for (low, hand), (other_low, other_hand) in combinations(qualified[:60], 2):
        assert (low < other_low, low == other_low) == (hand > other_hand, hand == other_hand)


def test_razz_lows_are_ordered_as_pokerkit_orders_them_pairs_included() -> None:
    chance = random.Random(2)
    # Holdings of few ranks, so that many need a pair.
    dealt = [[chance.choice(range(rank * 4, rank * 4 + 4)) for rank in (0, 3, 5)] for _ in range(150)]
    for holding in dealt:
        rest = [card for card in range(24) if card not in holding]
        holding.extend(chance.sample(rest, 4))
    theirs = [RegularLowHand.from_game(text(holding)) for holding in dealt]
    for first, second in zip(range(0, 150, 2), range(1, 150, 2), strict=True):
        ours = low_value(dealt[first]) - low_value(dealt[second])
        assert (ours < 0, ours == 0) == (theirs[first] > theirs[second], theirs[first] == theirs[second])


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("8c 6d 4h 3s 2c", "8d 7c 4s 2h Ac"),
        ("5c 4d 3h 2s Ac", "6c 4s 3d 2h Ad"),
        ("8c 7d 6h 5s 4c", "9c 4d 3h 2s Ac"),
    ],
)
def test_lows_are_read_from_the_highest_card_down(better: str, worse: str) -> None:
    assert low_value(cards(better)) < low_value(cards(worse))


def test_a_low_is_named_from_the_highest_card_down_with_the_ace_last() -> None:
    low = low_value(cards("Ah 8c 3d 4s 7h Kd Ks"))
    assert (low_name(low), low_cards(low)) == ("8-7-4-3-A", (6, 5, 2, 1, 12))


def test_straights_and_flushes_do_not_count_against_a_low() -> None:
    assert eight_or_better(cards("Ac 2c 3c 4c 5c Kd Kh")) == eight_or_better(cards("Ac 2d 3h 4c 5s Kd Kh")) != NO_LOW


def test_a_board_makes_no_straight_and_no_flush() -> None:
    assert board_value(cards("Ac Kd")) > board_value(cards("6c 5c 4c 3c"))
    assert board_value(cards("2c 2d")) > board_value(cards("Ac Kc Qc Jc"))


def test_a_hand_is_described_by_the_ranks_that_decide_it() -> None:
    value = high_value(cards("Kc Kd 7h 7s 2c 9d 3h"))
    assert (description(value), high_name(value)) == ((2, 11, 5, 7), "two pair K 7 9")


def test_a_community_card_plays_like_any_other() -> None:
    assert high_name(high_value(cards("Ac Kc Qc Jc 2d 2h Tc"))) == "straight flush A"


def test_cards_keep_their_names() -> None:
    assert [CARDS[name] for name in NAMES] == list(range(DECK))
    assert str(next(Card.parse(NAMES[51]))) == "ACE OF SPADES (As)"
