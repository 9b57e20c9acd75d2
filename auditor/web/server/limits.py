"""What one connection may take, and how many there may be."""

import resource
from dataclasses import dataclass
from typing import Final

KIBIBYTE: Final = 1024
# A longer body is not read before the request's head is allowed.
SMALL_BODY: Final = 64 * KIBIBYTE
LONGEST_LINE: Final = 8 * KIBIBYTE
LONGEST_HEAD: Final = 32 * KIBIBYTE
LONGEST_CHUNK_LINE: Final = KIBIBYTE

# Besides those of connections: the database, workers, files that are being written.
_OTHER_FILES: Final = 256
# A connection may have a body on the disk beside its socket.
_FILES_EACH: Final = 2
_FEWEST: Final = 16


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of the server. All times are of the whole step, however steadily bytes drip in.

    A body, and an answer that is being read, may take `grace`; then it must keep up `bytes_a_second` on average.
    Requests with a large body have `file_threads` of their own, so that a page never waits for files.
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
    """How many connections this process can hold, at most `wanted`: raises its limit on open files where it can."""
    needed = _OTHER_FILES + _FILES_EACH * wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft == resource.RLIM_INFINITY:
        return wanted
    return min(wanted, max(_FEWEST, (soft - _OTHER_FILES) // _FILES_EACH))
