"""Searches the names of players and of poker tables. A name is found if it begins with the text. Capital and small
letters count as the same.
"""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection


@dataclass(frozen=True, slots=True)
class Named:
    """A player or a poker table at a venue. `exact`: the name is exactly the text of the search."""

    venue: str
    name: str
    exact: bool


def players(connection: Connection, words: str, most: int) -> tuple[Named, ...]:
    """Returns at most `most` players whose names begin with `words`, exact matches first."""
    return _found(connection, _PLAYERS, words, most)


def tables(connection: Connection, words: str, most: int) -> tuple[Named, ...]:
    """Returns at most `most` poker tables whose names begin with `words`, exact matches first."""
    return _found(connection, _TABLES, words, most)


def _found(connection: Connection, statement: str, words: str, most: int) -> tuple[Named, ...]:
    words = words.replace("\0", "\\x00")
    begins = words.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    values = {"words": words, "begins": f"{begins}%", "most": most}
    rows = connection.execute(text(statement), values)
    return tuple(Named(row.venue, row.name, row.exact) for row in rows)


# The first query finds the exact matches by the unique index of the names. The second query reads names in the order of
# the index on `lower(name)`, so that the database stops reading after `most` names.
_FOUND: Final = """
SELECT venue.name AS venue, found.name, found.exact FROM (
    (SELECT venue_id, name, true AS exact FROM {table} WHERE venue_id IN (SELECT id FROM venue) AND name = :words)
    UNION ALL
    (SELECT venue_id, name, false FROM {table} WHERE lower(name) LIKE lower(:begins) AND name <> :words
     ORDER BY lower(name) USING ~<~ LIMIT :most)
) AS found JOIN venue ON venue.id = found.venue_id
ORDER BY found.exact DESC, lower(found.name) COLLATE "C", found.name COLLATE "C", venue.name LIMIT :most
"""
_PLAYERS: Final = _FOUND.format(table="player")
_TABLES: Final = _FOUND.format(table="poker_table")
