"""Whole files: which format they are of, and where their hands stand."""

import io
import random
from typing import BinaryIO, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.formats import Read, Rejected, Unreadable, open_log, read_range
from tests.formats.small_files import FILE, THREE, digests, numbers, outcomes, places


def refusal(data: bytes) -> str:
    with pytest.raises(Unreadable) as refused:
        open_log(data)
    return str(refused.value)


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (FILE.encode(), "transcript"),
        (b"variant = 'FR'\n", "phh"),
        (b"# a comment\nauthor = 'x'\nvariant = 'FR'\n", "phh"),
        (b"[1]\nvariant = 'FR'\n", "phh"),
        (b'{"log":1}\n', "log"),
    ],
)
def test_a_format_is_found_by_content(data: bytes, name: str) -> None:
    assert name == open_log(data).format


@pytest.mark.parametrize("mark", [b"ustar\x0000", b"ustar  \x00"])
def test_a_tar_has_its_mark_at_its_place_and_a_log_may_have_the_word_there(mark: bytes) -> None:
    assert "a tar archive" in refusal(b"a.txt".ljust(257, b"\0") + mark + bytes(248))
    text = f"{FILE}\n# ".encode().ljust(257, b"x") + mark.partition(b"\0")[0] + b"\n"
    assert text.index(b"ustar") == 257
    assert numbers(text) == numbers(FILE)


def test_what_stands_before_the_first_hand_is_one_rejected_piece() -> None:
    found = outcomes("\nDear Sir,\nhere are my hands:\n\n" + FILE)
    assert places(found) == [("Rejected", 2), ("Read", 5), ("Read", 10), ("Read", 14)]


def test_a_beginning_of_ornament_or_blanks_is_nothing() -> None:
    assert places(outcomes("\n*********** # 1 **************\n \n" + FILE)) == [("Read", 4), ("Read", 9), ("Read", 13)]


def test_hands_are_found_behind_much_noise() -> None:
    noise = bytes(range(1, 10)) * 20_000 + b"\n" + b"nothing here\n" * 50_000
    assert numbers(noise + FILE.encode()) == ["1", "2", "3"]
    assert numbers(b"\n" * 200_000 + FILE.encode()) == ["1", "2", "3"]


@pytest.mark.parametrize(
    ("data", "named"),
    [
        (b"", "empty"),
        (b" \r\n\t\n", "empty"),
        (b"\xef\xbb\xbf", "empty"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "a PDF"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a PNG picture"),
        (b"PK\x03\x04\x14\0\0\0", "a zip archive; unpack it first"),
        (b"\x1f\x8b\x08\0\0\0\0\0", "a gzip archive"),
        (b"SQLite format 3\0", "a SQLite database"),
        (b"MZ\x90\0\x03\0\0\0", "a program"),
        (b"\0" * 1000, "not text"),
        (b"hello\nworld\n", "No hand was found"),
    ],
)
def test_a_file_without_a_hand_is_refused_in_one_sentence_that_says_what_it_is(data: bytes, named: str) -> None:
    assert named in refusal(data)


def test_a_refusal_names_the_formats_that_are_read() -> None:
    assert "PHH (.phh, .phhs), Open Hand History (.ohh), our own log (.jsonl), our own transcript" in refusal(b"hello")


@pytest.mark.parametrize("seed", range(4))
def test_noise_is_refused(seed: int) -> None:
    refusal(random.Random(seed).randbytes(300_000))


def test_the_first_hand_is_looked_for_in_a_hundred_thousand_lines() -> None:
    assert numbers(b"nothing\n" * 99_999 + THREE.encode()) == ["3"]
    assert "the first 100,000 lines" in refusal(b"nothing\n" * 100_000 + THREE.encode())


@pytest.mark.parametrize("size", [1_000_000, pytest.param(50_000_000, marks=pytest.mark.campaign)])
@pytest.mark.parametrize("unit", [b"a", b"\0", b"\n", b"a\n", b'"', b"\xff", b"{", random.Random(5).randbytes(4099)])
def test_megabytes_of_noise_are_refused(unit: bytes, size: int) -> None:
    refusal(unit * (size // len(unit)))


@given(st.binary(max_size=300), st.integers(0, len(FILE)), st.sampled_from(["utf-8", "utf-16-le", "utf-16"]))
def test_any_bytes_give_hands_or_a_refusal(noise: bytes, place: int, encoding: str) -> None:
    for data in (noise, FILE[:place].encode(encoding) + noise + FILE[place:].encode(encoding)):
        try:
            found = outcomes(data)
        except Unreadable:
            continue
        assert all(isinstance(each, Read) or each.line >= 1 for each in found)


class Pipe(io.RawIOBase):
    """A stream that cannot be rewound, as standard input."""

    def __init__(self, data: bytes) -> None:
        self._rest = io.BytesIO(data)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
        return self._rest.readinto(buffer)


def test_a_stream_that_cannot_be_rewound_is_read_all_the_same() -> None:
    stream = cast("BinaryIO", io.BufferedReader(cast("io.RawIOBase", Pipe(FILE.encode() * 3000))))
    assert sum(1 for each in open_log(stream) if isinstance(each, Read)) == 9000


FILES = [
    FILE.encode(),
    b"\xef\xbb\xbf" + FILE.encode(),
    b"\xff\xfe" + FILE.replace("\n", "\r\n").encode("utf-16-le"),
    FILE.replace("\n", "\r").encode("utf-16-be"),
    ("noise\n\n" + FILE).encode("cp1252"),
    (b"# c\n[1]\nvariant = 'NT'\n[2]\nvariant='XX'\n[3]\n\n"),
    b'{"log":1}\noops\n\n{"log":1}',
]


@pytest.mark.parametrize("data", FILES)
def test_every_piece_reads_again_from_its_bytes_alone(data: bytes) -> None:
    log = open_log(data)
    whole = list(log)
    alone = [
        outcome
        for piece in log.pieces()
        if not piece.refused
        for outcome in read_range(
            log.format, log.encoding, data[piece.offset : piece.offset + piece.length], piece.first_line
        )
    ]
    stood = [each for each in whole if not isinstance(each, Rejected) or "belongs to no hand" not in each.reason]
    assert places(stood) == places(alone)
    assert digests(stood) == digests(alone)


@pytest.mark.parametrize("data", FILES)
def test_pieces_follow_on_each_other_to_the_end_of_the_file(data: bytes) -> None:
    pieces = list(open_log(data).pieces())
    ends = [piece.offset + piece.length for piece in pieces]
    assert [piece.offset for piece in pieces[1:]] == ends[:-1]
    assert ends[-1] == len(data)


def test_a_range_of_several_pieces_reads_as_they_stood() -> None:
    log = open_log(FILE.encode())
    _, second, third = log.pieces()
    data = FILE.encode()[second.offset : third.offset + third.length]
    assert places(read_range(log.format, log.encoding, data, second.first_line)) == [("Read", 6), ("Read", 10)]


@pytest.mark.parametrize("times", [2_000, pytest.param(20_000, marks=pytest.mark.campaign)])
def test_pieces_and_hands_may_be_asked_for_by_turns(times: int) -> None:
    log = open_log((FILE * times).encode())
    pairs = [(piece.first_line, places([outcome])[0][1]) for piece, outcome in zip(log.pieces(), log, strict=True)]
    assert len(pairs) == 3 * times
    assert all(one == other for one, other in pairs)
