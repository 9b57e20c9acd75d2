"""Houses as they were when they judged hands: the lines that their digests are made of."""

import json
from collections.abc import Collection, Mapping
from typing import Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection


def keep(connection: Connection, lines: Mapping[str, str]) -> None:
    """Stores houses, each by its digest, that are not stored yet."""
    digests = [bytes.fromhex(digest) for digest in lines]
    missing = connection.execute(text(_MISSING), {"digests": digests}).scalars().all()
    if missing:
        new = {digest.hex(): lines[digest.hex()] for digest in missing}
        connection.execute(text(_KEEP), {"houses": json.dumps(new)})


def lines_of(connection: Connection, digests: Collection[bytes]) -> dict[bytes, str]:
    """The lines of the houses of these digests, as far as they are stored."""
    if not digests:
        return {}
    rows = connection.execute(text("SELECT * FROM house WHERE digest = ANY(:digests)"), {"digests": list(digests)})
    return {bytes(row.digest): row.lines for row in rows}


def last_lines_of(connection: Connection, house: str) -> dict[str, str]:
    """The lines of a house by game and structure, as in `stud/fixed`, from the last run that used this house; empty
    where no run used it.
    """
    begins = f"house/2 {house} "
    if not connection.execute(text(_IS_KEPT), {"begins": begins}).scalar():
        return {}
    rows = connection.execute(text(_LAST), {"house": house})
    return {row.place: row.lines for row in rows}


_IS_KEPT: Final = "SELECT EXISTS (SELECT FROM house WHERE starts_with(lines, :begins))"

# Goes back from the last run to the first that used the house.
_LAST: Final = """
SELECT substr(place.key, length(:house) + 2) AS place, house.lines
FROM (SELECT houses FROM run
      WHERE EXISTS (SELECT FROM jsonb_object_keys(houses) AS key WHERE starts_with(key, :house || '/'))
      ORDER BY id DESC LIMIT 1) AS last_run
CROSS JOIN LATERAL jsonb_each_text(last_run.houses) AS place
JOIN house ON encode(house.digest, 'hex') = place.value
WHERE starts_with(place.key, :house || '/')
"""

# Always in one order, so that two who store the same houses wait for each other only once.
_MISSING: Final = """
SELECT digest FROM unnest(CAST(:digests AS bytea[])) AS digest
EXCEPT SELECT digest FROM house ORDER BY digest
"""

# As one JSON text: the driver takes ten times as long to write an array of long texts.
_KEEP: Final = """
INSERT INTO house (digest, lines)
SELECT decode(key, 'hex'), value FROM json_each_text(CAST(:houses AS json)) ORDER BY key ON CONFLICT DO NOTHING
"""
