"""The acts of people on findings, such as to dismiss a finding, and the reason and comment that each act needs."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from auditor.triage.states import DECIDED, State

SHORTEST_COMMENT: Final = 10
LONGEST_COMMENT: Final = 2_000


class Act(StrEnum):
    """An act of a person on a finding, such as to confirm the finding or to assign it to an account. `AGREE`,
    `DISAGREE` and `WITHDRAW` are acts on a proposal: a dismissal or an acceptance that waits for a second person.
    """

    CONFIRM = "confirm"
    DISMISS = "dismiss"
    ACCEPT = "accept"
    REOPEN = "reopen"
    ASSIGN = "assign"
    AGREE = "agree"
    DISAGREE = "disagree"
    WITHDRAW = "withdraw"


# The names under which the database stores a proposed dismissal and a proposed acceptance. If the amount of a finding
# is large, one person can only propose a dismissal or an acceptance, and a second person must agree. The proposal does
# not change the state of the finding.
PUT_FORWARD: Final = "put forward"
PUT_ACCEPTANCE_FORWARD: Final = "put acceptance forward"
PUTS_FORWARD: Final[Mapping[Act, str]] = {Act.DISMISS: PUT_FORWARD, Act.ACCEPT: PUT_ACCEPTANCE_FORWARD}

# The acts on a decision that needs two people. Only the person who did such an act may undo it.
OF_TWO: Final = (*PUTS_FORWARD.values(), Act.AGREE, Act.DISAGREE, Act.WITHDRAW)


class BadWish(ValueError):
    """Raised for an act that cannot be done. The message is one sentence that says why."""


@dataclass(frozen=True, slots=True)
class Wish:
    """The act that a person wants to do on a finding or on a stored selection of findings.

    - `until` is the last day of an acceptance. An acceptance with `this_house` ends when the rules of the house change.
    - `assignee` is the name of the account to which the finding is assigned. If it is empty, the finding is assigned to
      nobody.
    - `of` is the number of the waiting proposal to which the person agrees or disagrees. For a selection, `of` may be
      `None`: the selection itself stores which proposals were waiting when the person made the selection.
    """

    act: Act
    reason: str = ""
    comment: str = ""
    until: dt.date | None = None
    this_house: bool = False
    assignee: str = ""
    of: int | None = None


@dataclass(frozen=True, slots=True)
class Waiting:
    """A dismissal or an acceptance that one person (`by`) proposed and that waits for a second person. `fresh` is true
    if another person can still agree: the evidence of the finding has not changed since the proposal, and the last day
    of a proposed acceptance is not over.
    """

    by: str
    fresh: bool


# The reasons that a person can choose for each act, with the comment that is used if the person types none. An act that
# is missing here needs no reason.
REASONS: Final[Mapping[Act, Mapping[str, str]]] = {
    Act.DISMISS: {
        "engine wrong": "The auditor judged this wrongly.",
        "record misread": "The auditor misread the log.",
        "not a violation": "The play was lawful.",
    },
    Act.ACCEPT: {
        "the house tolerates it": "The house tolerates this for the time being.",
        "the room is mending it": "The room knows about the problem and is correcting it.",
        "settled with the players": "This was settled with the players.",
    },
    Act.DISAGREE: {
        "the finding stands": "After another look, the finding is correct.",
        "not explained": "The reason that the proposal names does not explain what the log says.",
    },
}

# The new state of the finding after each act. An act that is missing here, such as `ASSIGN`, does not change the state.
# `AGREE` leads to the proposed state. This table has the state for a proposed dismissal; for a proposed acceptance, the
# state is accepted.
BECOMES: Final[Mapping[Act, State]] = {
    Act.CONFIRM: State.CONFIRMED,
    Act.DISMISS: State.DISMISSED,
    Act.ACCEPT: State.ACCEPTED,
    Act.REOPEN: State.OPEN,
    Act.AGREE: State.DISMISSED,
}

# For each act, the states of a finding in which a page offers the act. A decided finding can be decided again, for
# example after its evidence changed. A closed finding can only be assigned: it opens by itself when a run finds it
# again.
OFFERED: Final[Mapping[Act, frozenset[State]]] = {
    Act.CONFIRM: frozenset({State.OPEN, *DECIDED}),
    Act.DISMISS: frozenset({State.OPEN, *DECIDED}),
    Act.ACCEPT: frozenset({State.OPEN, *DECIDED}),
    Act.REOPEN: frozenset(DECIDED),
    Act.ASSIGN: frozenset(State),
    **dict.fromkeys((Act.AGREE, Act.DISAGREE, Act.WITHDRAW), frozenset({State.OPEN, *DECIDED})),
}


def offered(state: State, waiting: Waiting | None = None, by: str = "") -> tuple[Act, ...]:
    """Returns the acts that the person `by` may choose on a finding in this state. `waiting` is the proposal about the
    finding that waits for a second person, or `None`.
    """
    return tuple([act for act in Act if state in OFFERED[act] and _goes_with(act, waiting, by)])


def _goes_with(act: Act, waiting: Waiting | None, by: str) -> bool:
    """Whether the proposal `waiting` about the finding lets the person `by` choose this act. `waiting` is `None` if
    there is no proposal.

    Only another person may agree or disagree, and only while the proposal is fresh. The person who made the proposal
    may withdraw it. If the proposal is not fresh any more, anybody may withdraw it or make a new one.
    """
    match act:
        case Act.AGREE | Act.DISAGREE:
            return waiting is not None and waiting.fresh and waiting.by != by
        case Act.WITHDRAW:
            return waiting is not None and (waiting.by == by or not waiting.fresh)
        case Act.DISMISS | Act.ACCEPT:
            return waiting is None or not waiting.fresh
    return True


def insist(wish: Wish, today: dt.date) -> None:
    """Checks an act before it is done. `today` is the present day. Raises `BadWish` if the reason, the comment or
    another detail of the act is missing or does not fit the act.
    """
    reasons = REASONS.get(wish.act, {})
    description = _DESCRIPTIONS.get(wish.act, f"{wish.act} a finding")
    if reasons and wish.reason not in reasons:
        raise BadWish(f"To {description}, choose one of these reasons: {', '.join(reasons)}.")
    if wish.reason and not reasons:
        raise BadWish(f"This act has no list of reasons. To {description}, write your reason as a comment.")
    written = len(wish.comment.strip())
    if reasons and written < SHORTEST_COMMENT:
        raise BadWish(
            f"To {description}, explain why in a comment of at least {SHORTEST_COMMENT} characters; your comment has"
            f" {written}."
        )
    if written > LONGEST_COMMENT:
        raise BadWish(
            f"The comment has {written:,} characters. Shorten the comment to {LONGEST_COMMENT:,} characters or fewer."
        )
    _insist_on_an_end(wish, description, today)
    if wish.assignee and wish.act is not Act.ASSIGN:
        raise BadWish("Assign the finding in a separate step.")


# The words for acts on a proposal in an error message, as in "To agree to a proposal, ...". For all other acts, the
# value of the act is used, as in "To confirm a finding, ...".
_DESCRIPTIONS: Final[Mapping[Act, str]] = {
    Act.AGREE: "agree to a proposal",
    Act.DISAGREE: "disagree with a proposal",
    Act.WITHDRAW: "withdraw a proposal",
}


def _insist_on_an_end(wish: Wish, description: str, today: dt.date) -> None:
    ends = (wish.until is not None) + wish.this_house
    if wish.act is not Act.ACCEPT:
        if ends:
            raise BadWish(f"Only an acceptance can have an end. To {description}, remove the end.")
        return
    if ends != 1:
        raise BadWish(
            "An acceptance ends after a day that you choose, or when the house rules change. Choose one of"
            " these two ends."
        )
    if wish.until is not None and wish.until < today:
        raise BadWish(f"An acceptance cannot end on {wish.until}, because this day is in the past. Choose a later day.")
