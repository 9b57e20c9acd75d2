"""The style of the project, held by tests instead of by memory.

A check is a function from (path, source) to the complaints about that one file. Each is tried on a small example that
must be refused and on one that must pass, and then on every file it is for.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import pytest

TOP = Path(__file__).resolve().parents[1]

LONGEST_FILE = 450
LONGEST_FUNCTION = 70
LONGEST_RULE = 15

NAMES_THAT_EXPLAIN_NOTHING = {"base", "common", "helper", "helpers", "manager", "misc", "util", "utils"}

# Asking for one of these by name is what a house file or a reader is there to spare.
HOUSES_AND_ROOMS = {
    "absolute", "acr", "bovada", "casino", "classic", "everleaf", "fulltilt", "ipoker", "kingsclub", "merge", "ongame",
    "online-hilo", "partypoker", "partypoker-high", "pokerstars", "qqonline", "roberts", "strict-test", "winamax",
    "wsop-live", "wsop-tournament",
    *(house.stem for house in TOP.glob("auditor/engine/houses/*.toml")),
}  # fmt: skip
FORMATS = {
    "hhf", "jsonl", "own", "ohh", "phh", "phhs", "transcript",
    *(folder.name for folder in TOP.glob("fixtures/formats/*")),
}  # fmt: skip
ASKED = {"format", "format_name", "house", "house_name", "name", "reader", "room", "room_name", "venue"}

# A report is a pure function of hand, house and rules version.
IMPURE = {
    "datetime",
    "locale",
    "logging",
    "os",
    "random",
    "secrets",
    "socket",
    "subprocess",
    "threading",
    "time",
    "uuid",
}

Check = Callable[[str, str], Iterator[str]]


class Tidy(NamedTuple):
    """A check, the files it is for, and of such files (path, source) one that it must refuse and one that may pass."""

    check: Check
    files: str
    bad: tuple[str, str]
    good: tuple[str, str]

    def __repr__(self) -> str:
        return f"{self.check.__name__} on {self.files}"


@cache
def parsed(source: str) -> ast.Module:
    return ast.parse(source)


def calls(source: str) -> Iterator[tuple[ast.Call, str]]:
    """Every call with the name that is called: `f` of `f()` and of `a.b.f()`."""
    for node in ast.walk(parsed(source)):
        if isinstance(node, ast.Call):
            yield node, called(node.func)


def called(expression: ast.expr) -> str:
    """The last name of `a`, `a.b` or `a.b.c()`; empty for anything else."""
    match expression:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def imports(source: str) -> Iterator[tuple[int, str]]:
    """Every module imported, with its line; a relative import stays in its package and is left out."""
    for node in ast.walk(parsed(source)):
        match node:
            case ast.Import():
                yield from ((node.lineno, alias.name) for alias in node.names)
            case ast.ImportFrom(module=str(module), level=0):
                yield node.lineno, module


# --- size and names -------------------------------------------------------------------------------------------------


def file_too_long(path: str, source: str) -> Iterator[str]:
    lines = len(source.splitlines())
    if lines > LONGEST_FILE:
        yield f"{path}: {lines} lines, at most {LONGEST_FILE}: which two things does it do?"


def function_too_long(path: str, source: str) -> Iterator[str]:
    for node in ast.walk(parsed(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > LONGEST_FUNCTION:
                yield f"{path}:{node.lineno}: {node.name} has {lines} lines, at most {LONGEST_FUNCTION}"


def rule_too_long(path: str, source: str) -> Iterator[str]:
    """A function that judges, without what stands above its name: if it needs more, the law is missing a question."""
    for node in ast.walk(parsed(source)):
        if isinstance(node, ast.FunctionDef) and any(called(each) == "rule" for each in decorators(node)):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > LONGEST_RULE:
                yield f"{path}:{node.lineno}: {node.name} has {lines} lines, a rule has at most {LONGEST_RULE}"


def decorators(function: ast.FunctionDef) -> Iterator[ast.expr]:
    """What it is decorated with; of a call, what is called."""
    for each in function.decorator_list:
        yield each.func if isinstance(each, ast.Call) else each


def name_explains_nothing(path: str, source: str) -> Iterator[str]:
    for part in PurePosixPath(path).with_suffix("").parts:
        if part in NAMES_THAT_EXPLAIN_NOTHING:
            yield f"{path}: what is in {part!r}?"


# --- a house, a room or a format is never asked for by name ---------------------------------------------------------


def asked_by_name(path: str, source: str) -> Iterator[str]:
    """`x.room == "pokerstars"` in any comparison, `in` a literal collection, `startswith`, or a `match` on it.

    The asked side is a variable or an attribute called as in ASKED (a method called on it, as in `room.lower()`,
    changes nothing), the other a literal that is a known house, room or format. Nothing else is looked at.
    """
    for node in ast.walk(parsed(source)):
        match node:
            case ast.Compare(left=left, comparators=comparators):
                sides = [left, *comparators]
            case ast.Call(func=ast.Attribute(value=value, attr="startswith" | "endswith"), args=arguments):
                sides = [value, *arguments]
            case ast.Match(subject=subject, cases=cases):
                patterns = (pattern for case in cases for pattern in ast.walk(case.pattern))
                sides = [subject, *(pattern.value for pattern in patterns if isinstance(pattern, ast.MatchValue))]
            case _:
                continue
        known = {word for side in sides for word in literals(side)} & (HOUSES_AND_ROOMS | FORMATS)
        if known and any(asked(side) in ASKED for side in sides):
            yield f"{path}:{node.lineno}: asks for {', '.join(sorted(known))} by name"


def asked(expression: ast.expr) -> str:
    match expression:
        case ast.Call(func=ast.Attribute(value=value)):
            return asked(value)
        case _:
            return called(expression)


def literals(expression: ast.expr) -> Iterator[str]:
    match expression:
        case ast.Constant(value=str(word)):
            yield word
        case ast.Tuple(elts=items) | ast.List(elts=items) | ast.Set(elts=items):
            for item in items:
                yield from literals(item)


# --- the engine is pure ---------------------------------------------------------------------------------------------


def engine_imports(path: str, source: str) -> Iterator[str]:
    for line, module in imports(source):
        first = module.partition(".")[0]
        ours = f"{module}.".startswith("auditor.engine.")
        if not ours and first not in sys.stdlib_module_names:
            yield f"{path}:{line}: imports {module}; the engine needs the standard library alone"
        if first in IMPURE:
            yield f"{path}:{line}: imports {module}; a report depends on hand, house and rules version alone"


def engine_floats(path: str, source: str) -> Iterator[str]:
    """A literal, the type, or a division that makes one (a `/` beside a string joins a path)."""
    for node in ast.walk(parsed(source)):
        match node:
            case ast.Constant(value=float()) | ast.Name(id="float"):
                yield f"{path}:{node.lineno}: a float; amounts are integers"
            case ast.BinOp(op=ast.Div(), left=left, right=right):
                if not any(isinstance(side, ast.JoinedStr) or any(literals(side)) for side in (left, right)):
                    yield f"{path}:{node.lineno}: / makes a float; divide with // and say where the rest goes"


# --- what opens a door ----------------------------------------------------------------------------------------------


def dangerous(path: str, source: str) -> Iterator[str]:
    for line, module in imports(source):
        if module in {"pickle", "marshal", "shelve", "dill"}:
            yield f"{path}:{line}: {module} runs what it reads"
    for node in ast.walk(parsed(source)):
        match node:
            case ast.alias(name="render_template_string" | "Markup" as name):
                yield f"{path}:{node.lineno}: {name}; pages are templates, and templates escape"
            case ast.Call(func=ast.Name(id="eval" | "exec" as name)):
                yield f"{path}:{node.lineno}: {name}("
            case ast.Call(func=ast.Name(id="Markup") | ast.Attribute(attr="Markup" | "render_template_string")):
                yield f"{path}:{node.lineno}: {called(node.func)}; pages are templates, and templates escape"
            case ast.Attribute(value=ast.Name(id="os"), attr="system" | "popen"):
                yield f"{path}:{node.lineno}: a shell"
            case ast.keyword(arg="shell", value=value) if not (isinstance(value, ast.Constant) and not value.value):
                yield f"{path}:{value.lineno}: a shell"
            case ast.Attribute(value=ast.Name(id="yaml"), attr="load" | "unsafe_load" | "full_load"):
                yield f"{path}:{node.lineno}: yaml.{node.attr} runs what it reads"


def bare_fields(path: str, source: str) -> Iterator[str]:
    """What comes in is bounded: integers strict, strings validated, no decimals; `dump_only` fields only go out."""
    needed = {
        "Integer": "strict=True", "Int": "strict=True",
        "String": "validate=...", "Str": "validate=...",
        "Decimal": "dump_only=True", "Float": "dump_only=True", "Number": "dump_only=True",
    }  # fmt: skip
    for call, name in calls(source):
        if name not in needed or not isinstance(call.func, ast.Attribute) or called(call.func.value) != "fields":
            continue
        given = {keyword.arg for keyword in call.keywords}
        if not given & {"dump_only", needed[name].partition("=")[0]}:
            yield f"{path}:{call.lineno}: fields.{name} without {needed[name]} (or dump_only=True)"


def built_sql(path: str, source: str) -> Iterator[str]:
    """A statement put together from pieces: an f-string, a sum, `%` or `.format` inside text() or execute()."""
    for call, name in calls(source):
        if name not in {"text", "execute", "executemany", "exec_driver_sql"} or not call.args:
            continue
        match call.args[0]:
            case ast.JoinedStr() | ast.BinOp(op=ast.Add() | ast.Mod()):
                yield f"{path}:{call.lineno}: a statement made of pieces inside {name}(); bind the values"
            case ast.Call(func=ast.Attribute(value=ast.Constant(), attr="format")):
                yield f"{path}:{call.lineno}: a statement made of pieces inside {name}(); bind the values"


def unescaped(path: str, source: str) -> Iterator[str]:
    for number, line in enumerate(source.splitlines(), 1):
        if re.search(r"\|\s*safe\b|autoescape\s+false", line):
            yield f"{path}:{number}: not escaped"


def printed_past_the_guard(path: str, source: str) -> Iterator[str]:
    """A stream written to by a command itself: `print`, `sys.stdout`, a console of rich. `click.echo` writes to the
    guarded stream, but for `file=`.
    """
    if PurePosixPath(path).name == "terminal.py":
        return
    nodes = list(ast.walk(parsed(source)))
    left_alone = [each.value for each in nodes if isinstance(each, ast.Attribute) and each.attr in {"flush", "fileno"}]
    for node in nodes:
        if node in left_alone:
            continue
        match node:
            case ast.Call(func=ast.Name(id="print") | ast.Attribute(value=ast.Name(id="os"), attr="write" | "fdopen")):
                yield f"{path}:{node.lineno}: {called(node.func)}(; see auditor/cli/terminal.py"
            case (
                ast.Attribute(value=ast.Name(id="sys"), attr="stdout" | "stderr" | "__stdout__" | "__stderr__") as each
            ):
                yield f"{path}:{node.lineno}: sys.{each.attr}; see auditor/cli/terminal.py"
            case ast.ImportFrom(module="sys", names=names) if {each.name for each in names} & {"stdout", "stderr"}:
                yield f"{path}:{node.lineno}: a stream imported; see auditor/cli/terminal.py"
    for call, name in calls(source):
        given = {keyword.arg: keyword.value for keyword in call.keywords}
        if name in {"echo", "secho"} and "file" in given:
            yield f"{path}:{call.lineno}: {name}(file=); see auditor/cli/terminal.py"
        if name == "Console" and called(getattr(given.get("file"), "func", ast.Constant(0))) != "drawing":
            yield f"{path}:{call.lineno}: Console( over another stream than terminal.drawing()"


# --- what names one machine or one registry -------------------------------------------------------------------------

# Put together here, so that this file does not find itself.
HOSTS = [host + ".org" for host in ("pypi", "pythonhosted", "npmjs", "deb.debian")]
FOLDERS = ["/" + folder + "/" for folder in ("work", "tmp", "root", "farm")]
OF_ONE_MACHINE = re.compile(
    "|".join(map(re.escape, HOSTS)) + r"""|(?:^|[\s"'`(=])(?:""" + "|".join(map(re.escape, FOLDERS)) + ")"
)


def of_one_machine(path: str, source: str) -> Iterator[str]:
    for number, line in enumerate(source.splitlines(), 1):
        if found := OF_ONE_MACHINE.search(line):
            yield f"{path}:{number}: {found[0].strip()!r} is a registry or a folder of one machine"


# --- the table of checks --------------------------------------------------------------------------------------------

PYTHON = "auditor/**/*.py"
COMMANDS = "auditor/cli/**/*.py"
ENGINE = "auditor/engine/**/*.py"
RULES = "auditor/engine/rules/**/*.py"
LONG_RULE = '@rule("B401", Check)\ndef long():\n' + "    x = 1\n" * LONGEST_RULE
LONG = "def long():\n" + "    x = 1\n" * LONGEST_FUNCTION


def tidy(check: Check, files: str, bad: str, good: str, *, path: str = "auditor/engine/settlement/pots.py") -> Tidy:
    return Tidy(check, files, (path, bad), (path, good))


TIDY = [
    tidy(file_too_long, PYTHON, "x = 1\n" * 451, "x = 1\n" * 450),
    tidy(function_too_long, PYTHON, LONG, LONG.removesuffix("    x = 1\n")),
    tidy(function_too_long, PYTHON, "async " + LONG, "x = 1\n" * 80),
    tidy(rule_too_long, RULES, LONG_RULE, LONG_RULE.removesuffix("    x = 1\n")),
    tidy(rule_too_long, RULES, LONG_RULE.replace("@", "@rule."), LONG_RULE.replace("@rule", "@cache")),
    Tidy(name_explains_nothing, PYTHON, ("auditor/web/utils.py", ""), ("auditor/web/upload.py", "")),
    Tidy(name_explains_nothing, "tests/**/*.py", ("tests/common/dealer.py", ""), ("tests/dealer.py", "")),
    tidy(asked_by_name, PYTHON, 'if hand.room == "pokerstars": pass', "if hand.room == other.room: pass"),
    tidy(asked_by_name, PYTHON, 'x = "roberts" != house', 'x = "roberts" if house is None else house'),
    tidy(asked_by_name, PYTHON, 'f = house.name in ("casino", "x")', 'f = choice in ("casino", "x")'),
    tidy(asked_by_name, PYTHON, 'if room.lower().startswith("partypoker"): pass', 'if line.startswith("phh"): pass'),
    tidy(asked_by_name, PYTHON, 'match format:\n case "phh": pass', 'match game:\n case "stud": pass'),
    tidy(asked_by_name, PYTHON, 'match house.name:\n case "a" | "casino": pass', 'if name == "utf-8": pass'),
    tidy(engine_imports, ENGINE, "import msgspec", "import tomllib"),
    tidy(engine_imports, ENGINE, "from auditor.store import hands", "from auditor.engine import cards"),
    tidy(engine_imports, ENGINE, "from auditor.engineering import hands", "import auditor.engine.hand"),
    tidy(engine_imports, ENGINE, "def f():\n import time", "from . import cards"),
    tidy(engine_imports, ENGINE, "from os.path import join", "from pathlib import Path"),
    tidy(engine_floats, ENGINE, "rake = 0.05", "rake = 5"),
    tidy(engine_floats, ENGINE, "def f(x: float): pass", "def f(x: int): pass"),
    tidy(engine_floats, ENGINE, "half = pot / 2", "half = pot // 2"),
    tidy(engine_floats, ENGINE, "half = pot / n", 'file = folder / "roberts.toml"'),
    tidy(engine_floats, ENGINE, "half = -1e3", 'file = folder / f"{name}.toml"'),
    tidy(dangerous, PYTHON, "import pickle", "import json"),
    tidy(dangerous, PYTHON, "from flask import render_template_string", "from flask import render_template"),
    tidy(dangerous, PYTHON, "flask.render_template_string(x)", "flask.render_template(x)"),
    tidy(dangerous, PYTHON, "from markupsafe import Markup as M", "from markupsafe import escape"),
    tidy(dangerous, PYTHON, "x = markupsafe.Markup(y)", "x = markupsafe.escape(y)"),
    tidy(dangerous, PYTHON, "eval(x)", "model.eval(x)"),
    tidy(dangerous, PYTHON, "run(x, shell=True)", "run(x, shell=False)"),
    tidy(dangerous, PYTHON, "os.system(x)", "os.getpid()"),
    tidy(dangerous, PYTHON, "yaml.load(x)", "yaml.safe_load(x)"),
    tidy(bare_fields, PYTHON, "fields.Integer()", "fields.Integer(strict=True)"),
    tidy(bare_fields, PYTHON, "ma.fields.Int(required=True)", "fields.Int(dump_only=True)"),
    tidy(bare_fields, PYTHON, "fields.String(required=True)", "fields.String(validate=Length(max=64))"),
    tidy(bare_fields, PYTHON, "fields.Decimal()", "fields.Boolean()"),
    tidy(bare_fields, PYTHON, "fields.Float(required=True)", "cards.String()"),
    tidy(printed_past_the_guard, COMMANDS, "print(name)", "self._print(name)"),
    tidy(printed_past_the_guard, COMMANDS, "sys.stderr.write(name)", "sys.stdout.flush()"),
    tidy(printed_past_the_guard, COMMANDS, "sys.stdout.buffer.write(x)", "terminal.write(x)"),
    tidy(printed_past_the_guard, COMMANDS, "from sys import stdout", "from sys import argv"),
    tidy(printed_past_the_guard, COMMANDS, "os.write(2, x)", "file.write(x)"),
    tidy(printed_past_the_guard, COMMANDS, "click.echo(x, file=y)", "click.echo(x, err=True)"),
    tidy(printed_past_the_guard, COMMANDS, "Console(stderr=True)", "Console(file=terminal.drawing())"),
    tidy(built_sql, PYTHON, 'text(f"select {x}")', 'text("select :x")'),
    tidy(built_sql, PYTHON, 'sa.text("select " + x)', 'render(f"select {x}")'),
    tidy(built_sql, PYTHON, 'db.execute("select %s" % x)', 'db.execute("select %s", (x,))'),
    tidy(built_sql, PYTHON, 'text("select {}".format(x))', "text(statement)"),
    tidy(unescaped, "auditor/**/*.html", "{{ x|safe }}", "{{ x|safely }}", path="auditor/web/templates/hand.html"),
    tidy(unescaped, "auditor/**/*.html", "{{ x | safe }}", "it is safe", path="auditor/web/templates/hand.html"),
    tidy(
        unescaped, "auditor/**/*.jinja*", "{% autoescape false %}", "{{ x }}", path="auditor/web/templates/hand.jinja"
    ),
]
CHECKS = sorted({(tidy.check.__name__, tidy.files): tidy for tidy in TIDY}.items())


@pytest.mark.parametrize("tidy", TIDY, ids=lambda tidy: f"{tidy.check.__name__}-{tidy.bad[1][:30]!r}")
def test_check_can_fail(tidy: Tidy) -> None:
    assert list(tidy.check(*tidy.bad))
    assert list(tidy.check(*tidy.good)) == []


@pytest.mark.parametrize(
    "bad", ["https://" + HOSTS[0], 'x = "' + FOLDERS[1] + 'x"', FOLDERS[2] + "x", "see " + HOSTS[2]]
)
def test_machine_check_can_fail(bad: str) -> None:
    assert list(of_one_machine("x", bad))


@pytest.mark.parametrize("good", ["the work/root of", "/var" + FOLDERS[1], "https://example.org/x"])
def test_machine_check_can_pass(good: str) -> None:
    assert list(of_one_machine("x", good)) == []


@pytest.mark.parametrize("tidy", [tidy for _, tidy in CHECKS], ids=[" ".join(key) for key, _ in CHECKS])
def test_project_is_tidy(tidy: Tidy) -> None:
    complaints: list[str] = []
    for file in sorted(TOP.glob(tidy.files)):
        path = file.relative_to(TOP).as_posix()
        complaints += tidy.check(path, file.read_text("utf-8"))
    assert not complaints, "\n".join(complaints)


def test_no_file_names_one_machine() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=TOP, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout: which files belong to the project cannot be told")
    complaints: list[str] = []
    for path in filter(None, listed.stdout.split("\0")):
        file = TOP / path
        if file.is_file() and "vendor" not in file.parts and file.suffix != ".svg":
            complaints += of_one_machine(path, file.read_text("utf-8", errors="replace"))
    assert not complaints, "\n".join(complaints)
