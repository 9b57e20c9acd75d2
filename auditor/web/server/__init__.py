"""The HTTP server: waitress with our own limits on time, bytes and connections.

One loop reads all connections. Only a complete request gets a thread. An answer waits in memory or on the disk until
the client has read it. So a slow client never occupies a thread.
"""

from auditor.web.server.limits import Limits
from auditor.web.server.listener import Server

__all__ = ["Limits", "Server"]
