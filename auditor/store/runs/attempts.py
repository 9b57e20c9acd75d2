"""How attempts at a shard, or at splitting a file, are counted.

An attempt that ended with the loss of the database is free at first: the server was restarted, or the network failed.
But a shard may itself crash the server, and would then be tried without end. So only the first losses are free.
"""

from typing import Final

# A shard takes seconds, and the pauses after losses double: before the tenth they add up to 25 seconds, and each later
# one is longer than 12. So restarts, failing networks and crashes by other shards seldom hit one shard so often. A
# shard that crashes the server does, and is given up after ten crashes and the usual attempts.
FREE_OUTAGES: Final = 10

# Whether the attempt before was lost with the database: its worker waited for it, or the server was started since.
_LOST: Final = "(NOT CAST(:anew AS boolean) OR coalesce(server_started <> pg_postmaster_start_time(), false))"

# The assignments that begin another attempt. Attempts before a restart of the server may have ended with it, so they do
# not count either.
COUNT_ATTEMPT: Final = f"""
attempts = CASE WHEN NOT {_LOST} OR outages >= {FREE_OUTAGES} THEN attempts + 1
                WHEN server_started <> pg_postmaster_start_time() THEN 1
                ELSE attempts END,
outages = outages + CASE WHEN {_LOST} THEN 1 ELSE 0 END,
server_started = pg_postmaster_start_time()
"""

# The assignments that begin the count again.
NO_ATTEMPTS: Final = "attempts = 0, outages = 0"
