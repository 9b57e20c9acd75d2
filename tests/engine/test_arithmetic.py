"""What is owed in words, and the fewest transfers that put it right."""

from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.engine.house.registry import load
from auditor.engine.settlement import SeatAccount, Settlement
from auditor.engine.settlement.arithmetic import pot_words, seat_words, transfer_words
from auditor.engine.settlement.restitution import Transfer, restitution
from tests.engine.transcripts import report_of

SPLIT = """
game stud8
unit USD 2
stakes 2/4 bring-in 0.50 ante 0.07
stacks 40 40 40
first dealt 1
records +rake
antes
1 [As Ac] 2c
2 [Ks Kc] 8d
3 [5h 4h] Kd
1 brings in 0.50
2 calls 0.50
3 calls 0.50
4th
1 3d
2 9c
3 3h
2 checks
3 checks
1 checks
5th
1 Jd
2 9s
3 2h
2 checks
3 checks
1 checks
6th
1 Jh
2 Qs
3 8s
1 checks
2 checks
3 checks
7th
1 Qd
2 Qc
3 Td
1 checks
2 checks
3 checks
1 shows As Ac 2c 3d Jd Jh Qd
2 shows Ks Kc 8d 9c 9s Qs Qc
3 shows 5h 4h Kd 3h 2h 8s Td
{paid}
end
"""


def accounts(*differences: int) -> Settlement:
    """A settlement in which these seats, and the house by what is left, were paid so much too much."""
    seats = tuple([SeatAccount(seat, "", 0, 100, 100 + over) for seat, over in enumerate(differences, 1)])
    return Settlement((), seats, 100, 100 - sum(differences), derived_rake=False)


def in_numbers(transfers: tuple[Transfer, ...]) -> list[tuple[int, int, int]]:
    return [(each.giver, each.taker, each.amount) for each in transfers]


def test_a_pot_is_described_with_rake_halves_and_the_reason_of_its_odd_chip() -> None:
    report = report_of("online-hilo", SPLIT.format(paid="1 collects 0.85\n3 collects 0.84\nrake 0.02"))
    odd = load("online-hilo", report.hand.game).setting("odd.halves")
    assert pot_words(report.hand, report.settlement) == [
        (
            "main pot 1.71 for seats 1, 2 and 3, less rake 0.02 = 1.69: "
            "high half 0.84 + odd chip 0.01 = 0.85 to seat 1; "
            f"low half 0.84 to seat 3. {odd.clause.removesuffix('.')} ({odd.status})"
        )
    ]
    assert seat_words(report.hand, report.settlement) == [
        "seat 1: high half of the main pot 0.84 + odd chip 0.01 = 0.85; was paid 0.85",
        "seat 3: low half of the main pot 0.84; was paid 0.84",
    ]


def test_a_hand_that_was_paid_rightly_owes_nothing() -> None:
    report = report_of("online-hilo", SPLIT.format(paid="1 collects 0.85\n3 collects 0.84\nrake 0.02"))
    assert restitution(report.settlement) == ()


def test_an_odd_chip_to_the_wrong_half_is_one_transfer() -> None:
    report = report_of("online-hilo", SPLIT.format(paid="1 collects 0.84\n3 collects 0.85\nrake 0.02"))
    assert transfer_words(report.hand, restitution(report.settlement)) == ["seat 3 owes 0.01 to seat 1"]


@pytest.mark.parametrize(
    ("differences", "expected"),
    [
        ((0, 0), []),
        ((5, -5), [(1, 2, 5)]),
        ((5, 0), [(1, 0, 5)]),
        ((-5, 0), [(0, 1, 5)]),
        ((7, -3, -4), [(1, 3, 4), (1, 2, 3)]),
        ((5, 3, -5, -3), [(2, 4, 3), (1, 3, 5)]),
        ((4, 4, -3, -5), [(1, 4, 4), (2, 3, 3), (2, 4, 1)]),
    ],
)
def test_the_fewest_transfers(differences: tuple[int, ...], expected: list[tuple[int, int, int]]) -> None:
    assert sorted(in_numbers(restitution(accounts(*differences)))) == sorted(expected)


def test_what_is_not_known_is_not_put_right() -> None:
    seats = (SeatAccount(1, "", 0, None, 5), SeatAccount(2, "", 0, None, 5))
    assert restitution(Settlement((), seats, 0, 0, derived_rake=False)) == ()


def fewest(differences: list[int]) -> int:
    """The fewest transfers by trying every way to group the parties."""
    parties = [difference for difference in differences if difference]
    best = len(parties) - 1 if parties else 0
    for order in permutations(parties):
        groups = total = 0
        for difference in order:
            total += difference
            groups += total == 0
        best = min(best, len(parties) - groups)
    return best


@given(st.lists(st.integers(-4, 4), min_size=2, max_size=6))
def test_transfers_even_everybody_out_and_no_fewer_do(differences: list[int]) -> None:
    made = restitution(accounts(*differences))
    over = {0: -sum(differences), **dict(enumerate(differences, 1))}
    for each in made:
        assert each.amount > 0
        over[each.giver] -= each.amount
        over[each.taker] += each.amount
    assert set(over.values()) <= {0}
    assert len(made) == fewest([-sum(differences), *differences])
    assert len({frozenset((each.giver, each.taker)) for each in made}) == len(made)
    assert all(one.taker != other.giver for one, other in combinations(made, 2))
