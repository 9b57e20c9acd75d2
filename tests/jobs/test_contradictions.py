from typing import Any

import pytest

from auditor.engine import events as e
from auditor.engine.cards import UNSEEN
from auditor.engine.copies import contradict, of_one_deal
from auditor.engine.hand import Game, Hand, Records, Seat
from auditor.engine.house.registry import load
from auditor.formats import Read
from auditor.formats.rooms import pokerstars
from auditor.jobs.comparing import only_together
from auditor.jobs.context import Workplace
from auditor.jobs.reauditing import nightly
from auditor.jobs.receiving import receive
from auditor.jobs.worker import drain
from auditor.store.queries import findings, hands
from tests.dealer import deal
from tests.dealer.copies import replaced
from tests.jobs.logs import counts_of, faulty, lawful, log_of, run_of, upload_of, without_holes
from tests.printers.pokerstars import print_hand
from tests.sampled import one_of


def with_event(hand: Hand, event: e.Event) -> Hand:
    return replaced(hand, events=(*hand.events[:-1], event, hand.events[-1]))


@pytest.mark.parametrize("number", one_of(3, range(1, 30)))
def test_copies_that_know_fewer_cards_do_not_contradict(number: int) -> None:
    hand = lawful(number)
    assert not contradict(hand, hand)
    assert not contradict(hand, without_holes(hand))
    assert not contradict(without_holes(hand), hand)
    assert not contradict(hand, with_event(hand, e.Remark(0, "chat")))


@pytest.mark.parametrize("number", one_of(3, range(1, 30)))
def test_copies_with_other_events_contradict(number: int) -> None:
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


def printed(number: int) -> dict[int, str]:
    """One deal as PokerStars logs it for each seat that still had cards on 7th street; fewer than two: none did."""
    hand = deal(number, load("pokerstars", Game.STUD))
    street = 0
    seats = []
    for event in hand.events:
        if isinstance(event, e.Street):
            street = event.street
        elif isinstance(event, e.Deal) and street == 7:
            seats.append(event.seat)
    return {seat: print_hand(hand, hero=seat) for seat in seats}


def read(text: str) -> Hand:
    outcome = pokerstars.read(text.splitlines(), 1)
    assert isinstance(outcome, Read)
    return outcome.hand


TO_THE_RIVER = [number for number in range(40) if len(printed(number)) > 1]


@pytest.mark.parametrize("number", one_of(3, TO_THE_RIVER))
def test_each_players_own_copy_of_a_deal_is_as_true_as_the_others(number: int) -> None:
    copies = [read(text) for text in printed(number).values()]
    assert len({copy.digest() for copy in copies}) == len(copies)
    for one in copies:
        assert [other for other in copies if contradict(one, other)] == []


@pytest.mark.parametrize("number", one_of(3, TO_THE_RIVER))
def test_a_players_copy_with_another_card_or_amount_is_not(number: int) -> None:
    first, second, *_ = printed(number).values()
    copy = read(second)
    ante = next(event for event in copy.events if isinstance(event, e.Ante))
    dearer = tuple(e.Ante(ante.seat, ante.amount + 1) if event is ante else event for event in copy.events)
    assert contradict(read(first), replaced(copy, events=dearer))
    for index, event in enumerate(copy.events):
        if isinstance(event, e.Deal | e.Show):
            events = (*copy.events[:index], with_other_card(event), *copy.events[index + 1 :])
            own = isinstance(event, e.Deal) and (not event.up or max(event.up) < 0)
            assert contradict(read(first), replaced(copy, events=events)) != own, event.words()


def with_other_card(event: e.Deal | e.Show) -> e.Event:
    """The last card is another one."""
    last = (event.cards[-1] + 1) % 52
    if isinstance(event, e.Show):
        return e.Show(event.seat, (*event.cards[:-1], last), event.high, event.low)
    if event.up:
        return e.Deal(event.seat, event.down, (*event.up[:-1], last))
    return e.Deal(event.seat, (*event.down[:-1], last), ())


@pytest.mark.parametrize(("event", "kind"), [(e.Burn, Records.BURNS), (e.Community, Records.EVERY_UP_CARD)])
def test_cards_of_nobody_are_compared_where_both_copies_know_them(event: type[e.Burn | e.Community], kind: int) -> None:
    hand = lawful(1)
    hand = replaced(hand, records=hand.records | kind)
    at = next(index for index, one in enumerate(hand.events) if isinstance(one, e.Street)) + 1
    seen, other, hidden = [
        replaced(hand, events=(*hand.events[:at], event(card), *hand.events[at:])) for card in (3, 4, UNSEEN)
    ]
    assert not contradict(seen, hidden)
    assert contradict(seen, other)
    assert contradict(seen, hand)
    assert not contradict(seen, replaced(hand, records=hand.records & ~kind))


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


def with_other_doors(hand: Hand) -> Hand:
    """Another deal: every card is another one."""
    return replaced(
        hand,
        events=tuple(
            [e.Deal(one.seat, one.down, tuple([(card + 7) % 52 for card in one.up])) if isinstance(one, e.Deal) else one
             for one in hand.events]
        ),
    )  # fmt: skip


def test_records_with_one_number_and_no_room_are_of_one_deal_where_the_doors_say_so() -> None:
    hand, faulted = lawful(1), faulty(1)
    assert (hand.room, hand.table, faulted.table) == ("", "Cedar 1", "Cedar 1")
    other = with_other_doors(faulted)
    assert of_one_deal(hand, faulted)
    assert of_one_deal(hand, without_holes(faulted))
    assert not of_one_deal(hand, other)
    assert not of_one_deal(hand, replaced(faulted, table="Cedar 2"))
    assert of_one_deal(hand, replaced(faulted, table=""))
    assert of_one_deal(replaced(hand, room="acme"), replaced(other, room="acme"))


def test_two_typed_hands_with_one_number_and_other_seats_are_two_deals() -> None:
    """People who type in a hand often number it 1, and the doors of two such hands may be alike."""
    hand = lawful(1)
    [last] = [seat.number for seat in hand.seats][-1:]
    fewer = tuple([each for each in hand.events if not (isinstance(each, e.Deal) and each.seat == last)])
    assert of_one_deal(hand, hand)
    assert not of_one_deal(hand, replaced(hand, events=fewer))
    assert of_one_deal(replaced(hand, room="acme"), replaced(hand, room="acme", events=fewer))
    assert not of_one_deal(replaced(hand, room="acme"), replaced(hand, room="other"))


@pytest.mark.parametrize("changed", range(5))
def test_half_the_doors_say_that_it_is_one_deal(changed: int) -> None:
    hand = next(hand for hand in map(lawful, range(1, 99)) if len(hand.seats) == 4)
    events = list(hand.events)
    doors = [at for at, one in enumerate(events) if isinstance(one, e.Deal) and len(one.down) == 2]
    assert len(doors) == 4
    for at in doors[:changed]:
        one = events[at]
        assert isinstance(one, e.Deal)
        events[at] = with_other_card(one)
    assert of_one_deal(hand, replaced(hand, events=tuple(events))) == (changed <= 2)


@pytest.mark.database
def test_two_hands_that_people_called_by_one_number_are_not_held_against_each_other(place: Workplace) -> None:
    """No room says that its numbers are its own."""
    receive(place, log_of(lawful(1)), "x")
    receive(place, log_of(with_other_doors(faulty(1))), "x")
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


@pytest.mark.database
@pytest.mark.parametrize("length", [20, 40, 60])
def test_a_file_sent_while_it_is_written_and_later_whole_is_one_deal(place: Workplace, length: int) -> None:
    number, copies = next((number, printed(number)) for number in TO_THE_RIVER)
    lines = next(iter(copies.values())).splitlines(keepends=True)
    assert len(lines) > 60, number
    for text in ("".join(lines[:length]), "".join(lines)):
        receive(place, text.encode(), "x")
        drain(place)
    with place.database.begin() as connection:
        cut, whole = hands.named(connection, read("".join(lines)).number or "")
        assert "H803" not in findings.now_by_rule(connection)
        assert findings.of_hand(connection, whole.hand_id, "") == ()
        assert {found.code for found in findings.of_hand(connection, cut.hand_id, "pokerstars")} == {"L105"}


def two_copies_with_one_card_in_both_hands() -> tuple[Hand, Hand]:
    """Each player's copy shows only his own hole cards; both hold the very same one."""
    hand = lawful(1)
    deals = [(at, event) for at, event in enumerate(hand.events) if isinstance(event, e.Deal) and len(event.down) == 2]
    (first, mine), (second, theirs), *_ = deals
    doubled = e.Deal(theirs.seat, (mine.down[0], theirs.down[1]), theirs.up)
    hidden = {at: e.Deal(event.seat, (UNSEEN, UNSEEN), event.up) for at, event in deals}
    played = [
        e.Deal(event.seat, (UNSEEN,) * len(event.down), event.up) if isinstance(event, e.Deal) else event
        for event in hand.events
        if not isinstance(event, e.Show | e.Reveal | e.Collect | e.LogEnd)
    ]
    copies = []
    for at, known in ((first, mine), (second, doubled)):
        events = [known if index == at else hidden.get(index, event) for index, event in enumerate(played)]
        copies.append(replaced(hand, events=(*events, e.LogEnd(complete=False)), records=Records.MAY_STOP))
    return copies[0], copies[1]


def test_two_copies_together_may_break_a_rule_that_neither_breaks() -> None:
    one, other = two_copies_with_one_card_in_both_hands()
    house = load("roberts", Game.STUD)
    assert not contradict(one, other)
    assert [finding.code for finding in only_together(one, other, house)] == ["D201"]
    assert only_together(lawful(1), without_holes(lawful(1)), house) == []


@pytest.mark.database
def test_it_is_filed_on_the_later_copy_and_outlives_a_night(place: Workplace) -> None:
    receive(place, log_of(*two_copies_with_one_card_in_both_hands()), "x")
    drain(place)
    nightly(place, everything=True)
    drain(place)
    with place.database.begin() as connection:
        first, second = hands.named(connection, "1")
        assert findings.of_hand(connection, first.hand_id) == ()
        [found] = findings.of_hand(connection, second.hand_id, "")
    assert (found.code, found.house) == ("D201", "roberts")
    assert found.logged.endswith(f"(read with record {first.digest[:12]})")


@pytest.mark.database
def test_a_contradicted_hand_is_no_clean_one(place: Workplace) -> None:
    other = replaced(lawful(1), seats=(*lawful(1).seats[:-1], renamed(lawful(1).seats[-1])))
    receive(place, log_of(lawful(1), other), "x")
    drain(place)
    night = nightly(place, everything=True)
    drain(place)
    uploaded, again = run_of(place, 1), run_of(place, night)
    assert (uploaded.clean, uploaded.faulty, uploaded.findings_new) == (1, 1, 1)
    assert (again.clean, again.faulty, again.findings_same) == (1, 1, 1)


def renamed(seat: Seat) -> Seat:
    return Seat(seat.number, "Somebody Else", seat.stack, seat.dealt_in)
