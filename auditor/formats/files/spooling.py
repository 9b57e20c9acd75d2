"""Makes streams that can be rewound (`seek(0)`). A stream that cannot be rewound, such as a pipe, is copied to memory
or, if it is large, to a temporary file.
"""

import io
import tempfile
from collections.abc import Iterable, Iterator
from typing import BinaryIO, Final, cast

_IN_MEMORY: Final = 16 * 1024 * 1024
_CHUNK: Final = 64 * 1024


def rewindable(data: bytes | BinaryIO) -> BinaryIO:
    """Takes bytes or a stream, and returns a stream of the same bytes that can be rewound. A stream that can be rewound
    is returned itself; other streams are copied.
    """
    if isinstance(data, bytes):
        return io.BytesIO(data)
    return data if data.seekable() else spooled(_chunks(data))


def spooled(chunks: Iterable[bytes]) -> BinaryIO:
    """Returns the chunks, in order, as a stream that can be rewound. The temporary copy behind the stream is deleted
    when the stream is closed or garbage-collected.
    """
    kept = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115 - the caller closes it
    try:
        for chunk in chunks:
            kept.write(chunk)
    except BaseException:
        kept.close()
        raise
    kept.seek(0)
    return cast("BinaryIO", kept)  # the class is no `BinaryIO`, but it has all the methods that we use


def _chunks(stream: BinaryIO) -> Iterator[bytes]:
    while chunk := stream.read(_CHUNK):
        yield chunk
