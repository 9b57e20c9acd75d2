"""A file is cut into shards: what the workers say of them, each by itself, is what reading the whole file says."""

from io import BytesIO

import pytest

from auditor.formats import FORMATS, Outcome, Read, Rejected, Rest, Skipped, open_log, open_rest, read_range
from auditor.jobs.splitting import LONGEST_PIECE, Cursor, _cuts
from auditor.store.runs.shards import Range
from auditor.store.uploads.upload_rows import ShardSize
from tests.formats.small_files import ONE, THREE, TWO
from tests.fuzz.samples import samples

# Its first line is spoilt; the others would begin a hand at the top of a file.
SPOILT = "\nhabd 8\nstakes 10/20\nstacks 5 5\n1 checks\n\n"
LONG = f"hand 4\nstacks 5 5\n# {'x' * LONGEST_PIECE}\n"
FILES = {
    "spoilt": ONE + SPOILT + TWO + THREE,
    "spoilt twice": ONE + SPOILT + SPOILT + THREE,
    "spoilt at the top": SPOILT.lstrip() + TWO + THREE,
    "spoilt at the end": ONE + TWO + SPOILT,
    "too long": ONE + LONG + TWO + LONG + LONG + SPOILT + THREE,
    "titles of letters": samples("pokerstars")[0].decode() + "\nPokerStars Hnad #9: 7 Card\n*** # 4 ***\nSeat 1: A\n",
}


def summary(outcome: Outcome) -> tuple[int, str]:
    match outcome:
        case Read():
            return outcome.first_line, outcome.hand.digest()
        case Rejected():
            return outcome.line, outcome.reason
        case Skipped():
            return outcome.line, outcome.game


def cut_up(data: bytes, shard_hands: int, most: int = 100) -> list[tuple[int, str]]:
    log = open_log(data, most_hands=most)
    found: list[tuple[int, str]] = []
    for number, cut in enumerate(_cuts(log, ShardSize(shard_hands, None), Cursor()), 1):
        span = cut.range
        said = [(each.line, each.reason) for each in cut.refused] or [
            summary(outcome)
            for outcome in read_range(log.format, log.encoding, data[span.start : span.stop], span.first_line)
        ]
        assert (span.number, len(said)) == (number, span.expected)
        assert span.expected <= shard_hands
        found += said
    return found


@pytest.mark.parametrize("shard_hands", [1, 2, 3, 10])
@pytest.mark.parametrize("name", FILES)
def test_shards_of_any_size_have_the_outcome_of_the_whole_file(name: str, shard_hands: int) -> None:
    data = FILES[name].encode()
    assert cut_up(data, shard_hands) == [summary(outcome) for outcome in open_log(data)]


@pytest.mark.parametrize("shard_hands", [1, 2, 3])
def test_the_hand_that_is_one_too_many_is_counted_though_nothing_of_it_is_read(shard_hands: int) -> None:
    data = (ONE + TWO + THREE).encode()
    whole = [summary(outcome) for outcome in open_log(data, most_hands=2)]
    assert cut_up(data, shard_hands, most=2) == whole
    assert "more than 2 hands" in whole[-1][1]


@pytest.mark.parametrize("shard_bytes", [1, 100, 101, 1000])
@pytest.mark.parametrize("name", FILES)
def test_a_shard_has_no_more_bytes_than_it_may_but_for_one_hand_that_is_longer(name: str, shard_bytes: int) -> None:
    data = FILES[name].encode()
    cuts = list(_cuts(open_log(data), ShardSize(1000, shard_bytes), Cursor()))
    assert sum([cut.range.expected for cut in cuts]) == len(list(open_log(data).pieces()))
    assert all(cut.range.stop - cut.range.start <= shard_bytes or cut.range.expected == 1 for cut in cuts)
    assert [cut.range.stop for cut in cuts[:-1]] == [cut.range.start for cut in cuts[1:]]


def ranges(data: bytes, size: ShardSize, cursor: Cursor, most: int = 1_000_000) -> list[tuple[Range, list[str]]]:
    """The cuts from the cursor on, each with what is said of pieces that nobody reads."""
    log = open_log(data, most_hands=most)
    if cursor.found:
        rest = Rest(cursor.offset, cursor.first_line, (cursor.lead_start, cursor.lead_stop), cursor.found)
        log = open_rest(BytesIO(data), log.format, log.encoding, rest)
    return [(cut.range, [each.reason for each in cut.refused]) for cut in _cuts(log, size, cursor)]


LONGER = {
    **{f"text, {name}": text.encode() for name, text in FILES.items()},
    **{layout.name: b"\n\n".join([*samples(layout.name), *samples(layout.name)]) for layout in FORMATS},
    "utf-16": (ONE + TWO + THREE).encode("utf-16"),
}


@pytest.mark.parametrize("name", LONGER)
def test_who_goes_on_in_the_middle_cuts_as_who_began_at_the_top(name: str) -> None:
    data, size = LONGER[name], ShardSize(2, 50_000)
    whole = ranges(data, size, Cursor())
    found = 0
    for place, (span, refused) in enumerate(whole):
        if found and not refused:
            cursor = Cursor(span.number, 0, found, span.start, span.first_line, span.lead_start, span.lead_stop)
            assert ranges(data, size, cursor) == whole[place:]
        found += span.expected
