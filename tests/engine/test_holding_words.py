"""Who holds what at the showdown, in words."""

import subprocess
import sys

import pytest

from auditor.engine.cards import card_named
from auditor.engine.ranks import high_value, low_value
from auditor.engine.settlement.arithmetic import settlement_words
from auditor.engine.settlement.holding_words import high_words, holding_words, low_words
from tests.engine.test_arithmetic import SPLIT
from tests.engine.transcripts import report_of

PAID = "1 collects 0.85\n3 collects 0.84\nrake 0.02"


def cards(text: str) -> list[int]:
    return [card_named(name) for name in text.split()]


def held(text: str, house: str = "online-hilo") -> list[str]:
    report = report_of(house, text)
    assert report.table is not None
    return holding_words(report.table, report.settlement)


@pytest.mark.parametrize(
    ("five", "words"),
    [
        ("Ks Jh 9d 8c 2s", "king high"),
        ("4s 4h Ad 8c 2s", "a pair of fours"),
        ("As Ah 7d 7c Ks", "aces and sevens"),
        ("6s 6h 6d 8c 2s", "three sixes"),
        ("As 2h 3d 4c 5s", "a straight to the five"),
        ("Ks Js 9s 8s 2s", "a flush, king high"),
        ("Ks Kh Kd 9c 9s", "kings full of nines"),
        ("2s 2h 2d 2c 9s", "four deuces"),
        ("Ks Qs Js Ts As", "a straight flush to the ace"),
    ],
)
def test_every_kind_of_high_hand_has_its_name(five: str, words: str) -> None:
    assert high_words(high_value(cards(five))) == words


@pytest.mark.parametrize(
    ("five", "words"),
    [
        ("8s 6h 4d 3c As", "8-6-4-3-A"),
        ("As Ah 7d 6c 2s", "a pair of aces"),
        ("As Ah 2d 2c 9s", "deuces and aces"),
        ("7s 7h 7d Ac As", "sevens full of aces"),
    ],
)
def test_a_low_is_named_by_its_cards_or_by_its_pairs(five: str, words: str) -> None:
    assert low_words(low_value(cards(five))) == words


def test_every_contending_seat_has_its_five_cards_for_high_and_low() -> None:
    assert held(SPLIT.format(paid=PAID)) == [
        "seat 1 holds aces and jacks, As Ac Jh Jd Qd; no low that qualifies",
        "seat 2 holds kings and queens, Ks Kc Qs Qc 9s; no low that qualifies",
        "seat 3 holds king high, Kd Td 8s 5h 4h; for low 8-5-4-3-2, 8s 5h 4h 3h 2h",
    ]


def test_at_razz_the_low_alone_is_named_and_its_ace_stands_last() -> None:
    text = SPLIT.format(paid="3 collects 1.69\nrake 0.02").replace("stud8", "razz").replace("Td", "Ah")
    assert held(text, "wsop-tournament")[2] == "seat 3 holds 5-4-3-2-A, 5h 4h 3h 2h Ah"


def test_a_straight_to_the_five_names_its_ace_last() -> None:
    text = SPLIT.format(paid=PAID).replace("Td", "Ah")
    five = "5h 4h 3h 2h Ah"
    assert held(text)[2] == f"seat 3 holds a straight flush to the five, {five}; for low 5-4-3-2-A, {five}"


def test_a_seat_that_mucked_lays_no_cards_against_another() -> None:
    text = SPLIT.format(paid=PAID).replace("2 shows Ks Kc 8d 9c 9s Qs Qc", "2 mucks")
    assert [line[:6] for line in held(text)] == ["seat 1", "seat 3"]


def test_a_pot_of_one_seat_has_no_words_on_cards() -> None:
    text = SPLIT.partition("4th")[0].replace("3 calls 0.50", "3 folds").replace("2 calls 0.50", "2 folds") + "end\n"
    assert held(text) == []


def test_a_seat_with_unseen_cards_has_no_words() -> None:
    text = SPLIT.format(paid=PAID).replace("[Ks Kc]", "[xx xx]").replace("2 shows Ks Kc 8d 9c 9s Qs Qc\n", "")
    assert [line[:6] for line in held(text)] == ["seat 1", "seat 3"]


def test_the_lines_stand_between_the_pots_and_the_seats() -> None:
    report = report_of("online-hilo", SPLIT.format(paid=PAID))
    lines = settlement_words(report.hand, report.settlement, report.table)
    begin = [" ".join(line.split()[:3]) for line in lines]
    assert begin[-6:-1] == ["seat 1 holds", "seat 2 holds", "seat 3 holds", "seat 1: high", "seat 3: low"]
    assert not [line for line in settlement_words(report.hand, report.settlement, None) if " holds " in line]


def test_an_audit_names_no_holding() -> None:
    """The words are made for who asks: an audit does not even load them."""
    loads = (
        "import sys, auditor.engine.readings as r; sys.exit('auditor.engine.settlement.holding_words' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", loads], check=False).returncode == 0
