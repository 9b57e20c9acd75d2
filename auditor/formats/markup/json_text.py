"""Reads JSON that may come from an attacker, in linear time and memory. Numbers stay text, and each object knows the
line where it begins. Documents with a key twice in one object, or with very deep nesting, are rejected. Source of the
grammar: RFC 8259.

The parser of the standard library is fast and reads most documents. Documents in which this parser may overlook a fault
are read by our own parser, which also names the place of a fault. Both parsers return the same values.
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
    """A JSON number as the characters in the text, such as `1.50`. It is not converted to a float."""

    __slots__ = ()


class Object(dict[str, "Json"]):
    """A JSON object, as a dictionary. `line` is the line where it begins, and `path` is its place in the document, such
    as `seats[2]`.
    """

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
    """Returns the JSON value that the text contains. `first_line` is the number of its first line. Raises `Malformed`
    if the text is not valid JSON or is beyond a limit.
    """
    try:
        return _beyond_doubt(text, first_line)
    except (ValueError, RecursionError):
        return letter_by_letter(text, first_line)


def letter_by_letter(text: str, first_line: int = 1) -> Json:
    """Does the same as `parsed`, but always uses our own parser, never that of the standard library. Raises `Malformed`
    if the text is not valid JSON or is beyond a limit.
    """
    return _Parser(text, first_line).parse()


class _Doubtful(ValueError):
    """The error for a text in which the parser of the standard library may overlook a fault. Our own parser reads such
    a text.
    """


def _beyond_doubt(text: str, first_line: int) -> Json:
    """Reads a text with the parser of the standard library and returns its value. Raises `ValueError` or
    `RecursionError` if the text has a fault or may have one, such as a number that is too long.
    """
    text.encode()  # raises `UnicodeEncodeError` if the text has half of a surrogate pair
    if "\\u0000" in text or "\\ud" in text or "\\uD" in text:
        raise _Doubtful
    pairs = _PAIRS.decode(text)
    # After this split at quotes, the parts 1, 3, 5, ... are the contents of strings.
    parts = text.replace("\\\\", "--").replace('\\"', "--").split('"')
    if max(map(len, parts[1::2]), default=0) > STRING:
        raise _Doubtful
    lines = enumerate("".join(parts[::2]).split("\n"), first_line)
    begun = [number for number, line in lines for _ in range(line.count("{"))]
    value: Json = _placed(pairs, iter(begun), "", DEPTH)
    return value


def _placed(value: Any, lines: Iterator[int], path: str, deeper: int) -> Any:
    """Converts the output of the standard library to our values. An object comes in as a tuple of `(key, value)` pairs,
    and is returned as an `Object` with its line and path. `lines` are the lines where the objects begin, in the order
    of the text. `deeper` is how many more levels of nesting are allowed.
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
# Each object becomes a tuple of its `(key, value)` pairs. As a dictionary it would silently lose the first of two equal
# keys.
_PAIRS: Final = json.JSONDecoder(
    parse_int=_short, parse_float=_short, parse_constant=_no_number, object_pairs_hook=tuple
)


class _Parser:
    """Our own JSON parser. It reads one token after the other and rejects a token that may not come next. `_expected`
    names the tokens that may come next: `value`, `value or end` (after `[`), `key`, `key or end` (after `{`), `colon`,
    `comma or end`, or `nothing` after the whole document.
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
            self._not_json("the text ends too early")
        return self._whole

    def path(self) -> str:
        """Returns the place in the document that the parser has reached, such as `seats[2].player`."""
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
            self._refuse(f"The number at {self._at()} has {digits:,} digits; the limit is {DIGITS}.")
        return Number(letters)

    def _string(self, letters: str) -> str:
        text = letters[1:-1]
        if "\\" in text:
            try:
                text = json.loads(letters)
            except ValueError:
                self._not_json("a code with a backslash names no character")
        if len(text) > STRING:
            self._refuse(f"The text at {self._at()} has {len(text):,} characters; the limit is {STRING:,}.")
        blame = not_text(text)
        if blame:
            kind = "a NUL character" if "\0" in text else "half a character"
            self._refuse(f"The value at {self._at()} holds {kind}, which no text contains. Export the file again.")
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
            self._not_json(f"{_excerpt(mark)} is in the wrong place")

    def _begin(self, mark: str) -> None:
        if self._expected not in ("value", "value or end"):
            self._not_json(f"{_excerpt(mark)} is in the wrong place")
        if len(self._open) == DEPTH:
            self._refuse(f"More than {DEPTH} brackets are open inside each other at {self._at()[:200]}.")
        self._open.append(Object(self._line, self.path()) if mark == "{" else [])
        self._expected = "key or end" if mark == "{" else "value or end"

    def _end(self, mark: str) -> None:
        container = self._open[-1] if self._open else None
        fits = isinstance(container, Object) == (mark == "}") and container is not None
        if not fits or self._expected not in ("comma or end", "key or end" if mark == "}" else "value or end"):
            self._not_json(f"{_excerpt(mark)} is in the wrong place")
        if mark == "}" and self._expected == "comma or end":
            self._keys.pop()
        self._open.pop()
        self._expected = "value"
        self._value(container, mark)

    def _key(self, key: str) -> None:
        container = self._open[-1]
        if isinstance(container, Object) and key in container:
            where = f" in {container.path}" if container.path else ""
            self._refuse(f'The key "{key[:40]}" occurs twice in one object{where}. Keep only one of the two.')
        self._keys.append(key)
        self._expected = "colon"

    def _value(self, value: Json, letters: str) -> None:
        if self._expected not in ("value", "value or end"):
            self._not_json(f"{_excerpt(letters)} is in the wrong place")
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
        self._refuse(f"The text is not valid JSON: at column {column:,}, {what}.")

    def _refuse(self, reason: str) -> NoReturn:
        raise Malformed(self._line, reason)


def _excerpt(text: str) -> str:
    return '"' + text.splitlines()[0][:20] + '"' if text.strip() else "this"
