"""Keeps the tally of findings short: it is written in rows of changes, which are added up now and then."""

from typing import Final

from sqlalchemy import text

from auditor.store.database import Connection


def fold(connection: Connection) -> int:
    """Adds up the rows of each cell that has several; gives how many rows went into that.

    Two may fold at the same time: what the one takes away the other does not add up.
    """
    return connection.execute(text(_FOLD)).rowcount


_CELL: Final = "cell, standing, breach, place"
_FOLD: Final = """
WITH taken AS (
    DELETE FROM tally
    WHERE cell IN (SELECT cell FROM tally GROUP BY cell HAVING count(*) > 1)
    RETURNING *),
put AS (
    INSERT INTO tally (CELL, found, listed)
    SELECT CELL, sum(found), sum(listed) FROM taken GROUP BY CELL HAVING sum(found) <> 0 OR sum(listed) <> 0)
SELECT cell FROM taken
""".replace("CELL", _CELL)
