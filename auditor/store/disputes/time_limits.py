"""Computes from stored hands whether the claim of a case is in time."""

import datetime as dt
from typing import Final

from sqlalchemy import text

from auditor.disputes.claims import Subject
from auditor.disputes.time_limits import Sequence, TimeLimit, time_limit
from auditor.engine.history.hand_trace import count_of
from auditor.engine.house.house import House
from auditor.store.disputes.pins import pins_of
from auditor.store.postgres.database import Connection


def sequence_after(connection: Connection, hand_id: int) -> Sequence:
    """Returns the times of the hands after this record at its table, as far as the logs show them. The next hand counts
    as next only if its number follows; otherwise a hand may be missing in between.
    """
    number = connection.execute(text(_NUMBER), {"hand": hand_id}).scalar()
    following: dict[int, tuple[str, dt.datetime | None]] = {}
    for row in connection.execute(text(_FOLLOWING), {"hand": hand_id}):
        following.setdefault(row.identity_id, (row.number or "", row.played))
    if not following:
        return Sequence()
    (next_number, began), *others = following.values()
    after_next = others[0][1] if others else None
    (one, first), (other, second) = count_of(number or ""), count_of(next_number)
    if one == other and first >= 0 and second == first + 1:
        return Sequence(next_began_at=began, after_next_began_at=after_next)
    return Sequence(later_began_at=began, after_next_began_at=after_next)


def time_limit_of(connection: Connection, case_id: int, house: House | None = None) -> TimeLimit | None:
    """Returns whether the claim of a case is in time, under `house`. Without `house`, the first pinned house counts, as
    it was when it was pinned. Returns `None` if there is no house, no claim or no record of the hand.
    """
    row = connection.execute(text(_CLAIM), {"case": case_id}).first()
    if row is None or row.hand_id is None:
        return None
    if house is None:
        pins = [pin for pin in pins_of(connection, case_id) if pin.house_lines]
        if not pins:
            return None
        house = pins[0].house_then()
    raised = row.raised_at
    return time_limit(house.dispute_deadline, Subject(row.subject), raised, sequence_after(connection, row.hand_id))


_NUMBER: Final = "SELECT number FROM hand WHERE id = :hand LIMIT 1"
# Several logs of a hand have several rows. So more rows are read than the two hands that are needed.
_FOLLOWING: Final = """
SELECT o.identity_id, hand.number, hand.played
FROM trace AS mine
JOIN trace AS o ON o.sitting = mine.sitting AND o.venue_id = mine.venue_id AND o.identity_id <> mine.identity_id
    AND (o.turn, o.hand_id) > (mine.turn, mine.hand_id)
JOIN hand ON hand.id = o.hand_id AND hand.month = o.month
WHERE mine.hand_id = :hand ORDER BY o.turn, o.hand_id LIMIT 20
"""
_CLAIM: Final = """
SELECT d.hand_id, c.subject, c.raised_at FROM dispute AS d JOIN dispute_claim AS c ON c.dispute_id = d.id
WHERE d.id = :case ORDER BY c.id DESC LIMIT 1
"""
