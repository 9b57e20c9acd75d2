"""Bounded work and memory: a longer hand costs so much more and no worse, and memory is that of one hand."""

import sys
import tracemalloc
from types import FrameType
from typing import Final

import pytest

from auditor.formats.limits import HAND_BYTES, LINE_BYTES
from auditor.formats.memo import forget
from tests.fuzz.promises import opened_as
from tests.fuzz.samples import READERS, lines
from tests.sampled import one_of

# How often a line is repeated, so that what each line costs outweighs what a hand costs.
TIMES: Final = 8
FILE: Final = 512 * 1024
ENDLESS: Final = 12 * FILE
LONG_HANDS: Final = 40
MEMORY: Final = 4 * 1024 * 1024
# What is read ahead and one hand; nearly every reader would need more if all hands of the file were kept.
OF_MANY: Final = 3_400_000


def calls_for(name: str, text: str) -> int:
    """How many calls, of ours and of Python's own, reading the text takes."""
    data = text.encode()
    number = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal number
        number += event in {"call", "c_call"}

    log = opened_as(READERS[name], data)
    forget()
    sys.setprofile(count)
    try:
        for _ in log:
            pass
    finally:
        sys.setprofile(None)
    return number


def stretched(name: str, sample: tuple[str, ...], times: int) -> str:
    """A sample in which every line that starts no hand stands so many times in a row."""
    begins = READERS[name].begins
    return "".join([line if begins(line) else line * times for line in sample])


@pytest.mark.parametrize("name", one_of(6, READERS, first=1))
def test_twice_the_lines_are_at_most_twice_the_work(name: str) -> None:
    for sample in lines(name):
        calls_for(name, stretched(name, sample, 1))  # what is made at the first use is made
        once, twice, four = [calls_for(name, stretched(name, sample, TIMES * times)) for times in (1, 2, 4)]
        assert four - twice <= 2.2 * (twice - once) + 1_300, (name, once, twice, four)


def peak(name: str, data: bytes) -> int:
    """The most memory that was held at once while all outcomes of the file were made."""
    forget()
    tracemalloc.start()
    try:
        for _ in opened_as(READERS[name], data):
            pass
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("name", one_of(6, READERS, first=2))
def test_a_file_of_many_hands_takes_the_memory_of_one(name: str) -> None:
    for sample in lines(name)[:1]:
        text = "".join(sample).rstrip() + "\n\n"
        assert peak(name, text.encode() * (FILE // len(text))) <= OF_MANY


@pytest.mark.parametrize("name", one_of(6, READERS, first=3))
def test_hands_of_long_lines_take_the_memory_of_one(name: str) -> None:
    """Every line of every hand is as long as a line may be, and different."""
    for sample in lines(name)[:1]:
        hands = []
        for number in range(LONG_HANDS):
            each = min(LINE_BYTES - 200, HAND_BYTES // len(sample) - 200)
            hands.append("".join([f"{line.rstrip()} {number:0{max(each - len(line), 4)}d}\n" for line in sample]))
        assert peak(name, "\n".join(hands).encode()) <= MEMORY


@pytest.mark.parametrize(
    "filling", ["é", *[pytest.param(text, marks=pytest.mark.campaign) for text in ("x", "\0", '<a b="')]]
)
@pytest.mark.parametrize("name", one_of(6, READERS, first=4))
def test_a_line_without_end_takes_the_memory_of_one_hand(name: str, filling: str) -> None:
    for sample in lines(name)[:1]:
        begun = "".join(sample[: len(sample) // 2])
        assert peak(name, (begun + filling * (ENDLESS // len(filling.encode()))).encode()) <= MEMORY


@pytest.mark.parametrize("name", one_of(6, READERS, first=5))
def test_a_hand_without_end_takes_the_memory_of_one(name: str) -> None:
    """Every line comes again and again; the limits of a hand refuse it, and hold no more than they allow."""
    for sample in lines(name)[:1]:
        times = 2 * HAND_BYTES // len("".join(sample))
        assert peak(name, stretched(name, sample, times).encode()) <= MEMORY
