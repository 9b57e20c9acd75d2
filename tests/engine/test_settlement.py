"""Settlements, chip by chip, and that what is owed always adds up.

A settlement is held against its canonical lines: rake lawful, logged, derived · pot, eligible seats, rake, verifiable ·
share of a half, seat, amount, odd chip in it · seat, put in, lawful, logged.
"""

from pathlib import Path

import pytest

from auditor.engine.audit import audit
from auditor.engine.house.registry import load
from auditor.formats.transcript.cases import Case, read_cases
from tests.engine.transcripts import codes, report_of, settled

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "rules"

# Who put in what, antes included: 4 all-in, 21 all-in, 31 and 20 more uncalled, 31 and folded.
LAYERS = """
{game}stakes 10/20 bring-in 3 ante 1
stacks 4 21 500 500
records +rake -every-up-card -every-down-card
antes
1 [xx xx] 2c
2 [xx xx] Kd
3 [xx xx] 9h
4 [xx xx] Jc
1 brings in 3 all-in
2 completes to 10
3 calls 10
4 calls 10
4th
4 checks
2 bets 10 all-in
3 raises to 20
4 calls 20
5th
3 bets 20
4 folds
3 gets back 20
6th
7th
1 shows {one}
2 shows {two}
3 shows 9s 8d 9h Ks Qs Tc Td
{paid}
rake {rake}
end
"""
ACES = "As Ac 2c Kh Qh Jd 7s"
KINGS = "Kc 8h Kd 6s 5c 4d Js"


def test_pots_are_layered_and_only_what_nobody_matched_comes_back() -> None:
    """Chips of the seat that folded stay in the layers they reached; the last pot has one seat left and is no refund.
    Seat 1 was paid 16 that were seat 3's.
    """
    text = LAYERS.format(
        game="", one=ACES, two=KINGS, rake=0, paid="3 collects 20 from side 2\n3 collects 51 from side 1\n1 collects 16"
    )
    assert settled("wsop-tournament", text) == [
        "rake 0 0 0",
        "pot 16 1,2,3 0 1",
        "share whole 3 16 0",
        "pot 51 2,3 0 1",
        "share whole 3 51 0",
        "pot 20 3 0 1",
        "share whole 3 20 0",
        "seat 1 4 0 16",
        "seat 2 21 0 0",
        "seat 3 31 87 71",
        "seat 4 31 0 0",
    ]


@pytest.mark.parametrize(
    ("values", "taken"),
    [({"rake_from": "main_first"}, [16, 4, 0]), ({"rake_from": "proportional"}, [5, 11, 4])],
)
def test_the_rake_comes_out_of_the_pots_as_the_house_rules(values: dict[str, str], taken: list[int]) -> None:
    """20 of 16, 51 and 20: the main pot first, or each its part rounded down and the rest from the main pot."""
    text = LAYERS.format(game="", one=ACES, two=KINGS, rake=20, paid="3 collects 67")
    settlement = report_of("roberts", text, **values).settlement
    assert [pot.rake for pot in settlement.pots] == taken
    assert [share.amount for pot in settlement.pots for share in pot.shares] == [
        pot - rake for pot, rake in zip([16, 51, 20], taken, strict=True)
    ]


def test_each_pot_is_halved_by_itself_and_a_low_counts_where_its_seat_is_eligible() -> None:
    """The low of seat 1 takes half of the main pot; of 51 the odd chip is high, and seat 2's own low takes the rest."""
    one, two = "As 3c 2c 4h 7h Jd Kh", "Kc 8h Kd 6s 5c 4d Ah"
    paid = "3 collects 20 from side 2\n3 collects 26 from side 1 high\n2 collects 25 from side 1 low\n"
    paid += "3 collects 8\n1 collects 8"
    text = LAYERS.format(game="game stud8\n", one=one, two=two, rake=0, paid=paid)
    report = report_of("wsop-tournament", text)
    lines = report.settlement.words().splitlines()
    assert [line for line in lines if line.startswith("share")] == [
        "share high 3 8 0",
        "share low 1 8 0",
        "share high 3 26 1",
        "share low 2 25 0",
        "share whole 3 20 0",
    ]
    assert codes(report) == []


def test_a_side_pot_without_an_eligible_low_goes_whole_to_its_high() -> None:
    text = LAYERS.format(
        game="game stud8\n",
        one="As 3c 2c 4h 7h Jd Kh",
        two=KINGS.replace("4d", "Qd"),
        rake=0,
        paid="3 collects 71\n3 collects 8\n1 collects 8",
    )
    shares = [line for line in settled("wsop-tournament", text) if line.startswith("share")]
    assert shares == ["share high 3 8 0", "share low 1 8 0", "share whole 3 51 0", "share whole 3 20 0"]


def test_a_winner_may_get_an_odd_chip_of_each_pot_it_shares() -> None:
    """Three equal hands in the main pot of 25, two of them in the side pot of 35: the ace of spades is first twice."""
    text = """
stakes 5/10 bring-in 2 ante 1
stacks 6 500 500 500 500
records -every-up-card -every-down-card
antes
1 [xx xx] 2c
2 [xx xx] Kd
3 [xx xx] 9h
4 [xx xx] 6c
5 [xx xx] 8d
1 brings in 2
2 completes to 5
3 calls 5
4 calls 5
5 folds
1 calls 5 all-in
4th
2 bets 5
3 calls 5
4 calls 5
5th
2 bets 10
3 calls 10
4 folds
6th
2 checks
3 checks
7th
2 checks
3 checks
2 shows As Kd Qh Jc Ts 3c 4d
3 shows Ac Ks 9h Qd Jh Td 4h
1 shows Ad Kc 2c Qs Js Th 8s
2 collects 18 from side 1
3 collects 17 from side 1
2 collects 9 from main
1 collects 8 from main
3 collects 8 from main
end
"""
    report = report_of("wsop-tournament", text)
    assert report.settlement.words().splitlines()[:8] == [
        "rake 0 0 1",
        "pot 25 1,2,3 0 1",
        "share whole 2 9 1",
        "share whole 1 8 0",
        "share whole 3 8 0",
        "pot 35 2,3 0 1",
        "share whole 2 18 1",
        "share whole 3 17 0",
    ]
    assert codes(report) == []


def cases_with_a_settlement() -> list[tuple[str, Case]]:
    files = sorted(FOLDER.glob("[PS]*.hand"))
    return [(file.stem, case) for file in files for case in read_cases(file.read_text(encoding="utf-8"))]


@pytest.mark.parametrize(
    ("file", "case"), cases_with_a_settlement(), ids=lambda each: each if isinstance(each, str) else each.title
)
def test_what_is_owed_adds_up(file: str, case: Case) -> None:
    """All differences and the chips unaccounted for sum to zero. The shares of a pot are the pot less its rake."""
    house = load(case.house, case.hand.game, case.hand.structure)
    for key, value in case.overrides.items():
        house = house.with_value(key, value)
    settlement = audit(case.hand, house).settlement
    differences = [account.difference for account in settlement.seats]
    if None not in differences:
        assert (
            sum([each or 0 for each in differences]) + (settlement.rake_difference or 0) + (settlement.unaccounted or 0)
            == 0
        )
    for pot in settlement.pots:
        if pot.verifiable:
            assert sum([share.amount for share in pot.shares]) == pot.amount - pot.rake
            assert {share.seat for share in pot.shares} <= set(pot.eligible)
