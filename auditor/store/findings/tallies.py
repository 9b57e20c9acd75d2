"""Keeps the tallies of findings short: triggers write rows of changes, which are added up now and then."""

from typing import Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection


def fold(connection: Connection) -> int:
    """Adds up the rows of each kind that has several; returns how many rows that took.

    Two may fold at the same time: rows that the one takes are not added up by the other.
    """
    return sum([connection.execute(text(folded)).rowcount for folded in _FOLDS])


def _fold(tally: str, alike: str, kind: str, found: str, other: str) -> str:
    """Adds up the columns `found` and `other` of rows that are `alike`; `kind` has the other columns of the tally."""
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
