"""Streams that can be rewound: a stream that cannot is copied, to memory while it is small, else to the disk."""

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
    """The chunks in order as a stream that can be rewound. Its copy is deleted when it is closed or collected."""
    kept = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115 - the caller closes it
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
