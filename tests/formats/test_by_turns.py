"""Hands of several rooms in one file of text: each is read as its room writes it, and none is lost."""

from functools import cache

import pytest

from auditor.formats import Read, open_log, read_range
from tests.cli.command import TOP

DEMO = TOP / "fixtures" / "demo"
ROOMS = (
    "acr",
    "acr-2016",
    "bovada",
    "fulltilt",
    "kingsclub",
    "mavens",
    "ongame",
    "partypoker",
    "pokerstars",
    "winamax",
)
HANDS = 2


@cache
def beginning(room: str) -> bytes:
    """The first hands of a room's file, without what announces the next."""
    data = (DEMO / f"{room}.txt").read_bytes()
    *_, last = [piece for piece, _ in zip(open_log(data).pieces(), range(HANDS), strict=False)]
    cut = data[: last.offset + last.length]
    head, announced, _ = cut.rstrip().rpartition(b"\n#Game No")
    return head if announced and cut.rstrip().count(b"\n#Game No") == HANDS else cut


def digests(data: bytes) -> list[str]:
    outcomes = list(open_log(data))
    assert all(isinstance(outcome, Read) for outcome in outcomes), outcomes
    return [outcome.hand.digest() for outcome in outcomes if isinstance(outcome, Read)]


@pytest.mark.parametrize("second", ROOMS)
@pytest.mark.parametrize("first", ROOMS)
def test_hands_of_two_rooms_in_one_file(first: str, second: str) -> None:
    there, here = beginning(first), beginning(second)
    assert digests(there + b"\n\n" + here + b"\n\n" + there) == digests(there) + digests(here) + digests(there)


def test_a_part_of_such_a_file_is_read_again_as_the_whole_was() -> None:
    data = beginning("pokerstars") + b"\n\n" + beginning("fulltilt")
    log = open_log(data)
    pieces = list(log.pieces())
    assert [piece.format_name for piece in pieces] == ["", "", "fulltilt", "fulltilt"]
    for piece, outcome in zip(pieces, log, strict=True):
        part = data[piece.offset : piece.offset + piece.length]
        [again] = read_range(log.format, log.encoding, part, piece.first_line)
        assert isinstance(again, Read)
        assert isinstance(outcome, Read)
        assert again.hand.digest() == outcome.hand.digest()


def test_what_another_room_begins_inside_a_hand_is_a_line_of_that_hand() -> None:
    """As when a player writes it into the chat: no blank line stands above it."""
    lines = beginning("pokerstars").splitlines(keepends=True)
    [title] = beginning("fulltilt").splitlines(keepends=True)[:1]
    assert len(list(open_log(b"".join([*lines[:5], title, *lines[5:]])))) == HANDS
