"""Selects one record of each deal for the sums of money, so that a deal with several records counts only once.

A record is a hand as one log has it. It is valid if at least one of its uploads is not superseded (replaced by a newer
read of the same file). The valid record that was stored first counts. If this record has current reports under several
houses, the latest of these reports counts.

If the sums of a deal may change, its amounts are computed again from the stored reports. The new amounts replace all
amounts that are stored for the records of the deal.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection
from auditor.store.uploads.current_record import counts_still

_LOCKS: Final = 64
_TOGETHER: Final = 10_000  # how many deals one statement counts, because each statement has a time limit


def deals_of(connection: Connection, hands: Sequence[int]) -> list[int]:
    """Returns the deals of these records. A record is a hand as one log has it, and a deal may have several records."""
    return list(connection.execute(text(_DEALS), {"hands": list(hands)}).scalars())


def touched(
    connection: Connection, hands: Collection[int], changed: Collection[int], new: Collection[int] = ()
) -> tuple[list[int], list[int]]:
    """Returns two lists of deals of the records (hands as logged) with the numbers `hands`. The first list has the
    deals whose sums may change. The second list has the deals of the first list that must be locked.

    The sums may change in two cases: a record of the deal is in `changed`, or the deal has several records, so that
    another record may count from now on. `new` has the records that this transaction stored. A deal whose only record
    is new needs no lock, because other transactions wait for this one before they store or see a record of the deal.
    """
    rows = connection.execute(text(_TOUCHED), {"hands": list(hands), "changed": list(changed)}).all()
    return (
        sorted({row.identity_id for row in rows}),
        sorted({row.identity_id for row in rows if row.has_others or row.hand_id not in new}),
    )


def lock(connection: Connection, sums: int, deals: Collection[int]) -> None:
    """Locks these deals until the transaction ends. If two transactions change records of one deal at the same time,
    the second transaction waits here, and then sees the changes of the first transaction.

    `sums` is a number for the kind of sums: the owed chips and the rake have different numbers. No other program may
    use this number for advisory locks on the same database.
    """
    if deals:
        connection.execute(text(_LOCK), {"sums": sums, "numbers": sorted({deal % _LOCKS for deal in deals})})


def parts(deals: Sequence[int]) -> Iterator[list[int]]:
    """Yields these deals in lists of at most 10,000, because one statement could not count a much longer list within
    its time limit.
    """
    for start in range(0, len(deals), _TOGETHER):
        yield list(deals[start : start + _TOGETHER])


_DEALS: Final = "SELECT DISTINCT identity_id FROM trace WHERE hand_id = ANY(:hands) ORDER BY identity_id"

_TOUCHED: Final = """
SELECT mine.hand_id, mine.identity_id, has_others FROM trace AS mine
CROSS JOIN LATERAL (
    SELECT EXISTS (SELECT FROM trace AS other WHERE other.identity_id = mine.identity_id
                                                AND other.hand_id <> mine.hand_id) AS has_others) AS deal
WHERE mine.hand_id = ANY(:hands) AND (mine.hand_id = ANY(:changed) OR has_others)
"""

# Takes the locks in ascending order, so that two transactions cannot deadlock. Each deal has one of 64 numbers, so
# several deals may share a number.
_LOCK: Final = "SELECT pg_advisory_xact_lock(:sums, number) FROM unnest(CAST(:numbers AS int[])) AS number"

# The beginning of an SQL statement, after `WITH`. `counted` selects the record that counts for each deal in `:deals`,
# with the house, the settlement and the rake of its latest report. The settlement is JSON, as
# `settlements.settlement_to_text` makes it. If some payout of a hand is unknown, the hand does not count.
COUNTED: Final = f"""
first AS (
    SELECT mine.hand_id, mine.month FROM unnest(CAST(:deals AS bigint[])) AS deal (id)
    CROSS JOIN LATERAL (
        SELECT trace.hand_id, trace.month FROM trace
        WHERE trace.identity_id = deal.id AND {counts_still("trace.hand_id")}
        ORDER BY trace.hand_id LIMIT 1) AS mine),
latest AS (
    SELECT DISTINCT ON (first.hand_id) first.hand_id, first.month, report.house, report.settlement::json AS settled
    FROM first JOIN report ON report.hand_id = first.hand_id AND report.current
    ORDER BY first.hand_id, report.audited_at DESC, report.house),
counted AS (
    SELECT latest.*, (settled -> 2 ->> 0)::int8 AS rake_due, (settled -> 2 ->> 1)::int8 AS rake_taken FROM latest
    WHERE settled -> 2 ->> 0 IS NOT NULL AND settled -> 2 ->> 1 IS NOT NULL
      AND NOT EXISTS (SELECT FROM json_array_elements(settled -> 1) AS account
                      WHERE account ->> 3 IS NULL OR account ->> 4 IS NULL))
"""
