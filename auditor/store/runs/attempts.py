"""Counts the attempts to process a shard, or to split a file.

An attempt may end because the connection to the database is lost, for example when the server is restarted or the
network fails. The first of these attempts are not counted. Later ones are counted, because the shard itself may crash
the server and would otherwise be tried for ever.
"""

from typing import Final

# A restart of the server comes from outside: no shard restarts it. So a hundred restarts are free, and each counts as
# one. A connection may also be lost while the server goes on, because a shard crashes its session: ten of these losses
# are free, and each counts as ten. The pause after a loss doubles each time: the pauses before the tenth loss add up
# to 25 seconds, and each later pause is longer than 12.
FREE_OUTAGES: Final = 100
OF_A_LOSS: Final = 10

# Whether the earlier attempt lost the database: its worker waited for the database, or the server was started again.
_LOST: Final = "(NOT CAST(:anew AS boolean) OR coalesce(server_started <> pg_postmaster_start_time(), false))"

# The assignments that begin another attempt. Attempts before a restart of the server are not counted either, because
# the restart may have ended them.
COUNT_ATTEMPT: Final = f"""
attempts = CASE WHEN NOT {_LOST} OR outages >= {FREE_OUTAGES} THEN attempts + 1
                WHEN server_started <> pg_postmaster_start_time() THEN 1
                ELSE attempts END,
outages = outages + CASE WHEN server_started <> pg_postmaster_start_time() THEN 1
                         WHEN NOT CAST(:anew AS boolean) THEN {OF_A_LOSS} ELSE 0 END,
server_started = pg_postmaster_start_time()
"""

# The assignments that set the count back to zero.
NO_ATTEMPTS: Final = "attempts = 0, outages = 0"
