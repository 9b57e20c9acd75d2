"""Crash reports: when the program itself fails, the details go into a file, and the user gets a sentence."""

import datetime as dt
import os
import platform
import shlex
import sys
import tempfile
import traceback
from pathlib import Path

from auditor.cli.version import version


def written_down(error: Exception) -> str:
    """Writes the details of an unexpected exception to a file. Returns the text to print for the user. The text names
    this file and asks the user to send it to the authors. If the file could not be written, the text names no file.
    """
    kind = type(error).__name__
    place = _kept(_story(error))
    if place is None:
        return f"This is a mistake of the program, not yours ({kind}). Please report it to the authors of the auditor."
    return (
        f"This is a mistake of the program, not yours ({kind}). The details are in the file {place}. Please report"
        " it to the authors of the auditor, and attach this file."
    )


def _story(error: Exception) -> str:
    lines = [
        f"auditor {version()}, Python {platform.python_version()}, {platform.platform()}",
        f"at {dt.datetime.now(dt.UTC):%Y-%m-%d %H:%M:%S} UTC",
        f"command: {shlex.join(sys.argv)}",
        "",
        *traceback.format_exception(error),
    ]
    return "\n".join(lines)


def _kept(story: str) -> Path | None:
    """Writes the text of a crash report to a new file in the data folder. If that fails, tries the system's folder for
    temporary files. Returns the path of the file, or `None` if both failed.
    """
    name = f"mistake-{dt.datetime.now(dt.UTC):%Y%m%dT%H%M%S}-{os.getpid()}.txt"
    for folder in (_data_folder(), Path(tempfile.gettempdir())):
        if folder is None:
            continue
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with (folder / name).open("x", encoding="utf-8", errors="backslashreplace") as file:
                (folder / name).chmod(0o600)
                file.write(story)
        except OSError:
            continue
        return folder / name
    return None


def _data_folder() -> Path | None:
    from auditor.settings import SettingsRefused, load

    try:
        return load().data / "mistakes"
    except SettingsRefused:
        return None
