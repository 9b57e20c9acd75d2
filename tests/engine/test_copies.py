"""Two records of one deal: merged where they agree, set line against line where they do not."""

import pytest

from auditor.engine import events as e
from auditor.engine.audit import audit
from auditor.engine.copies import Verdict, compare, compare_tops, contradict, merged
from auditor.engine.hand import Game, Hand
from auditor.engine.house.registry import load
from auditor.formats import Read
from auditor.formats.rooms import pokerstars
from tests.dealer import deal
from tests.dealer.copies import replaced
from tests.engine.corpus import codes
from tests.printers.pokerstars import print_hand

HOUSE = load("pokerstars", Game.STUD)


def read(text: str) -> Hand:
    outcome = pokerstars.read(text.splitlines(), 1)
    assert isinstance(outcome, Read)
    return outcome.hand


def copies(number: int) -> list[Hand]:
    """One deal as each of the first three seats saved it."""
    hand = deal(number, HOUSE)
    heroes = [seat.number for seat in hand.seats if seat.dealt_in][:3]
    return [read(print_hand(hand, hero=hero)) for hero in heroes]


def known(hand: Hand) -> set[tuple[int, int]]:
    """Every card that was seen where it was dealt, with its seat."""
    deals = [event for event in hand.events if isinstance(event, e.Deal)]
    return {(event.seat, card) for event in deals for card in event.cards if card >= 0}


@pytest.mark.parametrize("number", range(25))
def test_together_two_copies_know_what_either_knows(number: int) -> None:
    first, second, *_ = copies(number)
    both = merged(first, second)
    assert known(both) == known(first) | known(second)
    assert not contradict(both, first)
    assert not contradict(both, second)
    assert codes(audit(both, HOUSE)) == codes(audit(first, HOUSE))


@pytest.mark.parametrize("number", range(25))
def test_which_copy_comes_first_makes_no_difference(number: int) -> None:
    first, second, *_ = copies(number)
    assert merged(first, second).digest() == merged(second, first).digest()
    assert merged(first, first).digest() == first.digest()


@pytest.mark.parametrize("number", range(25))
def test_copies_that_agree_differ_in_no_line(number: int) -> None:
    first, second, *_ = copies(number)
    verdicts = [pair.verdict for pair in compare(first, second)]
    assert Verdict.DIFFERS not in verdicts
    assert Verdict.FULLER in verdicts
    assert compare_tops(first, second) == ()
    assert {pair.verdict for pair in compare(first, first)} == {Verdict.SAME}


@pytest.mark.parametrize("number", range(25))
def test_every_line_of_both_stands_in_the_comparison_once(number: int) -> None:
    first, second, *_ = copies(number)
    pairs = compare(first, replaced(second, events=second.events[3:]))
    assert [pair.one for pair in pairs if pair.one is not None] == list(range(len(first.events)))
    assert sorted(pair.other for pair in pairs if pair.other is not None) == list(range(len(second.events) - 3))


def test_the_line_that_was_changed_is_the_one_that_differs() -> None:
    first, second, *_ = copies(4)
    for at, event in enumerate(second.events):
        if isinstance(event, e.Ante):
            dearer = e.Ante(event.seat, event.amount + 1, event.all_in)
            other = replaced(second, events=(*second.events[:at], dearer, *second.events[at + 1 :]))
            assert [(pair.one, pair.other) for pair in compare(first, other) if pair.verdict is Verdict.DIFFERS] == [
                (at, at)
            ]
            assert contradict(first, other)


def test_what_stands_above_the_events_is_compared_by_name() -> None:
    first, second, *_ = copies(4)
    [seat, *others] = second.seats
    renamed = type(seat)(seat.number, "Another", seat.stack, seat.dealt_in)
    found = compare_tops(first, replaced(second, seats=(renamed, *others)))
    assert found == ((f"seat {seat.number}", f"{seat.player} {seat.stack}", f"Another {seat.stack}"),)


def test_a_list_of_cards_of_the_other_record_names_no_line_of_this_file() -> None:
    whole = copies(3)[0]
    listed = e.Reveal(whole.seats[0].number, (-1,), 99)
    cut_off = replaced(whole, events=(*whole.events[:-1], listed, e.LogEnd(False, 100)))
    assert [event.line for event in merged(whole, cut_off).events if event.words() == listed.words()] == [0]
