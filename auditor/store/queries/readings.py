"""Readings of the same bytes: which one counts instead of another."""

from typing import Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection


def counts_instead(connection: Connection, upload_id: int) -> str | None:
    """The receipt of the reading that took the place of this one; `None` where it counts itself."""
    receipt: str | None = connection.execute(text(_INSTEAD), {"upload": upload_id}).scalar()
    return receipt


_INSTEAD: Final = """
SELECT other.receipt FROM upload AS mine
JOIN upload AS other ON other.venue_id = mine.venue_id AND other.sha256 = mine.sha256 AND other.house = mine.house
WHERE mine.id = :upload AND mine.superseded_at IS NOT NULL AND other.superseded_at IS NULL
"""
