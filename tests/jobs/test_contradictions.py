from typing import Any

import pytest

from auditor.engine import events as e
from auditor.engine.hand import Hand
from auditor.jobs.contradicting import contradict
from auditor.jobs.reauditing import nightly
from auditor.jobs.receiving import receive
from auditor.jobs.worker import drain
from auditor.jobs.workplace import Workplace
from auditor.store.queries import findings, hands
from tests.dealer.copies import replaced
from tests.jobs.logs import counts_of, faulty, lawful, log_of, upload_of, without_holes


def with_event(hand: Hand, event: e.Event) -> Hand:
    return replaced(hand, events=(*hand.events[:-1], event, hand.events[-1]))


@pytest.mark.parametrize("number", range(1, 30))
def test_copies_that_know_fewer_cards_do_not_contradict(number: int) -> None:
    hand = lawful(number)
    assert not contradict(hand, hand)
    assert not contradict(hand, without_holes(hand))
    assert not contradict(without_holes(hand), hand)
    assert not contradict(hand, with_event(hand, e.Remark(0, "chat")))


@pytest.mark.parametrize("number", range(1, 30))
def test_copies_that_tell_another_story_do(number: int) -> None:
    hand = lawful(number)
    first = hand.events[0]
    assert contradict(hand, faulty(number))
    assert contradict(hand, replaced(hand, events=hand.events[1:]))
    assert contradict(hand, with_event(hand, e.Fold(1)))
    assert contradict(hand, replaced(hand, seats=hand.seats[1:]))
    assert contradict(hand, replaced(hand, button=hand.button % 8 + 1)) == bool(hand.button)
    assert contradict(hand, replaced(hand, events=(e.Fold(first.seat), *hand.events[1:])))


@pytest.mark.parametrize("number", range(1, 10))
def test_another_card_for_a_seen_one_contradicts(number: int) -> None:
    hand = lawful(number)
    index = next(index for index, event in enumerate(hand.events) if isinstance(event, e.Deal) and event.up)
    deal = hand.events[index]
    assert isinstance(deal, e.Deal)
    other = e.Deal(deal.seat, deal.down, tuple((card + 1) % 52 for card in deal.up))
    events = (*hand.events[:index], other, *hand.events[index + 1 :])
    assert contradict(hand, replaced(hand, events=events))


@pytest.mark.database
@pytest.mark.parametrize("together", [True, False], ids=["in one file", "in two files"])
def test_contradicting_record_is_kept_beside_the_first_and_reported(
    place: Workplace, together: bool, rows: Any
) -> None:
    files = [log_of(lawful(1), faulty(1))] if together else [log_of(lawful(1)), log_of(faulty(1))]
    receipts = [receive(place, data, "x") for data in files]
    for _ in files:
        drain(place)
    assert sum(counts_of(upload_of(place, receipt.receipt))["audited"] for receipt in receipts) == 2
    with place.database.begin() as connection:
        first, second = hands.named(connection, "1")
        assert first.deal == second.deal
        assert findings.of_hand(connection, first.hand_id) == ()
        (found,) = [one for one in findings.of_hand(connection, second.hand_id, "roberts") if one.code == "H803"]
        record = hands.record(connection, place.unpacker, second.hand_id)
    assert record is not None
    assert [rival.hand_id for rival in record.rivals] == [first.hand_id]
    assert (found.grade, found.event, found.line) == ("fault", None, 2 if together else 1)
    assert found.logged == f"record {second.digest[:12]}"
    assert found.lawful == f"as in record {first.digest[:12]}, the first: upload {receipts[0].receipt}, line 1"


@pytest.mark.database
def test_copy_that_only_knows_fewer_cards_is_kept_and_not_reported(place: Workplace) -> None:
    receive(place, log_of(lawful(1), without_holes(lawful(1))), "x")
    drain(place)
    with place.database.begin() as connection:
        assert len(hands.named(connection, "1")) == 2
        assert "H803" not in findings.now_by_rule(connection)


@pytest.mark.database
def test_same_number_at_another_room_is_another_hand(place: Workplace) -> None:
    elsewhere = replaced(faulty(1), room="elsewhere")
    receive(place, log_of(lawful(1), elsewhere), "x")
    drain(place)
    with place.database.begin() as connection:
        assert len({name.deal for name in hands.named(connection, "1")}) == 2
        assert "H803" not in findings.now_by_rule(connection)


@pytest.mark.database
def test_contradiction_outlives_a_run_that_does_not_look_for_it(place: Workplace) -> None:
    receive(place, log_of(lawful(1), faulty(1)), "x")
    drain(place)
    nightly(place, everything=True)
    drain(place)
    with place.database.begin() as connection:
        assert findings.now_by_rule(connection)["H803"] == 1
