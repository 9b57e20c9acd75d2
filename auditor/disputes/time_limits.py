"""Whether a claim is in time, under the rule of the house that says when the right to dispute a hand ends.

The house answers the question `dispute.deadline`. Often the log does not show the moment that the rule names. Then the
result is `NOT_VERIFIABLE`: a person has to decide.
"""

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from auditor.disputes.claims import Subject
from auditor.engine.house.choices import DisputeDeadline

# How long a hand can be disputed that ended just before a break, in houses that follow the TDA.
BEFORE_A_BREAK: Final = dt.timedelta(minutes=1)


class Verdict(StrEnum):
    """The result: the claim was made in time, or too late, or the log does not show enough."""

    IN_TIME = "in time"
    OUT_OF_TIME = "out of time"
    NOT_VERIFIABLE = "not verifiable"


@dataclass(frozen=True, slots=True)
class Sequence:
    """The times that a log shows about a hand and the hands after it at the same table, all in UTC. A time is `None` if
    the log does not show it, or if there is no later hand.

    - `paid_at`: the pot was awarded.
    - `next_began_at`: the next hand began. It is `None` if a hand may be missing between the two.
    - `later_began_at`: a later hand began, so the next hand had begun by then, even if a hand is missing in between.
    - `next_acted_at`: there was substantial action in the next hand.
    - `after_next_began_at`: a hand after the next hand began, so the action in the next hand was certainly over.
    - `break_followed`: whether a break began after the hand.
    """

    paid_at: dt.datetime | None = None
    next_began_at: dt.datetime | None = None
    later_began_at: dt.datetime | None = None
    next_acted_at: dt.datetime | None = None
    after_next_began_at: dt.datetime | None = None
    break_followed: bool | None = None


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """Whether a claim is in time. `sentence` explains the verdict. `ended_at` is the time when the right to dispute the
    hand ended; it is `None` if that time is unknown, or if the right does not end.
    """

    verdict: Verdict
    sentence: str
    ended_at: dt.datetime | None = None


def time_limit(
    deadline: DisputeDeadline, subject: Subject, raised_at: dt.datetime | None, sequence: Sequence
) -> TimeLimit:
    """Returns whether a claim is in time.

    `deadline` is the answer of the house to `dispute.deadline`. `raised_at` is the time in UTC at which the player
    first disputed the hand, at the table or later. It is `None` if nobody knows this time.
    """
    if deadline is DisputeDeadline.ANY_TIME:
        return TimeLimit(Verdict.IN_TIME, "The house sets no time after which a hand cannot be disputed.")
    if raised_at is None:
        return _unclear("Nobody noted when the player first disputed the hand.")
    if deadline is DisputeDeadline.NEXT_HAND:
        return _until_next_hand(raised_at, sequence)
    if sequence.break_followed:
        return _before_a_break(raised_at, sequence)
    if subject is Subject.SUM:
        return _until_action(raised_at, sequence)
    return _unless_break(_until_next_hand(raised_at, sequence), raised_at, sequence)


def _until_next_hand(raised_at: dt.datetime, sequence: Sequence) -> TimeLimit:
    end, later = sequence.next_began_at, sequence.later_began_at
    if end is None and later is not None and raised_at >= later:
        sentence = f"The next hand had begun by {_time(later)}, when a later hand began. The claim was made later."
        return TimeLimit(Verdict.OUT_OF_TIME, sentence)
    if end is None:
        return _unclear("The log does not show when the next hand at this table began.")
    return _ends(raised_at, end, "the next hand began")


def _until_action(raised_at: dt.datetime, sequence: Sequence) -> TimeLimit:
    """A mistake in the sum of a pot can be disputed until there was substantial action in the next hand."""
    if sequence.next_acted_at is not None:
        found = _ends(raised_at, sequence.next_acted_at, "there was substantial action in the next hand")
        return _unless_break(found, raised_at, sequence)
    began, later = sequence.next_began_at, sequence.after_next_began_at
    if began is not None and raised_at < began:
        found = TimeLimit(Verdict.IN_TIME, f"The claim was made before the next hand began at {_time(began)}.")
        return _unless_break(found, raised_at, sequence)
    if later is not None and raised_at >= later:
        sentence = f"The action in the next hand was over when a hand after it began at {_time(later)}."
        return TimeLimit(Verdict.OUT_OF_TIME, f"{sentence} The claim was made later.")
    return _unclear("The log does not show when there was substantial action in the next hand.")


def _before_a_break(raised_at: dt.datetime, sequence: Sequence) -> TimeLimit:
    if sequence.paid_at is None:
        return _unclear("The hand ended before a break, and the log does not show when the pot was awarded.")
    end = sequence.paid_at + BEFORE_A_BREAK
    return _ends(raised_at, end, "one minute had passed after the pot was awarded before a break")


def _unless_break(found: TimeLimit, raised_at: dt.datetime, sequence: Sequence) -> TimeLimit:
    """If the hand ended before a break, the right ended after one minute. So a claim that came later than one minute is
    in time only if there was no break.
    """
    if found.verdict is not Verdict.IN_TIME or sequence.break_followed is False:
        return found
    if sequence.paid_at is not None and raised_at <= sequence.paid_at + BEFORE_A_BREAK:
        return found
    return _unclear("The log does not show whether a break followed the hand, and how long after the pot was awarded.")


def _ends(raised_at: dt.datetime, end: dt.datetime, words: str) -> TimeLimit:
    if raised_at < end:
        return TimeLimit(Verdict.IN_TIME, f"The claim was made before {words} at {_time(end)}.", end)
    late = round((raised_at - end).total_seconds())
    sentence = f"The right to dispute the hand ended when {words} at {_time(end)}."
    return TimeLimit(Verdict.OUT_OF_TIME, f"{sentence} The claim came {late:,} seconds later.", end)


def _unclear(sentence: str) -> TimeLimit:
    return TimeLimit(Verdict.NOT_VERIFIABLE, f"{sentence} A person has to decide whether the claim is in time.")


def _time(when: dt.datetime) -> str:
    return f"{when.astimezone(dt.UTC):%Y-%m-%d %H:%M:%S} UTC"
