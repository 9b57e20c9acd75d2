"""Streams that can be rewound: what comes once is kept on the way, in memory while it is small, else on the disk."""

import io
import tempfile
from collections.abc import Iterable, Iterator
from typing import BinaryIO, Final, cast

_IN_MEMORY: Final = 16 * 1024 * 1024
_CHUNK: Final = 64 * 1024


def rewindable(data: bytes | BinaryIO) -> BinaryIO:
    """The same bytes as a stream that can be rewound."""
    if isinstance(data, bytes):
        return io.BytesIO(data)
    return data if data.seekable() else spooled(_chunks(data))


def spooled(chunks: Iterable[bytes]) -> BinaryIO:
    """The chunks, one behind the other, as a stream that can be rewound; gone when it is closed or forgotten."""
    kept = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115 - it lives as long as who reads it
    try:
        for chunk in chunks:
            kept.write(chunk)
    except BaseException:
        kept.close()
        raise
    kept.seek(0)
    return cast("BinaryIO", kept)  # it has all of one that is used here


def _chunks(stream: BinaryIO) -> Iterator[bytes]:
    while chunk := stream.read(_CHUNK):
        yield chunk
