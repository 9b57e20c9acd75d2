"""The HTTP server: the library waitress, with our own limits on time, bytes and connections.

One loop reads all connections. A request gets a thread only when it is complete. An answer waits in memory or on the
disk until the client has read it. So a slow client never keeps a thread busy.
"""

from auditor.web.server.limits import Limits
from auditor.web.server.listener import Server

__all__ = ["Limits", "Server"]
