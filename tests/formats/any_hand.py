"""Any hand whatsoever, lawful or not, for tests that print and read it again."""

from hypothesis import strategies as st

from auditor.engine import events as e
from auditor.engine.cards import NO_CARD
from auditor.engine.hand import RECORDS, Game, Hand, Seat, Stakes, Structure, Unit

# All letters but NUL and half characters, which no hand may hold.
LETTER = st.characters(min_codepoint=1, exclude_categories=["Cs"])
TEXT = st.text(LETTER, max_size=40)
NAME = st.text(LETTER, max_size=64)
CHIPS = st.integers(-(10**12), 10**12)
STACK = st.integers(0, 10**12)
CARD = st.integers(NO_CARD, 51)
CARDS = st.lists(CARD, max_size=8).map(tuple)
SEAT = st.one_of(st.integers(1, 11), st.just(e.STRANGER))
SEAT_OR_NOBODY = st.one_of(st.just(0), SEAT)
POT = st.integers(-1, 9)
HALF = st.sampled_from(["", "whole", "high", "low"])
RANKS = st.lists(st.integers(-1, 14), max_size=6).map(tuple)
KIND = st.one_of(st.sampled_from(["chat", "capped", "timed_out"]), TEXT)

SEATS = st.lists(SEAT, max_size=11).map(tuple)
TIME = st.none() | st.integers(0, 10**9)
CLOCK = st.none() | st.builds(e.Clock, TIME, TIME, TIME, st.sampled_from(["", *e.CAUSES]))

PLAIN = st.one_of(
    st.builds(e.Ante, SEAT, CHIPS, st.booleans()),
    st.builds(e.Street, st.integers(0, 99)),
    st.builds(e.Deal, SEAT, CARDS, CARDS, st.one_of(st.just(""), st.just("of 1O"), TEXT)),
    st.builds(e.Burn, CARD),
    st.builds(e.Community, CARD),
    st.builds(e.Opens, SEAT),
    st.builds(e.BringIn, SEAT, CHIPS, st.booleans()),
    st.builds(e.Fold, SEAT),
    st.builds(e.Check, SEAT),
    st.builds(e.Clocked, SEAT),
    st.builds(e.Call, SEAT, CHIPS, st.booleans()),
    st.builds(e.Wager, SEAT, CHIPS, st.sampled_from(["completes", "bets", "raises"]), st.booleans()),
    st.builds(e.Return, SEAT, CHIPS),
    st.builds(e.TopUp, SEAT, CHIPS),
    st.builds(e.Removed, SEAT, CHIPS),
    st.builds(e.Borrowed, SEAT, CHIPS, SEAT_OR_NOBODY),
    st.builds(e.Changed, SEAT, CHIPS),
    st.builds(e.Elsewhere, SEAT, CHIPS),
    st.builds(e.Motion, SEAT, CHIPS),
    st.builds(e.Hidden, SEAT, st.sampled_from(e.HIDEABLE)),
    st.builds(e.Dropped, SEAT),
    st.builds(e.Show, SEAT, CARDS, RANKS, RANKS),
    st.builds(e.Muck, SEAT),
    st.builds(e.Reveal, SEAT, CARDS, st.just(0), st.booleans()),
    st.builds(e.Collect, SEAT, CHIPS, POT, HALF, st.just(0), st.none() | CHIPS),
    st.builds(e.Added, CHIPS),
    st.builds(e.Rake, CHIPS, POT),
    st.builds(e.PotTotal, CHIPS, POT, st.just(0), SEATS),
    st.builds(e.Shuffle, SEAT_OR_NOBODY),
    st.builds(e.Cut, SEAT_OR_NOBODY),
    st.builds(e.Exposed, SEAT_OR_NOBODY, st.lists(CARD, min_size=1, max_size=8).map(tuple)),
    st.builds(e.Announced, SEAT, CHIPS),
    st.builds(e.Declared, SEAT, st.sampled_from(e.DECLARABLE), st.none() | CHIPS),
    st.builds(e.Won, SEAT, CHIPS),
    st.builds(e.StackAfter, SEAT, CHIPS),
    st.builds(e.Misdeal),
    st.builds(e.Void),
    st.builds(e.Remark, SEAT_OR_NOBODY, KIND),
    st.builds(e.Illegible, TEXT),
    st.builds(e.Unread, TEXT),
    st.builds(e.LogEnd, st.booleans()),
)


@st.composite
def timed(draw: st.DrawFn) -> e.Event:
    """An event, and sometimes what the clock says of it."""
    event: e.Event = draw(PLAIN)
    event.clock = draw(CLOCK)
    return event


EVENT = timed()


@st.composite
def seats(draw: st.DrawFn) -> tuple[Seat, ...]:
    """Seats under odd names, or the plain ones that a transcript has a short form for."""
    if draw(st.booleans()):
        stacks = draw(st.lists(STACK, min_size=1, max_size=11))
        return tuple(Seat(number, str(number), stack) for number, stack in enumerate(stacks, 1))
    numbers = draw(st.lists(st.integers(1, 11), min_size=1, max_size=11, unique=True))
    return tuple(Seat(number, draw(NAME), draw(st.none() | STACK), draw(st.booleans())) for number in numbers)


@st.composite
def hands(draw: st.DrawFn) -> Hand:
    """Events in any order, closed by an end as every hand is; sometimes begun with the antes of all."""
    seated = draw(seats())
    stakes = Stakes(*[draw(st.none() | STACK) for _ in range(4)])
    antes = []
    if stakes.ante is not None and draw(st.booleans()):
        antes = [e.Ante(seat.number, stakes.ante) for seat in seated if seat.dealt_in]
    events = [*antes, *draw(st.lists(EVENT, max_size=12)), e.LogEnd(draw(st.booleans()))]
    return Hand(
        draw(st.sampled_from(Game)),
        seated,
        stakes,
        tuple(events),
        draw(st.integers(0, sum(RECORDS.values()))),
        structure=draw(st.sampled_from(Structure)),
        unit=Unit(draw(st.sampled_from(["", "USD", "chips"]) | TEXT), draw(st.integers(0, 8))),
        number=draw(st.none() | TEXT),
        room=draw(TEXT),
        table=draw(TEXT),
        tournament=draw(TEXT),
        house=draw(TEXT),
        played=draw(TEXT),
        local=draw(TEXT),
        button=draw(st.integers(0, 11)),
        first_dealt=draw(st.integers(0, 11)),
        most_seats=draw(st.integers(0, 12)),
    )


BESIDE = ("table", "tournament", "local")  # what a hand says that is no part of its digest


def same(one: Hand, other: Hand) -> bool:
    """Whether two hands say the same, and not only as far as the digest goes."""
    return one.canonical() == other.canonical() and all(getattr(one, name) == getattr(other, name) for name in BESIDE)
