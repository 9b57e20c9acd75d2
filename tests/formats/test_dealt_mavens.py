"""Lawful hands, written as Poker Mavens may and read back: the same acts and payments, and nothing to find."""

from collections.abc import Callable
from functools import partial

import pytest

from auditor.engine.audit import audit
from auditor.engine.hand import Game, Hand
from auditor.engine.house.registry import load
from auditor.formats.outcomes import Read
from auditor.formats.rooms import mavens
from tests.dealer import deal
from tests.formats.test_dealt_bovada_kingsclub import acts
from tests.printers import mavens as as_mavens
from tests.printers.chips_in_play import names_its_pots

SEEDS = 40
FORMS: dict[str, Callable[[Hand], str]] = {
    "older": as_mavens.print_hand,
    "newer": partial(as_mavens.print_hand, summary=True),
}


@pytest.mark.parametrize("game", list(Game))
@pytest.mark.parametrize("form", FORMS)
def test_lawful_hand_written_by_the_room_reads_back_lawful(form: str, game: Game) -> None:
    house = load("mavens", game)
    written = [hand for hand in [deal(seed, house) for seed in range(SEEDS)] if names_its_pots(hand.events)]
    assert len(written) > SEEDS // 2
    for hand in written:
        outcome = mavens.read(FORMS[form](hand).splitlines(), 1)
        assert isinstance(outcome, Read)
        assert without_mucks(outcome.hand) == without_mucks(hand)
        assert [finding.words() for finding in audit(outcome.hand, house).findings] == []


def without_mucks(hand: Hand) -> list[str]:
    """What the hand and its log tell. A winner whom nobody called mucks without giving up the pot: that is a remark."""
    return [line for line in acts(hand) if not line.startswith("muck ")]
