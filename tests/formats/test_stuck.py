"""Two hands that were stuck together without a line break are two hands."""

import io
from pathlib import Path

import pytest

from auditor.formats import Read, open_log, open_range
from auditor.formats.files.encodings import Encoding
from auditor.formats.files.format import Format
from auditor.formats.files.stuck import NO_JOINT, joint_of
from auditor.formats.rooms import (
    absolute,
    acr,
    acr_2016,
    bovada,
    everleaf,
    fulltilt,
    kingsclub,
    mavens,
    ongame,
    partypoker,
    pokerstars,
    winamax,
)

SAMPLES = Path(__file__).resolve().parents[2] / "fixtures/formats"
ROOMS = (
    *(absolute, acr, acr_2016, bovada, everleaf, fulltilt, kingsclub, mavens, ongame, partypoker, pokerstars, winamax),
)


def hand_of(room: Format) -> str:
    """The first hand of the first sample of a room that has a hand without a gap, from its title on."""
    for sample in sorted((SAMPLES / room.name).glob("*.txt")):
        log = open_log(sample.read_bytes())
        for piece in log.pieces():
            if log.format == room.name and isinstance(log.outcome_of(piece), Read):
                title = next(at for at, line in enumerate(piece.lines) if room.begins(line))
                return "\n".join(piece.lines[title:]).strip()
    raise AssertionError(room.name)


def events(outcome: object) -> list[str]:
    assert isinstance(outcome, Read)
    return [event.words() for event in outcome.hand.events]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le"])
@pytest.mark.parametrize("room", [each.FORMAT for each in ROOMS], ids=lambda room: room.name)
def test_a_title_at_the_end_of_a_line_begins_a_hand(room: Format, encoding: str) -> None:
    hand = hand_of(room)
    [alone] = open_log(io.BytesIO(hand.encode()))
    data = f"{hand}{hand}\n{hand}".encode(encoding)
    log = open_log(io.BytesIO(data))
    pieces = list(log.pieces())
    assert [events(log.outcome_of(piece)) for piece in pieces] == [events(alone)] * 3
    high = hand.count("\n")
    assert [piece.first_line for piece in pieces] == [1, high + 1, 2 * high + 2]
    for piece in pieces:
        part = data[piece.offset : piece.offset + piece.length]
        [again] = open_range(room.name, encoding, part).outcomes(piece.first_line)
        assert events(again) == events(alone)


TITLE = "PokerStars Hand #240000000010:  Razz Limit ($0.50/$1.00 USD) - 2016/11/29 12:52:36 ET"


@pytest.mark.parametrize(
    "above",
    [
        *('Ann said, "', 'Ann said, "look', "Ann: ", 'Ann: "', "see ", "https://example.org/?q=", "Ann posts ("),
        *("Ann: see\N{THIN SPACE}", "Ann: see\N{NARROW NO-BREAK SPACE}"),
    ],
)
def test_a_quoted_title_begins_no_hand(above: str) -> None:
    joint = joint_of(pokerstars.FORMAT, Encoding("utf-8"))
    assert joint is not None
    line = above + TITLE
    assert joint(line, len(line) + 1) == NO_JOINT
    assert joint(TITLE, len(TITLE) + 1) == NO_JOINT
    assert joint("*** SUMMARY ***" + TITLE, len(TITLE) + 16) == (15, 15)


def test_a_line_with_a_byte_that_is_no_text_is_not_cut() -> None:
    """The replaced byte has another width than its letter, so the place of the hand in the file is unknown."""
    joint = joint_of(pokerstars.FORMAT, Encoding("utf-8"))
    assert joint is not None
    line = "Seat 1: J\u00e9 folded" + TITLE
    assert joint(line, len(line.encode()) + 2) == (17, 18)
    assert joint(line, len(line) - 1) == NO_JOINT


def test_each_part_of_a_line_has_the_number_of_the_line() -> None:
    title = "Ignition Hand #4100000010 T"
    log = open_log(f"{title * 3}\n{title}".encode())
    assert [piece.first_line for piece in log.pieces()] == [1, 1, 1, 2]
