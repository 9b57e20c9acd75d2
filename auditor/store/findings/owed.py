"""Stores the wrong payouts of hands, and the sums of their amounts for each player and for each night of a table.

The amount of a wrong payout is the payout in the log minus the lawful payout, in the smallest unit. A deal counts only
once, even if it has several records: different logs of the same hand (see `deals`).

A hand whose log contradicts itself about money has no stored payouts, because nobody can say who owes what.
"""

from collections.abc import Collection, Sequence
from typing import Final

from sqlalchemy import text

from auditor.engine.rules import CONTRADICTIONS
from auditor.store.findings import deals
from auditor.store.findings.reports import Alarm, Placed
from auditor.store.postgres.database import Connection

# An arbitrary number, which no other program may use for advisory locks on the same database.
_LOCK: Final = 728_312


def store_owed(connection: Connection, placed: Sequence[Placed], alarms: Collection[Alarm]) -> None:
    """Stores the wrong payouts of the deals of these verdicts (reports on hands as logged). `alarms` names the verdicts
    that do not count, because the same audit gave a different report before.

    The sums of a player or a night stay locked until the transaction ends. The comparison of hands at their poker
    tables also locks rows. Call this function after that comparison: if transactions locked in different orders, two of
    them could wait for each other forever.
    """
    refused = {alarm[:2] for alarm in alarms}
    wrong = {place[0] for place, verdict in placed if verdict.owed and place not in refused}
    hands = [hand_id for (hand_id, _), _ in placed]
    stored = set(connection.execute(text(_STORED), {"hands": hands}).scalars())
    _count_anew(connection, *deals.touched(connection, hands, wrong | stored))


def withdraw_owed(connection: Connection, hands: Sequence[int]) -> None:
    """Counts the deals of some records (hands as logged) again, because these records no longer count: a newer read of
    the same file replaced them. The next valid record of the same deal then counts instead, if there is one.
    """
    withdrawn = deals.deals_of(connection, hands)
    _count_anew(connection, withdrawn, withdrawn)


def _count_anew(connection: Connection, touched: Sequence[int], locked: Sequence[int]) -> None:
    """Replaces the stored wrong payouts of the deals `touched` by the wrong payouts that the current reports give, and
    changes the sums. First locks the deals `locked`.
    """
    deals.lock(connection, _LOCK, locked)
    for part in deals.parts(touched):
        _count_part(connection, part)


def _count_part(connection: Connection, part: list[int]) -> None:
    values = {"deals": part, "contradictions": list(CONTRADICTIONS)}
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


_STORED: Final = "SELECT DISTINCT hand_id FROM owed WHERE hand_id = ANY(:hands)"

# Computes the wrong payouts of each deal from its current reports. Puts them into the table `due_owed`. A record that
# contradicts itself about money has a finding of one of the rules `:contradictions`.
_MAKE_DUE: Final = f"""
CREATE TEMPORARY TABLE due_owed ON COMMIT DROP AS
WITH {deals.COUNTED}
SELECT hand.id AS hand_id, paid.seat, seat.player_id, hand.venue_id, hand.table_name,
       coalesce((hand.played AT TIME ZONE 'UTC')::date, '0001-01-01') AS day, counted.house, hand.currency, hand.minor,
       paid.logged - paid.lawful AS amount
FROM counted JOIN hand ON hand.id = counted.hand_id AND hand.month = counted.month
CROSS JOIN LATERAL (
    SELECT (account ->> 0)::int2 AS seat, (account ->> 3)::int8 AS lawful, (account ->> 4)::int8 AS logged
    FROM json_array_elements(settled -> 1) AS account
    UNION ALL SELECT 0, rake_due, rake_taken) AS paid
LEFT JOIN seat ON seat.hand_id = hand.id AND seat.seat = paid.seat
WHERE paid.logged <> paid.lawful
  AND NOT EXISTS (SELECT FROM finding WHERE finding.hand_id = counted.hand_id AND finding.house = counted.house
                    AND finding.code = ANY(CAST(:contradictions AS text[])) AND finding.detection <> 'gone')
"""

# Selects the records whose rows in `owed` differ from their rows in `due_owed`. All rows of a selected record are
# replaced, even unchanged rows. If only a new row were added, the sums would count the hand of the record twice.
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
