"""Lawful hands, written as Americas Cardroom and Winamax would and read back: the same acts, and nothing to find."""

from collections.abc import Callable
from types import ModuleType

import pytest

from auditor.engine import events as e
from auditor.engine.audit import audit
from auditor.engine.hand import Game, Hand
from auditor.engine.house.registry import load
from auditor.formats.outcomes import Read
from auditor.formats.rooms import acr, acr_2016, winamax
from tests.dealer import deal
from tests.formats.test_dealt_in_rooms import in_full
from tests.printers import acr as as_acr
from tests.printers import acr_2016 as as_acr_2016
from tests.printers import winamax as as_winamax
from tests.printers.chips_in_play import names_its_pots

SEEDS = 40
BETTING = (e.Ante, e.BringIn, e.Call, e.Wager, e.Check, e.Fold)
ROOMS = [
    ("acr", acr, as_acr.print_hand, (*BETTING, e.Return, e.Collect)),
    ("acr", acr_2016, as_acr_2016.print_hand, (*BETTING, e.Return)),
    ("winamax", winamax, as_winamax.print_hand, BETTING),
]


@pytest.mark.parametrize("game", list(Game))
@pytest.mark.parametrize(("house_name", "room", "print_hand", "logged"), ROOMS, ids=["acr", "acr_2016", "winamax"])
def test_lawful_hand_written_by_a_room_reads_back_lawful(
    house_name: str, game: Game, room: ModuleType, print_hand: Callable[[Hand], str], logged: tuple[type[e.Event], ...]
) -> None:
    house = load(house_name, game)
    hands = [deal(seed, house) for seed in range(SEEDS)]
    written = [hand for hand in hands if names_its_pots(hand.events)]
    assert len(written) > SEEDS // 2
    for hand in written:
        outcome = room.read(print_hand(hand).splitlines(), 1)
        assert isinstance(outcome, Read)
        assert acts(outcome.hand, logged) == acts(hand, logged)
        if in_full(hand):
            assert [finding.words() for finding in audit(outcome.hand, house).findings] == []


def acts(hand: Hand, logged: tuple[type[e.Event], ...]) -> list[str]:
    """What both the hand and its log tell of the betting, and what each seat was paid."""
    told = []
    for event in hand.events:
        if isinstance(event, e.Collect) and e.Collect in logged:
            told.append(f"collect {event.seat} {event.amount}")
        elif isinstance(event, e.Wager | e.Call | e.BringIn):  # an all-in of few chips may be taken for any of them
            told.append(f"{event.seat} stands at {event.to}")
        elif isinstance(event, logged):
            told.append(event.words().removesuffix(" !"))
    return told
