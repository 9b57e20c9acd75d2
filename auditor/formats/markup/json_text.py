"""JSON as text that may be hostile: numbers stay text, objects know their line, and what could be read in two ways or
without end is refused. In linear time and without recursion. Source of the grammar: RFC 8259.
"""

import json
import re
from typing import Final, NoReturn

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
    """A number as it is written."""

    __slots__ = ()


class Object(dict[str, "Json"]):
    """An object; `line` is the line it begins on, `path` where it stands."""

    __slots__ = ("line", "path")

    def __init__(self, line: int, path: str) -> None:
        super().__init__()
        self.line: Final = line
        self.path: Final = path


Json = None | bool | str | Number | list["Json"] | Object


class Malformed(ValueError):
    """Text that is no JSON that we read: the reason is a sentence that tells the place."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line: Final = line
        self.reason: Final = reason


def parsed(text: str, first_line: int = 1) -> Json:
    """The one value of the text. Raises `Malformed`."""
    return _Parser(text, first_line).parse()


class _Parser:
    """`expected` is what may come next: a `value`, a `value or end` of an empty list, a `key`, a `key or end` of an
    empty object, a `colon`, a `comma or end`, or `nothing`.
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
                self._not_json(f"{_shown(self._text[self._place :])} makes no sense")
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
        """Where the parser stands: `seats[2].player`."""
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
            self._not_json(f"{_shown(mark)} stands where it should not")

    def _begin(self, mark: str) -> None:
        if self._expected not in ("value", "value or end"):
            self._not_json(f"{_shown(mark)} stands where it should not")
        if len(self._open) == DEPTH:
            self._refuse(f"Brackets are nested more than {DEPTH} deep at {self._at()[:200]}.")
        self._open.append(Object(self._line, self.path()) if mark == "{" else [])
        self._expected = "key or end" if mark == "{" else "value or end"

    def _end(self, mark: str) -> None:
        container = self._open[-1] if self._open else None
        fits = isinstance(container, Object) == (mark == "}") and container is not None
        if not fits or self._expected not in ("comma or end", "key or end" if mark == "}" else "value or end"):
            self._not_json(f"{_shown(mark)} stands where it should not")
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
            self._not_json(f"{_shown(letters)} stands where it should not")
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


def _shown(text: str) -> str:
    return '"' + text.splitlines()[0][:20] + '"' if text.strip() else "this"
