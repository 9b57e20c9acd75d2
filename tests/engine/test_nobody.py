"""Our own log may name seat 0, which is nobody: what nobody does is told wherever it stands."""

import pytest

from auditor.engine import events as e
from auditor.engine.audit import audit
from auditor.engine.hand import Game
from auditor.engine.house.registry import load
from tests.dealer import deal
from tests.dealer.copies import replaced


@pytest.mark.parametrize("act", [e.Check(0), e.Call(0, 10), e.Fold(0), e.BringIn(0, 3)])
def test_an_act_by_nobody_is_found(act: e.Event) -> None:
    house = load("roberts", Game.STUD)
    hand = deal(29, house)
    for place in range(len(hand.events)):
        spoilt = replaced(hand, events=(*hand.events[:place], act, *hand.events[place:]))
        assert ("L103", place) in [(each.code, each.event) for each in audit(spoilt, house).findings]
