"""What a seat that the clock made all-in can win, with the numbers of the rulebook."""

import pytest

from tests.engine.transcripts import codes, report_of, settled

# 1/2, antes of 0.25, three seats: 1, the low card, opens for 1, 2 calls, 3 runs out of time with only its ante in.
OPENED = """
unit USD 2
stakes 1/2 bring-in 0.50 ante 0.25
stacks 50 50 50
antes
1 [xx xx] 2c
2 [xx xx] Kd
3 [xx xx] 9h
1 bets 1
2 calls 1
3 clocked | at 60 used 30 time-out
{rest}
"""


def pots(text: str, **values: str) -> list[str]:
    return [line for line in settled("qqonline", text, **values) if line.startswith("pot ")]


def test_1_2_antes_025_a_opens_for_1_b_calls_c_times_out_main_075_or_275_under_moment() -> None:
    told = OPENED.format(rest="")
    assert pots(told) == ["pot 75 1,2,3 0 0", "pot 200 1,2 0 0"]
    assert pots(told, clock_pot="moment") == ["pot 275 1,2,3 0 0"]


def test_chips_that_come_after_it_are_a_side_pot_only_under_moment() -> None:
    """2 runs out of time with its ante in, 3 calls after that."""
    told = OPENED.replace("2 calls 1\n3 clocked", "2 clocked").format(rest="3 calls 1")
    assert pots(told) == ["pot 75 1,2,3 0 0", "pot 200 1,3 0 0"]
    assert pots(told, clock_pot="moment") == ["pot 175 1,2,3 0 0", "pot 100 1,3 0 0"]


@pytest.mark.parametrize("way", ["matched", "moment"])
def test_an_all_in_is_layered_whichever_way_the_clock_is_read(way: str) -> None:
    """Of the chips that lay there when 3 ran out of time, 2 wins of each other seat no more than it had itself."""
    told = (
        OPENED.replace("stacks 50 50 50", "stacks 50 0.75 50").format(rest="").replace("calls 1", "calls 0.50 all-in")
    )
    layered = {"matched": ["pot 75 1,2,3 0 0", "pot 100 1,2 0 0"], "moment": ["pot 175 1,2,3 0 0"]}
    assert pots(told, clock_pot=way) == layered[way]


@pytest.mark.parametrize("way", ["matched", "moment"])
def test_a_clocked_seat_with_chips_behind_keeps_them_and_wins_what_it_has_part_in(way: str) -> None:
    """Against one other seat: what that has put in beyond it comes back, the streets are run out, no more is bet."""
    told = OPENED.replace("2 calls 1", "2 folds").format(
        rest="""
1 gets back 1
4th
1 4d
3 Th
5th
1 5d
3 Tc
6th
1 8s
3 Td
7th
1 [Qs]
3 [Qh]
1 shows 2c 4d 5d 8s Qs Kh 9s
3 shows 9h Th Tc Td Qh 3s 4s
3 collects 0.75
3 ends with 50.50
end"""
    )
    report = report_of("qqonline", told, clock_pot=way)
    assert codes(report) == []
    assert [(pot.amount, pot.eligible) for pot in report.settlement.pots] == [(75, (1, 3))]


def test_dead_money_above_what_a_clocked_seat_put_in_is_a_side_pot_of_the_other() -> None:
    """2 called the first bet and folded to a raise: of that call 3, with its ante in, wins nothing."""
    told = """
unit USD 2
stakes 1/2 bring-in 0.50 ante 0.25
stacks 50 50 50 50
antes
1 [xx xx] 2c
2 [xx xx] Kd
3 [xx xx] 9h
4 [xx xx] Jh
1 bets 1
2 calls 1
3 clocked | used 30 time-out
4 raises to 2
1 folds
2 folds
"""
    # Of 2.25 that seat 4 put in, 1 comes back; then there is 0.25 of each, and 1 each of seats 1, 2 and 4.
    assert pots(told) == ["pot 100 3,4 0 0", "pot 300 4 0 0"]
