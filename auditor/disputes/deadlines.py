"""When a case is due. The clock of a case pauses while the desk waits for evidence."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from auditor.disputes.states import UNDECIDED, State

# The longest times that a venue may set. They are the outer limits of UK regulation: 90 days from a complete file.
MOST_HOURS: Final = 24 * 7
MOST_DAYS: Final = 90


@dataclass(frozen=True, slots=True)
class Policy:
    """The times that a venue allows: hours until a claim is acknowledged (admitted or declined), and days until a case
    is decided. Raises `ValueError` for a time that no venue may set.
    """

    acknowledge_hours: int = 24
    decide_days: int = 14

    def __post_init__(self) -> None:
        if not 1 <= self.acknowledge_hours <= MOST_HOURS:
            raise ValueError(f"The time to acknowledge a claim is 1 to {MOST_HOURS} hours.")
        if not 1 <= self.decide_days <= MOST_DAYS:
            raise ValueError(f"The time to decide a case is 1 to {MOST_DAYS} days.")


@dataclass(frozen=True, slots=True)
class Moment:
    """A change of a case to another state, at a time in UTC."""

    at: dt.datetime
    to: State


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a case.

    - `due_at` is the time until which the case must be decided. It is `None` if no decision is due.
    - `acknowledge_by` is the time until which a received claim must be acknowledged. It is `None` in other states.
    - `paused_at` is the begin of the pause that still lasts. It is `None` if the clock is not paused.
    - `paused` is the length of all pauses that have ended, since the clock was last started.
    """

    due_at: dt.datetime | None = None
    acknowledge_by: dt.datetime | None = None
    paused_at: dt.datetime | None = None
    paused: dt.timedelta = dt.timedelta()

    def is_overdue(self, now: dt.datetime) -> bool:
        """Whether a decision or an acknowledgement is late. A paused case is never overdue."""
        if self.paused_at is not None:
            return False
        ends = [end for end in (self.due_at, self.acknowledge_by) if end is not None]
        return any(end < now for end in ends)


def clock_of(moments: Iterable[Moment], policy: Policy) -> Clock:
    """Returns the clock of a case after these changes of its state, the first one first.

    The clock starts when the claim is received, and starts anew when a decided case is open again, for example after an
    appeal. It stops with the decision.
    """
    clock = Clock()
    for moment in moments:
        clock = _after(clock, moment, policy)
    return clock


def _after(clock: Clock, moment: Moment, policy: Policy) -> Clock:
    if moment.to not in UNDECIDED:
        return Clock(paused=clock.paused)
    due_at, paused = clock.due_at, clock.paused
    if due_at is None:
        due_at, paused = moment.at + dt.timedelta(days=policy.decide_days), dt.timedelta()
    if clock.paused_at is not None:
        length = moment.at - clock.paused_at
        due_at, paused = due_at + length, paused + length
    received = moment.to is State.RECEIVED
    return Clock(
        due_at,
        moment.at + dt.timedelta(hours=policy.acknowledge_hours) if received else None,
        moment.at if moment.to is State.AWAITING_EVIDENCE else None,
        paused,
    )
