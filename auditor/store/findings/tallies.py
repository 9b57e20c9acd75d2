"""Keeps the tallies of findings short: triggers write rows of changes, which are added up now and then."""

from typing import Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection


def fold(connection: Connection) -> int:
    """Adds up the rows of each kind that has several; returns how many rows that took.

    Two may fold at the same time: rows that the one takes are not added up by the other.
    """
    return sum([connection.execute(text(folded)).rowcount for folded in _FOLDS])


_FOLD: Final = """
WITH taken AS (
    DELETE FROM TALLY
    WHERE (ALIKE) IN (SELECT ALIKE FROM TALLY GROUP BY ALIKE HAVING count(*) > 1)
    RETURNING *),
put AS (
    INSERT INTO TALLY (KIND, FIRST, SECOND)
    SELECT KIND, sum(FIRST), sum(SECOND) FROM taken GROUP BY KIND HAVING sum(FIRST) <> 0 OR sum(SECOND) <> 0)
SELECT FROM taken
"""
# For each tally: the columns that make rows alike, the columns of its kind, and the two columns that are added up.
_TALLIES: Final = (
    ("tally", "cell, breach", "cell, standing, breach, place", "found", "listed"),
    ("found_first", "run_id, code, currency, minor", "run_id, code, currency, minor", "found", "at_stake"),
)


def _of(words: tuple[str, ...]) -> str:
    folded = _FOLD
    for name, word in zip(("TALLY", "ALIKE", "KIND", "FIRST", "SECOND"), words, strict=True):
        folded = folded.replace(name, word)
    return folded


_FOLDS: Final = tuple([_of(words) for words in _TALLIES])
