"""Hands of every format told in every other: nothing is lost unsaid, and two of them lose nothing at all."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given

from auditor.engine import events as e
from auditor.engine.audit import audit
from auditor.engine.hand import Hand
from auditor.engine.house.registry import house_for_room
from auditor.engine.house_of_hand import house_for
from auditor.formats import Read, open_log
from auditor.formats.amounts import spell
from auditor.formats.converting import TARGETS, Converted, converted
from auditor.formats.ohh.hands import SILENT
from auditor.formats.transcript.case_files import fixtures
from auditor.formats.transcript.cases import read_cases
from auditor.formats.transcript.printing import line_of
from tests.formats.any_hand import hands, same
from tests.sampled import one_of

SAMPLES = sorted(
    path
    for folder in ("formats", "demo", "rules")
    for path in (fixtures() / folder).rglob("*.*")
    if path.suffix not in {".md", ".golden"} and path.is_file()
)
DEMO = [path for path in SAMPLES if path.parent.name == "demo"]
LOSSLESS = ["log", "transcript"]
# What each format carries of any hand that it says it lost nothing else of.
FOLDS = (e.Fold, e.Dropped)
ACTS = (e.BringIn, *FOLDS, e.Check, e.Call, e.Wager)


# Of a file of the demonstration, whose hands are many and alike, every tenth hand; the campaign has all.
EVERY = pytest.mark.parametrize("every", [10, pytest.param(1, marks=pytest.mark.campaign)])


@cache
def hands_of(path: Path) -> list[Hand]:
    if path.parent.name == "rules":
        return [case.hand for case in read_cases(path.read_text(encoding="utf-8"))]
    return [outcome.hand for outcome in open_log(path.read_bytes()) if isinstance(outcome, Read)]


def some_of(path: Path, every: int) -> list[Hand]:
    return hands_of(path)[:: every if path in DEMO else 1]


def read_again(made: Converted) -> Hand:
    [outcome] = open_log(made.text.encode())
    assert isinstance(outcome, Read)
    return outcome.hand


def told_again(sample: Path, name: str, every: int) -> Iterator[tuple[Hand, Converted, Hand]]:
    """Hands of a file, as it is told in a file of that format, and as it is read there."""
    hands = some_of(sample, every)
    target = TARGETS[name]
    made = [converted(hand, target, place) for place, hand in enumerate(hands, 1)]
    assert [each.refused for each in made if each.refused] == []
    if hands:
        outcomes = list(open_log(target.between.join([each.text for each in made]).encode()))
        again = [outcome.hand for outcome in outcomes if isinstance(outcome, Read)]
        assert len(again) == len(outcomes)
        yield from zip(hands, made, again, strict=True)


def lines(hand: Hand, *kinds: type[e.Event]) -> list[str]:
    """The lines of events of these kinds, without their seats, which PHH numbers anew, and without their clocks; a
    fold that the house made is told as one.
    """
    events = [e.Fold(event.seat) if isinstance(event, e.Dropped) else event for event in hand.events]
    told = [line_of(event, hand.unit.minor) for event in events if isinstance(event, kinds)]
    return [line.partition(" ")[2].partition(" |")[0] for line in told]


@EVERY
@pytest.mark.parametrize("sample", one_of(4, SAMPLES, first=1), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_our_own_log_and_a_transcript_tell_every_sample_whole(sample: Path, every: int) -> None:
    for name in LOSSLESS:
        for hand, made, again in told_again(sample, name, every):
            assert made.lost == []
            assert hand.digest() == again.digest()
            assert same(hand, again)


@EVERY
@pytest.mark.parametrize("sample", one_of(4, SAMPLES, first=2), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_open_hand_history_tells_who_what_for_and_every_act(sample: Path, every: int) -> None:
    for hand, _, again in told_again(sample, "ohh", every):
        for name in ("game", "structure", "number", "room", "house", "table", "played", "button", "first_dealt"):
            assert getattr(hand, name) == getattr(again, name), name
        assert [(s.number, s.player, s.stack, s.dealt_in) for s in hand.seats] == [
            (s.number, s.player, s.stack, s.dealt_in) for s in again.seats
        ]
        assert hand.canonical().splitlines()[2] == again.canonical().splitlines()[2]  # the stakes
        assert hand.records | SILENT == again.records
        assert lines(hand, e.Ante, *ACTS) == lines(again, e.Ante, *ACTS)
        assert lines(hand, e.Return, e.Burn, e.Community) == lines(again, e.Return, e.Burn, e.Community)
        assert sorted(lines(hand, e.Collect)) == sorted(lines(again, e.Collect))


@EVERY
@pytest.mark.parametrize("sample", one_of(4, SAMPLES, first=3), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_phh_tells_who_plays_and_what_it_says_that_it_does(sample: Path, every: int) -> None:
    for hand, made, again in told_again(sample, "phh", every):
        dealt_in = sorted([seat for seat in hand.seats if seat.dealt_in], key=lambda seat: seat.number)
        assert hand.game == again.game
        assert [(seat.number, seat.player) for seat in dealt_in] == [(seat.number, seat.player) for seat in again.seats]
        assert [None if s.stack is None else spell(s.stack, hand.unit.minor) for s in dealt_in] == [
            None if s.stack is None else spell(s.stack, again.unit.minor) for s in again.seats
        ]
        if not {"wagers", "calls", "bring-ins", "checks", "streets", "the order of lines"} & set(made.lost):
            assert lines(hand, *ACTS) == lines(again, *ACTS)
        assert lines(hand, *FOLDS) == lines(again, *FOLDS) or "folds" in made.lost


@EVERY
@pytest.mark.parametrize("name", ["phh", "ohh"])
@pytest.mark.parametrize("sample", DEMO, ids=lambda path: path.name)
def test_a_lawful_hand_is_lawful_in_what_tells_less_of_it_too(sample: Path, name: str, every: int) -> None:
    accused = {}
    for hand in some_of(sample, every):
        if not audit(hand, house_for(hand)).findings:
            room = house_for_room(hand.room, hand.game) or ""
            again = read_again(converted(hand, TARGETS[name], 1, room))
            accused[hand.number] = [finding.code for finding in audit(again, house_for(again)).findings]
    assert {number: codes for number, codes in accused.items() if codes} == {}


@given(hands())
def test_any_hand_is_told_or_refused_with_a_reason(hand: Hand) -> None:
    for name, target in TARGETS.items():
        made = converted(hand, target)
        if name in LOSSLESS:
            assert (made.refused, made.lost) == ("", [])
            assert same(hand, read_again(made))
        elif made.refused:
            assert made.text == ""
            assert made.refused.endswith((".", "?"))
        else:
            assert read_again(made).game == hand.game


def test_what_is_lost_is_named() -> None:
    text = """hand 5
room "Here"
stakes 10/20 bring-in 3 ante 1
seat 2 "Ann" 500
seat 5 "Bo" 400
shuffle
antes
2 [xx xx] 2c
5 [xx xx] Kd
2 brings in 3 | at 4
5 completes to 10
2 folds
5 gets back 7
5 collects 8 from main
rake 0
end
"""
    [outcome] = open_log(text.encode())
    assert isinstance(outcome, Read)
    lost = {name: converted(outcome.hand, target).lost for name, target in TARGETS.items()}
    assert lost == {
        "log": [],
        "phh": ["shuffles", "chips that come back", "payments", "rake", "the clock"],
        "ohh": ["shuffles", "the clock"],
        "transcript": [],
    }  # fmt: skip
