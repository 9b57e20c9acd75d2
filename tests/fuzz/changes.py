"""What is changed in a sample: each change takes the lines of a text and two numbers that say where and what."""

import re
from collections.abc import Callable, Sequence
from typing import Final

Lines = list[str]
Change = Callable[[Lines, int, int, Sequence[str]], None]

_NUMBER: Final = re.compile("[0-9]+")
_WORD: Final = re.compile(r"\w+|[^\w\s]+")
_GROWN: Final = ("0", "00", "000000000", "9" * 14, "9" * 40, "9" * 5_000, ".", ".5", "e9", ",000")
_ODD: Final = "\0\r\n\t\v\f\x1c\x85\u2028\u202e\u00a0\ufeff\ud83d\U0001f0a1é\"'\\[](){}<>#:;,.*$€&=|-0 "
_LONG: Final = (300, 300, 300, 5_000, 5_000, 17_000, 17_000, 300_000)


def drop_line(lines: Lines, where: int, what: int, words: Sequence[str]) -> None:
    del lines[where % len(lines)]


def drop_lines(lines: Lines, where: int, what: int, words: Sequence[str]) -> None:
    start = where % len(lines)
    del lines[start : start + 1 + what % 12]


def double_line(lines: Lines, where: int, what: int, words: Sequence[str]) -> None:
    at = where % len(lines)
    lines.insert(at, lines[at])


def repeat_line(lines: Lines, where: int, what: int, words: Sequence[str]) -> None:
    at = where % len(lines)
    lines[at:at] = [lines[at]] * (2 + what % 60)


def swap_lines(lines: Lines, where: int, what: int, words: Sequence[str]) -> None:
    one, other = where % len(lines), what % len(lines)
    lines[one], lines[other] = lines[other], lines[one]


def move_line(lines: Lines, where: int, what: int, words: Sequence[str]) -> None:
    line = lines.pop(where % len(lines))
    lines.insert(what % (len(lines) + 1), line)


def join_lines(lines: Lines, where: int, what: int, words: Sequence[str]) -> None:
    at = where % len(lines)
    lines[at] = lines[at].rstrip("\r\n")


def cut_line(lines: Lines, where: int, what: int, words: Sequence[str]) -> None:
    at = where % len(lines)
    line = lines[at].rstrip("\r\n")
    lines[at] = line[: what % (len(line) + 1)] + "\n"


def cut_front(lines: Lines, where: int, what: int, words: Sequence[str]) -> None:
    at = where % len(lines)
    lines[at] = lines[at][what % (len(lines[at]) + 1) :]


def cut_off(lines: Lines, where: int, what: int, words: Sequence[str]) -> None:
    at = where % len(lines)
    lines[at] = lines[at][: what % (len(lines[at]) + 1)]
    del lines[at + 1 :]


def replace_word(lines: Lines, where: int, what: int, words: Sequence[str]) -> None:
    at = where % len(lines)
    found = list(_WORD.finditer(lines[at]))
    if found:
        word = found[(where // len(lines)) % len(found)]
        lines[at] = lines[at][: word.start()] + words[what % len(words)] + lines[at][word.end() :]


def drop_word(lines: Lines, where: int, what: int, words: Sequence[str]) -> None:
    replace_word(lines, where, 0, [""])


def insert_word(lines: Lines, where: int, what: int, words: Sequence[str]) -> None:
    at = where % len(lines)
    place = (where // len(lines)) % (len(lines[at]) + 1)
    lines[at] = lines[at][:place] + words[what % len(words)] + lines[at][place:]


def grow_number(lines: Lines, where: int, what: int, words: Sequence[str]) -> None:
    at = where % len(lines)
    found = list(_NUMBER.finditer(lines[at]))
    if found:
        number = found[(where // len(lines)) % len(found)]
        lines[at] = lines[at][: number.end()] + _GROWN[what % len(_GROWN)] + lines[at][number.end() :]


def other_number(lines: Lines, where: int, what: int, words: Sequence[str]) -> None:
    at = where % len(lines)
    found = list(_NUMBER.finditer(lines[at]))
    if found:
        number = found[(where // len(lines)) % len(found)]
        lines[at] = lines[at][: number.start()] + str(what % 130) + lines[at][number.end() :]


def odd_letter(lines: Lines, where: int, what: int, words: Sequence[str]) -> None:
    insert_word(lines, where, what, _ODD)


def long_line(lines: Lines, where: int, what: int, words: Sequence[str]) -> None:
    """A line that goes on and on, with more of what it has."""
    at = where % len(lines)
    line = lines[at].rstrip("\r\n") or "x"
    place = (where // len(lines)) % len(line)
    part = line[place : place + 1 + what // len(_LONG) % 8]
    wanted = _LONG[what % len(_LONG)]
    lines[at] = line[:place] + part * (wanted // len(part)) + line[place:] + "\n"


CHANGES: Final[tuple[Change, ...]] = (
    replace_word, insert_word, other_number, drop_word, swap_lines, drop_line, double_line, move_line, cut_line,
    grow_number, odd_letter, cut_front, join_lines, drop_lines, repeat_line, cut_off, long_line,
)  # fmt: skip


def changed(text: Sequence[str], steps: Sequence[tuple[int, int, int]], words: Sequence[str]) -> str:
    """The text after a few changes: of each the kind, where, and what."""
    lines = list(text)
    for kind, where, what in steps:
        if not lines:
            break
        CHANGES[kind % len(CHANGES)](lines, where, what, words)
    return "".join(lines)


ENCODINGS: Final = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "latin-1", "cp1251")


def encoded(text: str, encoding: str) -> bytes:
    """The text as bytes; what the encoding cannot write is a question mark, half a character stays half."""
    if encoding.startswith("utf"):
        return text.encode(encoding, "surrogatepass")
    return text.encode(encoding, "replace")


def spoiled(data: bytes, flips: Sequence[tuple[int, int]], kept: int) -> bytes:
    """The bytes with some of them flipped, and cut off after `kept` thousandths."""
    spoilt = bytearray(data)
    for where, bits in flips:
        if spoilt:
            spoilt[where % len(spoilt)] ^= bits
    return bytes(spoilt[: len(spoilt) * kept // 1000])
