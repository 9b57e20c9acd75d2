"""A card room's own house files: reads the folder that `AUDITOR_HOUSES` names. The registry of houses checks
the texts.
"""

import re
from pathlib import Path
from typing import Final

from auditor.engine.house.parameter_types import HouseRefused

MOST_FILES: Final = 100
MOST_BYTES: Final = 256 * 1024
_ENDING: Final = ".toml"
# Only characters that need no escape in `--house` and in the address of a page.
_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,39}")


def read_folder(folder: Path) -> dict[str, str]:
    """Returns the texts of the house files in a folder, by the names of the houses. Hidden files and other files are
    ignored.

    Raises `HouseRefused` with a sentence for each file that cannot be read.
    """
    try:
        files = sorted([path for path in folder.iterdir() if _is_house_file(path)])
    except OSError as error:
        raise HouseRefused(
            f"AUDITOR_HOUSES names the folder {folder}, which cannot be read: {error.strerror}"
        ) from error
    if len(files) > MOST_FILES:
        raise HouseRefused(f"{folder} has {len(files):,} house files; at most {MOST_FILES} are read")
    texts: dict[str, str] = {}
    refusals = []
    for path in files:
        try:
            texts[path.stem] = _text(path)
        except HouseRefused as refused:
            refusals.append(f"the house file {path} {refused}")
    refuse_all(refusals)
    return texts


def refuse_all(refusals: list[str]) -> None:
    """Raises `HouseRefused` with all these sentences; does nothing if there are none."""
    if refusals:
        first, *others = dict.fromkeys(refusals)
        raise HouseRefused(". ".join([first, *[each[:1].upper() + each[1:] for each in others]]))


def _is_house_file(path: Path) -> bool:
    return path.name.lower().endswith(_ENDING) and not path.name.startswith(".")


def _text(path: Path) -> str:
    """Returns the text of one file. Raises `HouseRefused` with the second part of a sentence; the path of the file is
    its first part.
    """
    if path.suffix != _ENDING or not _NAME.fullmatch(path.stem):
        raise HouseRefused("cannot name a house; take small letters, digits and hyphens, as in salon-nord.toml")
    try:
        if path.is_dir():
            raise HouseRefused("is a folder; put the house into a file")
        if not path.is_file():
            raise HouseRefused("is a link that leads to no file" if path.is_symlink() else "is no ordinary file")
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise HouseRefused(f"cannot be read: {error.strerror}") from error
    if len(data) > MOST_BYTES:
        raise HouseRefused(f"is too large; a house has at most {MOST_BYTES // 1024} KiB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise HouseRefused(f"is not UTF-8 in line {line}; save it as UTF-8") from error
