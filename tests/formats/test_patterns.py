"""Every pattern of every reader, on lines that were made to keep it busy: none may search in more than one way.

Nothing is timed: a pattern that tries the same letters again and again would not come to an end here.
"""

import importlib
import inspect
import pkgutil
import re
import sys
from collections.abc import Iterator
from re import _constants, _parser  # type: ignore[attr-defined] # how Python itself reads a pattern
from types import ModuleType
from typing import Any

import pytest

import auditor.formats
from auditor.formats.limits import LINE_BYTES

# What repeats within a repetition here begins with something that the repetition before it cannot end with.
NESTED_BUT_UNAMBIGUOUS = {"cases._MARK", "json_text._TOKEN"}
# What these are given was cut or read before: letters, at most.
SHORTER = {"header._GAMETYPE": 200, "tags._ATTRIBUTE": 1000}
# Digits, a point, digits, for each number of decimals; an anchored word.
MADE_IN_A_FUNCTION = {"amounts", "hints", "words"}
MADE_ANEW = re.compile(r"\bre\.(match|search|fullmatch|sub|split|findall|finditer)\(.*[*+{]")
EVERYWHERE = re.compile(r"\.(search|finditer|findall|sub|subn|split)\b")
UNITS = (
    "a",
    "1",
    " ",
    "(",
    "$",
    '"',
    "a ",
    "1,",
    "[",
    "Seat 1: a ",
    "x's ",
    ", ",
    "a: ",
    "- ",
    "\\",
    "<a b=",
    "}{",
    "é",
)
REPEATS = (_constants.MAX_REPEAT, _constants.MIN_REPEAT)


def modules() -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(auditor.formats.__path__, "auditor.formats."):
        yield importlib.import_module(found.name)


def patterns() -> dict[str, re.Pattern[str]]:
    """Every pattern by the name it has in its module."""
    found: dict[str, re.Pattern[str]] = {}
    for module in modules():
        for name, value in vars(module).items():
            for number, pattern in enumerate(patterns_in(value)):
                found[f"{module.__name__}.{name}{f'[{number}]' if pattern is not value else ''}"] = pattern
    return found


def patterns_in(value: Any) -> Iterator[re.Pattern[str]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, tuple | list | frozenset):
        for each in value:
            yield from patterns_in(each)
    elif isinstance(value, dict):
        yield from patterns_in([*value, *value.values()])


PATTERNS = patterns()


def short(name: str) -> str:
    """The last part of the module's name, and that of the pattern."""
    return ".".join(name.split(".")[-2:])


def is_nested(tree: Any, *, within: bool = False) -> bool:
    """Whether something that may be repeated without end stands in something else that may be."""
    for kind, value in tree:
        inside: list[Any] = []
        endless = False
        if kind in REPEATS:
            endless = value[1] is _constants.MAXREPEAT
            inside = [value[2]]
        elif kind is _constants.SUBPATTERN:
            inside = [value[3]]
        elif kind in (_constants.BRANCH, _constants.ASSERT, _constants.ASSERT_NOT):
            inside = value[1] if kind is _constants.BRANCH else [value[1]]
        if (endless and within) or any(is_nested(each, within=within or endless) for each in inside):
            return True
    return False


def test_patterns_are_found() -> None:
    assert len(PATTERNS) > 50
    assert any(name.startswith("auditor.formats.rooms.pokerstars.") for name in PATTERNS)


def test_patterns_are_made_where_they_are_found() -> None:
    """One that is made in a function would escape these tests."""
    for module in modules():
        for line in inspect.getsource(module).splitlines():
            if MADE_ANEW.search(line) or "return re.compile(" in line:
                assert module.__name__.rpartition(".")[2] in MADE_IN_A_FUNCTION, line.strip()


@pytest.mark.parametrize("name", PATTERNS)
def test_no_pattern_repeats_what_repeats(name: str) -> None:
    pattern = PATTERNS[name]
    nested = is_nested(_parser.parse(pattern.pattern, pattern.flags))
    assert nested is (short(name) in NESTED_BUT_UNAMBIGUOUS)


@pytest.mark.parametrize("name", PATTERNS)
def test_no_pattern_is_kept_busy_by_a_line(name: str) -> None:
    pattern = PATTERNS[name]
    module, _, attribute = name.partition("[")[0].rpartition(".")
    source = inspect.getsource(sys.modules[module])
    everywhere = any(EVERYWHERE.search(line) for line in source.splitlines() if attribute in line)
    literal = re.sub(r"\\.|[][(){}|?*+^$<>:=!]", "", pattern.pattern)
    longest = SHORTER.get(short(name), LINE_BYTES)
    for unit in (*UNITS, literal[:20] or "a", literal[:40] or "a"):
        noise = (unit * (longest // len(unit) + 1))[:longest]
        for line in (noise, literal[:10] + noise, noise + "\0", literal[:30] + noise + "!"):
            pattern.match(line)
            pattern.fullmatch(line)
            if everywhere:
                pattern.search(line)
