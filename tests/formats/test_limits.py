"""Limits: one under is read, one over is rejected with a reason, and the rest of the file is read."""

from typing import cast

import pytest

from auditor.formats import Rejected, open_log
from auditor.formats.limits import HAND_BYTES, HAND_LINES, LINE_BYTES
from tests.formats.small_files import THREE, outcomes, places, rejected


def beside(hand: str) -> list[tuple[str, int]]:
    """What becomes of a hand, with a small one before and behind it."""
    return places(outcomes(THREE + hand + THREE))


def test_a_line_may_be_16_kib_long_with_its_end() -> None:
    line = "# " + "x" * (LINE_BYTES - 3) + "\n"
    assert beside(THREE + line) == [("Read", 1), ("Read", 4), ("Read", 8)]
    assert beside(THREE + "x" + line) == [("Read", 1), ("Rejected", 7), ("Read", 8)]
    assert "16,385 bytes long; the limit is 16,384 bytes" in rejected(THREE + "x" + line).reason


@pytest.mark.parametrize("blank", [" ", "\t", "\N{NO-BREAK SPACE}"])
@pytest.mark.parametrize("width", [LINE_BYTES, 20_000, 70_000, 700_000])
def test_a_line_that_is_too_long_is_never_lost_behind_blanks(width: int, blank: str) -> None:
    before = blank * (width // len(blank.encode()))
    act = THREE + before + "1 checks\n"
    assert beside(act) == [("Read", 1), ("Rejected", 7), ("Read", 8)]
    assert f"{len(before.encode()) + len('1 checks') + 1:,} bytes long" in rejected(act).reason
    assert beside(before + THREE) == [("Read", 1), ("Rejected", 4), ("Read", 7)]
    assert places(outcomes(before + THREE)) == [("Rejected", 1)]


def test_a_long_line_of_blanks_alone_is_a_blank_line() -> None:
    assert beside(THREE + " " * 700_000 + "\n") == [("Read", 1), ("Read", 4), ("Read", 8)]


def test_a_hand_may_have_5000_lines() -> None:
    full = THREE + "1 checks\n" * (HAND_LINES - 3)
    assert beside(full) == [("Read", 1), ("Read", 4), ("Read", 5004)]
    assert beside(full + "1 checks\n") == [("Read", 1), ("Rejected", 5004), ("Read", 5005)]
    assert (rejected(full + "1 checks\n").hand, rejected(full + "1 checks\n").line) == ("3", 5001)


def test_a_hand_may_have_10000_events() -> None:
    full = "hand 3\nstakes 1/2 ante 1\nstacks 5 5 5 5\n" + "antes\n" * 2499 + "1 folds\n" * 3
    assert beside(full) == [("Read", 1), ("Read", 4), ("Read", 2509)]
    assert beside(full + "1 folds\n") == [("Read", 1), ("Rejected", 4), ("Read", 2510)]
    assert "10,001 events. The limit is 10,000" in rejected(full + "1 folds\n").reason


def test_a_hand_may_be_256_kib_long() -> None:
    line = "# " + "x" * 1021 + "\n"
    full = THREE + line * 255
    full += "#" * (HAND_BYTES - len(full) - 1) + "\n"
    assert len(full) == HAND_BYTES
    assert beside(full) == [("Read", 1), ("Read", 4), ("Read", 263)]
    assert beside(full + "#\n") == [("Read", 1), ("Rejected", 263), ("Read", 264)]


def test_blank_lines_behind_a_hand_do_not_count() -> None:
    assert beside(THREE + "\n" * 20_000) == [("Read", 1), ("Read", 4), ("Read", 20_007)]


@pytest.mark.parametrize(("seats", "kept"), [(8, True), (9, True), (10, True), (11, True), (12, False)])
def test_a_hand_may_have_11_seats(seats: int, *, kept: bool) -> None:
    hand = "hand 12\nstacks" + " 500" * seats + "\n1 checks\n"
    assert ["Read", "Read" if kept else "Rejected", "Read"] == [kind for kind, _ in beside(hand)]


def test_a_hand_of_12_seats_is_rejected_by_its_number_and_line() -> None:
    found = rejected(THREE + "hand 12\nstacks" + " 500" * 12 + "\n1 checks\n")
    assert (found.hand, found.line) == ("12", 4)
    assert "12 seats; at most 11" in found.reason


@pytest.mark.parametrize(
    ("seats", "named"),
    [("seat 0 a 5", "a seat 0"), ("seat 12 a 5", "a seat 12"), ("seat 3 a 5\nseat 3 b 5", "listed twice")],
)
def test_seats_are_numbered_1_to_11_and_listed_once(seats: str, named: str) -> None:
    assert named in rejected(f"hand\n{seats}\n1 checks\n").reason


def test_a_name_may_have_512_characters() -> None:
    assert [kind for kind, _ in beside(f'hand\nseat 2 "{"é" * 512}" 5\n')] == ["Read"] * 3
    assert "name of seat 2 has 513 characters" in rejected(f'hand\nseat 2 "{"é" * 513}" 5\n').reason


def test_a_file_may_have_as_many_hands_as_asked_for() -> None:
    data = (THREE * 5).encode()
    assert places(list(open_log(data, most_hands=5))) == [
        ("Read", 1),
        ("Read", 4),
        ("Read", 7),
        ("Read", 10),
        ("Read", 13),
    ]
    found = list(open_log(data, most_hands=3))
    assert places(found) == [("Read", 1), ("Read", 4), ("Read", 7), ("Rejected", 10)]
    assert isinstance(found[-1], Rejected)
    assert "more than 3 hands" in found[-1].reason


def test_a_nul_rejects_its_hand_and_no_other() -> None:
    assert beside("hand 9\nstacks 5 5\n1 che\0cks\n") == [("Read", 1), ("Rejected", 6), ("Read", 7)]
    found = rejected(THREE + "hand 9\nstacks 5 5\n1 che\0cks\n")
    assert ("9", "Column 6 holds a NUL character" in found.reason) == (found.hand, True)


def test_half_a_character_rejects_its_hand_and_no_other() -> None:
    text = THREE + "hand 9\nstacks 5 5\n# \ud83d\n" + THREE
    found = outcomes(b"\xff\xfe" + text.encode("utf-16-le", "surrogatepass"))
    assert places(found) == [("Read", 1), ("Rejected", 6), ("Read", 7)]
    assert "U+D83D" in cast("Rejected", found[1]).reason


def test_a_line_without_an_end_costs_no_more_than_its_hand() -> None:
    assert beside("hand 9\nstacks 5 5\n" + "x" * 3_000_000 + "\n") == [("Read", 1), ("Rejected", 6), ("Read", 7)]


@pytest.mark.parametrize(
    ("within", "beyond", "named"),
    [
        ("1 [] " + "xx " * 52, "1 [] " + "xx " * 53, "names 53 cards. A deck has 52"),
        ("1 shows " + "xx " * 52, "1 shows " + "xx " * 53, "names 53 cards. A deck has 52"),
        (
            "remark " + "x" * 4096,
            "remark " + "x" * 4097,
            "A text in this line has 4,097 characters; the limit is 4,096",
        ),
        ("side pot 99 5", "side pot 100 5", "The log names side pot 100. The auditor knows side pots 1 to 99"),
        ("1 folds | at 1000000000", "1 folds | at 1000000000.001", "more than 1,000,000,000,000 milliseconds"),
    ],
)
def test_an_event_tells_so_much_and_no_more(within: str, beyond: str, named: str) -> None:
    assert beside(f"hand 9\nstacks 5 5\n{within}\n") == [("Read", 1), ("Read", 4), ("Read", 7)]
    assert beside(f"hand 9\nstacks 5 5\n{beyond}\n") == [("Read", 1), ("Rejected", 6), ("Read", 7)]
    assert named in rejected(f"hand 9\nstacks 5 5\n{beyond}\n").reason


def test_the_amounts_of_a_hand_add_up_to_less_than_a_quadrillion() -> None:
    full = f"hand 9\nunit USD 2\nstacks 1 2\n1 bets {'9' * 12}\n" + f"2 bets {'9' * 12}\n" * 9
    assert beside(full) == [("Read", 1), ("Read", 4), ("Read", 17)]
    assert beside(full + "1 bets 6.99\n") == [("Read", 1), ("Read", 4), ("Read", 18)]
    assert beside(full + "1 bets 7.00\n") == [("Read", 1), ("Rejected", 17), ("Read", 18)]
    assert "add up to 1,000,000,000,000,000 or more of the smallest unit" in rejected(full + "1 bets 7.00\n").reason


@pytest.mark.parametrize("field", ["table", "room", "house", "played", "local", "tournament"])
def test_what_a_hand_says_of_itself_may_have_4096_characters(field: str) -> None:
    hand = f"hand 9\n{field} {'x' * 4096}\nstacks 5 5\n1 checks\n"
    assert beside(hand) == [("Read", 1), ("Read", 4), ("Read", 8)]
    longer = hand.replace(field, f"{field} x", 1).replace("x xx", "xxx")
    assert f"The {field} of the hand has 4,097 characters" in rejected(longer).reason


@pytest.mark.parametrize(
    ("field", "named"),
    [
        ("button", "The button is 100;"),
        ("first dealt", "The first seat dealt to is 100;"),
        ("most seats", "The size of the table is 100;"),
    ],
)
def test_a_place_at_the_table_has_two_digits(field: str, named: str) -> None:
    assert beside(f"hand 9\n{field} 99\nstacks 5 5\n1 checks\n") == [("Read", 1), ("Read", 4), ("Read", 8)]
    assert named in rejected(f"hand 9\n{field} 100\nstacks 5 5\n1 checks\n").reason
