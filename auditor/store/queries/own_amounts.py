"""Reads the wrong payouts of one player in some hands."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection


def own_amounts(connection: Connection, player_id: int, hands: Sequence[int]) -> dict[int, int]:
    """Returns the payout in the log minus the lawful payout of a player, for each of these hands in which they differ.
    A negative amount is owed to the player. If the player has two seats in a hand, their amounts are added up.
    """
    rows = connection.execute(text(_AMOUNTS), {"player": player_id, "hands": list(hands)})
    return {row.hand_id: int(row.amount) for row in rows}


_AMOUNTS: Final = """
SELECT hand_id, sum(amount) AS amount FROM owed WHERE player_id = :player AND hand_id = ANY(:hands) GROUP BY hand_id
"""
