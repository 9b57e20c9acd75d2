"""Two records of one deal of which one is cut off, cannot be read somewhere, or comes from another kind of log."""

from collections.abc import Callable, Sequence
from types import ModuleType

import pytest

from auditor.engine import events as e
from auditor.engine.cards import UNSEEN
from auditor.engine.copies import Verdict, compare, contradict, merged
from auditor.engine.copies.comparing import MOST_WAYS, Aligner
from auditor.engine.copies.side import Side
from auditor.engine.hand import RECORDS, SILENCES, Game, Hand, Records, Seat, Stakes
from auditor.engine.house.registry import load
from auditor.formats import Read
from auditor.formats.rooms import fulltilt, pokerstars
from auditor.jobs.comparing import only_together
from tests.dealer import deal
from tests.dealer.copies import replaced
from tests.printers import fulltilt as as_fulltilt
from tests.printers import pokerstars as as_pokerstars

Lines = list[str]
ROOMS: list[tuple[ModuleType, Callable[..., str]]] = [
    (pokerstars, as_pokerstars.print_hand),
    (fulltilt, as_fulltilt.print_hand),
]
PLAYED = (4, 5, 7)  # to the river, the fourth with showdowns before it
EVERY = [(room, printed, number) for room, printed in ROOMS for number in PLAYED]
NAMES = [f"{room.FORMAT.name} {number}" for room, _, number in EVERY]
every = pytest.mark.parametrize(("room", "printed", "number"), EVERY, ids=NAMES)


def dealt(room: ModuleType, number: int) -> Hand:
    return deal(number, load(room.FORMAT.name, Game.STUD))


def texts(room: ModuleType, printed: Callable[..., str], number: int) -> tuple[Lines, Lines]:
    """One deal as the room logs it for two of its players."""
    hand = dealt(room, number)
    first, second, *_ = [seat.number for seat in hand.seats if seat.dealt_in]
    return printed(hand, hero=first).splitlines(), printed(hand, hero=second).splitlines()


def read(room: ModuleType, lines: Sequence[str]) -> Hand | None:
    outcome = room.read(lines, 1)
    return outcome.hand if isinstance(outcome, Read) else None


def whole(room: ModuleType, lines: Sequence[str]) -> Hand:
    hand = read(room, lines)
    assert hand is not None
    return hand


def differing(one: Hand, other: Hand) -> list[tuple[str, str]]:
    """The lines that both cannot be true, from either side told the same."""
    found = [
        (_words(one, pair.one), _words(other, pair.other))
        for pair in compare(one, other)
        if pair.verdict is Verdict.DIFFERS
    ]
    assert contradict(one, other) == contradict(other, one) == bool(found)
    return found


def _words(hand: Hand, at: int | None) -> str:
    return "" if at is None else hand.events[at].words()


def with_events(hand: Hand, *events: e.Event) -> Hand:
    return replaced(hand, events=events)


@every
def test_two_players_copies_are_of_one_deal(room: ModuleType, printed: Callable[..., str], number: int) -> None:
    first, second = [whole(room, lines) for lines in texts(room, printed, number)]
    assert first.digest() != second.digest()
    assert differing(first, second) == []


@every
def test_wherever_a_copy_is_cut_off_it_is_true_as_far_as_it_goes(
    room: ModuleType, printed: Callable[..., str], number: int
) -> None:
    mine, theirs = texts(room, printed, number)
    against = whole(room, theirs)
    house = load(room.FORMAT.name, Game.STUD)
    cuts = [hand for length in range(len(mine)) if (hand := read(room, mine[:length])) is not None]
    assert len(cuts) > len(mine) // 2
    for cut in cuts:
        assert differing(cut, against) == []
    for cut in cuts[::9]:
        both = merged(cut, against)
        assert both.digest() == merged(against, cut).digest()
        assert both.events[-1].words() == "end"
        assert only_together(cut, against, house) == []


@pytest.mark.parametrize(("room", "printed"), ROOMS, ids=["pokerstars", "fulltilt"])
def test_a_cut_may_go_through_a_line(room: ModuleType, printed: Callable[..., str]) -> None:
    mine, theirs = texts(room, printed, 4)
    against = whole(room, theirs)
    text = "\n".join(mine)
    for length in range(len(text) // 3, len(text), 7):
        cut = read(room, text[:length].splitlines())
        assert cut is not None
        assert differing(cut, against) == [], text[:length][-80:]


@every
def test_whichever_line_cannot_be_read_the_copy_is_of_the_deal(
    room: ModuleType, printed: Callable[..., str], number: int
) -> None:
    mine, theirs = texts(room, printed, number)
    against = whole(room, theirs)
    house = load(room.FORMAT.name, Game.STUD)
    for at in range(1, len(mine)):
        spoilt = read(room, [*mine[:at], "@@ ### @@", *mine[at + 1 :]])
        assert spoilt is not None
        assert differing(spoilt, against) == [], mine[at]
        if at % 9 == 0:
            assert only_together(spoilt, against, house) == [], mine[at]


@every
def test_the_houses_own_log_and_a_players_text_are_of_one_deal(
    room: ModuleType, printed: Callable[..., str], number: int
) -> None:
    hand = dealt(room, number)
    assert any(isinstance(event, e.Burn) for event in hand.events)
    for lines in texts(room, printed, number):
        text = whole(room, lines)
        assert differing(hand, text) == []
        assert only_together(hand, text, load(room.FORMAT.name, Game.STUD)) == []


@every
def test_a_remark_in_one_copy_is_no_contradiction(room: ModuleType, printed: Callable[..., str], number: int) -> None:
    hand = whole(room, texts(room, printed, number)[0])
    for kind in ("timed_out", "disconnected", "chat"):
        for at in range(len(hand.events)):
            told = with_events(hand, *hand.events[:at], e.Remark(hand.seats[0].number, kind), *hand.events[at:])
            verdicts = [pair.verdict for pair in compare(told, hand)]
            assert verdicts.count(Verdict.ALONE) == 1
            assert len(verdicts) == len(told.events)
            assert not contradict(told, hand)


A, B = e.Fold(1), e.Call(2, 20)


def made(*events: e.Event, records: int = 0, complete: bool = True) -> Hand:
    """A record of these events that writes down everything but `records`."""
    seats = tuple([Seat(number, f"Player {number}", 500) for number in range(1, 5)])
    everything = sum(RECORDS.values()) - SILENCES
    return Hand(Game.STUD, seats, Stakes(), (*events, e.LogEnd(complete)), everything & ~records)


def test_the_missing_tail_stands_in_one_alone() -> None:
    cut, other = made(A, B, complete=False), made(A, B, e.Street(4), e.Check(3), e.Collect(3, 20))
    assert [tuple(pair) for pair in compare(cut, other)] == [
        (0, 0, "same"), (1, 1, "same"), (2, None, "alone"), (None, 2, "alone"), (None, 3, "alone"), (None, 4, "alone"),
        (None, 5, "alone"),
    ]  # fmt: skip


def test_a_record_of_a_kind_that_may_stop_is_compared_as_far_as_it_goes() -> None:
    short = made(A, B)
    short = replaced(short, records=short.records | Records.MAY_STOP)
    assert differing(short, made(A, B, e.Check(3))) == []
    assert differing(short, made(B, A, e.Check(3))) != []
    assert differing(made(A, B), made(A, B, e.Check(3))) == [("", "check 3")]


def test_a_cut_record_with_other_events_contradicts() -> None:
    cut = made(e.Fold(1), e.Call(2, 25), e.Fold(3), complete=False)
    assert differing(cut, made(e.Fold(1), e.Call(2, 20), e.Fold(3), e.Street(4))) == [("call 2 25", "call 2 20")]
    assert differing(cut, made(e.Fold(1), e.Fold(3), e.Street(4))) == [("call 2 25", "")]


NOISE = e.Illegible("@@")


def test_one_line_may_have_what_the_other_hides() -> None:
    other = made(e.Fold(1), e.Call(2, 20), e.Call(3, 20))
    assert differing(made(e.Fold(1), NOISE, e.Call(3, 20)), other) == []
    assert differing(made(NOISE, e.Call(2, 20), e.Call(3, 20)), other) == []
    assert differing(made(e.Fold(1), e.Call(2, 20), e.Call(3, 20), NOISE), other) == []


def test_what_can_be_read_beside_it_may_contradict_all_the_same() -> None:
    other = made(e.Fold(1), e.Call(2, 20), e.Call(3, 20), e.Call(4, 20))
    assert differing(made(e.Fold(1), NOISE, e.Call(3, 25), e.Call(4, 20)), other) == [("call 3 25", "call 3 20")]
    assert differing(made(e.Fold(1), NOISE, e.Call(4, 20), e.Call(2, 20)), other) == [("call 2 20", "")]
    seen, hidden = e.Deal(1, (), (3,)), e.Deal(2, (), (4,))
    spoilt = made(e.Street(3), seen, NOISE, e.Fold(1))
    assert differing(spoilt, made(e.Street(3), seen, hidden, e.Fold(1))) == []
    [(mine, theirs)] = differing(spoilt, made(e.Street(3), e.Deal(1, (), (5,)), hidden, e.Fold(1)))
    assert (mine, theirs) == (seen.words(), e.Deal(1, (), (5,)).words())


def test_a_line_that_neither_can_read_hides_nothing() -> None:
    assert differing(made(A, NOISE), made(A, NOISE)) == []
    assert differing(made(A, NOISE, B), made(A, NOISE)) == [("call 2 20", "")]


def test_what_a_seat_put_in_unread_changes_what_it_has_in_front() -> None:
    other = made(e.Wager(1, 20), e.Wager(2, 40), e.Call(1, 40), e.Call(3, 40))
    assert differing(made(NOISE, e.Wager(2, 40), e.Call(1, 20), e.Call(3, 40)), other) == []
    assert differing(made(NOISE, e.Wager(2, 40), e.Call(1, 20), e.Call(3, 20)), other) == [("call 3 20", "call 3 40")]


def test_an_unread_line_may_change_what_is_taken_from_the_summary() -> None:
    paid = made(A, e.Muck(1), e.Collect(2, 30))
    assert differing(made(NOISE, A, e.Show(1, (8, 9))), paid) == []
    assert differing(made(A, e.Show(1, (8, 9)), e.Collect(2, 30)), paid) == [(e.Show(1, (8, 9)).words(), "muck 1")]
    assert differing(made(NOISE, A, e.Muck(1), e.Collect(2, 25)), paid) == [
        ("collect 2 25 -1 -", "collect 2 30 -1 -"),
    ]


def test_a_card_read_as_of_another_street_is_of_the_seat_all_the_same() -> None:
    streets = made(e.Street(3), e.Deal(1, (), (7,)), e.Street(4), e.Deal(1, (), (8,)))
    assert differing(made(e.Street(3), NOISE, e.Deal(1, (), (8,)), e.Street(4)), streets) == []
    strange = e.Deal(1, (), (9,))
    assert len(differing(made(e.Street(3), NOISE, strange, e.Street(4)), streets)) == 1
    assert len(differing(made(e.Street(3), e.Deal(1, (), (8,)), e.Street(4), e.Deal(1, (), (7,))), streets)) == 2


def test_a_kind_of_log_may_lack_what_it_does_not_record() -> None:
    rest = [e.Return(2, 10), e.Rake(1), e.Collect(2, 30, 0, "whole")]
    lacking = Records.UNCALLED | Records.RAKE | Records.PAYOUT
    assert differing(made(A, B, *rest), made(A, B, records=lacking)) == []
    for event, bit in zip(rest, (Records.UNCALLED, Records.RAKE, Records.PAYOUT), strict=True):
        assert differing(made(A, B, event), made(A, B, records=lacking & ~bit)) == [(event.words(), "")]


def test_logs_of_two_kinds_use_words_and_orders_of_their_own() -> None:
    one = made(e.Ante(1, 5), e.Ante(2, 5), e.Wager(1, 20, "completes"), e.Rake(1, 0), e.Rake(2, 1), e.Show(2, (8, 9)))
    other = made(e.Wager(1, 20, "bets"), e.Ante(2, 5), e.Ante(1, 5), e.Show(2, (9, 8)), e.Rake(3))
    assert differing(one, other) != []
    unordered = replaced(other, records=other.records & ~Records.ANTES_IN_PLACE)
    assert differing(one, unordered) == []
    assert differing(one, with_events(unordered, *unordered.events[:4], e.Rake(4), e.LogEnd(True))) != []


def test_one_log_deals_in_a_line_what_another_deals_card_by_card() -> None:
    line = [e.Street(3), e.Deal(1, (7, UNSEEN), (9,))]
    cards = [e.Street(3), e.Deal(1, (UNSEEN,), ()), e.Deal(1, (8,), ()), e.Deal(1, (), (9,))]
    assert differing(made(*line), made(*cards)) == []
    both = merged(made(*line), made(*cards))
    assert [card for event in both.events if isinstance(event, e.Deal) for card in event.cards] == [7, 8, 9]
    other = [*cards[:2], e.Deal(1, (8,), ()), e.Deal(1, (), (10,))]
    assert differing(made(*line), made(*other)) != []


def test_the_whole_record_is_the_ground_and_the_cut_one_fills_it() -> None:
    cut = made(e.Street(3), e.Deal(1, (7, 8), (9,)), A, complete=False)
    other = made(e.Street(3), e.Deal(1, (UNSEEN, UNSEEN), (9,)), A, B)
    expected = ["street 3", cut.events[1].words(), "fold 1", "call 2 20", "end"]
    assert [event.words() for event in merged(cut, other).events] == expected
    burning = replaced(cut, records=cut.records | Records.BURNS)
    plain = replaced(other, records=other.records & ~Records.BURNS)
    assert not merged(burning, plain).records & Records.BURNS


@pytest.mark.parametrize("complete", [True, False], ids=["whole", "cut"])
def test_comparing_is_bounded_work(complete: bool) -> None:
    one = made(*[e.Fold(at % 2 + 1) for at in range(9_999)], complete=complete)
    other = made(*[e.Fold(at % 3 + 1) for at in range(9_999)], complete=complete)
    aligner = Aligner(Side(one), Side(other))
    pairs = aligner.beside(range(10_000), range(10_000))
    assert aligner.comparisons <= MOST_WAYS + 6 * 10_000
    assert {pair.one for pair in pairs if pair.one is not None} == set(range(10_000))
    assert {pair.other for pair in pairs if pair.other is not None} == set(range(10_000))
    assert contradict(one, other)


def test_many_streets_share_the_bound() -> None:
    mine = [event for street in range(90) for event in (e.Street(street), *[e.Fold(1), e.Check(2)] * 40)]
    theirs = [event for street in range(90) for event in (e.Street(street), *[e.Check(2), e.Fold(1)] * 40)]
    one, other = made(*mine), made(*theirs)
    aligner = Aligner(Side(one), Side(other))
    for begin in range(0, len(mine), 81):
        aligner.beside(range(begin, begin + 81), range(begin, begin + 81))
    assert aligner.comparisons <= MOST_WAYS + 6 * len(mine)
    assert len(differing(one, other)) >= 90
