"""Houses as they were when hands were judged under them: the lines that their digests are of."""

from collections.abc import Collection, Mapping
from typing import Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection


def keep(connection: Connection, lines: Mapping[str, str]) -> None:
    """Keeps houses, each by its digest, that are not kept yet."""
    digests = [bytes.fromhex(digest) for digest in lines]
    missing = connection.execute(text(_MISSING), {"digests": digests}).scalars().all()
    if missing:
        values = {"digests": missing, "lines": [lines[digest.hex()] for digest in missing]}
        connection.execute(text(_KEEP), values)


def told(connection: Connection, digests: Collection[bytes]) -> dict[bytes, str]:
    """The lines of the houses of these digests, of those that are kept."""
    if not digests:
        return {}
    rows = connection.execute(text("SELECT * FROM house WHERE digest = ANY(:digests)"), {"digests": list(digests)})
    return {bytes(row.digest): row.lines for row in rows}


# In one order, so that two who keep the same wait for each other once.
_MISSING: Final = """
SELECT digest FROM unnest(CAST(:digests AS bytea[])) AS digest
EXCEPT SELECT digest FROM house ORDER BY digest
"""

_KEEP: Final = """
INSERT INTO house (digest, lines)
SELECT * FROM unnest(CAST(:digests AS bytea[]), CAST(:lines AS text[])) ON CONFLICT DO NOTHING
"""
