"""Bytes to text: the encoding of a file is found, told where it is odd, and changes nothing of its hands."""

import io

import pytest

from auditor.engine.audit import audit
from auditor.engine.hand import Game, Unit
from auditor.engine.house.registry import load
from auditor.formats import Read, open_log, read_range
from auditor.formats.files.decoding import CHUNK, examine, lines_of
from auditor.formats.files.encodings import TITLES, Encoding, EncodingRefused, encoding_named
from tests.dealer import deal
from tests.dealer.copies import replaced
from tests.formats.small_files import FILE, THREE, digests, outcomes, places
from tests.printers.pokerstars import print_hand


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (FILE.encode(), "utf-8"),
        (b"\xef\xbb\xbf" + FILE.encode(), "utf-8"),
        (b"\xff\xfe" + FILE.encode("utf-16-le"), "utf-16-le"),
        (b"\xfe\xff" + FILE.encode("utf-16-be"), "utf-16-be"),
        (FILE.encode("utf-16-le"), "utf-16-le"),
        (FILE.encode("utf-16-be"), "utf-16-be"),
        (FILE.encode("cp1252"), "cp1252"),
        (b"\xef\xbb\xbf" + FILE.encode("cp1252"), "cp1252"),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_encoding_and_the_line_ends_change_nothing(data: bytes, encoding: str, end: str) -> None:
    wide = {"utf-16-le": "utf-16-le", "utf-16-be": "utf-16-be"}.get(encoding, "ascii")
    log = open_log(data.replace("\n".encode(wide), end.encode(wide)))
    found = list(log)
    assert encoding == log.encoding
    assert places(found) == [("Read", 1), ("Read", 6), ("Read", 10)]
    assert digests(outcomes(FILE)) == digests(found)


def test_a_byte_that_is_not_utf8_is_told_with_its_place_and_what_it_was_read_as() -> None:
    log = open_log(FILE.encode("cp1252"))
    [note] = log.notes
    assert "Line 2 is not UTF-8 (byte 0xEB at column 11)" in note
    assert 'Windows-1252 ("ë")' in note
    [first, *_] = log
    assert isinstance(first, Read)
    assert first.hand.seats[0].player == "Zoë"


def test_a_byte_far_into_a_file_is_found() -> None:
    filler = b"# a comment of some length\n" * 40_000
    [note] = open_log(THREE.encode() + filler + b"# caf\xe9\n").notes
    assert "Line 40004 is not UTF-8 (byte 0xE9 at column 6)" in note


def euros(seed: int) -> bytes:
    """A lawful hand in euros, as PokerStars writes it."""
    hand = replaced(deal(seed, load("pokerstars", Game.STUD)), unit=Unit("EUR", 2))
    return print_hand(hand).encode()


@pytest.mark.parametrize("bad", [b"\xff", b"\xe2\x82", b"\x80", b"\xed\xa0\x80"])
def test_a_bad_byte_spoils_no_other_hand_of_a_utf8_file(bad: bytes) -> None:
    data = euros(3).replace(b"Table '", b"Table '" + bad, 1) + euros(4)
    assert "€" in euros(3).decode()
    log = open_log(data)
    found = list(log)
    assert log.encoding == "utf-8"
    [note] = log.notes
    assert f"Line 2 is not UTF-8 (byte 0x{bad[0]:02X} at column 8)" in note
    hands = [outcome.hand for outcome in found if isinstance(outcome, Read)]
    assert hands[0].table.startswith(bad.decode("cp1252"))
    assert [[finding.words() for finding in audit(hand, load("pokerstars", Game.STUD)).findings] for hand in hands] == [
        [],
        [],
    ]
    # The places of pieces are counted in bytes, the bad ones too: each is found again where it stands.
    again = [
        outcome
        for piece in open_log(data).pieces()
        for outcome in read_range(
            log.format, log.encoding, data[piece.offset : piece.offset + piece.length], piece.first_line
        )
    ]
    assert digests(again) == digests(found)
    assert sum([piece.length for piece in open_log(data).pieces()]) == len(data)


def test_bad_bytes_of_a_utf8_file_are_counted_wherever_they_stand() -> None:
    filler = "# ä comment of some length\n".encode() * 20_000
    assert len(filler) > CHUNK
    data = FILE.encode() + filler + b"# \xff and \xfe\n" + filler + b"# \xe9\n"
    log = open_log(data)
    [note] = log.notes
    assert log.encoding == "utf-8"
    assert "Line 20013 is not UTF-8 (byte 0xFF at column 3)" in note
    assert "This byte and 2 more were read as Windows-1252" in note
    assert digests(log) == digests(outcomes(FILE))[:2], "the third hand is too long for one"


def test_bytes_that_windows_1252_leaves_open_are_no_error() -> None:
    [outcome] = outcomes(b'hand\nseat 1 "a\x81\x8d\xe9" 5\n')
    assert isinstance(outcome, Read)
    assert outcome.hand.seats[0].player == "a\x81\x8dé"


@pytest.mark.parametrize("data", [b"\xff\xfe" + FILE.encode("utf-16-le") + b"x", FILE.encode() + "é".encode()[:1]])
def test_half_a_character_at_the_end_is_told_and_harms_nothing(data: bytes) -> None:
    log = open_log(data)
    assert places(list(log)) == [("Read", 1), ("Read", 6), ("Read", 10)]
    [note] = log.notes
    assert "not read" in note


def test_plain_text_needs_no_note() -> None:
    assert open_log(FILE.encode()).notes == []


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("above", [0, 1, CHUNK // 4 - 1, CHUNK // 4, CHUNK // 2 - 1])
def test_a_line_is_cut_short_at_the_same_place_wherever_the_file_is_parted(above: int, end: str) -> None:
    long = "0123456789" * (CHUNK // 4)
    text = f"a{end}" * above + long + end + "b" + end
    *_, cut, last = lines_of(io.BytesIO(text.encode()), Encoding("utf-8"), 1000)
    assert cut == (long[:1000], len(long) + len(end))
    assert last == ("b", 1 + len(end))


@pytest.mark.parametrize("asked", [name for name in TITLES if not name.startswith("utf")])
def test_an_encoding_that_is_chosen_is_used_and_told(asked: str) -> None:
    data = FILE.replace("Zoë", "Zo\0").encode().replace(b"\0", b"\xe9")
    log = open_log(data, encoding=asked)
    assert (log.encoding, log.notes) == (asked, [f"The file was read as {TITLES[asked]}, the chosen encoding."])
    [first, *_] = found = list(log)
    assert isinstance(first, Read)
    assert first.hand.seats[0].player == "Zo" + b"\xe9".decode(asked)
    again = [
        outcome
        for piece in log.pieces()
        for outcome in read_range(log.format, asked, data[piece.offset : piece.offset + piece.length], piece.first_line)
    ]
    assert digests(again) == digests(found)


def test_utf8_that_is_chosen_stays_utf8_and_tells_what_is_none() -> None:
    log = open_log(FILE.encode("cp1252"), encoding="utf-8")
    assert log.encoding == "utf-8"
    assert "Line 2 is not UTF-8 (byte 0xEB at column 11). This byte was read as Windows-1252" in log.notes[1]


@pytest.mark.parametrize(
    ("asked", "data"),
    [("utf-16-le", b"\xff\xfe" + FILE.encode("utf-16-le")), ("utf-16-be", FILE.encode("utf-16-be") + b"x")],
)
def test_utf16_that_is_chosen_leaves_its_mark_out(asked: str, data: bytes) -> None:
    log = open_log(data, encoding=asked)
    assert places(list(log)) == [("Read", 1), ("Read", 6), ("Read", 10)]
    assert log.notes[1:] == (
        []
        if len(data) % 2 == 0
        else ["The file is UTF-16 and ends with half a character. The auditor did not read this last byte."]
    )


@pytest.mark.parametrize("order", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("mark", ["\ufeff", ""])
def test_utf16_that_is_chosen_is_the_one_that_its_bytes_show(order: str, mark: str) -> None:
    log = open_log((mark + FILE).encode(order), encoding="utf-16")
    assert (log.encoding, log.notes) == (order, [f"The file was read as {TITLES[order]}, the chosen encoding."])
    assert places(list(log)) == [("Read", 1), ("Read", 6), ("Read", 10)]
    names = mark + 'hand 1\nseat 1 "' + "Жора" * 500 + '" 5\n'
    assert examine(io.BytesIO(names.encode(order)), "utf-16").name == order


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("cp1525", 'no encoding "cp1525"; did you mean cp125'),
        ("ebcdic", 'no encoding "ebcdic". Choose one of these: utf-8,'),
    ],
)
def test_an_encoding_that_is_none_is_refused_in_a_sentence(typed: str, said: str) -> None:
    with pytest.raises(EncodingRefused, match=said):
        encoding_named(typed)


@pytest.mark.parametrize(
    ("typed", "name"),
    [("", ""), ("UTF-8", "utf-8"), ("utf8", "utf-8"), ("Latin1", "latin-1"), ("ISO-8859-1", "latin-1"),
     ("windows-1252", "cp1252"), ("Windows_1251", "cp1251"), ("macroman", "mac-roman"), ("utf-16le", "utf-16-le"),
     ("UTF16", "utf-16")],
)  # fmt: skip
def test_an_encoding_has_many_names(typed: str, name: str) -> None:
    assert encoding_named(typed) == name


@pytest.mark.parametrize("typed", ["utf-7", "ebcdic", "rot13", "idna", "a\0b", "x" * 5000, "hex", "\ud800"])
def test_an_encoding_that_is_not_read_here_is_refused_with_those_that_are(typed: str) -> None:
    with pytest.raises(
        EncodingRefused, match="Choose one of these: utf-8, utf-16, utf-16-le, utf-16-be, cp1252, latin-1"
    ):
        encoding_named(typed)


@pytest.mark.parametrize("filler", [CHUNK - 3, CHUNK - 2, CHUNK - 1, CHUNK, CHUNK + 1])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "cp1252"])
@pytest.mark.parametrize("ends", [("\n", "\r\n"), ("\r", "\r\n"), ("\r", "\n"), ("\r\n", "\r", "\n")])
def test_lines_are_the_same_wherever_a_chunk_ends(filler: int, encoding: str, ends: tuple[str, ...]) -> None:
    """And their widths are those of the bytes."""
    lines = ["x" * (filler // (2 if "16" in encoding else 1)), "", "é", "a", "", "b" * 9000, *["c", ""] * 40]
    text = "".join([line + ends[at % len(ends)] for at, line in enumerate(lines)])
    found = list(lines_of(io.BytesIO(text.encode(encoding)), Encoding(encoding), 1 << 20))
    assert [line for line, _ in found] == text.replace("\r\n", "\n").replace("\r", "\n").split("\n")[:-1]
    assert sum([width for _, width in found]) == len(text.encode(encoding))


def test_a_line_that_is_too_long_keeps_its_end() -> None:
    """It is cut short, and a CR at its end is still the end of it, with LF behind it or without."""
    for end in ("\r", "\r\n"):
        data = ("x" * (CHUNK - 1) + end + "y" + end).encode()
        assert [(line[:1], width) for line, width in lines_of(io.BytesIO(data), Encoding("utf-8"), 100)] == [
            ("x", CHUNK - 1 + len(end)),
            ("y", 1 + len(end)),
        ]


def test_the_line_of_a_bad_byte_is_counted_by_any_end() -> None:
    text = "# one\r# two\r\n# three\n\r\n# caf"
    [note] = open_log(THREE.encode() + text.encode() + b"\xe9\n").notes
    assert "Line 8 is not UTF-8 (byte 0xE9 at column 6)" in note
