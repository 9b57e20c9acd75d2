"""Real hands of Full Tilt: dealt rightly, and paid as an outside oracle says. Whom its log calls on to bring it in."""

from pathlib import Path

import pytest

from auditor.engine.findings import Report
from auditor.formats.outcomes import Read
from auditor.formats.rooms.fulltilt import read
from tests.engine.corpus import codes, files, hands, report_of, there
from tests.engine.oracle import assert_agrees, expected, with_winners

FULLTILT = files("rooms/fulltilt")


@there
@pytest.mark.parametrize("path", FULLTILT, ids=lambda path: f"{path.parent.name}/{path.name[:60]}")
def test_fulltilt_deals_its_hands_rightly_and_pays_what_is_due(path: Path) -> None:
    for hand in hands(path):
        report = report_of(hand)
        assert (hand.number, codes(report)) == (hand.number, [])
        assert {account.difference for account in report.settlement.seats} == {0}
        assert report.settlement.rake_difference == 0


@there
@pytest.mark.parametrize("path", FULLTILT, ids=lambda path: f"{path.parent.name}/{path.name[:60]}")
def test_pots_and_winners_are_those_of_the_oracle(path: Path) -> None:
    oracle = expected("fulltilt")
    for hand in hands(path):
        assert_agrees(hand, report_of(hand).settlement, oracle[hand.number or ""])


@there
def test_every_fulltilt_hand_of_the_oracle_is_audited() -> None:
    audited = {hand.number for path in FULLTILT for hand in hands(path)}
    assert audited == set(expected("fulltilt"))
    assert (len(audited), with_winners("fulltilt")) == (49, 8)


@there
def test_what_cannot_be_verified_is_what_the_room_does_not_log() -> None:
    """Burns and the nominal bring-in; so, where that was posted all-in, also what a call of it should have been."""
    told: dict[str, set[str | None]] = {}
    for path in FULLTILT:
        for hand in hands(path):
            for each in report_of(hand).unverifiable:
                told.setdefault(each.code, set()).add(hand.number)
    assert set(told) == {"B406", "D207", "O304"}
    assert told["B406"] == {"28333847000"}


# --- whom the log calls on -------------------------------------------------------------------------------------------

HEAD = [
    "Full Tilt Poker Game #7: $5 + $1 Sit & Go (12), Table 1 - 60/120 Ante 7 - Limit Stud Hi - 9:00:00 ET - 2010/01/05",
    "Seat 1: Ann (7)",
    "Seat 2: Bob (900)",
    "Seat 3: Cyd (800)",
]
ANTES = ["Ann antes 7, and is all in", "Bob antes 7", "Cyd antes 7"]
DOORS = ["*** 3RD STREET ***", "Dealt to Ann [2c]", "Dealt to Bob [Kd]", "Dealt to Cyd [3h]"]


def report_on(*lines: str) -> Report:
    outcome = read([*HEAD, *ANTES, *DOORS, *lines], 1)
    assert isinstance(outcome, Read)
    return report_of(outcome.hand)


def opening_codes(*lines: str) -> list[str]:
    return [code for code in codes(report_on(*lines)) if code[0] == "O"]


@pytest.mark.parametrize("called", ["Ann is low with [2c]", "Bob is low with [Kd]", "Cyd is low with [3h]", ""])
def test_with_the_low_card_all_in_the_next_seat_brings_in_whomever_the_log_names(called: str) -> None:
    lines = [called] if called else []
    assert opening_codes(*lines, "Bob brings in for 20", "Cyd folds") == []
    assert opening_codes(*lines, "Bob folds", "Cyd brings in for 20") == []  # it may fold, or so we must suppose
    assert opening_codes(*lines, "Cyd brings in for 20", "Bob folds") == ["O303"]


def test_a_bring_in_by_another_than_the_log_names_is_a_finding() -> None:
    seats = [HEAD[0], "Seat 1: Ann (700)", *HEAD[2:]]
    lines = [*seats, "Ann antes 7", *ANTES[1:], *DOORS, "Ann is low with [2c]"]
    found = {}
    for name in ("Ann", "Bob", "Cyd"):
        outcome = read([*lines, f"{name} brings in for 20"], 1)
        assert isinstance(outcome, Read)
        found[name] = [code for code in codes(report_of(outcome.hand)) if code[0] == "O"]
    assert found == {"Ann": [], "Bob": ["O303"], "Cyd": ["O303"]}


def test_the_log_that_names_another_than_the_low_card_is_not_believed() -> None:
    seats = [HEAD[0], "Seat 1: Ann (700)", *HEAD[2:]]
    outcome = read([*seats, "Ann antes 7", *ANTES[1:], *DOORS, "Cyd is low with [3h]", "Cyd brings in for 20"], 1)
    assert isinstance(outcome, Read)
    [finding] = [each for each in report_of(outcome.hand).findings if each.code[0] == "O"]
    assert (finding.code, finding.seat, finding.line) == ("O303", 3, 13)


def test_nobody_owes_a_bring_in_where_only_one_could_bet() -> None:
    seats = ["Seat 1: Ann (7)", "Seat 2: Bob (900)", "Seat 3: Cyd (5)"]
    antes = ["Ann antes 7, and is all in", "Bob antes 7", "Cyd antes 5, and is all in"]
    lines = [HEAD[0], *seats, *antes, *DOORS, "Ann is low with [2c]"]
    outcome = read([*lines, "*** 4TH STREET ***", "Dealt to Ann [2c] [4s]"], 1)
    assert isinstance(outcome, Read)
    assert [code for code in codes(report_of(outcome.hand)) if code[0] == "O"] == []


# --- chips that come during a hand -----------------------------------------------------------------------------------


def test_chips_brought_after_folding_are_none_of_this_hand() -> None:
    report = report_on("Ann is low with [2c]", "Bob brings in for 20", "Cyd folds", "Cyd adds 1,500", "Dag adds 90")
    assert [(account.seat, account.put_in) for account in report.settlement.seats] == [(1, 7), (2, 7), (3, 7)]
    assert [code for code in codes(report) if code != "L105"] == []
