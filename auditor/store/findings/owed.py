"""Stores the payouts that are wrong, and the sums of these amounts for each player and for each night of a table.

Amounts are payouts in the log minus lawful payouts, in the smallest unit. A deal may have several records (hands as
logs have them), but counts once: only its first valid record counts, by its newest current report. So every change is
made deal by deal: the amounts that are due now are computed from the stored reports, and replace the stored amounts of
all records of the deal.
"""

from collections.abc import Collection, Sequence
from typing import Final

from sqlalchemy import text

from auditor.store.findings.reports import Alarm, Placed
from auditor.store.postgres.database import Connection
from auditor.store.uploads.current_record import counts_still

# An arbitrary number, which no other program may use for advisory locks on the same database.
_LOCK: Final = 728_312
_LOCKS: Final = 64
_TOGETHER: Final = 10_000  # how many deals one statement counts, because each statement has a time limit


def store_owed(connection: Connection, placed: Sequence[Placed], alarms: Collection[Alarm]) -> None:
    """Stores the wrong payouts of the deals of these verdicts (reports on records).

    The sums of a player or a night stay locked until the transaction ends. The comparison of hands at their poker
    tables also locks rows. Call this function after that comparison: if transactions locked in different orders, two of
    them could wait for each other forever.
    """
    refused = {alarm[:2] for alarm in alarms}
    wrong = [place[0] for place, verdict in placed if verdict.owed and place not in refused]
    values = {"hands": [hand_id for (hand_id, _), _ in placed], "wrong": wrong}
    _count_anew(connection, list(connection.execute(text(_TOUCHED), values).scalars()))


def withdraw_owed(connection: Connection, hands: Sequence[int]) -> None:
    """Counts the deals of some records again, because these records no longer count: a newer read of the same file
    replaced them. The next valid record of the same deal then counts instead, if there is one.
    """
    _count_anew(connection, list(connection.execute(text(_DEALS), {"hands": list(hands)}).scalars()))


def _count_anew(connection: Connection, deals: Sequence[int]) -> None:
    """Replaces the stored wrong payouts of these deals by the amounts that are due now, and changes the sums."""
    if not deals:
        return
    # Two transactions may change different records of one deal. The second waits here, and then sees the other change.
    connection.execute(text(_HOLD), {"lock": _LOCK, "numbers": sorted({deal % _LOCKS for deal in deals})})
    for start in range(0, len(deals), _TOGETHER):
        _count_part(connection, deals[start : start + _TOGETHER])


def _count_part(connection: Connection, deals: Sequence[int]) -> None:
    values = {"deals": list(deals)}
    connection.execute(text(_MAKE_DUE), values)
    changed = list(connection.execute(text(_CHANGED), values).scalars())
    if changed:
        connection.execute(text(_MAKE_CHANGES))
        connection.execute(text(_REMOVE), {"hands": changed})
        connection.execute(text(_ADD), {"hands": changed})
        # The rows of sums are locked in the order of their keys, so that two transactions cannot wait for each other.
        connection.execute(text(_SUM_UP_PLAYERS))
        connection.execute(text(_SUM_UP_NIGHTS))
        connection.execute(text("DROP TABLE pg_temp.owed_change"))
    connection.execute(text("DROP TABLE pg_temp.due_owed"))


_DEALS: Final = "SELECT DISTINCT identity_id FROM trace WHERE hand_id = ANY(:hands) ORDER BY identity_id"

# Selects the deals of the records `hands` whose wrong payouts may have changed. Most deals have one record and no wrong
# payout, and are left out.
_TOUCHED: Final = """
SELECT DISTINCT mine.identity_id FROM trace AS mine
WHERE mine.hand_id = ANY(:hands)
  AND (mine.hand_id = ANY(:wrong)
       OR EXISTS (SELECT FROM owed WHERE owed.hand_id = mine.hand_id)
       OR EXISTS (SELECT FROM trace AS other WHERE other.identity_id = mine.identity_id
                                               AND other.hand_id <> mine.hand_id))
ORDER BY mine.identity_id
"""

# Takes the locks in ascending order, so that two transactions cannot deadlock. Several deals may share a number.
_HOLD: Final = "SELECT pg_advisory_xact_lock(:lock, number) FROM unnest(CAST(:numbers AS int[])) AS number"

# Computes the wrong payouts that are due for each deal. The settlement is JSON, as `settlements.settlement_to_text`
# makes it. If some payout of a hand is unknown, none of them counts.
_MAKE_DUE: Final = f"""
CREATE TEMPORARY TABLE due_owed ON COMMIT DROP AS
WITH first AS (
    SELECT mine.hand_id, mine.month FROM unnest(CAST(:deals AS bigint[])) AS deal (id)
    CROSS JOIN LATERAL (
        SELECT trace.hand_id, trace.month FROM trace
        WHERE trace.identity_id = deal.id AND {counts_still("trace.hand_id")}
        ORDER BY trace.hand_id LIMIT 1) AS mine),
latest AS (
    SELECT DISTINCT ON (first.hand_id) first.hand_id, first.month, report.house, report.settlement::json AS settled
    FROM first JOIN report ON report.hand_id = first.hand_id AND report.current
    ORDER BY first.hand_id, report.audited_at DESC, report.house)
SELECT hand.id AS hand_id, paid.seat, seat.player_id, hand.venue_id, hand.table_name,
       coalesce((hand.played AT TIME ZONE 'UTC')::date, '0001-01-01') AS day, latest.house, hand.currency, hand.minor,
       paid.logged - paid.lawful AS amount
FROM latest JOIN hand ON hand.id = latest.hand_id AND hand.month = latest.month
CROSS JOIN LATERAL (
    SELECT (account ->> 0)::int2 AS seat, (account ->> 3)::int8 AS lawful, (account ->> 4)::int8 AS logged
    FROM json_array_elements(settled -> 1) AS account
    UNION ALL SELECT 0, (settled -> 2 ->> 0)::int8, (settled -> 2 ->> 1)::int8) AS paid
LEFT JOIN seat ON seat.hand_id = hand.id AND seat.seat = paid.seat
WHERE paid.logged <> paid.lawful
  AND settled -> 2 ->> 0 IS NOT NULL AND settled -> 2 ->> 1 IS NOT NULL
  AND NOT EXISTS (SELECT FROM json_array_elements(settled -> 1) AS account
                  WHERE account ->> 3 IS NULL OR account ->> 4 IS NULL)
"""

# Selects the records whose stored rows differ from the rows that are due. The rows of a record change together, so that
# the sums count its hand once.
_CHANGED: Final = """
WITH stored AS (SELECT owed.* FROM trace JOIN owed USING (hand_id) WHERE trace.identity_id = ANY(:deals))
SELECT hand_id FROM ((TABLE stored EXCEPT TABLE due_owed) UNION ALL (TABLE due_owed EXCEPT TABLE stored)) AS different
GROUP BY hand_id ORDER BY hand_id
"""

_MAKE_CHANGES: Final = """
CREATE TEMPORARY TABLE owed_change ON COMMIT DROP AS SELECT 1 AS sign, owed.* FROM owed WHERE false
"""

_REMOVE: Final = """
WITH gone AS (DELETE FROM owed WHERE hand_id = ANY(:hands) RETURNING *) INSERT INTO owed_change SELECT -1, * FROM gone
"""

_ADD: Final = """
WITH come AS (
    INSERT INTO owed (hand_id, seat, player_id, venue_id, table_name, day, house, currency, minor, amount)
    SELECT * FROM due_owed WHERE hand_id = ANY(:hands) ORDER BY hand_id, seat RETURNING *)
INSERT INTO owed_change SELECT 1, * FROM come
"""

_SUM_UP_PLAYERS: Final = """
INSERT INTO owed_player AS old (player_id, currency, minor, over, short, hands)
SELECT player_id, currency, minor, sum(sign * greatest(amount, 0)), sum(sign * least(amount, 0)),
       count(DISTINCT hand_id) FILTER (WHERE sign > 0) - count(DISTINCT hand_id) FILTER (WHERE sign < 0)
FROM owed_change WHERE player_id IS NOT NULL
GROUP BY player_id, currency, minor ORDER BY player_id, currency, minor
ON CONFLICT (player_id, currency, minor) DO UPDATE SET
    over = old.over + excluded.over, short = old.short + excluded.short, hands = old.hands + excluded.hands
"""

_SUM_UP_NIGHTS: Final = """
INSERT INTO owed_night AS old (venue_id, table_name, day, house, currency, minor, over, short, rake, hands)
SELECT venue_id, table_name, day, house, currency, minor,
       coalesce(sum(sign * greatest(amount, 0)) FILTER (WHERE seat > 0), 0),
       coalesce(sum(sign * least(amount, 0)) FILTER (WHERE seat > 0), 0),
       coalesce(sum(sign * amount) FILTER (WHERE seat = 0), 0),
       count(DISTINCT hand_id) FILTER (WHERE sign > 0) - count(DISTINCT hand_id) FILTER (WHERE sign < 0)
FROM owed_change
GROUP BY venue_id, table_name, day, house, currency, minor
ORDER BY venue_id, table_name, day, house, currency, minor
ON CONFLICT (venue_id, table_name, day, house, currency, minor) DO UPDATE SET
    over = old.over + excluded.over, short = old.short + excluded.short, rake = old.rake + excluded.rake,
    hands = old.hands + excluded.hands
"""
