"""Real hands of Everleaf and Absolute: each is read whole, none has a finding, and what cannot be verified is told."""

from collections import Counter

from auditor.engine.events import BringIn, Unread
from tests.engine.corpus import codes, files, hands, report_of, there

EVERLEAF = files("rooms/everleaf")
ABSOLUTE = files("rooms/absolute")


@there
def test_everleaf_deals_its_hands_rightly_as_far_as_its_log_goes() -> None:
    found = [hand for path in EVERLEAF for hand in hands(path)]
    reports = [report_of(hand) for hand in found]
    assert len(found) == 19
    assert {report.house_name for report in reports} == {"everleaf"}
    assert [codes(report) for report in reports if codes(report)] == []
    # No up card is ever logged, nor a rake.
    untold = Counter(code for report in reports for code in {each.code for each in report.unverifiable})
    assert untold == {"O303": 19, "P608": 19, "B407": 14, "B408": 1}


@there
def test_everleaf_brings_in_half_the_small_bet_rounded_down() -> None:
    for path in EVERLEAF:
        for hand in hands(path):
            assert [event.to for event in hand.events if isinstance(event, BringIn)] == [2]
            assert not [event for event in hand.events if isinstance(event, Unread)]


@there
def test_everleaf_rake_is_what_was_not_paid() -> None:
    rakes = {}
    for path in EVERLEAF:
        for hand in hands(path):
            settlement = report_of(hand).settlement
            assert settlement.derived_rake
            rakes[hand.number] = (settlement.rake_logged, sum(pot.amount for pot in settlement.pots))
    assert rakes["285997460"] == (0, 8)
    assert rakes["285997876"] == (8, 106)
    assert rakes["285999845"] == (2, 46)


@there
def test_absolute_splits_its_pot_rightly() -> None:
    [hand] = [hand for path in ABSOLUTE for hand in hands(path)]
    report = report_of(hand)
    assert (report.house_name, codes(report)) == ("absolute", [])
    assert {each.code for each in report.unverifiable} == {"O304", "D207"}
    [pot] = report.settlement.pots
    assert (pot.amount, pot.rake, report.settlement.derived_rake) == (43, 4, False)
    # The odd cent goes to the high half.
    assert [(share.half, share.seat, share.amount) for share in pot.shares] == [("high", 7, 20), ("low", 3, 19)]
    assert {account.difference for account in report.settlement.seats} == {0}
