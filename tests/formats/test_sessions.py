"""Lines above many hands hold for each of them; hands begin anywhere in a line; each piece is read again alone."""

import io
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.formats import Outcome, Piece, Read, Skipped, open_log, read_range
from auditor.formats.files.decoding import CHUNK
from auditor.formats.files.encodings import Encoding
from auditor.formats.files.sessions import Session, parts_of
from auditor.formats.files.shared_preamble import LEAD_BYTES, Leading
from auditor.formats.limits import HAND_BYTES
from tests.formats.small_files import digests, outcomes, places

TOP = Path(__file__).resolve().parents[2]
FILES = sorted([*TOP.glob("fixtures/formats/merge/*.xml"), *TOP.glob("fixtures/formats/ipoker/*.xml")])
GAME = (
    '<game gamecode="{number}"><general><startdate>now</startdate><players>'
    '<player seat="1" name="a" chips="9" win="1"/><player seat="2" name="b" chips="9" win="0"/>'
    "</players></general></game>"
)


def session(gametype: str, *numbers: int, end: str = "") -> str:
    """A session in one line, or with `end` after each game."""
    games = end.join([GAME.format(number=number) for number in numbers])
    return f"<session sessioncode='1'><general><gametype>{gametype}</gametype></general>{end}{games}</session>"


def again(data: bytes, pieces: list[Piece], name: str, encoding: str) -> list[Outcome]:
    """What each piece alone becomes, read from its bytes and those of its lead."""
    found: list[Outcome] = []
    for piece in pieces:
        part, lead = data[piece.offset : piece.offset + piece.length], data[slice(*piece.lead_at)]
        found += read_range(name, encoding, part, piece.first_line, lead)
    return found


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "cp1252"])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_piece_reads_again_from_its_bytes_and_those_of_its_lead(path: Path, encoding: str, end: str) -> None:
    text = path.read_text("utf-8").replace("\n", end)
    data = text.encode(encoding)
    if encoding == "cp1252" and data.isascii():
        encoding = "utf-8"
    log = open_log(data)
    whole = list(log)
    pieces = list(log.pieces())
    assert encoding == log.encoding
    assert len(whole) == len(pieces) > 1
    alone = again(data, pieces, log.format, log.encoding)
    assert places(alone) == places(whole)
    assert digests(alone) == digests(whole)
    assert [repr(getattr(one, "reason", "")) for one in alone] == [repr(getattr(one, "reason", "")) for one in whole]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_pieces_follow_on_each_other_to_the_end_of_the_file(path: Path) -> None:
    data = path.read_bytes()
    pieces = list(open_log(data).pieces())
    ends = [piece.offset + piece.length for piece in pieces]
    assert [piece.offset for piece in pieces[1:]] == ends[:-1]
    assert ends[-1] == len(data)
    assert all(data[piece.offset :].startswith(b"<game ") for piece in pieces)


def test_a_range_of_several_pieces_reads_as_they_stood() -> None:
    data = (session("7 Card Stud L", 1, 2, 3) + "\n" + session("Holdem NL $1/$2", 4, 5)).encode()
    log = open_log(data)
    pieces = list(log.pieces())
    for first in range(len(pieces)):
        part, lead = data[pieces[first].offset :], data[slice(*pieces[first].lead_at)]
        rest = list(read_range(log.format, log.encoding, part, pieces[first].first_line, lead))
        assert places(rest) == places(list(log)[first:])
        skipped = [outcome.game for outcome in rest if isinstance(outcome, Skipped)]
        assert skipped == ["Holdem"] * min(len(rest), 2)


@pytest.mark.parametrize("end", ["", "\n"])
def test_games_in_one_line_are_pieces_of_their_own(end: str) -> None:
    found = outcomes(session("7 Card Stud L", 7, 8, 9, end=end))
    assert [outcome.hand.number for outcome in found if isinstance(outcome, Read)] == ["7", "8", "9"]
    assert [outcome.first_line for outcome in found if isinstance(outcome, Read)] == (
        [1, 1, 1] if not end else [2, 3, 4]
    )


def test_a_line_as_long_as_a_file_is_read_piece_by_piece() -> None:
    numbers = range(4 * CHUNK // len(GAME))
    data = session("7 Card Stud L", *numbers).encode()
    assert len(data) > 3 * CHUNK
    found = [outcome.hand.number for outcome in open_log(data) if isinstance(outcome, Read)]
    assert found == [str(number) for number in numbers]


def test_a_game_that_is_no_game_in_a_long_line_is_refused_alone() -> None:
    data = session("7 Card Stud L", 1, 2, 3).replace('win="1"', f'win="1" x="{"y" * 2 * HAND_BYTES}"', 1).encode()
    found = list(open_log(data))
    assert places(found) == [("Rejected", 1), ("Read", 1), ("Read", 1)]
    assert "bytes long" in getattr(found[0], "reason", "")


def test_a_hand_without_its_lead_says_what_is_missing() -> None:
    [outcome] = outcomes(GAME.format(number=5))
    assert "The start of the session" in getattr(outcome, "reason", "")


def test_of_a_lead_without_end_only_so_much_is_kept() -> None:
    long = session("7 Card Stud L", 1).replace("<general>", "<general>\n" + "<note>x</note>\n" * 10_000)
    [piece] = open_log(long.encode()).pieces()
    assert 0 < piece.lead_at[1] - piece.lead_at[0] <= LEAD_BYTES
    assert sum(map(len, piece.lead)) <= LEAD_BYTES


@pytest.mark.parametrize("note", ["a NUL \0", "half \ud83d", "x" * LEAD_BYTES])
def test_behind_a_line_of_a_lead_that_is_not_kept_none_is(note: str) -> None:
    text = session("7 Card Stud L", 1, 2).replace("<general>", f"<general>\n<note>{note}</note>\n", 1)
    data = text.encode("utf-16-le", "surrogatepass")
    log = open_log(b"\xff\xfe" + data)
    pieces = list(log.pieces())
    assert [piece.lead for piece in pieces] == [("<session sessioncode='1'><general>",)] * 2
    whole = [getattr(outcome, "reason", "") for outcome in log]
    assert all("The start of the session" in reason for reason in whole)
    assert [getattr(one, "reason", "") for one in again(b"\xff\xfe" + data, pieces, log.format, log.encoding)] == whole


def test_what_stands_above_and_leads_nothing_is_one_rejected_piece() -> None:
    found = outcomes(GAME.format(number=1) + "\n" + session("7 Card Stud L", 2))
    assert places(found) == [("Rejected", 1), ("Read", 2)]
    above = outcomes("<?xml version='1.0'?>\nDear Sir,\n" + session("7 Card Stud L", 2))
    assert places(above) == [("Rejected", 2), ("Read", 3)]


SESSION = Session(Leading(("session",), "", "x"), lambda _lines, _first, _lead: Skipped(1, None, ""))
BITS = [
    "<game id=",
    "<game",
    " id",
    "=",
    "</game>",
    "<session ",
    '="<game "',
    '="</game>\'"',
    "\r",
    "\n",
    "\r\n",
    "é",
    "x" * 50,
]
WHOLE = re.compile(
    "=(?:\"(?:[^\"\n>]|>(?!<))*\"|'(?:[^'\n>]|>(?!<))*')|(</game>\n?)|(?=(<(?:game|session)(?![\\w.:-])))|(\n)"
)


def cut(text: str) -> list[tuple[int, str]]:
    """The parts of the whole text at once, each with the number of its line."""
    found: list[tuple[int, str]] = []
    number, done = 1, 0
    for mark in WHOLE.finditer(text):
        if mark.lastindex:
            found.append((number, text[done : mark.end()].rstrip("\n")))
            number += text[done : mark.end()].count("\n")
            done = mark.end()
    return [each for each in [*found, (number, text[done:])] if each[1]]


@given(st.lists(st.sampled_from(BITS), max_size=40))
@settings(max_examples=300)
def test_parts_are_lines_cut_before_every_opening_and_behind_every_end(pieces: list[str]) -> None:
    data = "".join(pieces).encode()
    parts = list(parts_of(io.BytesIO(data), Encoding("utf-8"), 1000, SESSION, 1))
    assert sum(width for _, (_, width) in parts) == len(data)
    text = "".join(pieces).replace("\r\n", "\n").replace("\r", "\n")
    assert [(number, part) for number, (part, _) in parts if part] == cut(text)


def test_a_mark_across_two_chunks_is_one() -> None:
    session = Session(Leading(("session",), "", "x"), SESSION.read)
    for mark in ("<game id=1>", '="<game "', "</game>\r\n"):
        for at in range(CHUNK - len(mark) - 1, CHUNK + 1):
            text = "x" * at + mark + "y"
            [*_, (_, (last, _))] = parts_of(io.BytesIO(text.encode()), Encoding("utf-8"), 2 * CHUNK, session, 1)
            assert len(last) == {"<": len(mark) + 1, "=": len(text)}.get(mark[0] if mark[1] != "/" else "", 1)
