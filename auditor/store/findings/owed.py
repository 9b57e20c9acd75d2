"""Stores the payouts that are wrong, and the sums of these amounts for each player and for each night of a table.

Amounts are payouts in the log minus lawful payouts, in the smallest unit. They come from the latest audit of each
record (a hand as one log has it). Only the first valid record of a deal counts, so that no deal counts twice.
"""

import datetime as dt
from collections.abc import Collection, Sequence
from typing import Final

from sqlalchemy import text

from auditor.store.findings.reports import Alarm, Placed
from auditor.store.postgres.bulk_copy import copy_to_temporary
from auditor.store.postgres.database import Connection
from auditor.store.uploads.current_record import counts_still

_FRESH: Final = {"hand_id": "int8", "month": "date", "seat": "int2", "house": "text", "amount": "int8"}
# The house, and the wrong amounts by seat.
_Amounts = tuple[str, dict[int, int]]


def store_owed(connection: Connection, placed: Sequence[Placed], alarms: Collection[Alarm]) -> None:
    """Stores the wrong payouts that these verdicts (reports on records) found. They replace the wrong payouts that
    earlier audits of the same records found.

    The sums of a player or a night stay locked until the transaction ends. The comparison of hands at their poker
    tables also locks rows. Call this function after that comparison: if transactions locked in different orders, two of
    them could wait for each other forever.
    """
    refused = {alarm[:2] for alarm in alarms}
    audited = {place: verdict for place, verdict in placed if place not in refused}
    fresh = {
        hand_id: (verdict.house, verdict.owed, month) for (hand_id, month), verdict in audited.items() if verdict.owed
    }
    stored = _stored(connection, [hand_id for hand_id, _ in audited])
    outdated = [hand_id for hand_id, former in stored.items() if former != (fresh.get(hand_id) or ("", {}, None))[:2]]
    added = [hand_id for hand_id in fresh if hand_id not in stored or hand_id in outdated]
    if not outdated and not added:
        return
    rows = [
        (hand_id, month, seat, house, amount)
        for hand_id, (house, owed, month) in fresh.items()
        if hand_id in added
        for seat, amount in owed.items()
    ]
    _change(connection, outdated, rows)


def withdraw_owed(connection: Connection, hands: Sequence[int]) -> None:
    """Removes the wrong payouts of records that no longer count, because a newer read of the same file replaced these
    records. The next valid record of the same deal then counts instead, with the wrong payouts of its latest report.
    """
    stored = list(_stored(connection, hands))
    if stored:
        _change(connection, stored, [], heirs=True)


def _stored(connection: Connection, hands: Sequence[int]) -> dict[int, _Amounts]:
    found: dict[int, _Amounts] = {}
    rows = connection.execute(
        text("SELECT hand_id, seat, house, amount FROM owed WHERE hand_id = ANY(:hands)"), {"hands": list(hands)}
    )
    for row in rows:
        found.setdefault(row.hand_id, (row.house, {}))[1][row.seat] = row.amount
    return found


def _change(
    connection: Connection,
    outdated: Sequence[int],
    rows: Sequence[tuple[int, dt.date, int, str, int]],
    *,
    heirs: bool = False,
) -> None:
    connection.execute(text(_MAKE_CHANGES))
    if outdated:
        connection.execute(text(_REMOVE), {"hands": list(outdated)})
    if heirs:
        connection.execute(text(_ADD_HEIRS), {"hands": list(outdated)})
    if rows:
        copy_to_temporary(connection, "fresh_owed", _FRESH, rows)
        connection.execute(text(_ADD))
    # The rows of sums are locked in the order of their keys, so that two transactions cannot wait for each other.
    connection.execute(text(_SUM_UP_PLAYERS))
    connection.execute(text(_SUM_UP_NIGHTS))
    connection.execute(text("DROP TABLE pg_temp.owed_change"))


_MAKE_CHANGES: Final = """
CREATE TEMPORARY TABLE owed_change ON COMMIT DROP AS SELECT 1 AS sign, owed.* FROM owed WHERE false
"""

_REMOVE: Final = """
WITH gone AS (DELETE FROM owed WHERE hand_id = ANY(:hands) RETURNING *) INSERT INTO owed_change SELECT -1, * FROM gone
"""

# Inserts the wrong payouts of the records that count. A record counts if no earlier record of the same deal is valid.
_ADD: Final = f"""
WITH come AS (
    INSERT INTO owed (hand_id, seat, player_id, venue_id, table_name, day, house, currency, minor, amount)
    SELECT f.hand_id, f.seat, seat.player_id, record.venue_id, record.table_name,
           coalesce((record.played AT TIME ZONE 'UTC')::date, '0001-01-01'), f.house, record.currency, record.minor,
           f.amount
    FROM fresh_owed AS f
    CROSS JOIN LATERAL (SELECT identity_id, venue_id, table_name, played, currency, minor FROM hand
                        WHERE hand.id = f.hand_id AND hand.month = f.month LIMIT 1) AS record
    LEFT JOIN seat ON seat.hand_id = f.hand_id AND seat.seat = f.seat
    WHERE NOT EXISTS (SELECT FROM trace WHERE trace.identity_id = record.identity_id AND trace.hand_id < f.hand_id
                                          AND {counts_still("trace.hand_id")})
    ORDER BY f.hand_id, f.seat
    RETURNING *)
INSERT INTO owed_change SELECT 1, * FROM come
"""

# Inserts the wrong payouts of the records that now count instead of the records `hands`. In each deal, this is the
# first valid record with a current report. The settlement is JSON, as `settlements.settlement_to_text` makes it.
_ADD_HEIRS: Final = f"""
WITH heir AS (
    SELECT DISTINCT ON (other.identity_id) other.hand_id FROM trace AS gone
    JOIN trace AS other ON other.identity_id = gone.identity_id
    WHERE gone.hand_id = ANY(:hands) AND {counts_still("other.hand_id")}
    ORDER BY other.identity_id, other.hand_id),
latest AS (
    SELECT DISTINCT ON (hand_id) hand_id, month, house, settlement::json AS settled
    FROM report JOIN heir USING (hand_id) WHERE current ORDER BY hand_id, audited_at DESC, house),
come AS (
    INSERT INTO owed (hand_id, seat, player_id, venue_id, table_name, day, house, currency, minor, amount)
    SELECT hand.id, paid.seat, seat.player_id, hand.venue_id, hand.table_name,
           coalesce((hand.played AT TIME ZONE 'UTC')::date, '0001-01-01'), latest.house, hand.currency, hand.minor,
           paid.logged - paid.lawful
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
    ON CONFLICT DO NOTHING
    RETURNING *)
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
