"""Houses as they were when they judged hands: the lines that their digests are made of."""

from collections.abc import Collection, Mapping
from typing import Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection


def keep(connection: Connection, lines: Mapping[str, str]) -> None:
    """Stores houses, each by its digest, that are not stored yet."""
    digests = [bytes.fromhex(digest) for digest in lines]
    missing = connection.execute(text(_MISSING), {"digests": digests}).scalars().all()
    if missing:
        values = {"digests": missing, "lines": [lines[digest.hex()] for digest in missing]}
        connection.execute(text(_KEEP), values)


def lines_of(connection: Connection, digests: Collection[bytes]) -> dict[bytes, str]:
    """The lines of the houses of these digests, as far as they are stored."""
    if not digests:
        return {}
    rows = connection.execute(text("SELECT * FROM house WHERE digest = ANY(:digests)"), {"digests": list(digests)})
    return {bytes(row.digest): row.lines for row in rows}


# Always in one order, so that two who store the same houses wait for each other only once.
_MISSING: Final = """
SELECT digest FROM unnest(CAST(:digests AS bytea[])) AS digest
EXCEPT SELECT digest FROM house ORDER BY digest
"""

_KEEP: Final = """
INSERT INTO house (digest, lines)
SELECT * FROM unnest(CAST(:digests AS bytea[]), CAST(:lines AS text[])) ON CONFLICT DO NOTHING
"""
