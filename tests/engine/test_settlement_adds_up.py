"""Hands of the cases and the demo, mangled line by line: wherever all differences are known, they sum to zero with the
rake, and nobody is due less than nothing.
"""

from typing import Final

import pytest
from hypothesis import given, settings

from auditor.engine.audit import audit
from tests.engine.mangled import MangledHand, mangled
from tests.engine.transcripts import report_of


def test_a_lost_bet_leaves_open_what_anybody_is_due() -> None:
    settlement = report_of("roberts", LOST_BET.format("2 b3ts 10")).settlement
    assert [account.lawful for account in settlement.seats] == [None, None]
    settlement = report_of("roberts", LOST_BET.format("remark chat 2")).settlement
    assert None not in [account.lawful for account in settlement.seats]


def test_what_somebody_without_a_seat_won_is_no_payment_of_the_seats() -> None:
    settlement = report_of("roberts", WON_BY_A_STRANGER).settlement
    assert [account.difference for account in settlement.seats] == [None, None]


WON_BY_A_STRANGER: Final = """
records -payout -rake
stakes 10/20 bring-in 3 ante 1
stacks 500 500
antes
1 [xx xx] 2c
2 [xx xx] Kd
1 brings in 3
2 completes to 10
1 folds
2 gets back 7
3 won 8
1 won 0
end
"""
LOST_BET: Final = """
stakes 10/20 bring-in 3 ante 1
stacks 500 500
antes
1 [xx xx] 2c
2 [xx xx] Kd
1 brings in 3
2 calls 3
4th
1 Ts
2 Qd
{}
1 calls 10
2 checks
5th
1 4s
2 5d
2 bets 20
1 folds
2 gets back 20
2 collects 28
end
"""


def test_chips_of_a_stranger_leave_open_what_anybody_got() -> None:
    text = "stakes 10/20 bring-in 3 ante 1\nstacks 500 500\nantes\n1 [xx xx] 2c\n2 [xx xx] Kd\n1 brings in 3\n2 folds\n"
    known = report_of("roberts", text + "1 gets back 3\n1 collects 2\nend\n").settlement
    assert [account.difference for account in known.seats] == [0, 0]
    for line in ("1 gets back 3\n? collects 2", "? gets back 3\n1 collects 2"):
        settlement = report_of("roberts", f"{text}{line}\nend\n").settlement
        assert [account.logged for account in settlement.seats] == [None, None]


@settings(max_examples=300)
@given(mangled())
def test_what_is_owed_adds_up_however_a_log_is_mangled(drawn: MangledHand) -> None:
    adds_up(drawn)


@pytest.mark.campaign
@settings(max_examples=20_000)
@given(mangled())
def test_what_is_owed_adds_up_in_a_long_count_of_mangled_logs(drawn: MangledHand) -> None:
    adds_up(drawn)


def adds_up(drawn: MangledHand) -> None:
    settlement = audit(drawn.hand(), drawn.house).settlement
    differences = [account.difference for account in settlement.seats]
    assert all((account.lawful or 0) >= 0 for account in settlement.seats)
    if None not in differences:
        assert settlement.rake_difference is not None
        assert settlement.unaccounted is not None
        assert sum([each or 0 for each in differences]) + settlement.rake_difference + settlement.unaccounted == 0
