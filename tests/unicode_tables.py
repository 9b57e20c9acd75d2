"""Makes the tables of `auditor/lookalike/` out of ICU, which has them from the Unicode Character Database.

    .venv/bin/python -P -m tests.unicode_tables /usr/lib/x86_64-linux-gnu 72

names the folder of ICU's libraries and their version; 72 has those of Unicode 15.0. Nothing but this needs ICU.
"""

import ctypes
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).resolve().parents[1] / "auditor" / "lookalike"
HEAD: Final = """\
# {what}
# Unicode 15.0, UTS #39 and UAX #24. Copyright 1991-2022 Unicode, Inc. All rights reserved.
# Distributed under the Unicode License: https://www.unicode.org/license.txt
"""
LAST: Final = 0x10FFFF
# Of these letters there are too many to list, and none looks like another script's but through its own table.
COMMON: Final = {"Zyyy", "Zinh", "Zzzz"}


class Icu:
    """The few functions of ICU that are needed, by their versioned names."""

    def __init__(self, folder: str, version: str) -> None:
        self._version: Final = version
        self._common: Final = ctypes.CDLL(f"{folder}/libicuuc.so.{version}")
        self._more: Final = ctypes.CDLL(f"{folder}/libicui18n.so.{version}")
        self._status: Final = ctypes.c_int(0)
        opened = self._of(self._more, "uspoof_open")
        opened.restype = ctypes.c_void_p
        self._checker: Final = ctypes.c_void_p(opened(ctypes.byref(self._status)))

    def skeleton(self, letter: str) -> str:
        """What the letter looks like."""
        room, given = ctypes.create_string_buffer(512), letter.encode("utf-8")
        call = self._of(self._more, "uspoof_getSkeletonUTF8")
        length = call(self._checker, 0, given, len(given), room, len(room), ctypes.byref(self._status))
        return room.raw[:length].decode("utf-8")

    def scripts(self, letter: str) -> list[str]:
        """The scripts that the letter is used in, by their short names."""
        room = (ctypes.c_int * 64)()
        call = self._of(self._common, "uscript_getScriptExtensions")
        count = call(ord(letter), room, len(room), ctypes.byref(self._status))
        named = self._of(self._common, "uscript_getShortName")
        named.restype = ctypes.c_char_p
        return sorted([named(room[place]).decode() for place in range(count)])

    def _of(self, library: Any, name: str) -> Any:
        return getattr(library, f"{name}_{self._version}")


def letters() -> Iterator[str]:
    """Every character but halves of characters."""
    for number in range(LAST + 1):
        if not 0xD800 <= number <= 0xDFFF:
            yield chr(number)


def main() -> None:
    """Writes the tables."""
    icu = Icu(*sys.argv[1:3])
    alike = []
    ranges: list[tuple[int, int, str]] = []
    for letter in letters():
        # A letter with marks is looked up in parts.
        shape = icu.skeleton(letter) if unicodedata.is_normalized("NFD", letter) else letter
        if shape != letter:
            alike.append(f"{ord(letter):X} {' '.join([f'{ord(each):X}' for each in shape])}")
        scripts = icu.scripts(letter)
        if set(scripts) <= COMMON:
            continue
        if ranges and ranges[-1][1] == ord(letter) - 1 and ranges[-1][2] == " ".join(scripts):
            ranges[-1] = (ranges[-1][0], ord(letter), ranges[-1][2])
        else:
            ranges.append((ord(letter), ord(letter), " ".join(scripts)))
    write("confusables.txt",
          "Each line: the code point of a character, and the code points of the standard characters that look like it.",
          alike)  # fmt: skip
    write("scripts.txt",
          "Each line: the first and the last code point of a range, and the scripts that use these characters.",
          [f"{first:X} {last:X} {scripts}" for first, last, scripts in ranges])  # fmt: skip


def write(name: str, what: str, lines: list[str]) -> None:
    """One table."""
    (FOLDER / name).write_text(HEAD.format(what=what) + "".join([f"{line}\n" for line in lines]), encoding="ascii")


if __name__ == "__main__":
    main()
