"""Mangled hands by number: the same number always gives the same hand and house.

A hand comes from a case, a sample log, a hand with a planted fault, or a real log beside the repository. Its events are
then changed, or the lines of its log before they are read.
"""

import copy
from collections.abc import Iterator
from functools import cache
from itertools import islice, product
from random import Random
from typing import Final, NamedTuple

from auditor.engine.audit import GAMES
from auditor.engine.cards import DECK, NO_CARD, UNSEEN
from auditor.engine.events import (
    ANY_POT,
    STRANGER,
    Burn,
    Call,
    Check,
    Collect,
    Deal,
    Event,
    Fold,
    LogEnd,
    Misdeal,
    Muck,
    Rake,
    Return,
    Show,
    StackAfter,
    Street,
    Void,
    Wager,
)
from auditor.engine.hand import Game, Hand, Seat, Stakes, Structure
from auditor.engine.house import House, HouseRefused
from auditor.engine.house.registry import load, shipped
from auditor.engine.house_of_hand import house_for
from auditor.formats import open_log
from auditor.formats.outcomes import Read
from tests.engine.corpus import CORPUS
from tests.engine.digests import cases, logged
from tests.fuzz.changes import CHANGES, changed
from tests.fuzz.promises import opened_as
from tests.fuzz.samples import READERS, samples, words
from tests.spoiler import PLANTERS, excuse, plants

AMOUNTS: Final = (0, 1, 2, 3, 5, 7, 10, 20, 50, 100, 500, -1, -10)
SEATS: Final = (1, 2, 3, 4, 7, STRANGER)


class Source(NamedTuple):
    """A hand before it is mangled, and the house it is audited under."""

    hand: Hand
    house: House


class Lines(NamedTuple):
    """The log of one real hand, and the format it is read as."""

    layout: str
    lines: list[str]


@cache
def sources() -> tuple[Source, ...]:
    """The hands of the cases and of the sample logs."""
    return tuple([Source(hand, house) for _, hand, house in [*cases(), *logged()]])


@cache
def planted() -> tuple[Source, ...]:
    """One fault of each code, in one of the games and structures that have a place for it."""
    found = []
    settings = list(product(sorted(GAMES), Structure))
    for turn, code in enumerate(PLANTERS):
        for place in range(len(settings)):
            house = load("strict-test", *settings[(turn + place) % len(settings)])
            made = [] if excuse(code, house) else list(islice(plants(code, house, 1, 2_000), 1))
            if made:
                found.append(Source(made[0].hand, house))
                break
    return tuple(found)


@cache
def real_logs() -> tuple[Lines, ...]:
    """The logs beside the repository that hold hands of these games, one hand each; none where there are no logs."""
    return tuple(_real_logs()) or tuple(_sample_logs())


def _real_logs() -> Iterator[Lines]:
    for path in sorted([path for path in CORPUS.rglob("*") if path.is_file()]) if CORPUS.is_dir() else []:
        yield from _hands_of(path.read_bytes())


def _sample_logs() -> Iterator[Lines]:
    for name in READERS:
        for sample in samples(name):
            yield from _hands_of(sample)


def _hands_of(data: bytes) -> Iterator[Lines]:
    try:
        log = open_log(data)
        for piece, outcome in zip(log.pieces(), open_log(data), strict=False):
            if isinstance(outcome, Read) and outcome.hand.game in GAMES and log.format in READERS:
                yield Lines(log.format, [f"{line}\n" for line in piece.lines])
    except ValueError:
        return


@cache
def _houses(game: Game, structure: Structure) -> tuple[House, ...]:
    found = []
    for name in shipped().names():
        try:
            found.append(load(name, game, structure))
        except HouseRefused:
            continue
    return tuple(found)


def mutants(number: int) -> Iterator[Source]:
    """The mangled hand of this number; none or several where changed lines of a log read as none or several."""
    chance = Random(number)
    way = chance.random()
    if way < 0.2:
        yield from _of_lines(chance)
        return
    pool = planted() if way < 0.35 else sources()
    yield _of_events(chance, chance.choice(pool), chance.choice(pool))


def _of_lines(chance: Random) -> Iterator[Source]:
    log = chance.choice(real_logs())
    steps = [
        (chance.randrange(len(CHANGES)), chance.getrandbits(20), chance.getrandbits(20))
        for _ in range(chance.randint(1, 3))
    ]
    text = changed(log.lines, steps, words(log.layout))[:20_000]
    for outcome in opened_as(READERS[log.layout], text.encode(errors="replace")):
        if isinstance(outcome, Read) and outcome.hand.game in GAMES:
            try:
                yield Source(outcome.hand, _house(chance, outcome.hand, house_for(outcome.hand)))
            except HouseRefused:
                continue


def _house(chance: Random, hand: Hand, house: House) -> House:
    """Mostly the hand's own house."""
    return house if chance.random() < 0.7 else chance.choice(_houses(hand.game, hand.structure))


def _of_events(chance: Random, source: Source, other: Source) -> Source:
    hand = source.hand
    events = list(hand.events)
    for _ in range(chance.randint(1, 4)):
        _change(chance, events, other.hand.events)
    stakes = hand.stakes
    seats = hand.seats
    records = hand.records
    if chance.random() < 0.15:
        records ^= 1 << chance.randrange(12)
    if chance.random() < 0.1:
        seats = tuple([_other_seat(chance, seat) for seat in seats])
    if chance.random() < 0.05:
        amounts = [stakes.ante, stakes.bring_in, stakes.small_bet, stakes.big_bet]
        amounts[chance.randrange(4)] = chance.choice((None, *AMOUNTS))
        stakes = Stakes(*amounts)
    mangled = Hand(
        hand.game,
        seats,
        stakes,
        tuple(events),
        records,
        structure=hand.structure,
        unit=hand.unit,
        button=hand.button,
        first_dealt=hand.first_dealt,
        most_seats=hand.most_seats,
    )
    return Source(mangled, _house(chance, mangled, source.house))


def _other_seat(chance: Random, seat: Seat) -> Seat:
    if chance.random() < 0.5:
        return seat
    stack = chance.choice((None, 0, *AMOUNTS[1:11], seat.stack))
    return Seat(seat.number, seat.player, stack, chance.random() < 0.9)


def _change(chance: Random, events: list[Event], others: tuple[Event, ...]) -> None:
    if not events:
        events.append(_stray(chance))
        return
    at, to = chance.randrange(len(events)), chance.randrange(len(events))
    way = chance.randrange(9)
    if way == 0:
        del events[at]
    elif way == 1:
        events.insert(to, events[at])
    elif way == 2:
        events[at], events[to] = events[to], events[at]
    elif way == 3:
        events.insert(at, events.pop(to))
    elif way == 4:
        events[at] = _with(events[at], "seat", chance.choice(SEATS))
    elif way == 5:
        events.insert(at, chance.choice(others) if others and chance.random() < 0.5 else _stray(chance))
    else:
        (_change_amount, _change_mark, _change_cards)[way - 6](chance, events)


def _change_amount(chance: Random, events: list[Event]) -> None:
    for name in ("to", "amount"):
        places = [place for place, event in enumerate(events) if isinstance(getattr(event, name, None), int)]
        if places and chance.random() < 0.6:
            at = chance.choice(places)
            value = getattr(events[at], name)
            events[at] = _with(events[at], name, chance.choice((value - 1, value + 1, value * 2, *AMOUNTS)))


def _change_mark(chance: Random, events: list[Event]) -> None:
    places = [place for place, event in enumerate(events) if hasattr(event, "all_in")]
    if places:
        at = chance.choice(places)
        events[at] = _with(events[at], "all_in", not getattr(events[at], "all_in", False))


def _with(event: Event, name: str, value: object) -> Event:
    """A copy of the event with another value of one field."""
    other = copy.copy(event)
    setattr(other, name, value)
    return other


def _change_cards(chance: Random, events: list[Event]) -> None:
    places = [place for place, event in enumerate(events) if isinstance(event, Deal | Show)]
    if not places:
        return
    at = chance.choice(places)
    event = events[at]
    card = (_card(chance),)
    if isinstance(event, Deal):
        down, up = event.down, event.up
        ways = (
            (up, down),
            ((*down, *card), up),
            (down, (*up, *card)),
            ((*down[1:], *card), up),
            (down, card),
            (down[1:], up),
        )
        events[at] = Deal(event.seat, *chance.choice(ways), line=event.line)
    elif isinstance(event, Show):
        cards = event.cards
        others = ((*cards[1:], *card), (*cards, *card), (*cards[1:], *cards[1:2]), cards[1:])
        events[at] = Show(event.seat, chance.choice(others), event.high, event.low, event.line)


def _card(chance: Random) -> int:
    """Mostly a card of the deck, now and then one that was not seen or is none."""
    return chance.randrange(DECK) if chance.random() < 0.9 else chance.choice((UNSEEN, NO_CARD))


def _stray(chance: Random) -> Event:
    """An event out of nowhere."""
    seat = chance.choice(SEATS)
    amount = chance.choice(AMOUNTS)
    cards = tuple([_card(chance) for _ in range(chance.randint(1, 7))])
    return chance.choice(
        (
            Fold(seat),
            Check(seat),
            Call(seat, amount),
            Wager(seat, amount),
            Return(seat, amount),
            Collect(seat, amount, ANY_POT, ""),
            Rake(amount),
            StackAfter(seat, amount),
            Show(seat, cards),
            Muck(seat),
            Burn(cards[0]),
            Street(chance.randint(1, 8)),
            Deal(seat, (), cards[:1]),
            Deal(seat, cards[:2], cards[2:3]),
            Misdeal(),
            Void(),
            LogEnd(complete=chance.random() < 0.5),
        )
    )
