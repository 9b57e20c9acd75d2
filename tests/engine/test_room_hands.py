"""Real hands of PokerStars and PartyPoker: dealt rightly, and paid as an outside oracle says."""

from pathlib import Path

import pytest

from tests.engine.corpus import codes, files, hands, report_of, there
from tests.engine.oracle import assert_agrees, expected, with_winners

POKERSTARS = [path for path in files("rooms/pokerstars") if path.parent.name != "_doctored"]
DOCTORED = files("rooms/pokerstars/_doctored")
PARTYPOKER = files("rooms/partypoker")


@there
@pytest.mark.parametrize("path", POKERSTARS, ids=lambda path: path.name[:60])
def test_pokerstars_deals_its_hands_rightly(path: Path) -> None:
    assert [(hand.number, codes(report_of(hand))) for hand in hands(path) if codes(report_of(hand))] == []


@there
@pytest.mark.parametrize("path", POKERSTARS, ids=lambda path: path.name[:60])
def test_pots_and_winners_are_those_of_the_oracle(path: Path) -> None:
    oracle = expected("pokerstars")
    for hand in hands(path):
        assert_agrees(hand, report_of(hand).settlement, oracle[hand.number or ""])


@there
def test_a_doctored_hand_is_found_by_its_total_and_its_payments() -> None:
    """Its bet of 400 came back uncalled and is counted in the pot all the same, which was paid whole."""
    found = [
        (hand.number, [(finding.code, finding.logged, finding.lawful) for finding in report_of(hand).findings])
        for path in DOCTORED
        for hand in hands(path)
    ]
    assert found == [
        ("3", [("L107", "1560 stated", "1160 by the other lines"), ("L106", "1560 paid + 0 rake", "1160 put in")])
    ]


@there
def test_every_pokerstars_hand_of_the_oracle_is_audited() -> None:
    audited = {hand.number for path in POKERSTARS for hand in hands(path)}
    assert audited == set(expected("pokerstars"))
    assert (len(audited), with_winners("pokerstars")) == (67, 30)


@there
@pytest.mark.parametrize("path", POKERSTARS, ids=lambda path: path.name[:60])
def test_what_was_paid_is_what_was_due(path: Path) -> None:
    for hand in hands(path):
        settlement = report_of(hand).settlement
        assert [account.difference for account in settlement.seats] == [0] * len(hand.seats)
        assert settlement.rake_difference == 0


@there
def test_partypoker_hands_have_no_finding_and_list_what_cannot_be_verified() -> None:
    told = {}
    for path in PARTYPOKER:
        for hand in hands(path):
            report = report_of(hand)
            assert codes(report) == []
            told[report.house_name] = {each.code for each in report.unverifiable}
    # Opponents' up cards are never logged, nor the ante and bring-in of the stakes, nor a rake, nor when anybody acted.
    always = {"O303", "O304", "B407", "P608", "C701"}
    assert told == {"partypoker": always, "partypoker-high": always | {"B408"}}


@there
def test_partypoker_rake_is_derived() -> None:
    rakes = {}
    for path in PARTYPOKER:
        for hand in hands(path):
            settlement = report_of(hand).settlement
            assert settlement.derived_rake
            rakes[hand.number] = (settlement.rake_logged, sum(pot.amount for pot in settlement.pots))
    assert rakes == {"9581478205": (885 - 845, 885), "11792805420": (0, 2560)}
