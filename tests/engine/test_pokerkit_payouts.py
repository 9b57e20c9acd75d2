"""Payouts against PokerKit: what it pays for the same cards and chips, and by which rule of its own where that is not
what is settled here.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from auditor.engine.audit import audit
from auditor.engine.hand import Game, Hand
from auditor.engine.house import House
from auditor.engine.house.registry import load
from auditor.engine.table import Table
from auditor.engine.transitions import believe
from auditor.formats.phh.printing import deal_order
from auditor.formats.transcript.printing import transcript_of
from tests.dealer import deal
from tests.engine.pokerkit_pays import Payout
from tests.engine.pokerkit_rules import DIFFERENCES, SET_ASIDE
from tests.engine.pokerkit_table import PokerKitTable, Refused

HANDS = 50  # of each house and game
LONG_COUNT = 1_000


def houses(game: Game) -> list[House]:
    """Two without a rake: PokerKit knows none of what is taken by the hand."""
    roberts = load("roberts", game).with_value("rake.schedule", "none")
    return [load("wsop-tournament", game), roberts.with_value("showdown.muck", "all_in_tabled")]


class Compared:
    """A hand settled here and paid by PokerKit: what each seat won or lost.

    `reasons` are the fewest of PokerKit's rules that explain why it is not the same.
    """

    def __init__(self, hand: Hand, house: House) -> None:
        self.hand = hand
        settlement = audit(hand, house).settlement
        table = Table(hand)
        for event in hand.events:
            believe(table, event)
        pokerkit = PokerKitTable(hand)
        try:
            pokerkit.play()
        except (Refused, ValueError) as refusal:
            raise AssertionError(f"{refusal}\n{transcript_of(hand)}") from refusal
        self.set_aside = pokerkit.set_aside
        order = deal_order(hand)
        accounts = {account.seat: account for account in settlement.seats}
        lawful = {seat: accounts[seat].lawful for seat in order}
        assert None not in lawful.values(), transcript_of(hand)
        self.ours = {seat: Fraction(lawful[seat] or 0) - accounts[seat].put_in for seat in order}
        self.theirs = pokerkit.payoffs()
        put_in = {seat: accounts[seat].put_in for seat in order}
        self._explain(Payout(hand, table, settlement, order), put_in)

    def _explain(self, payout: Payout, put_in: dict[int, int]) -> None:
        def won(differences: frozenset[str]) -> dict[int, Fraction]:
            return {seat: amount - put_in[seat] for seat, amount in payout.paid(differences).items()}

        every = frozenset(DIFFERENCES)
        assert won(frozenset()) == self.ours, self.transcript()
        assert won(every) == self.theirs, self.transcript()
        few = (frozenset(names) for count in range(len(every) + 1) for names in combinations(DIFFERENCES, count))
        self.reasons = next(names for names in few if won(names) == self.theirs)

    def transcript(self) -> str:
        """The hand, with what each seat won here and there."""
        lines = [f"seat {seat}: {self.ours[seat]} here, {self.theirs[seat]} there" for seat in self.ours]
        return "\n".join(["", *lines, transcript_of(self.hand)])


def compared(count: int) -> tuple[Counter[str], Counter[str]]:
    """How many hands were paid alike, or not by which rule; and what was set aside to play them."""
    paid: Counter[str] = Counter()
    set_aside: Counter[str] = Counter()
    for game in Game:
        for house in houses(game):
            for seed in range(count):
                hand = Compared(deal(seed, house), house)
                paid["hands"] += 1
                paid["alike"] += hand.ours == hand.theirs
                paid.update(hand.reasons)
                set_aside.update([each.name for each in hand.set_aside])
    return paid, set_aside


def test_every_difference_to_what_pokerkit_pays_has_a_name() -> None:
    paid, set_aside = compared(HANDS)
    assert paid["hands"] == 6 * HANDS
    assert paid["alike"] > 0.8 * paid["hands"]
    assert set(paid) <= {"hands", "alike", *DIFFERENCES}
    assert set(set_aside) <= set(SET_ASIDE)


@pytest.mark.campaign
def test_long_count_of_payouts_against_pokerkit() -> None:
    paid, set_aside = compared(LONG_COUNT)
    print(f"\n{paid['hands']} hands paid by PokerKit too, {paid['alike']} of them alike; otherwise:")
    for name, words in DIFFERENCES.items():
        print(f"{paid[name]} {name}: {words}")
    print("what PokerKit does not let happen, and was set aside:")
    for name, words in SET_ASIDE.items():
        print(f"{set_aside[name]} {name}: {words}")
    assert [name for name in DIFFERENCES if not paid[name]] == []
    assert [name for name in SET_ASIDE if not set_aside[name]] == []
