"""The limits of a connection, and the number of connections."""

import resource
from dataclasses import dataclass
from typing import Final

KIBIBYTE: Final = 1024
# A longer body is read only after the check of the request's head.
SMALL_BODY: Final = 64 * KIBIBYTE
LONGEST_LINE: Final = 8 * KIBIBYTE
LONGEST_HEAD: Final = 32 * KIBIBYTE
LONGEST_CHUNK_LINE: Final = KIBIBYTE

# Other open files: the database, workers, and files in use.
_OTHER_FILES: Final = 256
# A connection has a socket, and perhaps a file for its body.
_FILES_EACH: Final = 2
_FEWEST: Final = 16


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of the server, in seconds and bytes. A time limit holds for a whole step, also while bytes arrive.

    After `grace`, a body or an answer must average `bytes_a_second`. Requests with a large body have `file_threads` of
    their own, so a page never waits for files.
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
    """The number of connections of this process, at most `wanted`. Raises the limit on open files if possible."""
    needed = _OTHER_FILES + _FILES_EACH * wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft == resource.RLIM_INFINITY:
        return wanted
    return min(wanted, max(_FEWEST, (soft - _OTHER_FILES) // _FILES_EACH))
