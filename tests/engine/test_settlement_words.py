"""Every sentence that a settlement can say: what goes back, why an odd chip went where it did, what cannot be said."""

import re
from decimal import Decimal

import pytest

from auditor.engine.settlement.arithmetic import settlement_words, transfer_words
from auditor.engine.settlement.restitution import restitution
from tests.engine.test_arithmetic import SPLIT
from tests.engine.transcripts import report_of
from tests.test_traps import BROADWAY

FOLDED = """
stakes 10/20 bring-in 3 ante 1
stacks 500 500 500
first dealt 1
antes
1 [xx xx] 2c
2 [xx xx] Kd
3 [xx xx] Qd
1 brings in 3
2 completes to 10
{then}
"""
UNCALLED = "seat 2 gets back 7 that nobody called; these chips are in no pot"


def rows(house: str, text: str, **values: str) -> list[str]:
    """The settlement, and what puts it right, in words."""
    report = report_of(house, text, **values)
    settlement = report.settlement
    return settlement_words(report.hand, settlement, None) + transfer_words(report.hand, restitution(settlement))


def folded(*then: str) -> list[str]:
    return rows("roberts", FOLDED.format(then="\n".join(then)))


def test_what_nobody_called_is_named_and_lies_in_no_pot() -> None:
    assert folded("3 folds", "1 folds", "2 gets back 7", "2 collects 9", "end") == [
        UNCALLED,
        "main pot 9 for seat 2: all of it to seat 2",
        "seat 2: main pot 9; was paid 9",
    ]


def test_who_was_paid_and_is_due_nothing_is_named_and_owes_it() -> None:
    assert folded("3 folds", "1 folds", "2 gets back 7", "3 collects 9", "end") == [
        UNCALLED,
        "main pot 9 for seat 2: all of it to seat 2",
        "seat 2: main pot 9; was paid 0, 9 too little",
        "seat 3: nothing; was paid 9, 9 too much",
        "seat 3 owes 9 to seat 2",
    ]


def test_what_the_house_took_too_much_it_owes() -> None:
    text = SPLIT.format(paid="1 collects 0.80\n3 collects 0.84\nrake 0.07")
    assert rows("online-hilo", text, rake_schedule="percent", rake_percent="1", rake_cap="1")[1:] == [
        "seat 1: high half of the main pot 0.85; was paid 0.80, 0.05 too little",
        "seat 3: low half of the main pot 0.85; was paid 0.84, 0.01 too little",
        "the house: rake 0.01; took 0.07, 0.06 too much",
        "the house owes 0.05 to seat 1",
        "the house owes 0.01 to seat 3",
    ]


def test_a_cancelled_hand_refunds_everybody() -> None:
    assert folded("void", "1 gets back 4", "2 gets back 12") == [
        "the hand is cancelled: every seat gets back the chips that it put in",
        "seat 1: its own 4 back; was paid 4",
        "seat 2: its own 11 back; was paid 12, 1 too much",
        "seat 3: its own 1 back; was paid 0, 1 too little",
        "seat 2 owes 1 to seat 3",
    ]


def test_while_it_is_played_nothing_is_due_and_nothing_goes_back() -> None:
    assert folded("3 folds") == [
        "main pot 9 for seats 1 and 2",
        "the amounts due are unknown: the log ends before the hand is over",
    ]


def test_the_card_that_brings_an_odd_chip_is_named() -> None:
    assert rows("partypoker-high", BROADWAY.format(button=""))[0].startswith(
        "main pot 23 for seats 1 and 2: all of it, split: 11 + odd chip 1 = 12 to seat 1 by the ace of spades and "
        "11 to seat 2. "
    )
    assert "odd chip 1 by the ace of spades = 12; was paid 12" in rows("partypoker-high", BROADWAY.format(button=""))[1]


def test_a_place_that_brings_an_odd_chip_names_no_card() -> None:
    pot, *_ = rows("qqonline", BROADWAY.format(button="button 1"))
    assert "11 + odd chip 1 = 12 to seat 2 and 11 to seat 1. " in pot
    assert " by the " not in pot


def test_an_unknown_dealer_leaves_no_words_on_cards() -> None:
    assert rows("qqonline", BROADWAY.format(button="")) == [
        "main pot 23 for seats 1 and 2: the log does not show enough to share this pot",
        "the total amounts due are unknown: the log does not show enough to share every pot",
    ]


TIED = SPLIT.replace("[Ks Kc] 8d", "[Ad Ah] 2d").replace("2 9c", "2 3c").replace("2 9s", "2 Js").replace("2 Qs", "2 Jc")
TIED = TIED.replace("2 Qc", "2 Qh").replace("2 shows Ks Kc 8d 9c 9s Qs Qc", "2 shows Ad Ah 2d 3c Js Jc Qh")


@pytest.mark.parametrize(
    ("rake", "halves", "first"),
    [
        (
            "0.02",
            (
                "high half 0.84 + odd chip 0.01 = 0.85, split: "
                "0.42 + odd chip 0.01 = 0.43 to seat 1 by the ace of spades and 0.42 to seat 2; "
                "low half 0.84 to seat 3. "
            ),
            "seat 1: a share of the high half of the main pot 0.42 + odd chip 0.01 by the ace of spades = 0.43",
        ),
        (
            "0",
            "high half 0.85 + odd chip 0.01 = 0.86, split: 0.43 to seat 1 and 0.43 to seat 2; low half 0.85 to seat 3",
            "seat 1: a share of the high half of the main pot 0.43",
        ),
    ],
)
def test_an_odd_chip_of_the_halves_differs_from_one_inside_a_tie(rake: str, halves: str, first: str) -> None:
    said = rows("online-hilo", TIED.format(paid=f"rake {rake}"))
    assert said[0].partition(": ")[2].startswith(halves)
    assert said[1].startswith(f"{first}; was paid ")


@pytest.mark.parametrize("rake", ["0", "0.01", "0.02", "0.03"])
@pytest.mark.parametrize("text", [SPLIT, TIED], ids=["split", "tied"])
def test_what_is_written_as_a_sum_is_one(text: str, rake: str) -> None:
    """Every `a + b = c` and `a, less b = c` that is said."""
    lines = rows("online-hilo", text.format(paid=f"rake {rake}"))
    said = "; ".join(lines[:-1])
    less = re.findall(r"([\d.]+) for seats [^:;]+, less rake ([\d.]+) = ([\d.]+)", said)
    more = re.findall(r"([\d.]+) \+ odd chip ([\d.]+)(?: by the \w+ of \w+)? = ([\d.]+)", said)
    assert len(less) + len(more) == said.count(" = ")
    assert all(Decimal(pot) - Decimal(rake) == Decimal(net) for pot, rake, net in less)
    assert all(Decimal(part) + Decimal(odd) == Decimal(total) for part, odd, total in more)
    assert rake == "0" or less
