"""Every pattern of our code, by the name that it has there, with the ways in which it is used."""

import ast
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Any, Final, NamedTuple

import auditor

# Each way to use a pattern, and which of the four it is as far as the work goes.
USES: Final = {
    "match": "match",
    "fullmatch": "fullmatch",
    "search": "search",
    "finditer": "finditer",
    "findall": "finditer",
    "split": "finditer",
    "sub": "finditer",
    "subn": "finditer",
}
_DEEPEST: Final = 3
_MAY_USE: Final = re.compile(rf"\bre\.|\.(?:{'|'.join(USES)})\b")


class Found(NamedTuple):
    pattern: re.Pattern[str]
    uses: frozenset[str]


@cache
def modules() -> tuple[ModuleType, ...]:
    names = [found.name for found in pkgutil.walk_packages(auditor.__path__, "auditor.")]
    return tuple([importlib.import_module(name) for name in names if not name.endswith("__main__")])


@cache
def trees() -> dict[str, ast.Module]:
    """The code of every module that uses a pattern. What uses none is never parsed: that would take four fifths of the
    time.
    """
    sources = {module.__name__: inspect.getsource(module) for module in modules()}
    return {name: ast.parse(source) for name, source in sources.items() if _MAY_USE.search(source)}


@cache
def patterns() -> dict[str, Found]:
    """Every pattern that lasts as long as its module, also within what stands there, and every one that is written out
    where it is used. One that nobody is seen to use is used in every way.
    """
    by_pattern, by_name = _uses()
    found: dict[str, Found] = {}
    for module in modules():
        for name, value in vars(module).items():
            for path, pattern in _within(value, f"{module.__name__}.{name}"):
                uses = by_pattern.get(pattern, set()) | by_name.get(path.rpartition(".")[2], set())
                if not any(pattern is each.pattern for each in found.values()):
                    found[path] = Found(pattern, frozenset(uses or USES.values()))
    for name, tree in trees().items():
        for call in calls_in(tree):
            use = USES.get(call.func.attr) if isinstance(call.func, ast.Attribute) else None
            if use and isinstance(call.args[0], ast.Constant):
                flags = re.IGNORECASE if "IGNORECASE" in ast.unparse(call) else 0
                pattern = re.compile(str(call.args[0].value), flags)
                found[f"{name}, line {call.lineno}"] = Found(pattern, frozenset({use}))
    return found


def calls_in(tree: ast.AST) -> Iterator[ast.Call]:
    """Every call of a function of `re` that takes a pattern."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        if ast.unparse(node.func.value) == "re" and node.func.attr in {*USES, "compile"}:
            yield node


def made_when_used() -> set[str]:
    """The modules in which a function makes a pattern that is not written out there."""
    return {
        name
        for name, tree in trees().items()
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for call in calls_in(function)
        if not isinstance(call.args[0], ast.Constant)
    }


def _uses() -> tuple[dict[Any, set[str]], dict[str, set[str]]]:
    """The ways in which each pattern is used that a module calls by a name of its own, and each that is called as a
    part of something.
    """
    by_pattern: dict[Any, set[str]] = {}
    by_name: dict[str, set[str]] = {}
    for module in modules():
        tree = trees().get(module.__name__)
        for node in ast.walk(tree) if tree else ():
            if not isinstance(node, ast.Attribute) or node.attr not in USES:
                continue
            if isinstance(node.value, ast.Attribute):
                by_name.setdefault(node.value.attr, set()).add(USES[node.attr])
            elif isinstance(node.value, ast.Name):
                used = vars(module).get(node.value.id)
                if isinstance(used, re.Pattern):
                    by_pattern.setdefault(used, set()).add(USES[node.attr])
    return by_pattern, by_name


@cache
def _of_text(pattern: re.Pattern[Any]) -> re.Pattern[str]:
    """A pattern of bytes as the same one of letters."""
    if isinstance(pattern.pattern, str):
        return pattern
    return re.compile(pattern.pattern.decode("latin-1"), pattern.flags | re.ASCII)


def _within(value: Any, path: str, depth: int = 0) -> Iterator[tuple[str, re.Pattern[str]]]:
    if isinstance(value, re.Pattern):
        yield path, _of_text(value)
    elif depth > _DEEPEST or isinstance(value, type):
        return
    elif isinstance(value, tuple | list | frozenset):
        for place, each in enumerate(value):
            name = getattr(each, "name", place)  # of a format: its place in the list changes with every new one
            yield from _within(each, f"{path}[{name}]", depth + 1)
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from _within(key, f"{path}[{key!r:.20}]", depth + 1)
            yield from _within(each, f"{path}[{key!r:.20}]", depth + 1)
    elif type(value).__module__.startswith("auditor."):
        slots = [slot for each in type(value).__mro__ for slot in getattr(each, "__slots__", ())]
        for slot in sorted({*slots, *getattr(value, "__dict__", {})}):
            yield from _within(getattr(value, slot, None), f"{path}.{slot}", depth + 1)
