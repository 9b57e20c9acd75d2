"""Figures of the last days: audited hands, new findings by rule, and the amounts at stake in these findings."""

import datetime as dt
from dataclasses import dataclass
from typing import Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection

MOST_NIGHTS: Final = 30


@dataclass(frozen=True, slots=True)
class Night:
    """The number of hands in the runs that began on one day, in UTC. Hands that could not be audited are included."""

    day: dt.date
    hands: int


@dataclass(frozen=True, slots=True)
class FoundFirst:
    """The number of findings of a rule that were first found on one day.

    `at_stake` is the sum of their amounts at stake, in 10 ** -`minor` of `currency`.
    """

    day: dt.date
    code: str
    currency: str
    minor: int
    findings: int
    at_stake: int


def nights(connection: Connection) -> tuple[Night, ...]:
    """Returns the last 30 days (in UTC) on which runs began, with their numbers of hands, the oldest first."""
    rows = connection.execute(text(_NIGHTS), {"most": MOST_NIGHTS})
    return tuple(Night(row.day, int(row.hands)) for row in rows)


def found_first(connection: Connection) -> tuple[FoundFirst, ...]:
    """Returns how many findings were first found on each day that `nights` returns, by day, rule and currency."""
    rows = connection.execute(text(_FOUND), {"most": MOST_NIGHTS})
    return tuple(
        FoundFirst(row.day, row.code, row.currency, row.minor, int(row.findings), int(row.at_stake)) for row in rows
    )


_NIGHTS: Final = """
SELECT * FROM (
    SELECT CAST(started_at AS date) AS day, sum(clean + faulty + failed) AS hands
    FROM run GROUP BY day ORDER BY day DESC LIMIT :most) AS last
ORDER BY day
"""

_FOUND: Final = """
WITH days AS (SELECT CAST(started_at AS date) AS day FROM run GROUP BY day ORDER BY day DESC LIMIT :most),
     first AS (SELECT min(id) AS id FROM run WHERE started_at >= (SELECT min(day) FROM days))
SELECT CAST(run.started_at AS date) AS day, code, currency, minor, sum(found) AS findings, sum(at_stake) AS at_stake
FROM found_first JOIN run ON run.id = run_id
WHERE run_id >= (SELECT id FROM first)
GROUP BY day, code, currency, minor HAVING sum(found) <> 0 ORDER BY day, code, currency, minor
"""
