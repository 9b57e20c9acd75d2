"""The ledger over random lives of a case, against a second way to keep it."""

from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from auditor.disputes.ledger import (
    BadPosting,
    Kind,
    Movement,
    Posting,
    balances,
    checked,
    in_force,
    opening,
    payment,
    replaced,
    reversal,
    waiver,
)
from auditor.disputes.outcomes import Outcome
from auditor.disputes.rulings import HOUSE, ExGratia, Fact, Line, RuleBasis, Ruling
from auditor.disputes.rulings import checked as checked_ruling
from tests.disputes.second_fold import Book, Counted

PARTIES = (HOUSE, "seat 1", "seat 2", "seat 5")
BASIS = RuleBasis("The odd chip goes to high.", "odd.halves", "roberts", "ab" * 32, "stated")


def ruling(amounts: dict[str, int], extra: int = 0) -> Ruling:
    lines = tuple([Line(party, amount, amount) for party, amount in amounts.items()])
    extras = (ExGratia("seat 1", extra, "for the long wait"),) if extra else ()
    return Ruling(Outcome.UPHELD, (Fact("The log shows it."),), BASIS, lines, "USD", 2, extras)


@st.composite
def rulings(draw: st.DrawFn) -> Ruling:
    amounts = {party: draw(st.integers(-200, 200)) for party in PARTIES[1:]}
    amounts[HOUSE] = -sum(amounts.values())
    return checked_ruling(ruling(amounts, draw(st.sampled_from((0, 0, 25)))))


STEPS = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(("pay", "waive")), st.integers(0, 3), st.integers(0, 3), st.integers(1, 240)),
        st.tuples(st.just("reverse"), st.integers(1, 8), st.just(0), st.just(0)),
        st.tuples(st.just("correct"), rulings(), st.just(0), st.just(0)),
    ),
    min_size=4,
    max_size=24,
)


def live(first: Ruling, steps: Sequence[tuple[object, ...]]) -> int:
    """Lives the life of a case in both books, and returns the number of acts that both took."""
    postings = list(opening(first))
    book = Book(first.amounts())
    taken = 0
    for act, one, two, amount in steps:
        before = len(postings)
        if act == "correct":
            assert isinstance(one, Ruling)
            emptied, postings_of_new = replaced(postings, one)
            assert not balances([*postings, *emptied])
            assert all(checked(each) for each in emptied)
            renumber(book, postings, postings_of_new)
            book.due = one.amounts()
            postings = list(postings_of_new)
            taken += 1
        else:
            do(str(act), one, two, amount, postings, book)
            taken += len(postings) - before
        assert [sum(checked(each).entries.values()) for each in postings] == [0] * len(postings)
        assert sum(balances(postings).values()) == 0
        assert balances(postings) == book.open_amounts()
        assert [each.number for each in postings] == list(range(1, len(postings) + 1))
    return taken


def do(act: str, one: object, two: object, amount: object, postings: list[Posting], book: Book) -> None:
    """Does a payment, a waiver or a reversal. The second book says by itself whether the act is possible."""
    assert isinstance(one, int)
    assert isinstance(two, int)
    assert isinstance(amount, int)
    if act == "reverse":
        move = book.moves.get(one)
        if move is None or not move.counts:
            with pytest.raises(BadPosting):
                reversal(postings, one, "booked by mistake")
            return
        postings.append(reversal(postings, one, "booked by mistake"))
        move.counts = False
        return
    giver, taker = PARTIES[one], PARTIES[two]
    movement = Movement(giver, taker, amount)
    is_possible = -book.open_amount(giver) >= amount and book.open_amount(taker) >= amount
    if not is_possible:
        with pytest.raises(BadPosting, match="The amount is too much"):
            payment(postings, movement, "R-1")
        return
    postings.append(payment(postings, movement, "R-1") if act == "pay" else waiver(postings, movement, "not wanted"))
    book.moves[postings[-1].number] = Counted(giver, taker, amount, act == "pay")


def renumber(book: Book, old: Sequence[Posting], new: Sequence[Posting]) -> None:
    """The payments that go on have other numbers in the new ledger, in the same order."""
    book.rule({})
    carried = [each.number for each in new if each.kind is Kind.CARRIED]
    assert len(carried) == len(book.moves)
    book.moves = dict(zip(carried, book.moves.values(), strict=True))


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(rulings(), STEPS)
def test_every_sum_is_zero_and_every_balance_is_that_of_a_second_book(
    first: Ruling, steps: list[tuple[object, ...]]
) -> None:
    live(first, steps)


@pytest.mark.campaign
def test_ten_thousand_lives() -> None:
    acts = 0

    @settings(max_examples=10_000, suppress_health_check=list(HealthCheck))
    @given(rulings(), STEPS)
    def lives(first: Ruling, steps: list[tuple[object, ...]]) -> None:
        nonlocal acts
        acts += live(first, steps)

    lives()
    assert acts > 10_000
    print(f"{acts:,} acts in 10,000 lives, every sum zero and every balance as the second book has it")


def test_a_ruling_that_is_corrected_after_the_payment_leaves_the_rest_to_be_paid_back() -> None:
    paid = list(opening(ruling({HOUSE: -500, "seat 1": 500})))
    paid.append(payment(paid, Movement(HOUSE, "seat 1", 500), "receipt 12"))
    assert not balances(paid)
    emptied, new = replaced(paid, ruling({HOUSE: -300, "seat 1": 300}))
    assert balances([*paid, *emptied]) == {}
    assert balances(new) == {HOUSE: 200, "seat 1": -200}
    assert [each.reference for each in in_force(new)] == ["", "receipt 12"]
    back = [*new, payment(new, Movement("seat 1", HOUSE, 200), "receipt 13")]
    assert not balances(back)


def test_a_reversal_is_made_once_and_never_of_the_settlement_itself() -> None:
    postings = [*opening(ruling({HOUSE: -500, "seat 1": 500}, 25))]
    postings.append(payment(postings, Movement(HOUSE, "seat 1", 525), "receipt 1"))
    postings.append(reversal(postings, 3, "the payment bounced"))
    assert balances(postings) == {HOUSE: -525, "seat 1": 525}
    for number, words in (
        (1, 'is "owed"'),
        (2, 'is "ex gratia"'),
        (3, "already"),
        (4, 'is "reversed"'),
        (9, "no post"),
    ):
        with pytest.raises(BadPosting, match=words):
            reversal(postings, number, "again")
    with pytest.raises(BadPosting, match="reason"):
        reversal(postings, 3, " ")
    with pytest.raises(BadPosting, match="reference"):
        payment(postings, Movement(HOUSE, "seat 1", 1), "")
