"""Merges rows in the tables of counts of findings. A database trigger inserts a row for each change of a count. `fold`
replaces many such rows by their sum.
"""

from typing import Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection


def fold(connection: Connection) -> int:
    """Replaces several rows for the same count by one row with their sum. If the sum is zero, no row is left. Returns
    the number of replaced rows.

    For example, the rows +1, +1 and -1 become one row +1. Two transactions may call this function at the same time,
    because each row is deleted, and added up, by only one of them.
    """
    return sum([connection.execute(text(folded)).rowcount for folded in _FOLDS])


def _fold(tally: str, alike: str, kind: str, found: str, other: str) -> str:
    """Returns the SQL statement that replaces rows of the table `tally` by their sums.

    `alike` lists the columns that identify a count, such as `cell, breach`: if rows have the same values in these
    columns, they are added up. `found` and `other` are the two columns to add up. `kind` lists the columns that are
    copied: all columns except these two.
    """
    return f"""
WITH taken AS (
    DELETE FROM {tally}
    WHERE ({alike}) IN (SELECT {alike} FROM {tally} GROUP BY {alike} HAVING count(*) > 1)
    RETURNING *),
put AS (
    INSERT INTO {tally} ({kind}, {found}, {other})
    SELECT {kind}, sum({found}), sum({other}) FROM taken GROUP BY {kind} HAVING sum({found}) <> 0 OR sum({other}) <> 0)
SELECT FROM taken
"""


_FOLDS: Final = (
    _fold("tally", "cell, breach", "cell, standing, breach, place", "found", "listed"),
    _fold("found_first", "run_id, code, currency, minor", "run_id, code, currency, minor", "found", "at_stake"),
)
