"""The stock the dealer deals from: shuffled, with wishes, so that ties, lows, quads and open pairs come up often.

Which card leaves a shuffled deck next is chance, so a card that somebody wishes for is as lawful as any other.
"""

from collections.abc import Callable, Collection, Sequence
from random import Random

from auditor.engine.cards import DECK

Wishes = dict[int, list[int]]
Theme = Callable[[Random, list[int]], Wishes]


class Exhausted(Exception):
    """No card is left in the deck: no lawful hand comes so far."""


class Stock:
    """The undealt cards. `wishes` are the cards a seat is to get, in order; they are kept from everybody else. `gone`
    are cards that are out already.
    """

    def __init__(self, rng: Random, wishes: Wishes, gone: Collection[int] = ()) -> None:
        self.rng = rng
        self.wishes = wishes
        kept = {*gone, *[card for cards in wishes.values() for card in cards]}
        self.cards = [card for card in range(DECK) if card not in kept]
        rng.shuffle(self.cards)

    def __len__(self) -> int:
        return len(self.cards) + sum([len(cards) for cards in self.wishes.values()])

    def for_seat(self, seat: int) -> int:
        """The next card of a seat."""
        wished = self.wishes.get(seat)
        return wished.pop(0) if wished else self.off_the_top()

    def off_the_top(self) -> int:
        """A card for nobody, or for a seat without wishes. Raises `Exhausted` where the deck is."""
        if not self.cards:
            for wished in self.wishes.values():
                self.cards += wished
                wished.clear()
            self.rng.shuffle(self.cards)
        if not self.cards:
            raise Exhausted
        return self.cards.pop()

    def release(self, seat: int) -> None:
        """A seat has folded: what was kept for it is anybody's."""
        for card in self.wishes.pop(seat, []):
            self.cards.insert(self.rng.randrange(len(self.cards) + 1), card)

    def scramble(self, burned: list[int]) -> None:
        """Burned cards are mixed into what is left of the deck."""
        self.cards += burned
        self.rng.shuffle(self.cards)


def wish(rng: Random, seats: list[int], themes: Sequence[Theme]) -> Wishes:
    """Cards for some of the seats, by one of the themes."""
    return rng.choice(themes)(rng, seats)


def _nothing(rng: Random, seats: list[int]) -> Wishes:
    return {}


def twins(rng: Random, seats: list[int]) -> Wishes:
    """Two to four seats with the same ranks at the same places: equal doors, boards, highs and lows."""
    ranks = list(rng.choice(TWIN_RANKS))
    rng.shuffle(ranks)
    most = 2 if len(set(ranks)) < len(ranks) else 4
    chosen = rng.sample(seats, min(len(seats), rng.randint(2, most)))
    suits = [rng.randrange(4) for _ in ranks]
    step = len(set(ranks)) < len(ranks)
    return {seat: _suited(ranks, suits, turn, step) for turn, seat in enumerate(chosen)}


def _suited(ranks: list[int], suits: list[int], turn: int, paired: bool) -> list[int]:
    """The ranks in suits of which no other turn takes the same; of a pair, one turn takes two suits, one the others."""
    cards = []
    for place, rank in enumerate(ranks):
        second = rank in ranks[:place]
        suit = (2 * turn + second) % 4 if paired and ranks.count(rank) == 2 else (suits[place] + turn) % 4
        cards.append(rank * 4 + suit)
    return cards


def low_twins(rng: Random, seats: list[int]) -> Wishes:
    """Two or three seats with the same five low ranks, and beside them different high cards."""
    ranks = list(rng.choice(LOW_RANKS))
    chosen = rng.sample(seats, min(len(seats), rng.randint(2, 3)))
    others = [rank * 4 + suit for rank in (8, 9, 10, 11) for suit in range(4)]
    rng.shuffle(others)
    suits = [rng.randrange(4) for _ in ranks]
    wishes = {}
    for turn, seat in enumerate(chosen):
        cards = [rank * 4 + (suit + turn) % 4 for rank, suit in zip(ranks, suits, strict=True)]
        cards += [others.pop(), others.pop()]
        rng.shuffle(cards)
        wishes[seat] = cards
    return wishes


def high_and_low(rng: Random, seats: list[int]) -> Wishes:
    """One seat with a low, another with a high that has none."""
    one, other = rng.sample(seats, 2)
    low = [rank * 4 + rng.randrange(4) for rank in rng.choice(LOW_RANKS)]
    high = [11 * 4, 11 * 4 + 1, 10 * 4, 10 * 4 + 3, 9 * 4 + 2, 11 * 4 + 2, 8 * 4]
    rng.shuffle(low)
    rng.shuffle(high)
    return {one: low, other: high}


def _monsters(rng: Random, seats: list[int]) -> Wishes:
    """Quads against a straight flush, or against a full house."""
    one, other = rng.sample(seats, 2)
    rank = rng.randrange(5, 13)
    quads = [rank * 4 + suit for suit in range(4)]
    rng.shuffle(quads)
    suit = rng.randrange(4)
    run = [step * 4 + suit for step in range(5)]
    rng.shuffle(run)
    return {one: quads, other: run}


def _equal_doors(rng: Random, seats: list[int]) -> Wishes:
    """Two to four equal door cards, deuces and aces among them."""
    rank = rng.choice((0, 0, 1, 5, 12))
    chosen = rng.sample(seats, min(len(seats), rng.randint(2, 4)))
    suits = rng.sample(range(4), len(chosen))
    below = [each * 4 + suit for each in range(13) for suit in range(4) if each != rank]
    hidden = rng.sample(below, 2 * len(chosen))
    return {
        seat: [hidden[2 * turn], hidden[2 * turn + 1], rank * 4 + suit]
        for turn, (seat, suit) in enumerate(zip(chosen, suits, strict=True))
    }


def _open_pairs(rng: Random, seats: list[int]) -> Wishes:
    """One or two seats that pair their door card on fourth street."""
    chosen = rng.sample(seats, min(len(seats), rng.randint(1, 2)))
    ranks = rng.sample(range(13), 3)
    hidden = [ranks[2] * 4 + suit for suit in range(4)]
    return {
        seat: [hidden[2 * turn], hidden[2 * turn + 1], ranks[turn] * 4, ranks[turn] * 4 + 1 + rng.randrange(3)]
        for turn, seat in enumerate(chosen)
    }


# Ranks of twins: a wheel, a straight, nothing, a low without a straight; a pair; two pairs.
TWIN_RANKS = (
    (12, 0, 1, 2, 3, 9, 11),
    (4, 5, 6, 7, 8, 12, 0),
    (12, 10, 8, 6, 4, 2, 0),
    (12, 0, 1, 3, 5, 9, 10),
    (11, 9, 7, 5, 3, 1, 0),
    (12, 12, 10, 8, 6, 4, 1),
    (11, 11, 10, 10, 8, 6, 2),
    (7, 7, 0, 1, 3, 5, 11),
)
LOW_RANKS = ((12, 0, 1, 2, 3), (12, 0, 1, 3, 4), (12, 1, 3, 4, 6), (0, 1, 2, 4, 6), (12, 0, 2, 4, 5))
THEMES: tuple[Theme, ...] = (
    _nothing, _nothing, _nothing, twins, twins, twins, low_twins, high_and_low, _monsters, _equal_doors,
    _open_pairs,
)  # fmt: skip
