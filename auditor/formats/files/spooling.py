"""Makes streams that can be rewound. Other streams are copied to memory or, if they are large, to disk."""

import io
import tempfile
from collections.abc import Iterable, Iterator
from typing import BinaryIO, Final, cast

_IN_MEMORY: Final = 16 * 1024 * 1024
_CHUNK: Final = 64 * 1024


def rewindable(data: bytes | BinaryIO) -> BinaryIO:
    """Returns the same bytes as a stream that can be rewound."""
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
    return cast("BinaryIO", kept)  # a spooled file has all methods of a BinaryIO that we use


def _chunks(stream: BinaryIO) -> Iterator[bytes]:
    while chunk := stream.read(_CHUNK):
        yield chunk
