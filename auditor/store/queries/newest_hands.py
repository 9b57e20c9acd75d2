"""The newest records of hands, for a list of them."""

from typing import Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection
from auditor.store.queries.hands import HandName

MOST_ON_A_PAGE: Final = 200


def newest(
    connection: Connection, before: int | None = None, size: int = 50, venue_name: str | None = None
) -> tuple[HandName, ...]:
    """Records of hands, the last stored first; those stored before the one of number `before` where that is given, and
    those of that venue.
    """
    values = {"before": before, "venue": venue_name, "size": max(1, min(size, MOST_ON_A_PAGE))}
    return tuple(
        HandName(
            row.id,
            row.deal,
            row.venue,
            row.room,
            row.game,
            row.number,
            row.digest.hex(),
            row.played,
            row.local,
            row.table_name,
            row.tournament,
        )
        for row in connection.execute(text(_NEWEST), values)
    )


_NEWEST: Final = """
SELECT hand.id, identity_id AS deal, venue.name AS venue, room, game, number, digest, played, local, table_name,
       tournament
FROM hand JOIN venue ON venue.id = hand.venue_id
WHERE (CAST(:before AS bigint) IS NULL OR hand.id < :before)
      AND (CAST(:venue AS text) IS NULL OR venue.name = :venue)
ORDER BY hand.id DESC LIMIT :size
"""
