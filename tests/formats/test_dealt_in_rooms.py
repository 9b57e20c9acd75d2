"""Lawful hands, written as a room would and read back: the same hand as far as the room logs it, nothing to find."""

from collections.abc import Callable
from types import ModuleType

import pytest

from auditor.engine import events as e
from auditor.engine.audit import audit
from auditor.engine.hand import Game, Hand
from auditor.engine.house.registry import load
from auditor.formats.outcomes import Read
from auditor.formats.rooms import fulltilt, partypoker, pokerstars
from tests.dealer import deal
from tests.printers import fulltilt as as_fulltilt
from tests.printers import partypoker as as_partypoker
from tests.printers import pokerstars as as_pokerstars
from tests.printers.chips_in_play import names_its_pots
from tests.printers.english import as_worded

SEEDS = 40
BOTH = (e.Ante, e.BringIn, e.Call, e.Wager, e.Check, e.Fold, e.Show, e.Collect)
WITH_RETURNS = (*BOTH, e.Return)  # where a winner whom nobody called is said to muck, that is no muck
ALL = (*WITH_RETURNS, e.Muck)
ROOMS = [
    ("pokerstars", Game.STUD, pokerstars, as_pokerstars.print_hand, ALL),
    ("pokerstars", Game.STUD8, pokerstars, as_pokerstars.print_hand, ALL),
    ("fulltilt", Game.STUD, fulltilt, as_fulltilt.print_hand, WITH_RETURNS),
    ("fulltilt", Game.STUD8, fulltilt, as_fulltilt.print_hand, WITH_RETURNS),
    ("fulltilt", Game.RAZZ, fulltilt, as_fulltilt.print_hand, WITH_RETURNS),
    ("partypoker-high", Game.STUD, partypoker, as_partypoker.print_hand, BOTH),
    ("partypoker", Game.STUD8, partypoker, as_partypoker.print_hand, BOTH),
]


@pytest.mark.parametrize(
    ("house_name", "game", "room", "print_hand", "logged"), ROOMS, ids=[f"{name}-{game}" for name, game, *_ in ROOMS]
)
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
    """What both the hand and its log tell: of a payment no pot and half, of a shown hand no kickers."""
    told = []
    for event in hand.events:
        if isinstance(event, e.Collect):
            told.append(f"collect {event.seat} {event.amount}")
        elif isinstance(event, e.Show):
            told += [f"{event.seat} has {part}" for part in (as_worded(event.high), event.low) if part]
        elif isinstance(event, e.Wager | e.Call | e.BringIn):  # an all-in of few chips may be taken for any of them
            told.append(f"{event.seat} stands at {event.to}")
        elif isinstance(event, logged):
            told.append(event.words().removesuffix(" !"))
    return told


def in_full(hand: Hand) -> bool:
    """Whether the antes and the opening were paid whole: these logs do not say how much was due where one was not."""
    opening = next((event for event in hand.events if isinstance(event, e.BringIn | e.Wager)), None)
    antes = [event for event in hand.events if isinstance(event, e.Ante)]
    return not any(event.all_in for event in [*antes, opening] if event is not None)
