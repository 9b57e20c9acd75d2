"""What a person names on the command line, opened: files, pipes, standard input."""

import io
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final, cast

from auditor.cli.exit_codes import Refused
from auditor.cli.folders import files_in, nowhere
from auditor.cli.terminal_text import counted

STANDARD_INPUT: Final = "-"


class Source:
    """An opened file; `size` in bytes, 0 where nobody knows it before the end."""

    __slots__ = ("path", "size", "stream")

    def __init__(self, path: str, stream: BinaryIO, size: int) -> None:
        self.path: Final = path
        self.stream: Final = stream
        self.size: Final = size


@contextmanager
def opened(path: str, most: int) -> Iterator[Source]:
    """The file of that name, `-` for standard input, with at most `most` bytes.

    Raises:
        Refused: it is not there, may not be read, or is too large.
    """
    if path == STANDARD_INPUT:
        if sys.stdin is None:
            raise Refused("Standard input is closed; name a file, or send one by a pipe.")
        yield _source(path, sys.stdin.buffer, most)
        return
    try:
        file = Path(path).open("rb")  # noqa: SIM115 - closed below; what is refused here is the opening alone
    except (OSError, ValueError) as error:
        raise Refused(_why_not(path, error)) from error
    with file:
        yield _source(path, file, most)


def _source(path: str, stream: BinaryIO, most: int) -> Source:
    about = os.fstat(stream.fileno())
    if not stat.S_ISREG(about.st_mode):
        # A pipe, or a device, which may claim to be rewindable and have no end.
        return Source(path, cast("BinaryIO", _Limited(path, stream, most)), 0)
    if about.st_size > most:
        raise Refused(_too_large(path, most))
    return Source(path, stream, about.st_size)


def named(path: str) -> Iterator[str | Refused]:
    """The file of that name, or every file in the folder of that name, and a refusal for what is none."""
    if path == STANDARD_INPUT or not Path(path).is_dir():
        yield path
    else:
        yield from files_in(path)


def in_archive(path: str) -> tuple[str, str]:
    """The file of that name and nothing, or the archive that the name leads into and the name of a file in it, as
    findings print them: `night.zip/cut.txt`.
    """
    if path != STANDARD_INPUT and not os.path.lexists(path):
        for parent in Path(path).parents:
            if parent.is_file():
                return str(parent), str(Path(path).relative_to(parent))
    return path, ""


class _Limited(io.BufferedIOBase):
    """A stream that can be read once, and only so far."""

    def __init__(self, path: str, stream: BinaryIO, most: int) -> None:
        self._path = path
        self._stream = stream
        self._left = most

    def readable(self) -> bool:
        return True

    def read(self, size: int | None = -1, /) -> bytes:
        data = self._stream.read(-1 if size is None else size)
        self._left -= len(data)
        if self._left < 0:
            raise Refused(_too_large(self._path, self._left + len(data)))
        return data


def _too_large(path: str, most: int) -> str:
    named = "What came in" if path == STANDARD_INPUT else f'"{path}"'
    return f"{named} is larger than {counted(most, 'byte')}, the limit. Split it, or set AUDITOR_INGEST_BYTES."


def _why_not(path: str, error: OSError | ValueError) -> str:
    """Why a path cannot be opened, and what to do."""
    if isinstance(error, FileNotFoundError):
        return nowhere(Path(path)) or f'There is no file "{path}"{_meant(path)}'
    if isinstance(error, PermissionError):
        return f'"{path}" may not be read by you. Ask its owner, or run this as a user who may.'
    return f'"{path}" cannot be opened: {getattr(error, "strerror", None) or error}.'


def _meant(path: str) -> str:
    """The file of the same folder whose name is most like it."""
    from auditor.engine.house.parameter_types import nearest

    wanted = Path(path)
    try:
        with os.scandir(wanted.parent) as entries:
            names = [entry.name for entry, _ in zip(entries, range(10_000), strict=False)]
    except OSError:
        return "."
    close = nearest(wanted.name, names).rstrip(";")
    return close or "."
