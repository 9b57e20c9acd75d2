"""Stores two amounts for each hand: the rake in the log, and the rake that the schedule of the house gives. Also stores
the sums of these amounts for each night of a table.

Amounts are integers in the smallest unit. A deal counts only once, even if it has several records: different logs of
the same hand (see `deals`).
"""

from collections.abc import Collection, Sequence
from typing import Final

from sqlalchemy import text

from auditor.store.findings import deals
from auditor.store.findings.reports import Alarm, Placed
from auditor.store.postgres.database import Connection

# An arbitrary number, which no other program may use for advisory locks on the same database.
_LOCK: Final = 728_313


def store_rake(
    connection: Connection, placed: Sequence[Placed], alarms: Collection[Alarm], new: Collection[int] = ()
) -> None:
    """Stores the rake of the deals of these verdicts (reports on hands as logged). `alarms` names the verdicts that do
    not count, because the same audit gave a different report before.

    `new` has the records that this transaction stored. A deal with only one record is not locked if this record is new.
    Almost every hand has rake, so such locks would make workers wait for each other all the time.

    The sums of a night stay locked until the transaction ends. So call this function after `owed.store_owed`, which
    locks other sums. If transactions locked in different orders, two of them could wait for each other forever.
    """
    refused = {alarm[:2] for alarm in alarms}
    hands = [hand_id for (hand_id, _), _ in placed]
    known = [hand_id for hand_id in hands if hand_id not in new]
    stored = {
        row.hand_id: (row.house, row.taken, row.due)
        for row in (connection.execute(text(_STORED), {"hands": known}) if known else ())
    }
    changed = [
        place[0]
        for place, verdict in placed
        if place not in refused
        and stored.get(place[0]) != ((verdict.house, *verdict.rake) if verdict.rake is not None else None)
    ]
    _count_anew(connection, *deals.touched(connection, hands, changed, new))


def withdraw_rake(connection: Connection, hands: Sequence[int]) -> None:
    """Counts the deals of some records (hands as logged) again, because these records no longer count: a newer read of
    the same file replaced them. The next valid record of the same deal then counts instead, if there is one.
    """
    withdrawn = deals.deals_of(connection, hands)
    _count_anew(connection, withdrawn, withdrawn)


def _count_anew(connection: Connection, touched: Sequence[int], locked: Sequence[int]) -> None:
    deals.lock(connection, _LOCK, locked)
    for part in deals.parts(touched):
        connection.execute(text(_COUNT), {"deals": part})


_STORED: Final = "SELECT hand_id, house, taken, due FROM hand_rake WHERE hand_id = ANY(:hands)"

# Replaces the stored rake of these deals by the rake that counts now, and changes the sums by the difference. The sums
# are locked in the order of their keys, so that two transactions cannot wait for each other. `MATERIALIZED` makes the
# server compute each `WITH` query once. `ANY` of an array makes the server use the index of `hand_rake`.
_COUNT: Final = f"""
WITH {deals.COUNTED},
wanted AS MATERIALIZED (
    SELECT hand_id, month, house, rake_taken AS taken, rake_due AS due FROM counted
    WHERE rake_taken <> 0 OR rake_due <> 0),
stored AS MATERIALIZED (
    SELECT hand_id, month, house, taken, due FROM trace JOIN hand_rake USING (hand_id)
    WHERE trace.identity_id = ANY(:deals)),
moved AS MATERIALIZED (
    SELECT 1 AS sign, come.* FROM (TABLE wanted EXCEPT TABLE stored) AS come
    UNION ALL SELECT -1, gone.* FROM (TABLE stored EXCEPT TABLE wanted) AS gone),
removed AS (
    DELETE FROM hand_rake WHERE hand_id = ANY(ARRAY(SELECT hand_id FROM stored EXCEPT SELECT hand_id FROM wanted))),
put AS (
    INSERT INTO hand_rake (hand_id, house, taken, due)
    SELECT hand_id, house, taken, due FROM moved WHERE sign > 0 ORDER BY hand_id
    ON CONFLICT (hand_id) DO UPDATE SET house = excluded.house, taken = excluded.taken, due = excluded.due),
placed AS (
    SELECT record.*, sign, house, taken, due FROM moved
    CROSS JOIN LATERAL (
        SELECT venue_id, table_name, coalesce((played AT TIME ZONE 'UTC')::date, '0001-01-01') AS day, currency, minor
        FROM hand WHERE hand.id = moved.hand_id AND hand.month = moved.month LIMIT 1) AS record)
INSERT INTO rake_night AS old (venue_id, table_name, day, house, currency, minor, taken, due, hands, differ)
SELECT venue_id, table_name, day, house, currency, minor, sum(sign * taken), sum(sign * due), sum(sign),
       coalesce(sum(sign) FILTER (WHERE taken <> due), 0)
FROM placed GROUP BY venue_id, table_name, day, house, currency, minor
ORDER BY venue_id, table_name, day, house, currency, minor
ON CONFLICT (venue_id, table_name, day, house, currency, minor) DO UPDATE SET
    taken = old.taken + excluded.taken, due = old.due + excluded.due, hands = old.hands + excluded.hands,
    differ = old.differ + excluded.differ
"""
