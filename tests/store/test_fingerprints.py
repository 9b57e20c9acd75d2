from collections.abc import Callable

import pytest

from auditor.engine import events as e
from auditor.engine.findings import Finding
from auditor.engine.hand import Game, Hand
from auditor.engine.house.registry import load
from auditor.store.findings.fingerprints import fingerprints
from auditor.store.findings.reports import _new_finding
from tests.dealer import deal
from tests.dealer.copies import replaced

HAND = replaced(deal(11, load("roberts", Game.STUD)), number="88214", room="acme")


def found(hand: Hand, event: e.Event, code: str = "B402", amount: int | None = 5, seat: int = 0) -> Finding:
    """A finding at that very event of the hand."""
    finding = Finding("raises 1,800", "limit 1,200", amount, seat=seat)
    finding.code = code
    finding.event = next(index for index, one in enumerate(hand.events) if one is event)
    return finding


def an_act(hand: Hand) -> e.Event:
    return [event for event in hand.events if isinstance(event, e.Fold | e.Check | e.Call | e.Wager)][-1]


def print_of(hand: Hand, finding: Finding, venue: str = "default", house: str = "acme-stud") -> str:
    (only,) = fingerprints(venue, house, hand, hand.digest(), [finding])
    return only


ACT = an_act(HAND)
USUAL = print_of(HAND, found(HAND, ACT))


def test_fingerprint_is_versioned_and_short() -> None:
    assert USUAL.startswith("v1:")
    assert len(USUAL) == 43


@pytest.mark.parametrize(
    "change",
    [
        lambda hand: replaced(hand, local="12 Nov, after midnight"),
        lambda hand: replaced(hand, table="Another name of the table"),
        lambda hand: replaced(hand, seats=hand.seats[::-1]),
        lambda hand: replaced(hand, played=""),
        lambda hand: replaced(hand, events=(e.Remark(0, "chat"), *hand.events)),
        lambda hand: replaced(hand, events=(e.Ante(1, 1), *hand.events)),
        lambda hand: replaced(hand, events=(*hand.events, e.Won(1, 1))),
    ],
)
def test_what_is_beside_the_point_leaves_it_alone(change: Callable[[Hand], Hand]) -> None:
    hand = change(HAND)
    assert print_of(hand, found(hand, ACT)) == USUAL


def test_amount_line_words_and_grade_leave_it_alone() -> None:
    finding = found(HAND, ACT, amount=None)
    finding.line, finding.grade, finding.clause, finding.status = 99, "irregular", "other words", "hedged"
    assert print_of(HAND, finding) == USUAL


def test_another_venue_house_room_hand_rule_seat_or_act_is_another_finding() -> None:
    first = HAND.events[0]
    others = {
        print_of(HAND, found(HAND, ACT), venue="elsewhere"),
        print_of(HAND, found(HAND, ACT), house="casino"),
        print_of(replaced(HAND, room="other"), found(HAND, ACT)),
        print_of(replaced(HAND, number="88215"), found(HAND, ACT)),
        print_of(HAND, found(HAND, ACT, code="B403")),
        print_of(HAND, found(HAND, ACT, seat=ACT.seat + 1)),
        print_of(HAND, found(HAND, first)),
    }
    assert len(others) == 7
    assert USUAL not in others


def test_two_equal_findings_differ_by_their_order() -> None:
    twice = [found(HAND, ACT), found(HAND, ACT)]
    first, second = fingerprints("default", "acme-stud", HAND, HAND.digest(), twice)
    assert first == USUAL
    assert second != USUAL


def test_hand_without_a_number_is_known_by_its_content() -> None:
    hand = replaced(HAND, number=None)
    other = replaced(hand, events=(e.Remark(0, "chat"), *hand.events))
    assert print_of(hand, found(hand, ACT)) != USUAL
    assert print_of(hand, found(hand, ACT)) != print_of(other, found(other, ACT))


def test_number_of_any_length_and_odd_letters_have_a_fingerprint() -> None:
    hand = replaced(HAND, number="\ud800\0" * 9000)
    assert len(print_of(hand, found(hand, ACT))) == 43


def evidence(finding: Finding) -> bytes:
    return _new_finding("v1:", "roberts", finding, (), 1, 2, follows=False).evidence


def test_evidence_changes_with_what_a_finding_rests_on() -> None:
    finding = found(HAND, ACT)
    usual = evidence(finding)
    finding.line, finding.grade = 99, "irregular"
    assert evidence(finding) == usual
    finding.clause = "another clause"
    assert evidence(finding) != usual
    assert evidence(found(HAND, ACT, amount=6)) != usual
    contested = found(HAND, ACT)
    contested.readings = ("cap.scope = per_player: each seat its own",)
    assert evidence(contested) != usual
