"""The HTTP server: waitress, with our own limits on time, bytes and connections.

One loop reads all connections, and only a complete request gets a thread. An answer waits on the disk until the client
reads it. So a slow client never holds a thread.
"""

from auditor.web.server.limits import Limits
from auditor.web.server.listener import Server

__all__ = ["Limits", "Server"]
