"""Names and sentences are plain. This file lists the names and phrases that made readers pause.

A check is a function from (path, source) to the offences in that one file. Each is tried on an example that it must
refuse and on one that it must accept, and then on every file. A failure lists each offence with its file and line.
"""

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Final

import pytest

TOP = Path(__file__).resolve().parents[1]

# --- names ------------------------------------------------------------------------------------------------------------

# Each of these once named a dozen things. `show` alone is a word of the card room.
VAGUE: Final = {
    "told", "tell", "tells", "telling", "said", "says", "saying", "asked", "asks", "asking", "shown", "shows",
    "given", "gives", "giving", "passed", "passes", "passing",
}  # fmt: skip

# Modules that were renamed, by package, under their former names. A stranger would not have looked for them there.
RENAMED: Final = {
    "auditor/cli": "ending judges readying mistakes plain",
    "auditor/engine": "against asking bearing glance shelf kinds belief answers offences house_told moments"
    " copies/placing copies/aligning copies/relating history/traces history/tracing history/leaving",
    "auditor/formats": "telling spelling/stated spelling/remembering files/below files/leads files/lead_in log/telling"
    " transcript/said",
    "auditor/jobs": "circles attempting working child workplace sitting nights",
    "auditor/store": "hearing missing crossing in_force passes tries plain again sittings queries/kinds queries/tallies"
    " queries/news queries/places",
    "auditor/web": "told asked shown among opened beside decided past press paper elsewhere spoken seconds entrance"
    " admission replay/lying replay/middle replay/pointing",
}


def words(name: str) -> set[str]:
    """The words of a name: of `is_told`, `IsTold` and `TOLD` they are lower case."""
    return {word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+", name)}


def vague_module(path: str, source: str) -> Iterator[str]:
    for part in PurePosixPath(path).with_suffix("").parts:
        if vague := words(part) & VAGUE:
            yield f"{path}: a module named {part!r}: {', '.join(sorted(vague))} what?"


def vague_name(path: str, source: str) -> Iterator[str]:
    """A function or class. A rule is named after its offence, in the words of the card room, and so is a function of
    the tests that plants the offence.
    """
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        if is_rule(node) or node.name in names_of_rules():
            continue
        if vague := words(node.name) & VAGUE:
            yield f"{path}:{node.lineno}: {node.name}: {', '.join(sorted(vague))} what?"


def is_rule(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    decorators = [each.func if isinstance(each, ast.Call) else each for each in node.decorator_list]
    return any(isinstance(each, ast.Name) and each.id == "rule" for each in decorators)


@cache
def names_of_rules() -> set[str]:
    trees = [ast.parse(path.read_text("utf-8")) for path in (TOP / "auditor/engine/rules").rglob("*.py")]
    return {
        node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and is_rule(node)
    }


def former_module(path: str, source: str) -> Iterator[str]:
    for package, names in RENAMED.items():
        inside = path.removeprefix(f"{package}/")
        if inside == path:
            continue
        for name in names.split():
            if re.search(rf"(?:^|/){name}(?:\.py|/)", inside):
                yield f"{path}: {name!r} is a former name; the rename table has a better one"


# --- sentences --------------------------------------------------------------------------------------------------------

# A phrase and what to write in its place. A space matches any break between the two words, of a line or of a string.
PHRASES: Final = {
    r"(?:is|are|was|were|be|been|being) told": "say who reports what, or `recorded`, `logged`, `listed`",
    r"(?:is|are|was|were|be|been|being) said": "say who states what, or `stated`, `reported`",
    r"told apart": "`distinguished`",
    r"(?:told|tells?) of": "name what is listed or reported",
    r"what (?:is|was) (?:told|said|asked|given|shown)": "name the thing",
    r"whose doing": "`cause`",
    r"(?:lay|lays|laid) to": "`cause`",
    r"of then": "name the time",
    r"says? (?:to|of) it": "`answers`, `states`",
    r"held against": "`counted as a finding`",
    r"no longer so": "say what changed",
    r"in circles": "`cyclic`",
    r"that there is not": "`missing`, `unknown`",
    r"what there is": "name the thing",
    r"beside what": "say what is next to it",
    r"at once is what": "begin with the amount",
    r"more or less firmly": "`certainty`",
    r"nor (?:is|are|was|were|do|does|did|has|have|can|may)": "begin a sentence with its subject",
    r"act on the ticked": "`Apply to selected`",
    r"take all away": "`Clear filters`",
    r"came otherwise": "say what differs",
    r"hangs? on whose": "`differs between the houses`",
    r"rests? on what": "`Need another review: the evidence changed`",
    r"may look, and send": "`Viewers cannot upload`",
    r"need not be of one": "`probably different hands`",
    r"tell (?:us|them|him|her|you) of": "`report`",
}  # fmt: skip
BREAK: Final = r"""[\s"'#]+"""
_FOUND: Final = {
    phrase: re.compile(rf"\b{phrase.replace(' ', BREAK)}\b", re.IGNORECASE)
    for phrase in sorted(PHRASES)
}  # fmt: skip
# "Of a hand with more findings the first are listed": the subject comes late.
_LATE_SUBJECT: Final = re.compile(
    r'(?:"""|[.:;]\s+|#\s+)(Of (?:a|an|the|each|every|all|several|two|one|these|those|what)\b[^.]{0,40})'
)


def banned_phrase(path: str, source: str) -> Iterator[str]:
    for phrase, pattern in _FOUND.items():
        for found in pattern.finditer(source):
            yield f"{path}:{line_of(source, found.start())}: {' '.join(found[0].split())!r}: {PHRASES[phrase]}"


def late_subject(path: str, source: str) -> Iterator[str]:
    for found in _LATE_SUBJECT.finditer(source):
        yield f"{path}:{line_of(source, found.start(1))}: {' '.join(found[1].split())!r}: begin with the subject"


def docstring_without_noun(path: str, source: str) -> Iterator[str]:
    """A docstring that begins with a question word names nothing: `The share of a seat`, not `What a seat gets`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node) or ""
            if found := re.match(r"(?:What|Who|Whose|Whom|Whoever|Whatever)\b[^.?]{0,40}(?![^.?]*\?)", text):
                yield f"{path}:{node.body[0].lineno}: {found[0].split(chr(10))[0]!r}: begin with a noun or a verb"


def line_of(source: str, at: int) -> int:
    return source.count("\n", 0, at) + 1


# --- each check can fail ----------------------------------------------------------------------------------------------

Check = Callable[[str, str], Iterator[str]]

EXAMPLES: Final[list[tuple[Check, tuple[str, str], tuple[str, str]]]] = [
    (vague_module, ("auditor/web/told.py", ""), ("auditor/web/event_sentences.py", "")),
    (vague_module, ("auditor/formats/telling/seats.py", ""), ("auditor/formats/room_lines/seats.py", "")),
    (vague_name, ("x.py", "def is_told_whole(): pass"), ("x.py", "def is_complete(): pass")),
    (vague_name, ("x.py", "class HandAsked: pass"), ("x.py", "class HandRequest: pass")),
    (vague_name, ("x.py", "class A:\n    def _passes(self): pass"), ("x.py", "def show(event): pass")),
    (vague_name, ("x.py", "@cache\ndef shown(): pass"), ("x.py", '@rule("S502")\ndef shown_out_of_turn(): pass')),
    (former_module, ("auditor/engine/belief.py", ""), ("auditor/web/belief.py", "")),
    (former_module, ("auditor/engine/copies/placing.py", ""), ("auditor/engine/placing.py", "")),
    (former_module, ("auditor/formats/log/telling.py", ""), ("auditor/formats/log/encode.py", "")),
    (former_module, ("auditor/engine/belief/cards.py", ""), ("auditor/engine/disbelief.py", "")),
    (banned_phrase, ("x", "It is told in the log."), ("x", "The log records it.")),
    (banned_phrase, ("x", "# the amount is\n# said twice"), ("x", "# the log states the amount twice")),
    (banned_phrase, ("x", '"nobody was "\n"told of it"'), ("x", '"the desk was notified"')),
    (banned_phrase, ("x.html", "<button>Act on the ticked</button>"), ("x.html", "<button>Apply to selected</button>")),
    (banned_phrase, ("x", "It is no pair, nor is it a flush."), ("x", "It is neither a pair nor a flush.")),
    (late_subject, ("x", '"""Of a hand the first are listed."""'), ("x", '"""The first of a hand."""')),
    (late_subject, ("x", "Fine. Of each rule one says how many."), ("x", "Fine. Kinds of each rule.")),
    (docstring_without_noun, ("x", '"""What a seat gets."""'), ("x", '"""The share of a seat. What else?"""')),
    (docstring_without_noun, ("x", 'def f():\n    """Who pays."""'), ("x", 'def f():\n    """Who pays?"""')),
]  # fmt: skip


@pytest.mark.parametrize(("check", "bad", "good"), EXAMPLES)
def test_check_can_fail(check: Check, bad: tuple[str, str], good: tuple[str, str]) -> None:
    assert list(check(*bad)) != []
    assert list(check(*good)) == []


def test_every_phrase_matches_its_own_example() -> None:
    """None of the patterns is misspelt so that it finds nothing: the first form of each is a phrase."""
    for phrase, pattern in _FOUND.items():
        example = re.sub(r"\(\?:([^|)]*)[^)]*\)", r"\1", phrase).replace("?", "")
        assert pattern.search(example), phrase


# --- every file -------------------------------------------------------------------------------------------------------

PACKAGES: Final = sorted(path.name for path in (TOP / "auditor").iterdir() if (path / "__init__.py").exists())
SENTENCES: Final = {".py", ".html", ".js", ".css", ".toml", ".txt", ".md", ".jinja", ".sql", ".json"}


@cache
def files(part: str) -> list[tuple[str, str]]:
    """The text files of a package, of the top of `auditor`, or the ones people read at the top of the checkout."""
    match part:
        case "README":
            found = [TOP / "README.md", TOP / "run", TOP / ".ci" / "run"]
        case "top":
            found = sorted((TOP / "auditor").glob("*.py"))
        case _:
            found = sorted((TOP / "auditor" / part).rglob("*"))
    apart = {"vendor", "__pycache__", "houses"}  # houses quote the words of their sources
    found = [path for path in found if path.is_file() and not apart & {*path.relative_to(TOP).parts[:-1]}]
    return [
        (path.relative_to(TOP).as_posix(), path.read_text("utf-8"))
        for path in found
        if part == "README" or path.suffix in SENTENCES
    ]


def modules(part: str) -> list[tuple[str, str]]:
    return [(path, source) for path, source in files(part) if path.endswith(".py")]


def helpers_of_tests() -> list[tuple[str, str]]:
    """The modules of the tests that hold no tests themselves."""
    found = [path for path in sorted((TOP / "tests").rglob("*.py")) if not path.name.startswith("test_")]
    return [(path.relative_to(TOP).as_posix(), path.read_text("utf-8")) for path in found]


def need_none(sources: list[tuple[str, str]], *checks: Check) -> None:
    """Fails with every offence of these files, a line each."""
    found = [offence for path, source in sources for check in checks for offence in check(path, source)]
    if found:
        pytest.fail("\n".join([f"{len(found)} offences", *found]), pytrace=False)


@pytest.mark.parametrize("part", [*PACKAGES, "top"])
def test_names_are_plain(part: str) -> None:
    need_none(modules(part), vague_module, vague_name, former_module)


def test_names_of_the_helpers_of_tests_are_plain() -> None:
    need_none(helpers_of_tests(), vague_module, vague_name)


@pytest.mark.parametrize("part", [*PACKAGES, "top", "README"])
def test_sentences_are_plain(part: str) -> None:
    need_none(files(part), banned_phrase, late_subject)


@pytest.mark.parametrize("part", [*PACKAGES, "top"])
def test_docstrings_name_the_thing(part: str) -> None:
    need_none(modules(part), docstring_without_noun)
