"""Every pattern of our code, on lines that were made from its own syntax to keep it busy: twice as long a line may be
twice as much work, and no more.

Work is counted in steps and never timed. `tests/patterns` says how.
"""

import pkgutil
import re
import sys
from collections.abc import Iterator
from functools import partial
from typing import Final

import pytest

import auditor
from auditor.formats import Unreadable, amounts, ohh, open_log
from auditor.formats.limits import LINE_BYTES
from tests.engine.many_of_a_kind import lines_run
from tests.patterns.found import Found, made_when_used, patterns
from tests.patterns.steps import Counting, TooBusy
from tests.patterns.worst_lines import Worst
from tests.sampled import one_of

SHORT: Final = 12
LONG: Final = 80  # and twice, and three times that
MOST: Final = 50_000
# A part that repeats a few times at most makes a small bend, of so many steps, before all is linear.
BENT: Final = 60
SHARES: Final = 6  # of the patterns, one share in the test and all in the campaign

# Patterns that a function makes, as it makes them.
MADE: Final = {
    "auditor.formats.amounts": {
        f"auditor.formats.amounts._pattern({minor})": Found(amounts._pattern(minor), frozenset({"fullmatch"}))
        for minor in range(amounts.MOST_MINOR + 1)
    },
    "auditor.formats.rooms.grammar.parts": {},  # those of a grammar last as long as it does, and are found in it
}
# The words that a person typed, or names, each escaped: nothing in them repeats.
ESCAPED: Final = {
    "auditor.cli.case_letter",
    "auditor.engine.words",
    "auditor.formats.files.sessions",
    "auditor.web.hands.masks",
    "auditor.web.parties.names",
}
PACKAGES: Final = tuple([f"auditor.{found.name}" for found in pkgutil.iter_modules(auditor.__path__)])


def package_of(name: str) -> str:
    return ".".join(re.split("[.,]", name)[:2])


def every_pattern() -> dict[str, Found]:
    """Those that are found, and those of `MADE`. Reading all code for them takes seconds: only who needs them asks."""
    return patterns() | {name: found for module in MADE.values() for name, found in module.items()}


@pytest.fixture(autouse=True)
def _deep() -> Iterator[None]:
    """The matcher goes one call deeper for each character."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    yield
    sys.setrecursionlimit(before)


def made(parts: tuple[str, str, str], length: int, times: int = 1) -> str:
    lead, unit, end = parts
    return lead + unit * (max(length // len(unit), 4) * times) + end


def spans(pattern: re.Pattern[str], use: str, line: str) -> list[tuple[int, int]]:
    """What Python's own matcher finds."""
    if use == "finditer":
        return [found.span() for found in pattern.finditer(line) if found[0]]
    found = getattr(pattern, use)(line)
    return [] if found is None else [found.span()]


def steps(counting: Counting, use: str, line: str) -> int:
    try:
        getattr(counting, use)(line)
    except TooBusy:
        return MOST
    return counting.steps


def hardest(uses: frozenset[str]) -> list[str]:
    """The uses without those that another one includes: a full match goes on where a match has ended, and finding all
    searches again and again.
    """
    included = {"match": "fullmatch", "search": "finditer"}
    return sorted(use for use in uses if included.get(use) not in uses)


def steps_checked(counting: Counting, pattern: re.Pattern[str], use: str, line: str) -> int:
    """The same, and what was found is what Python's own matcher finds."""
    try:
        found = getattr(counting, use)(line)
    except TooBusy:
        return MOST
    assert found == spans(pattern, use, line), (pattern.pattern, use, line)
    return counting.steps


def busiest(pattern: re.Pattern[str], use: str) -> str:
    """The line on which the work grows faster than the line, in a sentence; empty where there is none."""
    counting = Counting(pattern, MOST)
    for parts in Worst(counting).lines:
        once = steps_checked(counting, pattern, use, made(parts, SHORT))
        if bend(once, *[steps(counting, use, made(parts, SHORT, times)) for times in (2, 3)]) <= BENT:
            continue
        one, two, three = [steps(counting, use, made(parts, LONG, times)) for times in (1, 2, 3)]
        if bend(one, two, three) > BENT:
            lead, unit, end = parts
            line = f"{lead!r} + {unit!r} * n + {end!r}"
            return f"on {line} it takes {one:,} steps, {two:,} where the line is twice as long, {three:,} where thrice"
    return ""


def bend(one: int, two: int, three: int) -> int:
    """How many steps more the third part of a line takes than the second: none where the work is linear."""
    return MOST if three == MOST else (three - two) - (two - one)


def test_patterns_are_found() -> None:
    found = every_pattern()
    assert len(found) > 80
    assert [name for name in found if package_of(name) not in PACKAGES] == []
    for name, use in {
        "auditor.formats.ohh._KEY": "match",
        "auditor.formats.rooms.merge._OPENING": "search",
        "auditor.formats.FORMATS[merge].session.mark": "finditer",
        "auditor.formats.files.titles._DIGITS": "finditer",
    }.items():
        assert use in found[name].uses


def test_patterns_are_made_where_they_are_found() -> None:
    """One that is made in a function of what is not written out there would escape these tests."""
    assert made_when_used() == {*MADE, *ESCAPED}


@pytest.mark.parametrize(
    ("pattern", "use"),
    [
        (r'\s*\{?\s*"ohh"\s*:', "match"),
        (r"\s+$", "search"),
        (r"(\w+\s?)*: folds$", "match"),
        (r"(?:a|a)*b", "match"),
        (r"(.*) shows (.*) and", "match"),
        (r'"(?:[^"\\]|\\.)*"', "finditer"),
        (r"[0-9]+,", "search"),
        (r"x*?x*?y", "fullmatch"),
    ],
)
def test_a_slow_pattern_is_told_from_a_fast_one(pattern: str, use: str) -> None:
    assert busiest(re.compile(pattern), use)


@pytest.mark.parametrize(
    ("pattern", "use"),
    [
        (r'\s*+\{?+\s*+"ohh"\s*:', "match"),
        (r"(?<!\s)\s+$", "search"),
        (r"(?:\w++\s?)*+: folds$", "match"),
        (r"[^,]*,[^,]*,", "match"),
        (r'"(?:[^"\\]|\\.)*+(?:"|\\?$)', "finditer"),
        (r"[0-9]{1,15}(?:\.[0-9]{1,2})?", "search"),
    ],
)
def test_a_fast_pattern_is_told_from_a_slow_one(pattern: str, use: str) -> None:
    assert not busiest(re.compile(pattern), use)


def test_a_file_of_blanks_is_searched_once() -> None:
    """0.96 MB of them once took half a minute: each line was split in two wherever it could be."""
    line = "\t" * (LINE_BYTES - 1)
    counting = Counting(ohh._KEY, 4 * LINE_BYTES)
    assert counting.match(line) == []
    works = [partial(_refused, f"{line}\n".encode() * lines) for lines in (20, 40, 60)]
    for work in works:
        work()
    one, two, three = [lines_run(work) for work in works]
    assert three - two <= 1.1 * (two - one) <= 20 * 220  # the patterns of 18 formats


def _refused(data: bytes) -> None:
    with pytest.raises(Unreadable, match="empty"):
        open_log(data)


@pytest.mark.parametrize("share", one_of(SHARES, range(SHARES)))
def test_no_pattern_is_kept_busy_by_a_line(share: int) -> None:
    for name, found in [*every_pattern().items()][share::SHARES]:
        for use in hardest(found.uses):
            worst = busiest(found.pattern, use)
            assert not worst, f"{name} is kept busy by {use}: {worst}. The pattern is {found.pattern.pattern}"
