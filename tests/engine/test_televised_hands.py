"""Televised and made PHH hands: no finding on the first, exactly what is wrong on the second."""

from pathlib import Path

import pytest

from auditor.engine.audit import audit
from auditor.engine.cards import UNSEEN
from auditor.engine.events import BringIn, Deal
from auditor.engine.findings import Report
from auditor.engine.hand import Hand
from auditor.engine.house.registry import load
from tests.engine.corpus import codes, files, hands, there

TELEVISED = [path for folder in ("F7S", "F7S-8", "wsop-2023-54") for path in files(f"phh/{folder}")]
MADE = {
    "everybody_mucks_chips_vanish": ("wsop-tournament", ["P609"]),
    "finishing_stacks_do_not_add_up": ("wsop-tournament", ["L107", "L107", "L107"]),
    "half_bet_allin_reopens": ("wsop-live", []),
    "heads_up_uncapped": ("wsop-live", []),
    "log_ends_before_showdown": ("wsop-tournament", ["L105"]),
    "partial_history_after_third_street": ("wsop-tournament", []),
    "short_allin_completion_complete_to_80": ("wsop-tournament", []),
    "showdown_out_of_order": ("wsop-tournament", ["S501", "S502"]),
    "shows_cards_never_dealt": ("wsop-tournament", ["D210"]),
}


def under(hand: Hand, house: str) -> Report:
    return audit(hand, load(house, hand.game))


@there
@pytest.mark.parametrize("path", TELEVISED, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_televised_hand_was_dealt_rightly(path: Path) -> None:
    [hand] = hands(path)
    assert codes(under(hand, "wsop-tournament")) == []


@there
@pytest.mark.parametrize("path", TELEVISED, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_bring_in_is_not_verifiable_exactly_where_a_door_card_that_matters_was_not_seen(path: Path) -> None:
    [hand] = hands(path)
    doors = [event.up[0] for event in hand.events if isinstance(event, Deal) and len(event.cards) == 3]
    bring_in = next(index for index, event in enumerate(hand.events) if isinstance(event, BringIn))
    unverifiable = [each.event for each in under(hand, "wsop-tournament").unverifiable if each.code == "O303"]
    assert unverifiable == ([bring_in] if UNSEEN in doors else [])


@there
def test_there_are_nineteen_televised_hands() -> None:
    assert len([hand for path in TELEVISED for hand in hands(path)]) == 19


@there
@pytest.mark.parametrize("path", files("phh/repros_synthetic"), ids=lambda path: path.stem)
def test_a_made_hand_matches_its_first_line(path: Path) -> None:
    house, expected = MADE[path.stem]
    [hand] = hands(path)
    assert codes(under(hand, house)) == expected
