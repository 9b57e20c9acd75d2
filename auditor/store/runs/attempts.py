"""Counts the attempts to process a shard, or to split a file.

An attempt may end because the connection to the database is lost, for example when the server is restarted or the
network fails. The first of these attempts are not counted. Later ones are counted, because the shard itself may crash
the server and would otherwise be tried for ever.
"""

from typing import Final

# The number of lost connections that are not counted as attempts. A shard takes seconds, and the pause after a loss
# doubles each time: the pauses before the tenth loss add up to 25 seconds, and each later pause is longer than 12. So
# restarts, failing networks and crashes by other shards seldom interrupt one shard ten times. A shard that crashes the
# server is interrupted each time, and is given up after ten crashes and the usual number of attempts.
FREE_OUTAGES: Final = 10

# Whether the earlier attempt lost the database: its worker waited for the database, or the server was started again.
_LOST: Final = "(NOT CAST(:anew AS boolean) OR coalesce(server_started <> pg_postmaster_start_time(), false))"

# The assignments that begin another attempt. Attempts before a restart of the server are not counted either, because
# the restart may have ended them.
COUNT_ATTEMPT: Final = f"""
attempts = CASE WHEN NOT {_LOST} OR outages >= {FREE_OUTAGES} THEN attempts + 1
                WHEN server_started <> pg_postmaster_start_time() THEN 1
                ELSE attempts END,
outages = outages + CASE WHEN {_LOST} THEN 1 ELSE 0 END,
server_started = pg_postmaster_start_time()
"""

# The assignments that set the count back to zero.
NO_ATTEMPTS: Final = "attempts = 0, outages = 0"
