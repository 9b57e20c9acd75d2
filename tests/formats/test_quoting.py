"""Logs that were sent in a mail or pasted into a forum: marks and tags are taken off where that is certain."""

import io
from collections.abc import Callable

import pytest

from auditor.formats import Read, Rest, Unreadable, open_log, open_rest, read_range
from auditor.formats.files.quoting import quoting_of
from auditor.formats.limits import LINES_SEARCHED
from tests.engine.many_of_a_kind import lines_run
from tests.formats.test_by_turns import ROOMS, beginning, digests

MARKS = 'The lines of the file begin with ">", as in a quoted mail. The auditor ignored these marks.'
TAGS = "The file has tags of a forum, such as [b]. The auditor ignored these tags."


def quoted(data: bytes, mark: str = "> ") -> bytes:
    return b"".join([mark.encode() + line for line in data.splitlines(keepends=True)])


def tagged(data: bytes) -> bytes:
    lines = data.splitlines()
    return b"\n".join([b"[b]" + line + b"[/b]" if b"#" in line or b"Game" in line else line for line in lines])


def plain(room: str) -> bytes:
    """UTF-8 whatever the file was, for some lines of it are changed."""
    data = beginning(room)
    return (
        data.decode("utf-16").encode() if data[:2] in (b"\xff\xfe", b"\xfe\xff") else data.removeprefix(b"\xef\xbb\xbf")
    )


@pytest.mark.parametrize("mark", ["> ", ">", "> > ", ">> ", ">>> "])
@pytest.mark.parametrize("room", ROOMS)
def test_a_quoted_file_is_read_as_it_was_before(room: str, mark: str) -> None:
    log = open_log(quoted(plain(room), mark))
    assert log.notes[-1:] == [MARKS]
    assert digests(quoted(plain(room), mark)) == digests(plain(room))


def test_blank_lines_and_a_preamble_need_no_marks() -> None:
    data = quoted(beginning("pokerstars")).replace(b"> \n", b"\n")
    log = open_log(b"On Monday Ann wrote:\n\n" + data)
    outcomes = list(log)
    found = [outcome.hand.digest() for outcome in outcomes if isinstance(outcome, Read)]
    assert found == digests(beginning("pokerstars"))
    assert len(outcomes) == len(found)
    assert [note for note in log.notes if note.startswith("The text in line 1 ")]  # what Ann wrote is no hand


def test_a_name_may_begin_with_the_mark() -> None:
    data = beginning("pokerstars").replace(b"Ada", b">Ada")
    assert digests(quoted(data)) == digests(data)


@pytest.mark.parametrize("at", [1, 7, -1])
def test_where_a_line_is_not_quoted_nothing_is_taken_off_and_the_line_is_named(at: int) -> None:
    lines = quoted(beginning("pokerstars").split(b"\n\n")[0]).splitlines()
    lines[at] = lines[at].removeprefix(b"> ")
    with pytest.raises(Unreadable) as refused:
        open_log(b"\n".join(lines))
    assert str(refused.value) == (
        'A hand begins in line 1 with the mark ">" of a quoted mail, but line '
        f'{at % len(lines) + 1} has no such mark. Write ">" before that line, or delete the line, and send the file'
        " again."
    )


@pytest.mark.parametrize("signature", [b"-- \nBob, desk\n", b"\nBest wishes\n\nBob\n", b"> \nBob\n"])
@pytest.mark.parametrize("room", ROOMS)
def test_a_signature_below_needs_no_marks(room: str, signature: bytes) -> None:
    assert digests(quoted(plain(room)) + signature) == digests(plain(room))


def test_an_answer_between_two_quoted_parts_is_named() -> None:
    one, two = beginning("pokerstars").split(b"\n\n\n")[:2]
    with pytest.raises(Unreadable, match=f"but line {one.count(10) + 3} has no such mark"):
        open_log(quoted(one) + b"\n\nThis is strange.\n\n" + quoted(two))


def test_a_plain_hand_below_the_quoted_ones_is_not_swallowed() -> None:
    one, two = beginning("pokerstars").split(b"\n\n\n")[:2]
    log = open_log(quoted(one) + b"\n\n\n" + two)
    assert MARKS not in log.notes
    assert [each.hand.digest() for each in log if isinstance(each, Read)] == digests(two)


def test_where_a_hand_begins_as_the_file_stands_nothing_is_taken_off() -> None:
    data = quoted(beginning("pokerstars"))[2:]
    log = open_log(data)
    assert MARKS not in log.notes
    assert [piece.lines[1][:2] for piece in log.pieces()] == ["> "]


def test_tags_of_a_forum_are_taken_off() -> None:
    data = beginning("pokerstars")
    log = open_log(tagged(data))
    assert log.notes[-1:] == [TAGS]
    assert digests(tagged(data)) == digests(data)


@pytest.mark.parametrize("end", [b"\n[/i]", b"\n[color=red]"])
def test_where_a_tag_is_not_closed_nothing_is_taken_off(end: bytes) -> None:
    with pytest.raises(Unreadable, match=r"^The file has tags of a forum, .* a tag has no partner\. Remove the tags"):
        open_log(tagged(beginning("pokerstars")) + end)


def test_tags_in_a_file_whose_hands_are_plain_stay() -> None:
    data = beginning("pokerstars")
    name = b'Zed said, "[b]nice[/b]"\n'
    at = data.index(b"*** 3rd STREET")
    assert TAGS not in open_log(data[:at] + name + data[at:]).notes
    assert digests(data[:at] + name + data[at:])[1:] == digests(data)[1:]


@pytest.mark.parametrize("change", [quoted, tagged])
def test_a_quoted_file_may_be_longer_than_the_search(change: Callable[[bytes], bytes]) -> None:
    hand = plain("pokerstars").split(b"\n\n")[0] + b"\n\n\n"
    data = change(hand * (LINES_SEARCHED // hand.count(b"\n") + 1))
    assert data.count(b"\n") > LINES_SEARCHED
    log = open_log(data)
    assert log.notes[-1:] == [MARKS if change is quoted else TAGS]
    first = next(iter(log))
    assert isinstance(first, Read)
    assert [first.hand.digest()] == digests(hand)


@pytest.mark.parametrize("change", [quoted, tagged])
def test_a_plain_hand_far_below_a_marked_one_is_read_as_it_stands(change: Callable[[bytes], bytes]) -> None:
    data = plain("pokerstars")
    preamble = b"Hello,\n" * 20_000 + change(data.split(b"\n\n")[0]) + b"\n\n\n"
    log = open_log(preamble + data)
    assert log.notes == []
    assert [each.hand.digest() for each in log if isinstance(each, Read)] == digests(data)


@pytest.mark.parametrize(
    ("line", "tried"),
    [
        ("> > > > > > PokerStars Hand", []),
        ("> > > > > PokerStars Hand", ["PokerStars Hand"]),
        (">>  PokerStars Hand", [" PokerStars Hand"]),
        ("[b]PokerStars[/b] Hand", ["PokerStars Hand"]),
        ("[PokerStars] Hand", []),
    ],
)
def test_a_line_is_tried_once_without_all_its_marks(line: str, tried: list[str]) -> None:
    found: list[str] = []

    def starts(bare: str) -> bool:
        found.append(bare)
        return False

    assert quoting_of(line, starts) is None
    assert found == tried


@pytest.mark.parametrize("mark", ["> > > > > > {}", "> > > > > {}", "[b]{}[/b]"])
def test_a_marked_line_costs_about_twice_a_plain_one(mark: str) -> None:
    """It is tried with its marks and without them; taking them off costs a little more."""

    def work(line: str) -> int:
        data = f"{line}\n".encode() * 3_000
        return lines_run(lambda: refused(data))

    refused(b"warm\n")
    assert work(mark.format("PokerStars Hand")) <= 2.2 * work("PokerStars Hand")


def refused(data: bytes) -> None:
    with pytest.raises(Unreadable, match="No hand was found in this file"):
        open_log(data)


@pytest.mark.parametrize("change", [quoted, tagged])
def test_a_part_of_a_quoted_file_is_read_again_as_the_whole_was(change: Callable[[bytes], bytes]) -> None:
    data = change(beginning("pokerstars") + b"\n\n" + beginning("fulltilt"))
    log = open_log(data)
    pieces = [piece for piece in log.pieces() if not piece.refused]
    whole = digests(data)
    for at, piece in enumerate(pieces):
        part = data[piece.offset : piece.offset + piece.length]
        [again] = read_range(log.format, log.encoding, part, piece.first_line)
        assert isinstance(again, Read)
        assert again.hand.digest() == whole[at]
        rest = open_rest(io.BytesIO(data), log.format, log.encoding, Rest(piece.offset, piece.first_line, (0, 0), at))
        found = [each.hand.digest() for each in rest.outcomes(piece.first_line) if isinstance(each, Read)]
        assert found == whole[at:]
