"""Folders that a person names: the files in them, whatever they are called, and what of them is no file."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from auditor.cli.exit_codes import Refused
from auditor.cli.terminal import say
from auditor.formats.archives.names import keeper_of, kept_by

FILES: Final = 10_000
DEPTH: Final = 32


class EmptyFolder(Refused):
    """A folder has no file: nothing was there to be opened."""


def files_in(folder: str) -> Iterator[str | Refused]:
    """Every file in a folder and in the folders in it, by the alphabet; a refusal for each thing that cannot be read.

    Links are not followed: one may lead anywhere, also back to where it stands. A folder without any file is refused.
    """
    found = 0
    for path in _walked(Path(folder), 1):
        if found == FILES:
            yield Refused(
                f'"{folder}" has more than {FILES:,} files; the rest was not read. Name its folders one by one.'
            )
            return
        found += 1
        yield path if isinstance(path, Refused) else str(path)
    if not found:
        yield EmptyFolder(f'There is no file in the folder "{folder}". Name one that has files, or a file.')


def nowhere(link: Path) -> str:
    """What is said of a link to what is not there; empty for anything else."""
    if link.is_symlink():
        try:
            link.stat()
        except FileNotFoundError:
            return f'"{link}" is a link to "{link.readlink()}", and that is not there.'
        except OSError:
            return ""  # it leads where we may not look
    return ""


def _walked(folder: Path, depth: int) -> Iterator[Path | Refused]:
    if depth > DEPTH:
        yield Refused(f'"{folder}" lies more than {DEPTH} folders deep; it was not read. Name it by itself.')
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
                nowhere(path) or f'"{path}" is a link, and links in a folder are not followed. Name it by itself.'
            )
        elif entry.is_dir():
            yield from _walked(path, depth + 1)
        elif entry.is_file():
            yield path
        else:
            yield Refused(f'"{path}" is neither a file nor a folder; it was not read.')
