"""The acts of people on findings, and the words that each act needs."""

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


# The act of a dismissal that needs a second person: it waits, and decides nothing yet.
PUT_FORWARD: Final = "put forward"

# The acts of a dismissal that takes two people. Each acts for himself: nobody undoes the act of the other.
OF_TWO: Final = (PUT_FORWARD, Act.AGREE, Act.DISAGREE, Act.WITHDRAW)


class BadWish(ValueError):
    """The wish cannot be fulfilled; the text is one sentence that says why."""


@dataclass(frozen=True, slots=True)
class Wish:
    """The wish of a person: the act, and the words it needs.

    An acceptance holds up to and including the day `until`, or as long as the house is the one that judges now
    (`this_house`). `assignee` is an account's name; empty for nobody. Whoever agrees or disagrees names the dismissal
    `of` that number; on a selection, that is the one that waited when the selection was made.
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
    """A dismissal that somebody put forward and that waits for a second person. `fresh` where the evidence of the
    finding is the same as then.
    """

    by: str
    fresh: bool


# The reasons that each act offers, each with the comment that is used where nobody types another; an act that is
# missing here needs none.
REASONS: Final[Mapping[Act, Mapping[str, str]]] = {
    Act.DISMISS: {
        "engine wrong": "The auditor judged this wrongly.",
        "record misread": "The log was read otherwise than it was meant.",
        "not a violation": "What was done there was in order.",
    },
    Act.ACCEPT: {
        "the house tolerates it": "The house tolerates this for the time being.",
        "the room is mending it": "The room knows of this and is mending it.",
        "settled with the players": "This was settled with the players.",
    },
    Act.DISAGREE: {
        "the finding stands": "Looked at once more: what was found is so.",
        "not explained": "The reason to dismiss it does not explain the log.",
    },
}

# The state that each act gives a finding; the other acts leave the state alone.
BECOMES: Final[Mapping[Act, State]] = {
    Act.CONFIRM: State.CONFIRMED,
    Act.DISMISS: State.DISMISSED,
    Act.ACCEPT: State.ACCEPTED,
    Act.REOPEN: State.OPEN,
    Act.AGREE: State.DISMISSED,
}

# The states in which each act is offered. A decision may be made again: that answers a flag. A closed finding opens by
# itself when it is found again, and until then there is nothing to decide.
OFFERED: Final[Mapping[Act, frozenset[State]]] = {
    Act.CONFIRM: frozenset({State.OPEN, *DECIDED}),
    Act.DISMISS: frozenset({State.OPEN, *DECIDED}),
    Act.ACCEPT: frozenset({State.OPEN, *DECIDED}),
    Act.REOPEN: frozenset(DECIDED),
    Act.ASSIGN: frozenset(State),
    **dict.fromkeys((Act.AGREE, Act.DISAGREE, Act.WITHDRAW), frozenset({State.OPEN, *DECIDED})),
}


def offered(state: State, waiting: Waiting | None = None, by: str = "") -> tuple[Act, ...]:
    """The acts that this person may choose on a finding in that state, whose dismissal is `waiting` or not."""
    return tuple([act for act in Act if state in OFFERED[act] and _goes_with(act, waiting, by)])


def _goes_with(act: Act, waiting: Waiting | None, by: str) -> bool:
    """Whether an act fits a waiting dismissal: nobody is his own second person, and anybody may withdraw or renew a
    dismissal that nobody can agree to any more.
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
    """Raises `BadWish` where the words that the act needs are missing or do not fit each other."""
    reasons = REASONS.get(wish.act, {})
    told = _TOLD.get(wish.act, f"{wish.act} a finding")
    if reasons and wish.reason not in reasons:
        raise BadWish(f"To {told}, choose one of the reasons: {', '.join(reasons)}.")
    if wish.reason and not reasons:
        raise BadWish(f"To {told}, no reason is chosen from a list; write it as a comment.")
    written = len(wish.comment.strip())
    if reasons and written < SHORTEST_COMMENT:
        raise BadWish(
            f"To {told}, say why in a comment of at least {SHORTEST_COMMENT} characters; this one has {written}."
        )
    if written > LONGEST_COMMENT:
        raise BadWish(f"The comment has {written:,} characters; at most {LONGEST_COMMENT:,} are kept.")
    _insist_on_an_end(wish, told, today)
    if wish.assignee and wish.act is not Act.ASSIGN:
        raise BadWish("Assigning is an act of its own; do it before or after.")


# The words for acts that are about a dismissal that was put forward.
_TOLD: Final[Mapping[Act, str]] = {
    Act.AGREE: "agree to a dismissal",
    Act.DISAGREE: "disagree with a dismissal",
    Act.WITHDRAW: "take a dismissal back",
}


def _insist_on_an_end(wish: Wish, told: str, today: dt.date) -> None:
    ends = (wish.until is not None) + wish.this_house
    if wish.act is not Act.ACCEPT:
        if ends:
            raise BadWish(f"Only an acceptance ends by itself; to {told} needs no end.")
        return
    if ends != 1:
        raise BadWish("An acceptance holds either until a day or as long as the house stays as it is; choose one.")
    if wish.until is not None and wish.until < today:
        raise BadWish(f"An acceptance cannot end on {wish.until}, which is over.")
