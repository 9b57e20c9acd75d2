"""Which stretch of an upload's bytes holds a line of it."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection


def places(connection: Connection, upload_id: int, lines: Sequence[int]) -> dict[int, tuple[int, int, int]]:
    """For each line the bytes `start` up to `stop` of the shard around it, and the number of the shard's first line.

    A line before the first shard, or in an upload that was never split, has none.
    """
    found = connection.execute(text(_PLACES), {"upload": upload_id, "lines": list(lines)})
    return {row.line: (row.start, row.stop, row.first_line) for row in found}


_PLACES: Final = """
SELECT wanted.line, around.start, around.stop, around.first_line
FROM (SELECT DISTINCT unnest(CAST(:lines AS bigint[])) AS line) AS wanted
JOIN LATERAL (SELECT start, stop, first_line FROM shard
              WHERE upload_id = :upload AND first_line <= wanted.line
              ORDER BY first_line DESC LIMIT 1) AS around ON true
"""
