"""The acts of people on findings, and the reason and comment that each act needs."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from auditor.triage.states import DECIDED, State

SHORTEST_COMMENT: Final = 10
LONGEST_COMMENT: Final = 2_000


class Act(StrEnum):
    """An act of a person on a finding."""

    CONFIRM = "confirm"
    DISMISS = "dismiss"
    ACCEPT = "accept"
    REOPEN = "reopen"
    ASSIGN = "assign"
    AGREE = "agree"
    DISAGREE = "disagree"
    WITHDRAW = "withdraw"


# The act of a person who proposes a dismissal that needs a second person. The dismissal waits and does not change the
# finding yet.
PUT_FORWARD: Final = "put forward"

# The acts of a dismissal that needs two people. Each person acts separately: nobody undoes the act of the other.
OF_TWO: Final = (PUT_FORWARD, Act.AGREE, Act.DISAGREE, Act.WITHDRAW)


class BadWish(ValueError):
    """An act that cannot be done. The message is one sentence with the reason."""


@dataclass(frozen=True, slots=True)
class Wish:
    """The act that a person wants to do, and its reason, comment and other details.

    An acceptance ends after the day `until`, or when the house changes (`this_house`). `assignee` is the name of an
    account; empty for nobody. If the act agrees or disagrees with a dismissal, `of` is the number of that dismissal. In
    a selection, that is the dismissal that waited when the selection was made.
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
    """A dismissal that one person (`by`) proposed and that waits for a second person. `fresh` is true if the evidence
    of the finding has not changed since.
    """

    by: str
    fresh: bool


# The reasons that each act offers. Each has a default comment for people who type none. An act that is missing here
# needs no reason.
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
        "not explained": "The reason to dismiss it does not explain the log.",
    },
}

# The state of a finding after each act. The other acts do not change the state.
BECOMES: Final[Mapping[Act, State]] = {
    Act.CONFIRM: State.CONFIRMED,
    Act.DISMISS: State.DISMISSED,
    Act.ACCEPT: State.ACCEPTED,
    Act.REOPEN: State.OPEN,
    Act.AGREE: State.DISMISSED,
}

# The states in which each act is offered. A decision may be made again, which answers a flag for another review. A
# closed finding is not offered a decision: it opens by itself when a run finds it again.
OFFERED: Final[Mapping[Act, frozenset[State]]] = {
    Act.CONFIRM: frozenset({State.OPEN, *DECIDED}),
    Act.DISMISS: frozenset({State.OPEN, *DECIDED}),
    Act.ACCEPT: frozenset({State.OPEN, *DECIDED}),
    Act.REOPEN: frozenset(DECIDED),
    Act.ASSIGN: frozenset(State),
    **dict.fromkeys((Act.AGREE, Act.DISAGREE, Act.WITHDRAW), frozenset({State.OPEN, *DECIDED})),
}


def offered(state: State, waiting: Waiting | None = None, by: str = "") -> tuple[Act, ...]:
    """Returns the acts that the person `by` may choose on a finding in this state. `waiting` is the proposed dismissal
    of the finding, if any.
    """
    return tuple([act for act in Act if state in OFFERED[act] and _goes_with(act, waiting, by)])


def _goes_with(act: Act, waiting: Waiting | None, by: str) -> bool:
    """Whether the act fits a proposed dismissal. Nobody may be the second person for his own proposal. If the evidence
    changed, nobody can agree any more; then anybody may withdraw or renew the proposal.
    """
    match act:
        case Act.AGREE | Act.DISAGREE:
            return waiting is not None and waiting.fresh and waiting.by != by
        case Act.WITHDRAW:
            return waiting is not None and (waiting.by == by or not waiting.fresh)
        case Act.DISMISS:
            return waiting is None or not waiting.fresh
    return True


def insist(wish: Wish, today: dt.date) -> None:
    """Raises `BadWish` if the reason, the comment or another detail is missing or does not fit the act."""
    reasons = REASONS.get(wish.act, {})
    description = _DESCRIPTIONS.get(wish.act, f"{wish.act} a finding")
    if reasons and wish.reason not in reasons:
        raise BadWish(f"To {description}, choose one of the reasons: {', '.join(reasons)}.")
    if wish.reason and not reasons:
        raise BadWish(f"To {description}, no reason is chosen from a list; write it as a comment.")
    written = len(wish.comment.strip())
    if reasons and written < SHORTEST_COMMENT:
        raise BadWish(
            f"To {description}, say why in a comment of at least {SHORTEST_COMMENT} characters; this one has {written}."
        )
    if written > LONGEST_COMMENT:
        raise BadWish(f"The comment has {written:,} characters; at most {LONGEST_COMMENT:,} are kept.")
    _insist_on_an_end(wish, description, today)
    if wish.assignee and wish.act is not Act.ASSIGN:
        raise BadWish("Assign the finding in a separate step.")


# The words for acts on a proposed dismissal.
_DESCRIPTIONS: Final[Mapping[Act, str]] = {
    Act.AGREE: "agree to a dismissal",
    Act.DISAGREE: "disagree with a dismissal",
    Act.WITHDRAW: "take a dismissal back",
}


def _insist_on_an_end(wish: Wish, description: str, today: dt.date) -> None:
    ends = (wish.until is not None) + wish.this_house
    if wish.act is not Act.ACCEPT:
        if ends:
            raise BadWish(f"Only an acceptance ends by itself; to {description} needs no end.")
        return
    if ends != 1:
        raise BadWish("An acceptance ends after a chosen day, or when the house changes; choose one of these ends.")
    if wish.until is not None and wish.until < today:
        raise BadWish(f"An acceptance cannot end on {wish.until}, which is in the past.")
