"""Counts the attempts to process a shard (the part of an upload or run for one job), or to split a file into shards.

An attempt may end because the connection to the database is lost, for example when the server is restarted or the
network fails. At first, such attempts are not counted. After many such attempts, each further attempt is counted,
because the shard itself may be the cause: a shard that crashes its database session each time would otherwise be tried
for ever.
"""

from typing import Final

# The column `outages` is a score of lost connections to the database. While the score is below 100, an attempt that
# lost its connection is not counted. A restart of the server adds 1 to the score, because a shard cannot restart the
# server. A connection lost without a restart adds 10, because the shard may have crashed its database session. So 100
# restarts or 10 such losses are not counted. The pause before the next attempt doubles after each loss: the pauses
# after these 10 losses add up to about 25 seconds, and each later pause is longer than 12 seconds.
FREE_OUTAGES: Final = 100
OF_A_LOSS: Final = 10

# The SQL condition that the attempt before this one lost the database. Either its worker waited for the database and
# tries again (`:anew` is false), or the database server was started again since that attempt.
_LOST: Final = "(NOT CAST(:anew AS boolean) OR coalesce(server_started <> pg_postmaster_start_time(), false))"

# The SQL assignments that count another attempt. If the server was restarted since the last attempt, the count begins
# again at 1, because the restart may have ended the earlier attempts. But if the score `outages` is 100 or more, the
# count only grows.
COUNT_ATTEMPT: Final = f"""
attempts = CASE WHEN NOT {_LOST} OR outages >= {FREE_OUTAGES} THEN attempts + 1
                WHEN server_started <> pg_postmaster_start_time() THEN 1
                ELSE attempts END,
outages = outages + CASE WHEN server_started <> pg_postmaster_start_time() THEN 1
                         WHEN NOT CAST(:anew AS boolean) THEN {OF_A_LOSS} ELSE 0 END,
server_started = pg_postmaster_start_time()
"""

# SQL assignments that make the next attempt to process a row of `shard` or `upload` count as the first attempt.
NO_ATTEMPTS: Final = "attempts = 0, outages = 0"
