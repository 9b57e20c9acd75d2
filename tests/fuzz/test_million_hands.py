"""The campaign's mangled hands, each read and audited: none raises, none takes more time or memory than a hand may.

`MANGLED=0-500000` chooses which, so that two processes can do half each; every hand is made of its number alone, and
`MANGLED=1234-1235` repeats one. Without it there are 20,000.
"""

import os
import random
import resource
import time
from collections import Counter
from collections.abc import Iterator
from typing import Final

import pytest

from auditor.engine.hand import Hand
from auditor.engine.house.parameter_types import HouseRefused
from auditor.engine.house_of_hand import house_for
from auditor.engine.readings import audit_with_readings
from auditor.formats import Outcome, Read, Unreadable, open_log
from auditor.formats.limits import HAND_BYTES
from auditor.formats.log import encode
from auditor.formats.report import hand_row, line_of_json
from auditor.formats.transcript.printing import transcript_of
from auditor.store.findings.settlements import settlement_to_text
from tests.engine.mangled import AMOUNTS, SEATS, STRAY, hands
from tests.engine.many_of_a_kind import KINDS, PLACES, by_turns, hand_with
from tests.fuzz.__main__ import seeds
from tests.fuzz.changes import CHANGES, ENCODINGS, changed, encoded, spoiled
from tests.fuzz.promises import opened_as
from tests.fuzz.samples import READERS, text_of, words

USUAL: Final = "0-20000"
MOST_SECONDS: Final = 2.0
MOST_MEMORY: Final = 256 * 1024  # KiB
LONGEST: Final = 4 * HAND_BYTES  # changes upon changes may make many megabytes of a hand: that is a file's work
SEEDS: Final = {name: [text_of(seed).splitlines(keepends=True) for seed in seeds(name)] for name in READERS}


def of_a_room(chance: random.Random) -> tuple[str, bytes]:
    """A hand of one of the formats, with lines, words and bytes changed."""
    name = chance.choice(list(READERS))
    steps = [
        (chance.randrange(len(CHANGES)), chance.getrandbits(20), chance.getrandbits(20))
        for _ in range(chance.randint(1, 6))
    ]
    text = changed(chance.choice(SEEDS[name]), steps, words(name))
    data = encoded(text, "utf-8" if chance.random() < 0.8 else chance.choice(ENCODINGS))
    flips = [(chance.getrandbits(16), chance.randint(1, 255)) for _ in range(chance.randint(0, 3))]
    return name, spoiled(data[:LONGEST], flips if chance.random() < 0.1 else [], 1000)


def of_a_case(chance: random.Random) -> tuple[str, bytes]:
    """A hand of the cases or of the demo, with lines lost, told twice, swapped, or out of nowhere."""
    told = chance.choice(hands())
    lines = list(told.played)
    for _ in range(chance.randint(1, 8)):
        at = chance.randrange(len(lines)) if lines else 0
        way = chance.randrange(4) if lines else 3
        if way == 0:
            del lines[at]
        elif way == 1:
            lines.insert(at, chance.choice(lines))
        elif way == 2:
            other = chance.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        else:
            stray = chance.choice(STRAY).format(seat=chance.choice(SEATS), amount=chance.choice(AMOUNTS))
            lines[at:at] = [stray] * (chance.randint(1, 2_000) if chance.random() < 0.01 else 1)
    return "transcript", "\n".join(["hand 1", *told.header, *lines, ""]).encode()


def of_many_events(chance: random.Random) -> tuple[str, bytes]:
    """A few kinds of events again and again, as a line of our own log."""
    kinds = chance.sample(list(KINDS), chance.randint(1, 6))
    times = chance.randint(1, 5_000 // len(kinds)) if chance.random() < 0.02 else chance.randint(1, 20)
    return "log", encode(hand_with(by_turns(kinds, times), chance.choice(list(PLACES)))) + b"\n"


MAKERS: Final = (of_a_room, of_a_room, of_a_case, of_many_events)


class Work:
    """What became of the hands of a file, and the seconds of CPU that the slowest of them took. Some files have tens of
    thousands of hands: a tag that opens a hand, again and again.
    """

    def __init__(self, name: str, data: bytes) -> None:
        self.became: Final[Counter[str]] = Counter()
        self.slowest = 0.0
        before = time.thread_time()
        for outcome in _outcomes(name, data):
            self.became[type(outcome).__name__] += 1
            if isinstance(outcome, Read):
                self.became["findings"] += judged(outcome.hand)
            now = time.thread_time()
            self.slowest = max(self.slowest, now - before)
            before = now


def _outcomes(name: str, data: bytes) -> Iterator[Outcome]:
    try:
        log = open_log(data)
    except Unreadable:
        yield from opened_as(READERS[name], data)
    else:
        yield from log


def judged(hand: Hand) -> int:
    try:
        house = house_for(hand)
    except HouseRefused:
        return 0
    report = audit_with_readings(hand, house)
    line_of_json(hand_row("-", hand, report))
    settlement_to_text(report.settlement)
    transcript_of(hand)
    return report.found


@pytest.mark.campaign
def test_no_mangled_hand_raises_or_takes_too_much() -> None:
    first, last = [int(part) for part in os.environ.get("MANGLED", USUAL).split("-")]
    became: Counter[str] = Counter()
    slowest, slowest_of = 0.0, first
    # What is worked out once and kept is no hand's.
    for number in range(50):
        Work(*random.Random(number).choice(MAKERS)(random.Random(number)))
    least = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.monotonic()
    for number in range(first, last):
        chance = random.Random(number)
        name, data = chance.choice(MAKERS)(chance)
        try:
            work = Work(name, data)
        except Exception as error:
            raise AssertionError(f"MANGLED={number}-{number + 1}: {error!r}") from error
        became += work.became
        if work.slowest > slowest:
            slowest, slowest_of = work.slowest, number
        assert work.slowest <= MOST_SECONDS, (
            f"MANGLED={number}-{number + 1}: {work.slowest:.1f} s of CPU for a hand of {len(data):,} bytes"
        )
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - least
        assert grown <= MOST_MEMORY, f"MANGLED={number}-{number + 1}: memory grew by {grown / 1024:.0f} MiB"
        if (number + 1 - first) % 10_000 == 0 or number + 1 == last:
            speed = (number + 1 - first) / (time.monotonic() - began)
            told = ", ".join([f"{kind} {count:,}" for kind, count in sorted(became.items())])
            print(
                f"{number + 1 - first:,} mangled: {told}; slowest {slowest:.2f} s (number {slowest_of:,}),"
                f" memory +{grown / 1024:.0f} MiB, {speed:,.0f} a second",
                flush=True,
            )
