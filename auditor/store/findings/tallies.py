"""Shortens the tables of counts. Triggers insert a row for each change of a count, and `fold` adds up these rows."""

from typing import Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection


def fold(connection: Connection) -> int:
    """Adds up the rows of each kind that has several rows. Returns how many rows were added up.

    Two transactions may do this at the same time. A row that one of them takes is not added up by the other.
    """
    return sum([connection.execute(text(folded)).rowcount for folded in _FOLDS])


def _fold(tally: str, alike: str, kind: str, found: str, other: str) -> str:
    """Returns a statement that adds up the columns `found` and `other` of rows with the same values in `alike`.

    `kind` lists the other columns of the table.
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
