"""The limits of each connection, and the number of connections."""

import resource
from dataclasses import dataclass
from typing import Final

KIBIBYTE: Final = 1024
# The most bytes of a small body. A longer body is read only after the head of its request is checked.
SMALL_BODY: Final = 64 * KIBIBYTE
LONGEST_LINE: Final = 8 * KIBIBYTE
LONGEST_HEAD: Final = 32 * KIBIBYTE
LONGEST_CHUNK_LINE: Final = KIBIBYTE

# The number of open files that are kept free for other uses: the database, workers, and files in use.
_OTHER_FILES: Final = 256
# The most open files of one connection: its socket, and sometimes a file for the body of a request.
_FILES_EACH: Final = 2
# The number of connections that are allowed even if the limit on open files is lower.
_FEWEST: Final = 16


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of the server, in seconds and bytes.

    `idle`, `head` and `body` are the longest times without a request, for the head of a request and for its body. Bytes
    that arrive do not start such a time again. After `grace`, a body or an answer needs at least `bytes_a_second` on
    average. `file_threads` are the threads for requests with a large body, so a page never waits for an upload. After
    the answer to a refused request, the server reads and drops bytes for `linger`.
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
    """Returns the number of connections that this process may have, at most `wanted`.

    If the limit on open files is too low, it is first raised as far as the system allows.
    """
    needed = _OTHER_FILES + _FILES_EACH * wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft == resource.RLIM_INFINITY:
        return wanted
    return min(wanted, max(_FEWEST, (soft - _OTHER_FILES) // _FILES_EACH))
