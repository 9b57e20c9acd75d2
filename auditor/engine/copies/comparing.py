"""Two records of one deal beside each other, line by line: told by both, by one alone, or told apart."""

from collections.abc import Iterator
from difflib import SequenceMatcher
from enum import StrEnum
from typing import NamedTuple

from auditor.engine import events as e
from auditor.engine.copies.contradicting import ASIDES, agree, may_be_same
from auditor.engine.hand import Hand


class Verdict(StrEnum):
    """How a line of one record stands to that of the other."""

    SAME = "same"  # both tell it
    FULLER = "fuller"  # the same, but one record knows cards that the other hides
    ALONE = "alone"  # only one tells it, which it may
    DIFFERS = "differs"  # both cannot be true


class Pair(NamedTuple):
    """A line of the comparison: the event of each record by its index, `None` where that one has none."""

    one: int | None
    other: int | None
    verdict: Verdict


def compare(one: Hand, other: Hand) -> tuple[Pair, ...]:
    """Both records, event by event. What is said beside the play, and cards, may stand in one of them alone."""
    keys, others = _keys(one), _keys(other)
    pairs: list[Pair] = []
    for tag, begin, end, from_, to in SequenceMatcher(None, keys, others, autojunk=False).get_opcodes():
        mine, theirs = range(begin, end), range(from_, to)
        if tag == "equal":
            pairs += [Pair(a, b, _verdict(one.events[a], other.events[b])) for a, b in zip(mine, theirs, strict=True)]
        else:
            pairs += _apart(one, other, mine, theirs)
    return tuple(pairs)


def compare_tops(one: Hand, other: Hand) -> tuple[tuple[str, str, str], ...]:
    """What stands above the events where the two say something else: its name, and the value in each record."""
    theirs = dict(_top(other))
    names = {**dict(_top(one)), **theirs}
    mine = dict(_top(one))
    return tuple(
        [(name, mine.get(name, ""), theirs.get(name, "")) for name in names if mine.get(name) != theirs.get(name)]
    )


def _top(hand: Hand) -> Iterator[tuple[str, str]]:
    stakes = hand.stakes
    yield "structure", hand.structure.value
    yield "ante", _told(stakes.ante)
    yield "bring-in", _told(stakes.bring_in)
    yield "small bet", _told(stakes.small_bet)
    yield "big bet", _told(stakes.big_bet)
    yield "button", str(hand.button or "")
    yield "played", hand.played
    for seat in hand.seats:
        yield f"seat {seat.number}", f"{seat.player} {_told(seat.stack)}"


def _told(amount: int | None) -> str:
    return "" if amount is None else str(amount)


def _keys(hand: Hand) -> list[str]:
    """What makes two lines the same line: all they say but the cards, which one record may hide."""
    keys = []
    street = 0
    for event in hand.events:
        if isinstance(event, e.Street):
            street = event.street
        cards = isinstance(event, e.Deal | e.Show | e.Burn | e.Community)
        keys.append(f"{type(event).__name__} {event.seat} {street}" if cards else event.words())
    return keys


def _verdict(event: e.Event, against: e.Event) -> Verdict:
    if event.words() == against.words():
        return Verdict.SAME
    if isinstance(event, e.Deal) and isinstance(against, e.Deal):
        agreed = may_be_same(event.down, against.down) and may_be_same(event.up, against.up)
    elif isinstance(event, e.Burn | e.Community) and isinstance(against, e.Cards):
        agreed = may_be_same(event.cards, against.cards)
    else:
        agreed = agree(event, against)
    return Verdict.FULLER if agreed else Verdict.DIFFERS


def _apart(one: Hand, other: Hand, mine: range, theirs: range) -> Iterator[Pair]:
    """Lines without a counterpart: asides and cards stand alone, the others are set against each other in order."""
    against = list(theirs)
    for at in mine:
        if _may_stand_alone(one.events[at]):
            yield Pair(at, None, Verdict.ALONE)
            continue
        while against and _may_stand_alone(other.events[against[0]]):
            yield Pair(None, against.pop(0), Verdict.ALONE)
        yield Pair(at, against.pop(0) if against else None, Verdict.DIFFERS)
    for at in against:
        yield Pair(None, at, Verdict.ALONE if _may_stand_alone(other.events[at]) else Verdict.DIFFERS)


def _may_stand_alone(event: e.Event) -> bool:
    return isinstance(event, (*ASIDES, e.Deal, e.Burn, e.Community))
