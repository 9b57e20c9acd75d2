"""Keeps the tallies of findings short: they are written in rows of changes, which are added up now and then."""

from typing import Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection


def fold(connection: Connection) -> int:
    """Adds up the rows of each kind that has several; gives how many rows went into that.

    Two may fold at the same time: what the one takes away the other does not add up.
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
# Of each tally by what its rows are alike, what they are of, and what is added up.
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
