"""Reads JSON that may be hostile, in linear time and memory. Numbers stay text, and objects know their line. Ambiguous
or very deep documents are rejected. Source of the grammar: RFC 8259.

The standard library reads documents that are clearly valid. Our own parser reads all others and names the place of a
fault. Both give the same values.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, Final, NoReturn

from auditor.formats.limits import not_text

DEPTH: Final = 32
DIGITS: Final = 20
STRING: Final = 4096

_TOKEN: Final = re.compile(
    r"""(?P<blank>[ \t\r\n]+)
    |(?P<string>"[^"\\\x00-\x1f]*(?:\\.[^"\\\x00-\x1f]*)*")
    |(?P<number>-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![0-9A-Za-z.]))
    |(?P<word>true|false|null)
    |(?P<mark>[][{}:,])""",
    re.VERBOSE,
)
_WORDS: Final = {"true": True, "false": False, "null": None}


class Number(str):
    """A number as written in the text."""

    __slots__ = ()


class Object(dict[str, "Json"]):
    """An object. `line` is the line where it begins, and `path` is its place in the document."""

    __slots__ = ("line", "path")

    def __init__(self, line: int, path: str) -> None:
        super().__init__()
        self.line: Final = line
        self.path: Final = path


Json = None | bool | str | Number | list["Json"] | Object


class Malformed(ValueError):
    """The error for text that is not valid JSON or is beyond our limits. `reason` is a sentence that names
    the place.
    """

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line: Final = line
        self.reason: Final = reason


def parsed(text: str, first_line: int = 1) -> Json:
    """Returns the one value of the text. Raises `Malformed`."""
    try:
        return _beyond_doubt(text, first_line)
    except (ValueError, RecursionError):
        return letter_by_letter(text, first_line)


def letter_by_letter(text: str, first_line: int = 1) -> Json:
    """Returns the one value of the text, always read by our own parser. Raises `Malformed`."""
    return _Parser(text, first_line).parse()


class _Doubtful(ValueError):
    """The error for a text that must be read by our own parser."""


def _beyond_doubt(text: str, first_line: int) -> Json:
    """Returns the value of a text that is clearly valid and far from every limit. Raises `ValueError` or
    `RecursionError` for any other text.
    """
    text.encode()  # raises `UnicodeEncodeError` for half of a surrogate pair
    if "\\u0000" in text or "\\ud" in text or "\\uD" in text:
        raise _Doubtful
    pairs = _PAIRS.decode(text)
    parts = text.replace("\\\\", "--").replace('\\"', "--").split('"')  # every second part is the content of a string
    if max(map(len, parts[1::2]), default=0) > STRING:
        raise _Doubtful
    lines = enumerate("".join(parts[::2]).split("\n"), first_line)
    begun = [number for number, line in lines for _ in range(line.count("{"))]
    value: Json = _placed(pairs, iter(begun), "", DEPTH)
    return value


def _placed(value: Any, lines: Iterator[int], path: str, deeper: int) -> Any:
    """Sets the line and the path of each object in `value`, which is a list or the pairs of an object, and returns the
    result. `lines` are the lines where the objects begin, in the order of the text.
    """
    if type(value) is not tuple and type(value) is not list:
        return value
    if not deeper:
        raise _Doubtful
    if type(value) is list:
        return [
            _placed(each, lines, f"{path}[{place}]", deeper - 1) if type(each) in _NESTED else each
            for place, each in enumerate(value)
        ]
    made = Object(next(lines), path.strip("."))
    for key, each in value:
        made[key] = _placed(each, lines, f"{path}.{key[:40]}", deeper - 1) if type(each) in _NESTED else each
    if len(made) < len(value):
        raise _Doubtful
    return made


def _short(number: str) -> Number:
    if len(number) > DIGITS:
        raise _Doubtful
    return Number(number)


def _no_number(_: str) -> NoReturn:
    raise _Doubtful


_NESTED: Final = (list, tuple)
# Objects stay lists of pairs, because the standard library would silently drop the first of two equal keys.
_PAIRS: Final = json.JSONDecoder(
    parse_int=_short, parse_float=_short, parse_constant=_no_number, object_pairs_hook=tuple
)


class _Parser:
    """Our own parser. `_expected` names the tokens that may come next: a `value`, a `value or end` of an empty list, a
    `key`, a `key or end` of an empty object, a `colon`, a `comma or end`, or `nothing`.
    """

    def __init__(self, text: str, first_line: int) -> None:
        self._text: Final = text
        self._line = first_line
        self._line_start = 0
        self._place = 0
        self._expected = "value"
        self._open: Final[list[list[Json] | Object]] = []
        self._keys: Final[list[str]] = []
        self._whole: Json = None

    def parse(self) -> Json:
        while self._place < len(self._text):
            match = _TOKEN.match(self._text, self._place)
            if match is None:
                self._not_json(f"{_excerpt(self._text[self._place :])} makes no sense")
            kind, letters = match.lastgroup, match[0]
            if kind == "blank":
                self._line += letters.count("\n")
                if "\n" in letters:
                    self._line_start = self._place + letters.rindex("\n") + 1
            elif kind == "mark":
                self._mark(letters)
            elif kind == "string" and self._expected in ("key", "key or end"):
                self._key(self._string(letters))
            else:
                self._value(self._read(str(kind), letters), letters)
            self._place = match.end()
        if self._expected != "nothing":
            self._not_json("it ends too early")
        return self._whole

    def path(self) -> str:
        """Returns the place of the parser in the document, such as `seats[2].player`."""
        parts: list[str] = []
        keys = iter(self._keys)
        for each in self._open:
            parts.append(f".{next(keys, '')[:40]}" if isinstance(each, Object) else f"[{len(each)}]")
        return "".join(parts).strip(".")

    def _read(self, kind: str, letters: str) -> Json:
        if kind == "string":
            return self._string(letters)
        if kind == "word":
            return _WORDS[letters]
        digits = sum([letter.isdigit() for letter in letters])
        if digits > DIGITS:
            self._refuse(f"The number at {self._at()} has {digits:,} digits; at most {DIGITS} are read.")
        return Number(letters)

    def _string(self, letters: str) -> str:
        text = letters[1:-1]
        if "\\" in text:
            try:
                text = json.loads(letters)
            except ValueError:
                self._not_json("an escape names no character")
        if len(text) > STRING:
            self._refuse(f"The text at {self._at()} has {len(text):,} characters; at most {STRING:,} are read.")
        blame = not_text(text)
        if blame:
            kind = "a NUL character" if "\0" in text else "half a character"
            self._refuse(f"There is {kind} in {self._at()}; a log is text. Export it again.")
        return text

    def _mark(self, mark: str) -> None:
        if mark in "[{":
            self._begin(mark)
        elif mark in "]}":
            self._end(mark)
        elif mark == ":" and self._expected == "colon":
            self._expected = "value"
        elif mark == "," and self._expected == "comma or end":
            if isinstance(self._open[-1], Object):
                self._keys.pop()
                self._expected = "key"
            else:
                self._expected = "value"
        else:
            self._not_json(f"{_excerpt(mark)} stands where it should not")

    def _begin(self, mark: str) -> None:
        if self._expected not in ("value", "value or end"):
            self._not_json(f"{_excerpt(mark)} stands where it should not")
        if len(self._open) == DEPTH:
            self._refuse(f"Brackets are nested more than {DEPTH} deep at {self._at()[:200]}.")
        self._open.append(Object(self._line, self.path()) if mark == "{" else [])
        self._expected = "key or end" if mark == "{" else "value or end"

    def _end(self, mark: str) -> None:
        container = self._open[-1] if self._open else None
        fits = isinstance(container, Object) == (mark == "}") and container is not None
        if not fits or self._expected not in ("comma or end", "key or end" if mark == "}" else "value or end"):
            self._not_json(f"{_excerpt(mark)} stands where it should not")
        if mark == "}" and self._expected == "comma or end":
            self._keys.pop()
        self._open.pop()
        self._expected = "value"
        self._value(container, mark)

    def _key(self, key: str) -> None:
        container = self._open[-1]
        if isinstance(container, Object) and key in container:
            where = f" in {container.path}" if container.path else ""
            self._refuse(f'The key "{key[:40]}" is there twice in one object{where}; keep one.')
        self._keys.append(key)
        self._expected = "colon"

    def _value(self, value: Json, letters: str) -> None:
        if self._expected not in ("value", "value or end"):
            self._not_json(f"{_excerpt(letters)} stands where it should not")
        if not self._open:
            self._whole = value
            self._expected = "nothing"
            return
        container = self._open[-1]
        if isinstance(container, Object):
            container[self._keys[-1]] = value
        else:
            container.append(value)
        self._expected = "comma or end"

    def _at(self) -> str:
        return self.path() or "the top"

    def _not_json(self, what: str) -> NoReturn:
        column = self._place - self._line_start + 1
        self._refuse(f"This is no JSON: at column {column:,}, {what}.")

    def _refuse(self, reason: str) -> NoReturn:
        raise Malformed(self._line, reason)


def _excerpt(text: str) -> str:
    return '"' + text.splitlines()[0][:20] + '"' if text.strip() else "this"
