"""Reads the part of TOML that a PHH hand uses, in linear time and without recursion. Every value knows its line.

Numbers, dates and `true` or `false` are returned as text; other modules convert them. Inline tables (`{a = 1}`) are
skipped. Source of the grammar: toml.io, version 1.0.0.
"""

import re
from collections.abc import Iterator
from typing import Final

DEPTH: Final = 32
STRING: Final = 4 * 1024

_TOKEN: Final = re.compile(
    r"""(?P<blank>[ \t]+|\#[^\n]*)
    |(?P<newline>\n)
    |(?P<basic>\"\"\"(?:[^"\\]|\\.|"(?!""))*\"\"\"|"(?:[^"\\\n]|\\[^\n])*")
    |(?P<literal>'''(?:[^']|'(?!''))*'''|'[^'\n]*')
    |(?P<bare>[A-Za-z0-9_.+:-]+(?:[ ][0-9]{2}:[0-9:.Z+-]+)?)
    |(?P<mark>[][{}=,])""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPE: Final = re.compile(r"\\(u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|\n[ \t\n]*|.)", re.DOTALL)
_ESCAPES: Final = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\"}
_CLOSED_BY: Final = {"[": "]", "{": "}"}


class Malformed(Exception):
    """The error for text that is not TOML or is beyond our limits. `reason` is a sentence for a person."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line: Final = line
        self.reason: Final = reason


class Scalar:
    """One value that is not a list. `text` is a string without its quotes, or a number, a date, `true` or `false` as
    written. `quoted` is true for a string.
    """

    __slots__ = ("line", "quoted", "text")

    def __init__(self, text: str, line: int, *, quoted: bool) -> None:
        self.text: Final = text
        self.line: Final = line
        self.quoted: Final = quoted


Value = Scalar | list["Value"]


class _Token:
    __slots__ = ("kind", "line", "text")

    def __init__(self, kind: str, text: str, line: int) -> None:
        self.kind: Final = kind
        self.text: Final = text
        self.line: Final = line


def parsed(text: str, first_line: int) -> tuple[dict[str, Value], dict[str, int]]:
    """Returns two dictionaries: the value of each key, and the line of each key. A key of the first table is returned
    as it is written, such as `antes`. A key in a later table gets the name of that table in front: `notes.author`.

    Raises `Malformed` if the text is not TOML, has a key twice, or is beyond a limit.
    """
    values: dict[str, Value] = {}
    places: dict[str, int] = {}
    tables = 0
    prefix = ""
    for line in _lines(_tokens(text, first_line)):
        if line[0].text == "[" and line[0].kind == "mark":
            tables += 1
            # The first table, `[1]`, is the hand itself, so its keys get no prefix.
            prefix = "" if tables == 1 and not values else _joined(line, "]") + "."
            continue
        key = prefix + _joined(line, "=")
        if key in values:
            raise Malformed(line[0].line, f'"{key[:40]}" is given twice, first on line {places[key]}; keep one.')
        places[key] = line[0].line
        values[key] = _value(line)
    return values, places


def _tokens(text: str, first_line: int) -> list[_Token]:
    tokens: list[_Token] = []
    place, line = 0, first_line
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise Malformed(
                line,
                f"{_excerpt(text[place : place + 20])} cannot be read as TOML. A bracket, quote or letter is wrong.",
            )
        kind = match.lastgroup or ""
        letters = match[0]
        if kind == "basic":
            tokens.append(_Token("string", _unescaped(letters, line), line))
        elif kind == "literal":
            tokens.append(_Token("string", _inside(letters), line))
        elif kind != "blank":
            tokens.append(_Token(kind, letters, line))
        if tokens and len(tokens[-1].text) > STRING:
            raise Malformed(line, f"A text has {len(tokens[-1].text):,} characters; the limit is {STRING:,}.")
        line += letters.count("\n")
        place = match.end()
    return tokens


def _lines(tokens: list[_Token]) -> list[list[_Token]]:
    """Returns one list of tokens for each `key = value` and each `[table]`. A value in brackets may go over several
    lines.
    """
    lines: list[list[_Token]] = []
    current: list[_Token] = []
    open_marks: list[str] = []
    for token in tokens:
        if token.kind == "newline":
            if current and not open_marks:
                lines.append(current)
                current = []
            continue
        current.append(token)
        if token.kind == "mark" and token.text in _CLOSED_BY:
            open_marks.append(_CLOSED_BY[token.text])
            if len(open_marks) > DEPTH:
                raise Malformed(token.line, f"More than {DEPTH} brackets are open inside each other.")
        elif token.kind == "mark" and token.text in "]}" and (not open_marks or open_marks.pop() != token.text):
            raise Malformed(token.line, f'"{token.text}" closes no open bracket.')
    if open_marks:
        raise Malformed(
            current[0].line, f'The bracket that opens on this line is never closed. Add the missing "{open_marks[-1]}".'
        )
    return [*lines, current] if current else lines


def _joined(line: list[_Token], until: str) -> str:
    """Returns the key or name at the start of a line. With `until` "=" this is `antes` in `antes = [1]`. With `until`
    "]" this is `notes` in `[notes]`.
    """
    name: list[str] = []
    for token in line:
        if token.kind == "mark":
            if token.text == until:
                return "".join(name)
            if token.text != "[":
                break
        else:
            name.append(token.text)
    raise Malformed(line[0].line, f'After "{line[0].text[:40]}", the sign "{until}" is missing.')


def _value(line: list[_Token]) -> Value:
    """Returns the value of a `key = value` line, which is a `Scalar` or a list."""
    outermost: list[Value] = []
    arrays = [outermost]
    after_value = False
    for token in _after_equals(line):
        mark = token.text if token.kind == "mark" else ""
        if mark == "]" and len(arrays) > 1:
            arrays.pop()
            after_value = True
        elif mark == "," and after_value and len(arrays) > 1:
            after_value = False
        elif mark not in ("", "[") or after_value:
            raise Malformed(token.line, f"{_excerpt(token.text)} is in the wrong place. Check the commas.")
        elif mark:
            array: list[Value] = []
            arrays[-1].append(array)
            arrays.append(array)
        else:
            arrays[-1].append(Scalar(token.text, token.line, quoted=token.kind == "string"))
            after_value = True
    if not outermost:
        raise Malformed(line[0].line, f'"{line[0].text[:40]}" has no value.')
    return outermost[0]


def _after_equals(line: list[_Token]) -> Iterator[_Token]:
    """Yields the tokens after the first `=` of a line. A whole inline table (`{a = 1}`) becomes one token `{}`."""
    start = next(place for place, token in enumerate(line) if token.text == "=" and token.kind == "mark") + 1
    tables = 0
    for token in line[start:]:
        if token.kind == "mark" and token.text in "{}":
            tables += 1 if token.text == "{" else -1
            if tables == 0:
                yield _Token("bare", "{}", token.line)
        elif tables == 0:
            yield token


def _inside(letters: str) -> str:
    """Returns the content of a string in quotes, such as `'Vega'`. If the string has three quotes on each side, a line
    end right after the opening quotes is removed too.
    """
    if letters.startswith(('"""', "'''")):
        return letters[3:-3].removeprefix("\n")
    return letters[1:-1]


def _unescaped(letters: str, line: int) -> str:
    def plain(match: re.Match[str]) -> str:
        code = match[1]
        if code[0] in "uU" and len(code) > 1:
            point = int(code[1:], 16)
            if 0 < point <= 0x10FFFF and not 0xD800 <= point <= 0xDFFF:
                return chr(point)
        elif code[0] == "\n":
            return ""
        elif code in _ESCAPES:
            return _ESCAPES[code]
        raise Malformed(line, f'"\\{code[:9]}" stands for no character. To write a backslash, write it twice.')

    inside = _inside(letters)
    return _ESCAPE.sub(plain, inside) if "\\" in inside else inside


def _excerpt(text: str) -> str:
    return '"' + text.splitlines()[0][:20] + '"' if text.strip() else "This"
