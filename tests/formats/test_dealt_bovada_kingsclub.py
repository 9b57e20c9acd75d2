"""Lawful hands, written as Bovada and KingsClub would and read back: the same acts, and nothing to find."""

from collections.abc import Callable
from functools import partial
from types import ModuleType

import pytest

from auditor.engine import events as e
from auditor.engine.audit import audit
from auditor.engine.hand import Game, Hand
from auditor.engine.house.registry import load
from auditor.formats.outcomes import Read
from auditor.formats.rooms import bovada, kingsclub
from tests.dealer import deal
from tests.printers import bovada as as_bovada
from tests.printers import kingsclub as as_kingsclub
from tests.printers.chips_in_play import names_its_pots

SEEDS = 40
OF_2012 = partial(as_bovada.print_hand, marked=False)
UNTIL_2021 = partial(as_kingsclub.print_hand, behind=True)
WRITTEN = [
    ("bovada", Game.STUD, bovada, as_bovada.print_hand),
    ("bovada", Game.STUD8, bovada, as_bovada.print_hand),
    ("bovada", Game.STUD, bovada, OF_2012),
    ("kingsclub", Game.STUD, kingsclub, as_kingsclub.print_hand),
    ("kingsclub", Game.STUD8, kingsclub, as_kingsclub.print_hand),
    ("kingsclub", Game.RAZZ, kingsclub, UNTIL_2021),
]


@pytest.mark.parametrize(("name", "game", "room", "print_hand"), WRITTEN, ids=range(len(WRITTEN)))
def test_lawful_hand_written_by_a_room_reads_back_lawful(
    name: str, game: Game, room: ModuleType, print_hand: Callable[[Hand], str]
) -> None:
    house = load(name, game)
    written = [hand for hand in [deal(seed, house) for seed in range(SEEDS)] if can_be_written(hand, print_hand)]
    assert len(written) > SEEDS // 3
    for hand in written:
        outcome = room.read(print_hand(hand).splitlines(), 1)
        assert isinstance(outcome, Read)
        assert acts(outcome.hand) == acts(hand)
        assert [finding.words() for finding in audit(outcome.hand, house).findings] == []


def can_be_written(hand: Hand, print_hand: Callable[[Hand], str]) -> bool:
    """Bovada prints every card, and without street lines no card for all; the smallest chip must be a cent."""
    if not names_its_pots(hand.events):
        return False
    if hand.room == "kingsclub" or print_hand in (as_kingsclub.print_hand, UNTIL_2021):
        return True
    seen = all(min(event.cards) >= 0 for event in hand.events if isinstance(event, e.Deal))
    return seen and not (print_hand is OF_2012 and any(isinstance(event, e.Community) for event in hand.events))


def acts(hand: Hand) -> list[str]:
    """What both the hand and its log tell, in cents."""
    cents = int(10 ** (2 - hand.unit.minor))
    told = []
    for event in hand.events:
        match event:
            case e.Street():
                told.append(f"street {event.street}")
            case e.Ante():
                told.append(f"{event.seat} antes {event.amount * cents}")
            case e.BringIn() | e.Call() | e.Wager():
                told.append(f"{event.seat} stands at {event.to * cents}")
            case e.Check() | e.Fold() | e.Muck():
                told.append(event.words())
            case e.Show():
                told.append(f"show {event.seat}")
            case e.Collect():
                told.append(f"collect {event.seat} {event.amount * cents}")
            case _:
                pass
    return told
