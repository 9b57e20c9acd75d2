import datetime as dt

import pytest

from auditor.triage.acts import REASONS, SHORTEST_COMMENT, Act, BadWish, Waiting, Wish, insist, offered
from auditor.triage.states import State

TODAY = dt.date(2030, 5, 2)
WHY = "as the floor said"


def accept(until: dt.date | None = None, *, this_house: bool = False) -> Wish:
    return Wish(Act.ACCEPT, "the house tolerates it", WHY, until, this_house)


@pytest.mark.parametrize(
    "wish",
    [
        Wish(Act.CONFIRM),
        Wish(Act.CONFIRM, comment="yes"),
        Wish(Act.DISMISS, "not a violation", WHY),
        accept(until=TODAY),
        accept(this_house=True),
        Wish(Act.REOPEN),
        Wish(Act.ASSIGN, assignee="alice"),
        Wish(Act.ASSIGN),
        Wish(Act.AGREE),
        Wish(Act.DISAGREE, "the finding stands", WHY),
        Wish(Act.WITHDRAW),
    ],
)
def test_what_has_its_words_is_done(wish: Wish) -> None:
    insist(wish, TODAY)


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (Wish(Act.DISMISS, "", WHY), "choose one of these reasons: engine wrong, record misread, not a violation"),
        (Wish(Act.DISMISS, "the house tolerates it", WHY), "choose one of these reasons"),
        (Wish(Act.DISMISS, "engine wrong", "too short "), "at least 10 characters; your comment has 9"),
        (Wish(Act.DISMISS, "engine wrong", WHY, until=TODAY), "To dismiss a finding, remove the end"),
        (Wish(Act.DISAGREE), "To disagree with a proposal, choose one of these reasons: the finding stands, not expl"),
        (Wish(Act.AGREE, "engine wrong"), "no list of reasons. To agree to a proposal, write"),
        (Wish(Act.WITHDRAW, until=TODAY), "To withdraw a proposal, remove the end"),
        (Wish(Act.CONFIRM, "engine wrong"), "This act has no list of reasons"),
        (Wish(Act.CONFIRM, comment="x" * 2_001), r"has 2,001 characters\. Shorten the comment to 2,000"),
        (Wish(Act.CONFIRM, assignee="alice"), "in a separate step"),
        (accept(), "Choose one"),
        (accept(until=TODAY, this_house=True), "Choose one"),
        (accept(until=dt.date(2030, 5, 1)), "cannot end on 2030-05-01, because this day is in the past"),
    ],
)
def test_what_lacks_a_word_is_refused_in_a_sentence(wish: Wish, said: str) -> None:
    with pytest.raises(BadWish, match=said):
        insist(wish, TODAY)


def test_ready_comments_are_long_enough() -> None:
    for act, reasons in REASONS.items():
        for reason, comment in reasons.items():
            assert len(comment) >= SHORTEST_COMMENT
            insist(Wish(act, reason, comment, this_house=act is Act.ACCEPT), TODAY)


def test_what_is_offered_where() -> None:
    decided = (Act.CONFIRM, Act.DISMISS, Act.ACCEPT, Act.REOPEN, Act.ASSIGN)
    assert offered(State.OPEN) == (Act.CONFIRM, Act.DISMISS, Act.ACCEPT, Act.ASSIGN)
    assert offered(State.CONFIRMED) == offered(State.DISMISSED) == offered(State.ACCEPTED) == decided
    assert offered(State.CLOSED) == (Act.ASSIGN,)


@pytest.mark.parametrize(
    ("fresh", "by", "acts"),
    [
        (True, "bob", {Act.AGREE, Act.DISAGREE}),
        (False, "bob", {Act.DISMISS, Act.ACCEPT, Act.WITHDRAW}),
        (True, "alice", {Act.WITHDRAW}),
        (False, "alice", {Act.DISMISS, Act.ACCEPT, Act.WITHDRAW}),
    ],
)
def test_what_is_offered_on_a_dismissal_that_alice_put_forward(*, fresh: bool, by: str, acts: set[Act]) -> None:
    waiting = Waiting("alice", fresh)
    assert set(offered(State.OPEN, waiting, by)) == {Act.CONFIRM, Act.ASSIGN} | acts
    assert offered(State.CLOSED, waiting, by) == (Act.ASSIGN,)
