"""Finds out whether a worker runs, so that a page can say why the audit of an upload does not begin."""

from typing import Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection

# A worker writes into the database every 5 seconds that it is alive. If it has not written for longer than this, it is
# not running. A page asks every 2 seconds, so a visitor learns within 10 seconds that the last worker has died.
SILENT_SECONDS: Final = 8
_ALIVE: Final = """
SELECT EXISTS (SELECT FROM procrastinate_workers WHERE last_heartbeat > now() - make_interval(secs => :silent))
"""


def is_any_alive(connection: Connection) -> bool:
    """Returns whether at least one worker has written within the last `SILENT_SECONDS` seconds that it is alive."""
    alive: bool = connection.execute(text(_ALIVE), {"silent": SILENT_SECONDS}).scalar_one()
    return alive
