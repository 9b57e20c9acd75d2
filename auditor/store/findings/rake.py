"""Stores the rake of hands beside the rake of the schedule of the house, and the sums for each night of a table.

Amounts are integers in the smallest unit. They come from the latest audit of each record (a hand as one log has it).
Only the first valid record of a deal counts, so that no deal counts twice.
"""

from collections.abc import Collection, Sequence
from typing import Final

from sqlalchemy import text

from auditor.store.findings.reports import Alarm, Placed
from auditor.store.postgres.bulk_copy import copy_to_temporary
from auditor.store.postgres.database import Connection
from auditor.store.uploads.current_record import counts_still

_FRESH: Final = {"hand_id": "int8", "month": "date", "house": "text", "taken": "int8", "due": "int8"}


def store_rake(
    connection: Connection, placed: Sequence[Placed], alarms: Collection[Alarm], new: Collection[int] = ()
) -> None:
    """Stores the rake by these verdicts (reports on records), in place of the rake by earlier audits. `new` has the
    numbers of the records that this transaction stored, which have no earlier audit.

    The sums of a night stay locked until the transaction ends. So call this function after `owed.store_owed`, which
    locks other sums: no transaction may do both in the other order.
    """
    refused = {alarm[:2] for alarm in alarms}
    audited = {place: verdict for place, verdict in placed if place not in refused}
    fresh = {hand_id: (verdict.house, *verdict.rake) for (hand_id, _), verdict in audited.items() if verdict.rake}
    known = [hand_id for hand_id, _ in audited if hand_id not in new]
    stored = {
        row.hand_id: (row.house, row.taken, row.due)
        for row in (connection.execute(text(_STORED), {"hands": known}) if known else ())
    }
    changed = [hand_id for hand_id, former in stored.items() if former != fresh.get(hand_id)]
    rows = [
        (hand_id, month, *fresh[hand_id])
        for hand_id, month in audited
        if hand_id in fresh and fresh[hand_id] != stored.get(hand_id)
    ]
    if not changed and not rows:
        return
    copy_to_temporary(connection, "fresh_rake", _FRESH, rows)
    connection.execute(text(_CHANGE.format(wanted=_AUDITED)), {"hands": changed})


def withdraw_rake(connection: Connection, hands: Sequence[int]) -> None:
    """Removes the rake of records that no longer count: a newer read of the same file replaced them. The next valid
    record of the same deal then counts instead, by its latest report.
    """
    stored = [row.hand_id for row in connection.execute(text(_STORED), {"hands": list(hands)})]
    if stored:
        connection.execute(text(_CHANGE.format(wanted=_HEIRS)), {"hands": stored})


_STORED: Final = "SELECT hand_id, house, taken, due FROM hand_rake WHERE hand_id = ANY(:hands)"
_PLACE: Final = """
record.venue_id, record.table_name, coalesce((record.played AT TIME ZONE 'UTC')::date, '0001-01-01') AS day,
record.currency, record.minor
"""

# The records that count: no earlier record of the same deal is valid. `LIMIT 1` makes the server look up one record
# after another, also if it has no planner statistics yet.
_AUDITED: Final = f"""
SELECT f.hand_id, f.house, f.taken, f.due, {_PLACE}
FROM fresh_rake AS f
CROSS JOIN LATERAL (SELECT identity_id, venue_id, table_name, played, currency, minor FROM hand
                    WHERE hand.id = f.hand_id AND hand.month = f.month LIMIT 1) AS record
WHERE NOT EXISTS (SELECT FROM trace WHERE trace.identity_id = record.identity_id AND trace.hand_id < f.hand_id
                                      AND {counts_still("trace.hand_id")})
"""

# The records that count in place of the records `hands`: in each deal, the first valid record with a current report.
# The settlement is JSON, as `settlements.settlement_to_text` makes it.
_HEIRS: Final = f"""
SELECT latest.hand_id, latest.house, (settled -> 2 ->> 1)::int8 AS taken, (settled -> 2 ->> 0)::int8 AS due, {_PLACE}
FROM (SELECT DISTINCT ON (hand_id) hand_id, month, house, settlement::json AS settled
      FROM report JOIN (
          SELECT DISTINCT ON (other.identity_id) other.hand_id FROM trace AS gone
          JOIN trace AS other ON other.identity_id = gone.identity_id
          WHERE gone.hand_id = ANY(:hands) AND {counts_still("other.hand_id")}
          ORDER BY other.identity_id, other.hand_id) AS heir USING (hand_id)
      WHERE current ORDER BY hand_id, audited_at DESC, house) AS latest
JOIN hand AS record ON record.id = latest.hand_id AND record.month = latest.month
WHERE NOT EXISTS (SELECT FROM hand_rake WHERE hand_rake.hand_id = latest.hand_id)
  AND settled -> 2 ->> 0 IS NOT NULL AND settled -> 2 ->> 1 IS NOT NULL
  AND (settled -> 2 ->> 0 <> '0' OR settled -> 2 ->> 1 <> '0')
  AND NOT EXISTS (SELECT FROM json_array_elements(settled -> 1) AS account
                  WHERE account ->> 3 IS NULL OR account ->> 4 IS NULL)
"""

# Removes the stored rake of `hands`, stores the rake that is wanted, and changes the sums by the difference. The sums
# are locked in the order of their keys, so that two transactions cannot wait for each other.
_CHANGE: Final = f"""
WITH wanted AS MATERIALIZED ({{wanted}}),
moved AS (
    SELECT 1 AS sign, wanted.* FROM wanted
    UNION ALL
    SELECT -1, hand_rake.hand_id, hand_rake.house, hand_rake.taken, hand_rake.due, {_PLACE}
    FROM hand_rake JOIN hand AS record ON record.id = hand_rake.hand_id
    WHERE hand_rake.hand_id = ANY(:hands)),
removed AS (
    DELETE FROM hand_rake WHERE hand_id = ANY(:hands) AND hand_id NOT IN (SELECT hand_id FROM wanted)),
put AS (
    INSERT INTO hand_rake (hand_id, house, taken, due) SELECT hand_id, house, taken, due FROM wanted ORDER BY hand_id
    ON CONFLICT (hand_id) DO UPDATE SET house = excluded.house, taken = excluded.taken, due = excluded.due)
INSERT INTO rake_night AS old (venue_id, table_name, day, house, currency, minor, taken, due, hands, differ)
SELECT venue_id, table_name, day, house, currency, minor, sum(sign * taken), sum(sign * due), sum(sign),
       coalesce(sum(sign) FILTER (WHERE taken <> due), 0)
FROM moved GROUP BY venue_id, table_name, day, house, currency, minor
ORDER BY venue_id, table_name, day, house, currency, minor
ON CONFLICT (venue_id, table_name, day, house, currency, minor) DO UPDATE SET
    taken = old.taken + excluded.taken, due = old.due + excluded.due, hands = old.hands + excluded.hands,
    differ = old.differ + excluded.differ
"""
