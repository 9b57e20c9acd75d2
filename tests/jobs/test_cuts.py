"""A file is cut into shards: what the workers say of them, each by itself, is what reading the whole file says."""

import pytest

from auditor.formats import Outcome, Read, Rejected, Skipped, open_log, read_range
from auditor.jobs.splitting import LONGEST_PIECE, _cuts
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
    for number, cut in enumerate(_cuts(log, shard_hands), 1):
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
def test_shards_of_any_size_say_what_the_whole_file_says(name: str, shard_hands: int) -> None:
    data = FILES[name].encode()
    assert cut_up(data, shard_hands) == [summary(outcome) for outcome in open_log(data)]


@pytest.mark.parametrize("shard_hands", [1, 2, 3])
def test_the_hand_that_is_one_too_many_is_counted_though_nothing_of_it_is_read(shard_hands: int) -> None:
    data = (ONE + TWO + THREE).encode()
    whole = [summary(outcome) for outcome in open_log(data, most_hands=2)]
    assert cut_up(data, shard_hands, most=2) == whole
    assert "more than 2 hands" in whole[-1][1]
