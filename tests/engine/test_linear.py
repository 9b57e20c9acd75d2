"""A hand in which something happens twice as often is twice as much work, whatever it is that happens: every kind of
event, alone and in pairs, in every place of a hand.

The work is counted in lines of code that are run, so the outcome hangs on no clock.
"""

import itertools
import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import pytest

from auditor.engine import events as e
from auditor.engine.audit import audit
from auditor.engine.copies import contradict, merged
from auditor.engine.deciding import changed_in
from auditor.engine.events import Event
from auditor.engine.hand import Game, Hand, Stakes
from auditor.engine.history.hand_trace import trace_of
from auditor.engine.house.registry import load, names, shipped
from auditor.engine.readings import audit_with_readings
from auditor.engine.rules import RULES
from auditor.formats import open_log
from auditor.formats.limits import too_much
from auditor.formats.log import encode
from auditor.formats.report import hand_row, line_of_json
from auditor.formats.transcript.printing import transcript_of
from auditor.store.findings.settlements import settlement_to_text
from tests.engine.many_of_a_kind import KINDS, PLACES, by_turns, hand_with, in_blocks, lines_run
from tests.sampled import one_of

# Under this house every rule is asked.
HOUSE = load("strict-test", Game.STUD)
# More than a deck has cards: a card that was not seen before is other work than one that was.
TIMES = 120
# Lines beyond a straight line that do not count, such as those that look for what decided one finding. Where each event
# looked at all before it there would be 28,800 or more.
BENT = 16_000
# The second of these took the longer the more there were of them before.
WERE_SLOW = [
    ("end",),
    ("early end",),
    ("raise",),
    ("raise by a seat",),
    ("end", "stranger"),
    ("end", "check of no known time"),
    ("end", "misdeal"),
    ("collect", "end"),
    ("rake", "end"),
    ("return", "end"),
    ("raise", "call of its own"),
    ("raise", "check"),
    ("street", "out of time, checks"),
    ("same street", "raise"),
    ("card", "out of time, checks"),
    ("card", "raise by a seat"),
    ("out of time, checks", "early end"),
]


def bend(work: Callable[[Hand], object], made: Callable[[int], list[Event]], place: str, times: int = TIMES) -> int:
    """How many more lines are run for the third part of a hand's events than for the second."""
    one, two, three = [lines_run(partial(work, hand_with(made(times * part), place))) for part in (1, 2, 3)]
    return (three - two) - (two - one)


def judged(hand: Hand) -> object:
    return audit(hand, HOUSE)


def another_record(hand: Hand) -> Hand:
    """The same hand as somebody else may have told it, in another order and with less at both ends."""
    return hand_with(hand.events[-10:14:-1], "on fourth street")


# All that becomes of a hand besides: it is judged under each reading, kept, shown, compared with another record of it,
# written down and read again.
BECOMES: Final[dict[str, Callable[[Hand], object]]] = {
    "readings": lambda hand: audit_with_readings(hand, HOUSE),
    "report": lambda hand: line_of_json(hand_row("-", hand, audit(hand, HOUSE))),
    "settlement": lambda hand: settlement_to_text(audit(hand, HOUSE).settlement),
    "limits": too_much,
    "trace": trace_of,
    "transcript": transcript_of,
    "log": lambda hand: list(open_log(encode(hand) + b"\n")),
    "contradiction": lambda hand: contradict(hand, another_record(hand)),
    "merging": lambda hand: merged(hand, another_record(hand)),
}


@pytest.fixture(scope="module", autouse=True)
def _once() -> None:
    """What is worked out once and kept, for all hands."""
    for rule in RULES:
        for key in rule.cites:
            changed_in(HOUSE, key)
    for place in PLACES:
        for kinds in (list(KINDS), ["check"] * 20):  # with a clock, and without
            for work in (judged, *BECOMES.values()):
                work(hand_with(by_turns(kinds, 2), place))


def test_every_kind_of_event_is_there() -> None:
    every = {kind for kind in vars(e).values() if isinstance(kind, type) and issubclass(kind, Event)}
    assert {type(made(0)) for made in KINDS.values()} == every - {e.Event, e.Cards}


@pytest.mark.parametrize("kind", one_of(6, KINDS, first=1))
def test_a_kind_of_event_is_linear(kind: str) -> None:
    for place in ("first", "on fourth street"):
        assert bend(judged, partial(by_turns, [kind]), place) <= BENT, place


@pytest.mark.parametrize("kinds", one_of(2, WERE_SLOW), ids=" and ".join)
def test_what_was_slow_is_linear(kinds: tuple[str, ...]) -> None:
    for made, place in itertools.product((by_turns, in_blocks), ("on third street", "at the end")):
        assert bend(judged, partial(made, kinds), place) <= BENT, place


def test_antes_are_linear_where_nobody_names_the_ante() -> None:
    def work(hand: Hand) -> object:
        return audit(Hand(hand.game, hand.seats, Stakes(), hand.events, hand.records), HOUSE)

    for kind in ("ante", "ante of its own"):
        assert bend(work, partial(by_turns, [kind]), "first") <= BENT, kind


@pytest.mark.parametrize("kind", one_of(6, KINDS))
def test_a_pair_of_kinds_is_linear(kind: str) -> None:
    """One pair of each kind, always the same; the campaign has all of them."""
    other = random.Random(kind).choice(list(KINDS))
    assert bend(judged, partial(by_turns, [kind, other]), "on third street") <= BENT, other


@pytest.mark.parametrize("work", one_of(2, BECOMES))
def test_what_becomes_of_a_hand_is_linear(work: str) -> None:
    # Two records are set beside each other every way as long as they are short.
    times = 400 if work in ("contradiction", "merging") else TIMES
    for kind in ("end", "raise", "card", "reveal", "show", "illegible", "unread"):
        assert bend(BECOMES[work], partial(by_turns, [kind]), "on fourth street", times) <= BENT, kind


@pytest.mark.campaign
def test_every_pair_of_kinds_is_linear() -> None:
    slow = []
    places = itertools.cycle(("first", "on third street", "on fourth street"))
    for kinds, made in itertools.product(itertools.permutations(KINDS, 2), (by_turns, in_blocks)):
        place = next(places)
        off = bend(judged, partial(made, kinds), place)
        if off > BENT:
            slow.append(f"{' and '.join(kinds)}, {made.__name__}, {place}: {off:,}")
    assert slow == []


@pytest.mark.campaign
@pytest.mark.parametrize("name", names())
def test_all_kinds_together_are_linear_under_every_house(name: str) -> None:
    house = load(name, shipped().file(name).games[0], shipped().file(name).structures[0])
    audit(hand_with([], "first"), house)  # what is worked out once and kept
    audit(hand_with(by_turns(list(KINDS), 1), "first"), house)
    for seed in range(5):
        kinds: Sequence[str] = random.Random(seed).sample(list(KINDS), len(KINDS))
        for place in PLACES:
            off = bend(lambda hand: audit(hand, house), partial(by_turns, kinds), place, 20)
            assert off <= BENT, (name, seed, place)


@pytest.mark.campaign
@pytest.mark.parametrize("kind", KINDS)
def test_five_thousand_events_of_a_kind_are_soon_judged(kind: str) -> None:
    for place in PLACES:
        hand = hand_with(by_turns([kind], 5_000), place)
        assert lines_run(partial(audit, hand, HOUSE)) < 5_000 * 1_000, place
