"""Unread lines stand apart from the findings, with a shape that has no names, cards or numbers."""

import pytest

from auditor.engine.audit import audit
from auditor.engine.events import Unread
from auditor.engine.house.registry import load
from auditor.engine.settlement.restitution import restitution
from auditor.formats import Read, limits, open_log
from auditor.formats.report import hand_row
from auditor.formats.unread import number_of_unread, shape_of, unread_rows

HAND = """PokerStars Hand #7: 7 Card Stud Limit ($0.04/$0.08 USD) - 2026/01/02 3:04:05 ET
Table 'Ceres' 8-max
Seat 1: Ann ($2 in chips)
Seat 2: Bob of Ohio ($2 in chips)
Ann: posts the ante $0.01
Bob of Ohio: posts the ante $0.01
*** 3rd STREET ***
Dealt to Ann [2c]
Dealt to Bob of Ohio [9d]
Ann: brings in for $0.02
{line}
Bob of Ohio: folds
Uncalled bet ($0.02) returned to Ann
Ann collected $0.02 from pot
Ann: doesn't show hand
*** SUMMARY ***
Total pot $0.02 | Rake $0
Seat 1: Ann collected ($0.02)
Seat 2: Bob of Ohio folded on the 3rd Street (didn't bet)
"""


def read(line: str) -> Read:
    outcome = next(iter(open_log(HAND.format(line=line).encode())))
    assert isinstance(outcome, Read)
    return outcome


@pytest.mark.parametrize(
    ("line", "shape"),
    [
        ("Ann has 12 golden chips left", "NAME has NUMBER golden chips left"),
        ("Bob of Ohio wins the $1,250.50 jackpot!", "NAME wins the NUMBER jackpot!"),
        ("Annabel sends her love", "Annabel sends her love"),
        ("The dealer turns [2c 10h, Kd] at 12:04:05.", "The dealer turns [CARDS] at NUMBER."),
        ("  Stacks987   waves  to Ann's dog", "NUMBER waves to NAME's dog"),
    ],
)
def test_a_shape_has_no_names_cards_and_numbers(line: str, shape: str) -> None:
    assert shape_of(line, ["Ann", "Bob of Ohio", ""]) == shape


def test_lines_that_differ_in_names_cards_and_numbers_have_one_shape() -> None:
    first = shape_of("Ann won 5 tickets with [2c 3d]", ["Ann", "Bob"])
    assert shape_of("Bob won 1,234 tickets with [Kh]", ["Ann", "Bob"]) == first


@pytest.mark.parametrize("kept", range(1, 12))
def test_the_shape_of_a_cut_line_has_no_part_of_a_name(kept: int) -> None:
    above = "The moon".ljust(limits.UNREAD - kept - 1, "n")
    found = read(f"{above} Bob of Ohio and its rise")
    [row] = unread_rows(found.hand)
    assert row.text == f"{above} {'Bob of Ohio'[:kept]}"
    assert row.shape == f"{above} …"


def test_the_shape_of_a_cut_line_has_no_part_of_an_onlooker() -> None:
    text = f"{'moon ' * 39} Alex"
    assert len(text) == limits.UNREAD
    assert shape_of(text, ["Ann"]) == f"{'moon ' * 39}…"
    assert shape_of(text[1:], ["Ann"]) == f"{'moon ' * 39}Alex"[1:], "a shorter line was not cut"


def test_of_a_cut_line_of_one_word_nothing_is_left_because_it_may_be_a_name() -> None:
    assert shape_of("x" * limits.UNREAD, ["Ann"]) == "…"
    assert shape_of("x" * (limits.UNREAD - 1), ["Ann"]) == "x" * (limits.UNREAD - 1), "a shorter line was not cut"


def test_an_unread_line_accuses_nobody_and_is_listed_apart() -> None:
    found = read("The moon rises over table 5")
    report = audit(found.hand, load("pokerstars", found.hand.game))
    row = hand_row("-", found.hand, report)
    assert row.findings == []
    assert [(each.line, each.text, each.shape) for each in row.unread] == [
        (11, "The moon rises over table 5", "The moon rises over table NUMBER")
    ]
    assert number_of_unread(found.hand) == 1


def test_a_hand_with_an_unread_line_owes_nothing_to_anybody() -> None:
    """The fold is not understood and the winner shows no cards, so the pot seems to be due to the hand that folded."""
    text = HAND.format(line="Ann stretches").replace("Bob of Ohio: folds", "Bob of Ohio auto-folds")
    found = next(iter(open_log(text.encode())))
    assert isinstance(found, Read)
    settlement = audit(found.hand, load("pokerstars", found.hand.game)).settlement
    assert [(account.lawful, account.logged) for account in settlement.seats] == [(None, 2), (None, 0)]
    assert [(pot.verifiable, pot.shares) for pot in settlement.pots] == [(False, ())]
    assert restitution(settlement) == ()


def test_a_spoilt_act_is_a_fault_of_the_log_and_no_unread_line() -> None:
    found = read("Bob of Ohio: raises $0.O4 to $0.04")
    report = audit(found.hand, load("pokerstars", found.hand.game))
    assert [finding.code for finding in report.findings] == ["L101"]
    assert unread_rows(found.hand) == []


def test_a_hand_without_unread_lines_has_none() -> None:
    found = read("Bob of Ohio has timed out")
    assert not any(type(event) is Unread for event in found.hand.events)
    assert unread_rows(found.hand) == []
