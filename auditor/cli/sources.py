"""Opens the files, folders, archives and pipes that a person names on the command line. `-` is standard input."""

import io
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final, cast

from auditor.cli.exit_codes import Refused
from auditor.cli.terminal import say
from auditor.cli.terminal_text import counted
from auditor.engine.house.parameter_types import nearest
from auditor.formats.archives.names import keeper_of, kept_by

STANDARD_INPUT: Final = "-"


class EmptyFolder(Refused):
    """The error for a folder that contains no file."""


class Source:
    """An open file. `size` is in bytes. For a pipe or a device `size` is 0, because the size is known only at the
    end.
    """

    __slots__ = ("path", "size", "stream")

    def __init__(self, path: str, stream: BinaryIO, size: int) -> None:
        self.path: Final = path
        self.stream: Final = stream
        self.size: Final = size


@contextmanager
def opened(path: str, most: int) -> Iterator[Source]:
    """Opens the file at `path`, or standard input if `path` is `-`. Refuses more than `most` bytes.

    Raises:
        Refused: the file does not exist, may not be read, or is too large.
    """
    if path == STANDARD_INPUT:
        if sys.stdin is None:
            raise Refused("Standard input is closed. Name a file, or send the hands through a pipe.")
        yield _source(path, sys.stdin.buffer, most)
        return
    try:
        file = Path(path).open("rb")  # noqa: SIM115 - closed below; only errors of the opening are caught here
    except (OSError, ValueError) as error:
        raise Refused(_why_not(path, error)) from error
    with file:
        yield _source(path, file, most)


def _source(path: str, stream: BinaryIO, most: int) -> Source:
    about = os.fstat(stream.fileno())
    if not stat.S_ISREG(about.st_mode):
        # Not a regular file, but a pipe or a device. It can be read only once, even if a device claims that it can
        # seek, and it may have no end. So it gets a limit.
        return Source(path, cast("BinaryIO", _Limited(path, stream, most)), 0)
    if about.st_size > most:
        raise Refused(_too_large(path, most))
    return Source(path, stream, about.st_size)


def named(path: str) -> Iterator[str | Refused]:
    """Yields `path` itself, or every file in it if `path` is a folder. For something in the folder that is not read,
    such as a link, yields an error (see `files_in`).
    """
    if path == STANDARD_INPUT or not Path(path).is_dir():
        yield path
    else:
        yield from files_in(path)


def in_archive(path: str) -> tuple[str, str]:
    """Splits a path such as `night.zip/cut.txt` into `night.zip` and `cut.txt`, the name of a file in the archive. The
    second value is empty if the whole path exists, or if no beginning of the path is a file.
    """
    if path != STANDARD_INPUT and not os.path.lexists(path):
        for parent in Path(path).parents:
            if parent.is_file():
                return str(parent), str(Path(path).relative_to(parent))
    return path, ""


class _Limited(io.BufferedIOBase):
    """A stream that can be read only once. Raises `Refused` after more than `most` bytes."""

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
    named = "Standard input" if path == STANDARD_INPUT else f'"{path}"'
    return f"{named} is larger than the limit of {counted(most, 'byte')}. Split the file, or set AUDITOR_INGEST_BYTES."


def _why_not(path: str, error: OSError | ValueError) -> str:
    """Returns a sentence for the user: why the file cannot be opened, and what to do."""
    if isinstance(error, FileNotFoundError):
        return nowhere(Path(path)) or f'There is no file "{path}"{_meant(path)}'
    if isinstance(error, PermissionError):
        return f'You have no permission to read "{path}". Ask the owner of the file for permission.'
    return f'"{path}" cannot be opened: {getattr(error, "strerror", None) or error}.'


def _meant(path: str) -> str:
    """Returns the end of a sentence about a missing file. If the folder has a file with a similar name, the end is a
    question such as `; did you mean "cut.txt"?`. Otherwise it is a full stop.
    """
    wanted = Path(path)
    try:
        with os.scandir(wanted.parent) as entries:
            names = [entry.name for entry, _ in zip(entries, range(10_000), strict=False)]
    except OSError:
        return "."
    close = nearest(wanted.name, names).rstrip(";")
    return close or "."


FILES: Final = 10_000
DEPTH: Final = 32


def files_in(folder: str) -> Iterator[str | Refused]:
    """Yields every file in a folder and in the folders below it, in alphabetical order.

    In three cases, yields an error instead of a path:

    - for each entry that cannot be read;
    - for a folder without any file;
    - for the first file after `FILES` files; then it stops.

    Links are not followed, because a link may lead anywhere, also back to its own folder.
    """
    found = 0
    for path in _walked(Path(folder), 1):
        if found == FILES:
            yield Refused(
                f'"{folder}" has more than {FILES:,} files. The other files were not read. To read all'
                " files, name the folders in it one by one."
            )
            return
        found += 1
        yield path if isinstance(path, Refused) else str(path)
    if not found:
        yield EmptyFolder(f'The folder "{folder}" contains no file. Name a file, or a folder with files.')


def nowhere(link: Path) -> str:
    """Returns a sentence if `link` is a symbolic link to a missing file. Otherwise returns an empty text."""
    if link.is_symlink():
        try:
            link.stat()
        except FileNotFoundError:
            return f'"{link}" is a link to "{link.readlink()}", which does not exist.'
        except OSError:
            return ""  # the target of the link exists or may exist, but this process cannot reach it
    return ""


def _walked(folder: Path, depth: int) -> Iterator[Path | Refused]:
    if depth > DEPTH:
        yield Refused(
            f'The folder "{folder}" was not read: it is more than {DEPTH} folders deep.'
            " To read this folder, name it in the command."
        )
        return
    try:
        with os.scandir(folder) as entries:
            inside = sorted(entries, key=lambda entry: entry.name)
    except OSError as error:
        yield Refused(f'"{folder}" cannot be read: {error.strerror}.')
        return
    for entry in inside:
        path = folder / entry.name
        keeper = keeper_of(f"{entry.name}/" if entry.is_dir() else entry.name)
        if keeper:
            say(kept_by(str(path), keeper))
            continue
        if entry.is_symlink():
            yield Refused(
                nowhere(path)
                or f'"{path}" is a link, and the auditor follows no links in a folder.'
                " To read it, name the link in the command."
            )
        elif entry.is_dir():
            yield from _walked(path, depth + 1)
        elif entry.is_file():
            yield path
        else:
            yield Refused(f'"{path}" was not read, because it is not a file or a folder.')
