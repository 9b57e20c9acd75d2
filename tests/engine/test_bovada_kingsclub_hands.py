"""Real hands of Bovada and KingsClub: all are read, dealt rightly, and what the rooms do wrong is found."""

import re
from collections import Counter
from pathlib import Path

import pytest

from auditor.engine import events as e
from auditor.engine.hand import Hand
from auditor.formats import open_log
from auditor.formats.outcomes import Read
from tests.engine.corpus import codes, files, hands, report_of, there

BOVADA = files("rooms/bovada")
KINGSCLUB = files("rooms/kingsclub")


def all_hands(room: str) -> list[Hand]:
    return [hand for path in files(f"rooms/{room}") for hand in hands(path)]


@there
def test_every_hand_is_read_and_every_line_of_it() -> None:
    outcomes = [outcome for path in [*BOVADA, *KINGSCLUB] for outcome in open_log(path.read_bytes())]
    read = [outcome.hand for outcome in outcomes if isinstance(outcome, Read)]
    assert len(outcomes) == len(read)
    counted = Counter((hand.room, hand.game.value) for hand in read)
    assert counted == {
        ("bovada", "stud"): 40, ("bovada", "stud8"): 1,
        ("kingsclub", "stud"): 1, ("kingsclub", "stud8"): 1, ("kingsclub", "razz"): 2,
    }  # fmt: skip
    assert [event for hand in read for event in hand.events if isinstance(event, e.Unread)] == []


@there
def test_bovada_deals_its_hands_rightly_and_pays_what_is_due() -> None:
    for hand in all_hands("bovada"):
        report = report_of(hand)
        assert codes(report) == [], hand.number
        assert [account.difference for account in report.settlement.seats] == [0] * len(hand.seats)


def folds_of(hand: Hand) -> dict[int, int]:
    """The street on which each seat folded."""
    street = 0
    folds = {}
    for event in hand.events:
        if isinstance(event, e.Street):
            street = event.street
        elif isinstance(event, e.Fold):
            folds[event.seat] = street
    return folds


def folds_in_summaries(path: Path) -> dict[str, dict[int, int]]:
    """The same by hand number, as the summaries name them."""
    told: dict[str, dict[int, int]] = {}
    for line in path.read_text("utf-8-sig").splitlines():
        begun = re.search(r"Hand #([0-9]+)", line)
        folded = re.match(r"Seat[ +]([0-9]+):  Folded on the (.)", line)
        if begun:
            told[begun[1]] = {}
        elif folded:
            told[[*told][-1]][int(folded[1])] = 7 if folded[2] == "R" else int(folded[2])
    return told


@there
@pytest.mark.parametrize("path", BOVADA, ids=lambda path: path.name[:30])
def test_bovada_streets_are_seen_although_they_have_no_lines(path: Path) -> None:
    told = folds_in_summaries(path)
    assert sum([len(folds) for folds in told.values()]) > 5
    assert {hand.number: folds_of(hand) for hand in hands(path)} == told


@there
def test_bovada_lists_what_cannot_be_verified() -> None:
    told = {each.code for hand in all_hands("bovada") for each in report_of(hand).unverifiable}
    # No line names the bring-in, the limits or the rake; burns are never logged; the order of the showdown is its own.
    amounts = {"B402", "B403", "B404", "B408", "B409", "O304", "O306", "P608"}
    assert told == amounts | {"D207", "S501", "S502"}


@there
def test_bovada_rake_is_what_was_not_paid() -> None:
    rakes = {hand.number: report_of(hand).settlement.rake_logged for hand in all_hands("bovada")}
    assert {number: rake for number, rake in rakes.items() if rake} == {"2844383701": 300}


@there
def test_kingsclub_raises_on_top_of_the_bring_in_are_no_findings() -> None:
    found = {
        hand.number: [(each.code, each.line) for each in report_of(hand).findings] for hand in all_hands("kingsclub")
    }
    assert found == {
        "39969356": [],
        "3537921": [],  # to 625: the bring-in of 125 and a bet of 500
        "37581152": [],  # raises over a bet of 44 to 77.16: the bring-in of 33.16 and a bet of 44
        "39969428": [],
    }


@there
def test_kingsclub_pays_what_is_due_where_the_cards_were_seen() -> None:
    for hand in all_hands("kingsclub"):
        differences = {account.difference for account in report_of(hand).settlement.seats}
        assert differences == ({None} if hand.number == "3537921" else {0})
