"""A wrong call (B406) rests on what made the amount the lawful one: what was bet, the stack, or the bring-in."""

import pytest

from auditor.engine.hand import Game
from auditor.engine.house.registry import load
from tests.engine.transcripts import report_of

TABLE = """\
stakes 10/20 bring-in 3 ante 1
stacks 500 {short} 500
antes
1 [xx xx] Kd
2 [xx xx] 2c
3 [xx xx] 9h
"""
FOURTH = """\
2 brings in 3
3 calls 3
1 calls 3
4th
1 Qs
2 7d
3 8s
1 bets 10
"""
CALLS = {
    "what was bet": (500, FOURTH + "2 calls 8\n", "calls 10", ()),
    "the stack": (10, FOURTH + "2 calls 4\n", "calls 6", ("table_stakes.rule",)),
    "the bring-in": (3, "2 brings in 2 all-in\n3 calls 5\n", "calls 3", ("bring_in.amount",)),
}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("house", ["pokerstars", "roberts"])
def test_it_cites_what_its_amount_hangs_on(name: str, house: str) -> None:
    short, acts, lawful, cites = CALLS[name]
    rules = load(house, Game.STUD)
    [found] = report_of(house, TABLE.format(short=short) + acts).findings
    assert found.code == "B406"
    law = "A call matches the level, or takes all a seat has."
    assert (found.lawful, found.cites, found.clause) == (lawful, cites, rules.clause(cites) or law)
    assert found.grade == ("violation" if found.status in ("stated", "universal") else "irregular")
