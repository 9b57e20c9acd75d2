"""Decisions and their ends, as a model: the database does both in SQL, and is compared with it."""

import datetime as dt
from dataclasses import replace

from auditor.triage.states import Detection, Standing, State


def has_ended(today: dt.date, until: dt.date | None, until_house: bytes | None, house: bytes | None) -> bool:
    """Whether an acceptance has come to its own end: its last day is over, or another house judges than the one that it
    was made under. `house` is `None` where nobody knows which one judges.
    """
    if until is not None:
        return today > until
    return until_house is not None and house is not None and house != until_house


def ended(standing: Standing) -> Standing:
    """How an accepted finding stands when that is over: open again, or closed where it is gone."""
    if standing.detection is Detection.GONE:
        return replace(standing, state=State.CLOSED)
    return replace(standing, state=State.OPEN, reopened=True)


def decided(standing: Standing, state: State) -> Standing:
    """How a finding stands when a person has decided so about all records that bear its fingerprint; `OPEN` takes a
    decision back. Whoever decides has looked, so all marks are answered.
    """
    gone = standing.detection is Detection.GONE
    return Standing(
        State.CLOSED if gone and state is State.OPEN else state,
        Detection.PRESENT if standing.detection is Detection.CHANGED else standing.detection,
        standing.gone_by,
    )
