"""A hand and its copy in another format, sent in together: they never contradict each other, and no rule is broken only
in both of them together. What a format cannot say is silence.

`COPIES=2000 ./run campaign tests/formats/test_converted_copies.py` compares the copies of so many dealt hands; without
it the campaign compares those of 10,000.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from auditor.engine import events as e
from auditor.engine.copies import contradict
from auditor.engine.hand import Hand
from auditor.engine.house import registry as houses
from auditor.engine.house.registry import house_for_room
from auditor.engine.house_of_hand import house_for
from auditor.formats import Read, open_log
from auditor.formats.converting import TARGETS, converted
from auditor.formats.transcript.case_files import fixtures
from auditor.jobs.comparing import only_together
from tests.dealer import Tables, deal
from tests.dealer.copies import replaced
from tests.dealer.kinds import KINDS, recorded_as
from tests.engine.corpus import files, hands, there
from tests.test_dealer import ALL

DEMO: Final = sorted((fixtures() / "demo").iterdir())
REAL: Final = sorted({path.parent for path in (*files("rooms"), *files("phh")) if path.suffix != ".tsv"})
IN_A_TEST: Final = 50  # dealt hands; the campaign deals COPIES
COPIES: Final = int(os.environ.get("COPIES", "10000"))
WITH_MANNERS: Final = Tables(manners=1.0)  # money that comes and goes beside the betting


@cache
def demo_hands(path: Path) -> list[Hand]:
    return [outcome.hand for outcome in open_log(path.read_bytes()) if isinstance(outcome, Read)]


def copy_of(hand: Hand, name: str) -> Hand:
    """The hand, written in that format and read again."""
    made = converted(hand, TARGETS[name], 1, house_for_room(hand.room, hand.game) or "")
    [outcome] = open_log(made.text.encode())
    assert isinstance(outcome, Read), made.refused
    return outcome.hand


def compared(found: Iterable[Hand], name: str) -> Counter[str]:
    """How many copies contradict their originals, and how many show an offence that neither shows alone."""
    count: Counter[str] = Counter()
    for hand in found:
        copy = copy_of(hand, name)
        count["copies"] += 1
        if copy.digest() == hand.digest():
            continue  # this is the same record, which is known and compared with nothing
        if contradict(hand, copy) or contradict(copy, hand):
            count[f"{hand.number} contradicts"] += 1
        elif only_together(hand, copy, house_for(hand)):
            count[f"{hand.number} shows more in both"] += 1
    return count


def dealt(count: int) -> Iterator[Hand]:
    """Hands of every house, game and structure, as every kind of log tells them."""
    kinds = ("", *KINDS)
    for number in range(count):
        house = houses.load(*ALL[number % len(ALL)])
        tables = WITH_MANNERS if number % 3 == 0 else Tables()
        hand = deal(number, house, tables=tables)
        kind = kinds[number // len(ALL) % len(kinds)]
        yield recorded_as(hand, house, kind) if kind else hand


# The hands of a file of the demonstration are many and alike: a test takes every eighth, the campaign all.
@pytest.mark.parametrize("every", [32, pytest.param(1, marks=pytest.mark.campaign)])
@pytest.mark.parametrize("name", TARGETS)
@pytest.mark.parametrize("path", DEMO, ids=lambda path: path.name)
def test_a_copy_of_a_demo_hand_agrees_with_it(path: Path, name: str, every: int) -> None:
    found = demo_hands(path)[::every]
    assert compared(found, name) == {"copies": len(found)}


@there
@pytest.mark.parametrize("every", [24, pytest.param(1, marks=pytest.mark.campaign)])
@pytest.mark.parametrize("name", TARGETS)
@pytest.mark.parametrize("folder", REAL, ids=lambda path: path.name)
def test_a_copy_of_a_real_hand_agrees_with_it(folder: Path, name: str, every: int) -> None:
    found = [hand for path in sorted(folder.iterdir()) if path.is_file() for hand in hands(path)][::every]
    assert compared(found, name) == Counter({"copies": len(found)} if found else {})


@pytest.mark.parametrize("name", TARGETS)
def test_a_copy_of_a_dealt_hand_agrees_with_it(name: str) -> None:
    assert compared(dealt(IN_A_TEST), name) == {"copies": IN_A_TEST}


@pytest.mark.campaign
@pytest.mark.parametrize("name", TARGETS)
def test_long_count_of_copies_of_dealt_hands(name: str) -> None:
    count = compared(dealt(COPIES), name)
    print(f"{name}: {count['copies']:,} copies compared both ways")
    assert count == {"copies": COPIES}


def with_another(hand: Hand, kind: type[e.Event], change: Callable[[e.Event], e.Event]) -> Hand | None:
    """The hand with the last event of that kind that `change` changes; nothing if there is none."""
    for at in reversed(range(len(hand.events))):
        event = hand.events[at]
        if type(event) is kind and change(event).words() != event.words():
            return replaced(hand, events=(*hand.events[:at], change(event), *hand.events[at + 1 :]))
    return None


def raised_more(event: e.Event) -> e.Event:
    assert isinstance(event, e.Wager)
    return e.Wager(event.seat, event.to + 1, event.verb, event.all_in)


def folded_instead(event: e.Event) -> e.Event:
    return e.Fold(event.seat)


def dealt_another_card(event: e.Event) -> e.Event:
    assert isinstance(event, e.Deal)
    return e.Deal(event.seat, event.down, tuple([(card + 1) % 52 if card >= 0 else card for card in event.up]))


def anted_more(event: e.Event) -> e.Event:
    assert isinstance(event, e.Ante)
    return e.Ante(event.seat, event.amount + 1)


def paid_more(event: e.Event) -> e.Event:
    assert isinstance(event, e.Collect)
    return e.Collect(event.seat, event.amount + 1, event.pot, event.half)


@pytest.mark.parametrize(
    ("kind", "change", "named"),
    [
        (e.Wager, raised_more, set(TARGETS)),
        (e.Check, folded_instead, set(TARGETS)),
        (e.Deal, dealt_another_card, set(TARGETS)),
        (e.Ante, anted_more, set(TARGETS)),
        (e.Collect, paid_more, set(TARGETS) - {"phh"}),  # PHH has no payments
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_a_copy_in_which_something_was_changed_contradicts_its_original(
    kind: type[e.Event], change: Callable[[e.Event], e.Event], named: set[str]
) -> None:
    found: Counter[str] = Counter()
    for hand in dealt(IN_A_TEST // 4):
        for name in sorted(named):
            changed = with_another(copy_of(hand, name), kind, change)
            if changed is not None:
                found[name] += 1
                assert contradict(hand, changed), (hand.number, name)
    assert set(found) == named
