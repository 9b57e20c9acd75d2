"""Lawful hands, written as Merge, iPoker and OnGame would and read back: the same acts and payments, no finding."""

from collections import Counter
from collections.abc import Callable

import pytest

from auditor.engine import events as e
from auditor.engine.audit import audit
from auditor.engine.hand import Game, Hand
from auditor.engine.house.registry import load
from auditor.formats import Read, open_log
from tests.dealer import deal
from tests.dealer.copies import replaced
from tests.printers import ipoker as as_ipoker
from tests.printers import merge as as_merge
from tests.printers import ongame as as_ongame
from tests.printers.chips_in_play import names_its_pots

SEEDS = 40
BETTING = (e.Ante, e.Check, e.Fold)


def nothing(_: Hand) -> str:
    return ""


ROOMS = [
    ("merge", Game.STUD, as_merge.print_lead, as_merge.print_hand),
    ("merge", Game.STUD8, as_merge.print_lead, as_merge.print_hand),
    ("merge", Game.RAZZ, as_merge.print_lead, as_merge.print_hand),
    ("ipoker", Game.STUD, as_ipoker.print_lead, as_ipoker.print_hand),
    ("ipoker", Game.STUD8, as_ipoker.print_lead, as_ipoker.print_hand),
    ("ongame", Game.STUD, nothing, as_ongame.print_hand),
    ("ongame", Game.STUD8, nothing, as_ongame.print_hand),
    ("ongame", Game.RAZZ, nothing, as_ongame.print_hand),
]


@pytest.mark.parametrize(
    ("name", "game", "print_lead", "print_hand"), ROOMS, ids=[f"{name}-{game}" for name, game, *_ in ROOMS]
)
def test_lawful_hand_written_by_a_room_reads_back_lawful(
    name: str, game: Game, print_lead: Callable[[Hand], str], print_hand: Callable[[Hand], str]
) -> None:
    house = load(name, game)
    dealt = [replaced(deal(seed, house), tournament="") for seed in range(SEEDS)]
    hands = [hand for hand in dealt if names_its_pots(hand.events)]
    assert len(hands) > SEEDS // 2
    for hand in hands:
        [outcome] = open_log((print_lead(hand) + print_hand(hand)).encode())
        assert isinstance(outcome, Read), outcome
        assert outcome.hand.room == name
        assert acts(outcome.hand) == acts(hand)
        assert paid(outcome.hand) == paid(hand, with_returns=name != "ongame")
        if in_full(hand):
            assert [finding.words() for finding in audit(outcome.hand, house).findings] == []


def acts(hand: Hand) -> list[str]:
    """What both the hand and its log tell of the betting."""
    told = []
    for event in hand.events:
        if isinstance(event, e.Wager | e.Call | e.BringIn):  # an all-in of few chips may be taken for any of them
            told.append(f"{event.seat} stands at {event.to}")
        elif isinstance(event, BETTING):
            told.append(event.words().removesuffix(" !"))
    return told


def paid(hand: Hand, *, with_returns: bool = True) -> Counter[int]:
    """What each seat got in all, with the chips that nobody called where the log has them."""
    got: Counter[int] = Counter()
    for event in hand.events:
        if isinstance(event, e.Collect) or (isinstance(event, e.Return) and with_returns):
            got[event.seat] += event.amount
    return got


def in_full(hand: Hand) -> bool:
    """Whether the antes and the opening were paid whole: these logs do not say how much was due where one was not."""
    opening = next((event for event in hand.events if isinstance(event, e.BringIn | e.Wager)), None)
    antes = [event for event in hand.events if isinstance(event, e.Ante)]
    return not any(event.all_in for event in [*antes, opening] if event is not None)
