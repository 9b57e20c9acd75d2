"""Stores and reads the text of houses (sets of rules) as it was at the time of an audit. The key is the digest of the
text.
"""

import json
from collections.abc import Collection, Mapping
from typing import Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection


def keep(connection: Connection, lines: Mapping[str, str]) -> None:
    """Stores the houses that are not stored yet. `lines` maps the digest of each house to the text of the house."""
    digests = [bytes.fromhex(digest) for digest in lines]
    missing = connection.execute(text(_MISSING), {"digests": digests}).scalars().all()
    if missing:
        new = {digest.hex(): lines[digest.hex()] for digest in missing}
        connection.execute(text(_KEEP), {"houses": json.dumps(new)})


def lines_of(connection: Connection, digests: Collection[bytes]) -> dict[bytes, str]:
    """Returns the lines of the houses with these digests. A house that is not stored is left out."""
    if not digests:
        return {}
    rows = connection.execute(text("SELECT * FROM house WHERE digest = ANY(:digests)"), {"digests": list(digests)})
    return {bytes(row.digest): row.lines for row in rows}


def last_lines_of(connection: Connection, house: str) -> dict[str, str]:
    """Returns the lines of a house from the last run that used this house, by game and structure such as `stud/fixed`.

    Returns an empty dictionary if no run used the house.
    """
    begins = f"house/2 {house} "
    if not connection.execute(text(_IS_KEPT), {"begins": begins}).scalar():
        return {}
    rows = connection.execute(text(_LAST), {"house": house})
    return {row.place: row.lines for row in rows}


_IS_KEPT: Final = "SELECT EXISTS (SELECT FROM house WHERE starts_with(lines, :begins))"

# Searches the runs from the latest to the earliest, and stops at the first one that used the house.
_LAST: Final = """
SELECT substr(place.key, length(:house) + 2) AS place, house.lines
FROM (SELECT houses FROM run
      WHERE EXISTS (SELECT FROM jsonb_object_keys(houses) AS key WHERE starts_with(key, :house || '/'))
      ORDER BY id DESC LIMIT 1) AS last_run
CROSS JOIN LATERAL jsonb_each_text(last_run.houses) AS place
JOIN house ON encode(house.digest, 'hex') = place.value
WHERE starts_with(place.key, :house || '/')
"""

# The order is fixed, so that two transactions that store the same houses cannot deadlock.
_MISSING: Final = """
SELECT digest FROM unnest(CAST(:digests AS bytea[])) AS digest
EXCEPT SELECT digest FROM house ORDER BY digest
"""

# The houses are sent as one JSON text, because the driver takes ten times as long to write an array of long texts.
_KEEP: Final = """
INSERT INTO house (digest, lines)
SELECT decode(key, 'hex'), value FROM json_each_text(CAST(:houses AS json)) ORDER BY key ON CONFLICT DO NOTHING
"""
