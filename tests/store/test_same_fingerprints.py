"""What is beside the point changes no fingerprint: the same hands told otherwise have the same set of them."""

import functools
import random
import re
from collections.abc import Callable

import pytest

from auditor.engine.audit import audit
from auditor.engine.hand import Game, Hand, Seat
from auditor.engine.house.registry import load
from auditor.formats import Read, open_log
from auditor.store.findings.fingerprints import fingerprints
from tests.dealer import deal
from tests.dealer.copies import replaced, with_too_large_an_ante
from tests.printers.pokerstars import print_hand

HOUSE = load("pokerstars", Game.STUD)
# Judged under a house of other sizes and customs, so that there is something of every chapter.
STRICT = load("casino", Game.STUD)
SEATS = re.compile(r"(?:^Seat \d+: .* in chips\).*\n)+", re.MULTILINE)
HANDS = 150
CAMPAIGN_HANDS = 10_000
MASKED = "names masked"


def faulty(number: int) -> Hand:
    """A hand of the room in which one ante is a chip too large."""
    return with_too_large_an_ante(replaced(deal(number, HOUSE), number=str(1_000_000 + number)))


def masked(hand: Hand) -> Hand:
    seats = [Seat(one.number, f"Player {one.number}", one.stack, dealt_in=one.dealt_in) for one in hand.seats]
    return replaced(hand, seats=tuple(seats))


def prints(*files: str) -> list[str]:
    """The fingerprints of all that is found in these files, in order."""
    found: list[str] = []
    for file in files:
        for outcome in open_log(file.encode()):
            assert isinstance(outcome, Read), outcome
            hand = outcome.hand
            found += fingerprints("default", STRICT.name, hand, hand.digest(), audit(hand, STRICT).findings)
    return sorted(found)


def turned(seats: re.Match[str]) -> str:
    return "".join(reversed(seats[0].splitlines(keepends=True)))


TOLD: dict[str, Callable[[list[str]], list[str]]] = {
    "CRLF": lambda texts: ["".join(texts).replace("\n", "\r\n")],
    "blank lines": lambda texts: ["\n\n" + "\n\n\n".join(texts)],
    "in another order": lambda texts: ["".join(random.Random(1).sample(texts, len(texts)))],
    "in seven files": lambda texts: ["".join(texts[part::7]) for part in range(7)],
    "seats in another order": lambda texts: [SEATS.sub(turned, "".join(texts))],
}


@functools.cache
def usual(hands: int) -> tuple[list[Hand], list[str], list[str]]:
    """So many faulty hands, what the room wrote of each, and the fingerprints of what is found in that."""
    dealt = [faulty(number) for number in range(hands)]
    texts = [print_hand(hand) for hand in dealt]
    return dealt, texts, prints("".join(texts))


def check(hands: int, way: str) -> int:
    dealt, texts, expected = usual(hands)
    told = ["".join([print_hand(masked(hand)) for hand in dealt])] if way == MASKED else TOLD[way](texts)
    assert told != ["".join(texts)]
    assert prints(*told) == expected
    assert len(set(expected)) == len(expected) >= hands
    return len(expected)


@pytest.mark.parametrize("way", [*TOLD, MASKED])
def test_hands_in_another_form_have_the_same_fingerprints(way: str) -> None:
    check(HANDS, way)


@pytest.mark.campaign
@pytest.mark.parametrize("way", [*TOLD, MASKED])
def test_ten_thousand_hands_in_another_form_have_the_same_fingerprints(way: str) -> None:
    found = check(CAMPAIGN_HANDS, way)
    print(f"{CAMPAIGN_HANDS:,} hands, {way}: {found:,} findings, the same fingerprints")
