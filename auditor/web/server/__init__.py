"""The HTTP server: waitress, with limits of our own on time, bytes and connections.

One loop reads all connections, and only a request that has come as a whole gets one of the threads. So nobody holds a
thread by sending slowly, or by reading slowly: what waits to be read is on the disk.
"""

from auditor.web.server.limits import Limits
from auditor.web.server.listener import Server

__all__ = ["Limits", "Server"]
