"""What is found across the hands of a session: stacks, seats, decks; and that an honest session has none of it."""

from collections.abc import Iterable
from typing import Any

import pytest

from auditor.engine import events as e
from auditor.engine.hand import Game, Hand, Records, Seat, Unit
from auditor.engine.history import HistoryFinding, history, sessions
from auditor.engine.history.hand_trace import UNKNOWN, deck_order, left_by, stacks_after
from auditor.engine.house.registry import load
from auditor.formats.transcript.cases import read_cases
from tests.dealer import deal
from tests.dealer.copies import replaced

ROBERTS = load("roberts", Game.STUD)
CENTS = Unit("", 2)

# Seat 2 brings it in, seat 3 completes and wins unseen: 1 ends with 499, 2 with 496, 3 with 505.
FOUGHT = """
1 antes 1
2 antes 1
3 antes 1
1 [xx xx] {one}
2 [xx xx] {two}
3 [xx xx] {three}
2 brings in 3
3 completes to 10
1 folds
2 folds
3 gets back 7
{paid}
end
"""


def hand(
    number: str,
    *stacks: int,
    doors: str = "Kd 2c 9h",
    names: str = "Ann Bob Cyd",
    stakes: str = "stakes 10/20 bring-in 3 ante 1",
    paid: str = "3 collects 9",
    **fields: Any,
) -> Hand:
    players = enumerate(zip(names.split(), stacks, strict=True), 1)
    seats = [f'seat {place} "{name}" {stack}' for place, (name, stack) in players]
    one, two, three = doors.split()
    fought = FOUGHT.format(one=one, two=two, three=three, paid=paid)
    told = read_cases(f"== a hand\n{stakes}\n" + "\n".join(seats) + fought)[0].hand
    known = {"number": number, "table": "Alder", "records": told.records | Records.RAKE}
    return replaced(told, **{**known, **fields})


def in_short(found: Iterable[HistoryFinding]) -> list[tuple[str, str, int, int, int, int | None]]:
    return [(each.code, each.grade, each.earlier, each.later, each.seat, each.amount) for each in found]


def of(*hands: Hand) -> list[tuple[str, str, int, int, int, int | None]]:
    return in_short(history(hands, ROBERTS).findings)


def test_what_a_hand_leaves_is_known() -> None:
    assert stacks_after(left_by(hand("7", 500, 500, 500))) == {1: 499, 2: 496, 3: 505}


def test_the_stack_of_the_winner_is_unknown_without_a_rake_line() -> None:
    left = left_by(hand("7", 500, 500, 500, records=Records.PAYOUT | Records.UNCALLED))
    assert stacks_after(left) == {1: 499, 2: 496}


@pytest.mark.parametrize(("one", "next_one"), [("7", "8"), ("99", "100"), ("R5-82-7", "R5-82-8")])
def test_chips_taken_off_the_table_between_two_hands_in_a_row(one: str, next_one: str) -> None:
    found = history([hand(one, 500, 500, 500), hand(next_one, 499, 396, 505, doors="Kc 2d 9s")], ROBERTS).findings
    assert in_short(found) == [("H801", "irregular", 0, 1, 2, -100)]
    assert (found[0].logged, found[0].lawful) == ("begins with 396", f"496, as hand {one} left it")


def test_a_line_above_the_antes_that_nobody_understands_may_have_moved_the_chips() -> None:
    first, second = hand("7", 500, 500, 500), hand("8", 499, 396, 505, doors="Kc 2d 9s")
    above = replaced(second, events=(e.Unread("Bob withdraws 100 from the table", 3), *second.events))
    below = replaced(second, events=(*second.events[:5], e.Unread("Bob waves", 9), *second.events[5:]))
    assert of(first, above) == []
    assert of(first, below) == [("H801", "irregular", 0, 1, 2, -100)]


def test_chips_are_written_as_in_the_log() -> None:
    first, second = hand("7", 500, 500, 500, unit=CENTS), hand("8", 499, 396, 505, doors="Kc 2d 9s", unit=CENTS)
    [found] = history([first, second], ROBERTS).findings
    assert (found.logged, found.lawful, found.amount) == ("begins with 3.96", "4.96, as hand 7 left it", -100)


def test_a_log_with_other_decimals_has_the_same_chips() -> None:
    first = hand("7", 50000, 50000, 50000, unit=CENTS)
    assert stacks_after(left_by(first))[1] == 49999
    assert of(first, hand("8", 499, 499, 501, doors="Kc 2d 9s")) == []
    assert of(hand("7", 500, 500, 500), hand("8", 49900, 49600, 50500, doors="Kc 2d 9s", unit=CENTS)) == []
    assert of(hand("7", 500, 500, 500), hand("8", 49900, 49500, 50500, doors="Kc 2d 9s", unit=CENTS)) == [
        ("H801", "irregular", 0, 1, 2, -100)
    ]


@pytest.mark.parametrize(
    "stacks",
    [(499, 496, 505), (499, 600, 505), (700, 496, 505)],
    ids=["as they were left", "chips added", "by another seat"],
)
def test_chips_stay_or_are_added(stacks: tuple[int, ...]) -> None:
    assert of(hand("7", 500, 500, 500), hand("8", *stacks, doors="Kc 2d 9s")) == []


def test_one_changed_stack_of_the_same_people_is_found_where_numbers_skip() -> None:
    assert of(hand("7", 500, 500, 500), hand("90", 499, 396, 505, doors="Kc 2d 9s")) == [
        ("H801", "irregular", 0, 1, 2, -100)
    ]


def test_a_hand_may_be_missing_where_two_stacks_changed() -> None:
    assert of(hand("7", 500, 500, 500), hand("90", 499, 396, 605, doors="Kc 2d 9s")) == []


def test_who_left_may_come_back_with_less() -> None:
    without = hand("8", 499, 200, 505, doors="Kc 2d 9s", names="Ann Dot Cyd")
    back = hand("9", 498, 100, 511, doors="Qc 3d 8s")
    assert of(hand("7", 500, 500, 500), without, back) == []


def test_another_player_in_the_seat_has_chips_of_his_own() -> None:
    assert of(hand("7", 500, 500, 500), hand("8", 499, 40, 505, doors="Kc 2d 9s", names="Ann Dot Cyd")) == []


def with_stack_after(told: Hand, seat: int, amount: int) -> Hand:
    return replaced(told, events=(*told.events[:-1], e.StackAfter(seat, amount), told.events[-1]))


LESS = (499, 396, 505)
PLAYED = ["2026-03-07T19:21:40Z", "2026-03-07T19:31:40Z", "2026-03-07T19:31:41Z"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (hand("7", 500, 500, 500), hand("90", *LESS, names="Ann Bob Dot")),
        (hand("7", 500, 500, 500), hand("90", *LESS, stakes="stakes 10/20 bring-in 3")),
        (hand("7", 500, 500, 500, played=PLAYED[0]), hand("8", *LESS, played=PLAYED[2])),
        (hand("7", 500, 500, 500, table=""), hand("8", *LESS, table="")),
        (hand("7", 500, 500, 500), hand("8", *LESS, table="Birch")),
        (hand("7", 500, 500, 500, names="Seat+1 Seat+2 Seat+3"), hand("8", *LESS, names="Seat+1 Seat+2 Seat+3")),
        (hand("7", 500, 500, 500, names="1 2 3"), hand("8", *LESS, names="1 2 3")),
        (hand("7", 500, 500, 500, paid="3 collects 109"), hand("8", 499, 496, 505)),
        (with_stack_after(hand("7", 500, 500, 500), 2, 596), hand("8", 499, 496, 505)),
        (
            hand("7", 500, 500, 500, tournament="5"),
            hand("8", *LESS, tournament="5", stakes="stakes 20/40 bring-in 5 ante 2"),
        ),
    ],
    ids=[
        "others played",
        "without an ante others may have played",
        "after a pause",
        "no table is named",
        "another table",
        "seats are named",
        "seats have numbers",
        "the hand itself does not add up",
        "the log states another stack",
        "a new level: small chips are changed for large ones",
    ],
)
def test_nobody_is_accused_of_taking_chips_without_proof(before: Hand, after: Hand) -> None:
    assert of(before, after) == []


def test_ten_minutes_are_no_pause() -> None:
    found = of(hand("7", 500, 500, 500, played=PLAYED[0]), hand("8", *LESS, played=PLAYED[1]))
    assert found == [("H801", "irregular", 0, 1, 2, -100)]


def test_a_number_of_any_length_and_a_time_that_is_none_are_no_mistake_of_ours() -> None:
    long = hand("9" * 5000, 500, 500, 500, played="Sunday")
    assert [each.number for each in sessions([long, hand("7", *LESS)])[0]] == ["7", "9" * 5000]
    assert of(long, hand("7", *LESS, names="Ann Bob Dot")) == []


def test_a_house_where_other_money_plays_has_nothing_against_it() -> None:
    house = ROBERTS.with_value("table_stakes.rule", "false")
    assert in_short(history([hand("7", 500, 500, 500), hand("8", *LESS)], house).findings) == []


@pytest.mark.parametrize("names", ["Ann Bob Ann", "Ann Bob  Ann"])
def test_a_player_in_two_seats(names: str) -> None:
    assert of(hand("7", 500, 500, 500, names=names)) == [("H802", "irregular", 0, 0, 3, None)]


@pytest.mark.parametrize("names", ["? ? ?", "Ann Bob ann", "Player Player Player", "Guest1 Guest2 Guest1"])
def test_names_of_seats_are_never_one_player_in_two_seats(names: str) -> None:
    assert of(hand("7", 500, 500, 500, names=names)) == []


def dealt_by_seed(seed: int) -> Hand:
    return deal(seed, ROBERTS)


def seen(dealt: Hand) -> int:
    return len([card for card in deck_order(dealt) if card != UNKNOWN])


DEALT = replaced(next(each for each in map(dealt_by_seed, range(50)) if seen(each) >= 10), number="1", table="Alder")


def richer(told: Hand) -> Hand:
    return replaced(told, seats=tuple(Seat(each.number, each.player, 10_000, each.dealt_in) for each in told.seats))


def repeated(again: Hand) -> list[tuple[str, str, int, int]]:
    found = history([DEALT, again], ROBERTS).findings
    return [(each.code, each.grade, each.earlier, each.later) for each in found if each.code == "H805"]


def test_a_deck_that_comes_again() -> None:
    assert repeated(replaced(richer(DEALT), number="4711")) == [("H805", "fault", 0, 1)]


@pytest.mark.parametrize(
    "again",
    [
        DEALT,
        richer(DEALT),
        replaced(DEALT, number="4711"),
        replaced(richer(DEALT), number=None),
        replaced(richer(DEALT), number="4711", table="Birch"),
    ],
    ids=["the hand itself", "by its number", "by who has how much", "who knows, without a number", "of another table"],
)
def test_what_may_be_a_record_of_the_same_deal_is_no_other_hand(again: Hand) -> None:
    assert repeated(again) == []


def test_equal_doors_alone_are_chance() -> None:
    assert of(hand("7", 500, 500, 500), hand("90", 500, 500, 500)) == []


def test_hands_of_one_deck_and_one_number_are_records_of_one_deal() -> None:
    dealt = deal(3, ROBERTS)
    assert [each.code for each in history([dealt, dealt], ROBERTS).findings if each.code == "H805"] == []


def test_dealt_hands_share_no_deck_and_nobody_sits_twice() -> None:
    dealt = [deal(seed, ROBERTS) for seed in range(300)]
    tables = [history(session, ROBERTS).findings for session in sessions(dealt)]
    assert (len(tables), [each.words() for found in tables for each in found]) == (300, [])
    assert [each.words() for each in history(dealt, ROBERTS).findings if each.code == "H805"] == []


def test_sessions_are_tables_in_the_order_of_play() -> None:
    first, second = hand("7", 500, 500, 500), hand("8", 499, 496, 505)
    other = hand("3", 500, 500, 500, room="pokerstars")
    assert sessions([second, other, first, second]) == [(first, second), (other,)]


def test_the_digest_moves_with_hands_house_and_findings() -> None:
    first, second = hand("7", 500, 500, 500), hand("8", 499, 396, 505, doors="Kc 2d 9s")
    one = history([first, second], ROBERTS)
    digests = {
        one.digest(),
        history([first], ROBERTS).digest(),
        history([second, first], ROBERTS).digest(),
        history([first, second], load("classic", Game.STUD)).digest(),
    }
    assert (len(digests), one.digest()) == (4, history([first, second], ROBERTS).digest())
