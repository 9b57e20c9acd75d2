"""The limits of the server: times and sizes for each connection, and how many connections there may be."""

import resource
from dataclasses import dataclass
from typing import Final

KIBIBYTE: Final = 1024
# A body of at most this many bytes is small. A larger body is read only after the head of its request is checked.
SMALL_BODY: Final = 64 * KIBIBYTE
LONGEST_LINE: Final = 8 * KIBIBYTE
LONGEST_HEAD: Final = 32 * KIBIBYTE
LONGEST_CHUNK_LINE: Final = KIBIBYTE

# The process must be able to open this many files in addition to the files of connections. The database, the workers
# and the stored files need them.
_OTHER_FILES: Final = 256
# One connection has at most this many open files: its socket, and sometimes a temporary file for the body of a request.
_FILES_EACH: Final = 2
# At least this many connections are allowed, even if the system allows fewer open files than they need.
_FEWEST: Final = 16


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of the server, in seconds and bytes.

    - `connections`: the most connections
    - `threads`: the number of threads that answer requests
    - `file_threads`: the number of further threads, only for requests with a large body, so that a page never waits for
      an upload
    - `idle`: the longest wait for the next request
    - `head`: the longest time for the head of a request
    - `body`: the longest time for the body of a request
    - `grace`, `bytes_a_second`: after the first `grace` seconds, a body or an answer must have at least
      `bytes_a_second` on average
    - `linger`: after a refused request, the server still reads and drops bytes for this time
    """

    connections: int = 2000
    threads: int = 8
    file_threads: int = 2
    idle: float = 30
    head: float = 20
    grace: float = 20
    bytes_a_second: int = KIBIBYTE
    body: float = 3600
    linger: float = 5


def connections_allowed(wanted: int) -> int:
    """Returns the number of connections that this process can have, at most `wanted`.

    Each connection needs open files. If the system's limit on open files is too low for `wanted` connections, this
    function raises the limit as far as allowed.
    """
    needed = _OTHER_FILES + _FILES_EACH * wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft == resource.RLIM_INFINITY:
        return wanted
    return min(wanted, max(_FEWEST, (soft - _OTHER_FILES) // _FILES_EACH))
