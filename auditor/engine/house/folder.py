"""Reads the folder with the house files that a card room wrote itself. The setting `AUDITOR_HOUSES` names the folder.
This module does not check the rules in the files; the registry of houses does.
"""

import re
from pathlib import Path
from typing import Final

from auditor.engine.house.parameter_types import HouseRefused

MOST_FILES: Final = 100
MOST_BYTES: Final = 256 * 1024
_ENDING: Final = ".toml"
# The names that a house may have. Their characters need no escape on a command line or in the address of a page.
_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,39}")


def read_folder(folder: Path) -> dict[str, str]:
    """Returns the text of each house file in a folder, by the name of the house: `salon-nord.toml` gives `salon-nord`.
    Hidden files, and files that do not end with `.toml`, are ignored.

    Raises `HouseRefused` with a sentence for each file that cannot be read.
    """
    texts, refusals = read_what_can_be_read(folder)
    refuse_all(list(refusals.values()))
    return texts


def read_what_can_be_read(folder: Path) -> tuple[dict[str, str], dict[str, str]]:
    """Returns two dictionaries: the texts of the house files, as `read_folder` returns them, and a sentence for each
    file that cannot be read, by the name of the file. Raises `HouseRefused` if the folder itself cannot be read, or has
    more than `MOST_FILES` house files.
    """
    try:
        files = sorted([path for path in folder.iterdir() if _is_house_file(path)])
    except OSError as error:
        raise HouseRefused(
            f"the auditor cannot read {folder}, the folder that AUDITOR_HOUSES names: {error.strerror}"
        ) from error
    if len(files) > MOST_FILES:
        raise HouseRefused(f"{folder} has {len(files):,} house files; leave at most {MOST_FILES} files there")
    texts: dict[str, str] = {}
    refusals: dict[str, str] = {}
    for path in files:
        try:
            texts[path.stem] = _text(path)
        except HouseRefused as refused:
            refusals[path.name] = f"the house file {path} {refused}"
    return texts, refusals


def refuse_all(refusals: list[str]) -> None:
    """Raises one `HouseRefused` with all these sentences. Does nothing if the list is empty."""
    if refusals:
        raise HouseRefused(*dict.fromkeys(refusals))


def _is_house_file(path: Path) -> bool:
    return path.name.lower().endswith(_ENDING) and not path.name.startswith(".")


def _text(path: Path) -> str:
    """Returns the text of one house file. Raises `HouseRefused` if the file has a wrong name or cannot be read. The
    message is half a sentence, such as `is a folder; ...`; the caller puts the path of the file before it.
    """
    if path.suffix != _ENDING or not _NAME.fullmatch(path.stem):
        raise HouseRefused(
            "has a name that a house cannot have; use small letters, digits and hyphens, as in salon-nord.toml"
        )
    try:
        if path.is_dir():
            raise HouseRefused("is a folder; write the rules of the house into a file")
        if not path.is_file():
            if path.is_symlink():
                raise HouseRefused("is a link that does not lead to a file; correct or delete the link")
            raise HouseRefused("is not a normal file; put a text file in its place")
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise HouseRefused(f"cannot be read: {error.strerror}") from error
    if len(data) > MOST_BYTES:
        raise HouseRefused(f"is too large; a house file may have at most {MOST_BYTES // 1024} KiB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise HouseRefused(f"is not UTF-8 text in line {line}; save the file as UTF-8") from error
