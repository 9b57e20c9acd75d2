"""Header lines above the first hand of a file hold for all its hands, and never does another house in silence."""

import io

import pytest

from auditor.formats import Log, Read, Rejected, open_log, open_range
from auditor.formats.outcomes import Outcome

HAND = "stakes 10/20 bring-in 3 ante 1\nstacks 50 50\nantes\n1 [xx xx] 2c\nend\n"


def opened(text: str) -> tuple[Log, list[Outcome]]:
    log = open_log(text.encode())
    return log, list(log)


def houses(text: str) -> list[str]:
    """The house of each hand that is read; the reason of each that is not."""
    return [each.hand.house if isinstance(each, Read) else reason(each) for each in opened(text)[1]]


def reason(outcome: Outcome) -> str:
    assert isinstance(outcome, Rejected)
    return outcome.reason


def test_a_house_above_the_first_hand_is_the_house_of_all_hands() -> None:
    assert houses(f"house classic\nhand 1\n{HAND}\nhand 2\n{HAND}") == ["classic", "classic"]


def test_all_header_lines_above_the_first_hand_hold_for_all_hands() -> None:
    text = f"# our game\n\ngame razz\nunit USD 2\n# each night\nhouse tda\n\nhand 1\n{HAND}hand 2\nunit EUR 1\n{HAND}"
    first, second = opened(text)[1]
    assert isinstance(first, Read)
    assert isinstance(second, Read)
    assert [(each.hand.game, each.hand.house) for each in (first, second)] == [("razz", "tda")] * 2
    assert [(each.hand.unit.currency, each.hand.unit.minor) for each in (first, second)] == [("USD", 2), ("EUR", 1)]
    assert [each.hand.stakes.ante for each in (first, second)] == [100, 10]
    assert (first.first_line, second.first_line) == (8, 14)


def test_a_hand_may_name_another_house_for_itself() -> None:
    assert houses(f"house classic\nhand 1\nhouse tda\n{HAND}hand 2\n{HAND}") == ["tda", "classic"]


def test_a_house_below_the_end_of_a_hand_is_the_house_of_the_hands_below() -> None:
    text = f"hand 1\n{HAND}\nhouse classic\nhand 2\n{HAND}hand 3\n{HAND}\nhouse tda\n\nhand 4\n{HAND}"
    assert houses(text) == ["", "classic", "classic", "tda"]


def test_the_first_header_lines_of_a_hand_without_a_hand_line_are_its_own() -> None:
    assert houses(f"house classic\n{HAND}\nhand 2\n{HAND}") == ["classic", ""]


def test_a_house_below_other_text_is_the_house_too() -> None:
    refused, first, second = houses(f"Dear arbiter,\nhouse classic\nhand 1\n{HAND}hand 2\n{HAND}")
    assert refused.startswith("This line belongs to no hand")
    assert (first, second) == ("classic", "classic")


def test_a_shared_line_that_makes_no_sense_rejects_every_hand() -> None:
    for each in houses(f"game holdem\nhand 1\n{HAND}hand 2\n{HAND}"):
        assert each.startswith(
            'A header line that applies to all hands of the file is wrong. In the line "game holdem", the'
            ' words after "game" have no meaning here.'
        )


def test_shared_stakes_are_not_read_in_the_unit_of_one_hand() -> None:
    text = f"unit USD 2\nstakes 10/20 ante 1\nhand 1\nunit EUR 0\n{HAND}hand 2\n{HAND}"
    first, second = opened(text)[1]
    assert reason(first).startswith("This hand has a unit line, but the file states the stakes")
    assert isinstance(second, Read)


def test_a_shared_header_that_is_too_long_is_refused() -> None:
    lines = "house classic\n" * 201
    assert houses(f"{lines}hand 1\n{HAND}")[0].startswith("This line belongs to no hand")


def test_a_second_hand_without_its_hand_line_is_refused() -> None:
    first, second = opened(f"hand 1\n{HAND}\nand once more:\n{HAND}")[1]
    assert isinstance(first, Read)
    assert reason(second).startswith("This line belongs to no hand")


@pytest.mark.parametrize("line", ["house classic", "game razz"])
def test_below_an_act_a_header_line_is_no_shared_header(line: str) -> None:
    open_end = HAND.removesuffix("end\n")
    text = f"hand 1\n{open_end}{line}\n{line}\nhand 2\n{HAND}"
    first, second = opened(text)[1]
    assert isinstance(first, Read)
    assert isinstance(second, Read)
    assert (second.hand.house, second.hand.game) == ("", "stud")


def test_hands_are_read_again_with_the_lines_that_hold_for_them() -> None:
    text = f"house classic\nhand 1\n{HAND}hand 2\n{HAND}house tda\nhand 3\n{HAND}".encode()
    pieces = list(open_log(text).pieces())
    assert [piece.lead for piece in pieces] == [("house classic",), ("house classic",), ("house tda",)]
    assert b"".join(text[piece.offset :][: piece.length] for piece in pieces) == text[len("house classic\n") :]
    again = []
    for piece in pieces:
        start, stop = piece.lead_at
        data = text[piece.offset : piece.offset + piece.length]
        again += list(open_range("transcript", "utf-8", data, text[start:stop]).outcomes(piece.first_line))
    digests = [each.hand.digest() for each in again if isinstance(each, Read)]
    assert digests == [each.hand.digest() for each in open_log(io.BytesIO(text)) if isinstance(each, Read)]
    assert len(digests) == 3
