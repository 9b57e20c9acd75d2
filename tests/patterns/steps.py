"""How many steps a pattern takes on a line: a matcher that searches as Python's own does, and counts.

Python's `re` does not say how hard it worked. This one walks the tree that `re` makes of a pattern, tries the same ways
in the same order, and takes a step for each character that it looks at and for each way that it tries. It is slow, and
its verdict is the same.
"""

import re
import sys
from collections.abc import Callable, Sequence
from functools import reduce
from itertools import groupby
from re import _compiler, _constants, _parser  # type: ignore[attr-defined] # how Python itself reads a pattern
from typing import Any, Final

# What comes behind, from a place on: where the match then ends, or _FAILED.
Rest = Callable[[int], int]
Matcher = Callable[[int, Rest], int]

_FAILED: Final = -1
SINGLE: Final = frozenset({_constants.LITERAL, _constants.NOT_LITERAL, _constants.ANY, _constants.IN})
_GREEDY: Final = frozenset({_constants.MAX_REPEAT, _constants.POSSESSIVE_REPEAT})
REPEATS: Final = _GREEDY | {_constants.MIN_REPEAT}


class TooBusy(Exception):
    """More steps than were allowed."""


class Letters(dict[str, bool]):
    """Letters, and whether a part takes them: Python's own matcher says so."""

    def __init__(self, part: re.Pattern[str]) -> None:
        super().__init__()
        self._part: Final = part

    def __missing__(self, letter: str) -> bool:
        self[letter] = self._part.fullmatch(letter) is not None
        return self[letter]


class Counting:
    """A pattern whose steps are counted. Raises `TooBusy` where it takes more than `most` on one line."""

    def __init__(self, pattern: re.Pattern[str], most: int = sys.maxsize) -> None:
        self.tree: Final = _parser.parse(pattern.pattern, pattern.flags)
        self.steps = 0
        self._most: Final = most
        self._flags: Final = pattern.flags
        self._line = ""
        self._whole: Final = self._sequence(self.tree)

    def match(self, line: str) -> list[tuple[int, int]]:
        return self._spans(line, [0], lambda end: end)

    def fullmatch(self, line: str) -> list[tuple[int, int]]:
        return self._spans(line, [0], lambda end: end if end == len(line) else _FAILED)

    def search(self, line: str) -> list[tuple[int, int]]:
        return self._spans(line, range(len(line) + 1), lambda end: end)

    def finditer(self, line: str) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        self._begin(line)
        place = 0
        while place <= len(line):
            end = self._whole(place, lambda end: end)
            if end > place:
                found.append((place, end))
            place = max(end, place + 1)
        return found

    def _spans(self, line: str, places: Sequence[int], rest: Rest) -> list[tuple[int, int]]:
        self._begin(line)
        for place in places:
            end = self._whole(place, rest)
            if end != _FAILED:
                return [(place, end)]
        return []

    def _begin(self, line: str) -> None:
        self._line = line
        self.steps = 0

    def _step(self, number: int = 1) -> None:
        self.steps += number
        if self.steps > self._most:
            raise TooBusy

    def letters(self, node: tuple[Any, Any]) -> "Letters":
        """Which letters a part takes that is one character long."""
        return Letters(_compiler.compile(_parser.SubPattern(self.tree.state, [node]), self._flags & ~re.DEBUG))

    # --- the parts of a pattern ---

    def _sequence(self, nodes: Any) -> Matcher:
        """The parts one after the other. Neighbours that are one character long each are one part: nearly all of a
        grammar is words.
        """
        parts = []
        for single, group in groupby(nodes, lambda node: node[0] in SINGLE):
            run = [*group]
            parts += [self._word(run)] if single else [self._part(node) for node in run]
        if not parts:
            return lambda place, rest: rest(place)
        return reduce(_then, parts)

    def _part(self, node: tuple[Any, Any]) -> Matcher:
        kind, value = node
        if kind in REPEATS:
            least, most, body = value
            if kind in _GREEDY and len(body) == 1 and body[0][0] in SINGLE:
                return self._run(body[0], least, most, gives_back=kind is _constants.MAX_REPEAT)
            if kind is _constants.POSSESSIVE_REPEAT:
                return self._atomic(self._repeat(self._sequence(body), least, most, greedy=True))
            return self._repeat(self._sequence(body), least, most, greedy=kind is _constants.MAX_REPEAT)
        if kind is _constants.SUBPATTERN and not value[1] and not value[2]:  # it switches no flags
            return self._sequence(value[3])
        if kind is _constants.ATOMIC_GROUP:
            return self._atomic(self._sequence(value))
        if kind is _constants.BRANCH:
            return self._branch([self._sequence(branch) for branch in value[1]])
        if kind in (_constants.ASSERT, _constants.ASSERT_NOT):
            return self._beside(value, wanted=kind is _constants.ASSERT)
        if kind is _constants.AT:
            return self._edge(node)
        raise NotImplementedError(f"{kind} in a pattern: teach tests/patterns/steps.py what it does.")

    def _word(self, nodes: list[tuple[Any, Any]]) -> Matcher:
        word = [self.letters(node) for node in nodes]

        def matched(place: int, rest: Rest) -> int:
            line, end = self._line, place
            for letters in word:
                if end >= len(line) or not letters[line[end]]:
                    self._step(end - place + 1)  # the one that does not fit was looked at too
                    return _FAILED
                end += 1
            self._step(end - place)
            return rest(end)

        return matched

    def _run(self, node: tuple[Any, Any], least: int, most: int, *, gives_back: bool) -> Matcher:
        """As many characters of one kind as there are, then one less, and so on."""
        letters = self.letters(node)

        def matched(place: int, rest: Rest) -> int:
            end, line = place, self._line
            last = min(len(line), place + most)
            while end < last and letters[line[end]]:
                end += 1
            self._step(end - place + (end < last))
            while end - place >= least:
                self._step()
                over = rest(end)
                if over != _FAILED or not gives_back:
                    return over
                end -= 1
            return _FAILED

        return matched

    def _repeat(self, body: Matcher, least: int, most: int, *, greedy: bool) -> Matcher:
        def matched(place: int, rest: Rest, times: int = 0) -> int:
            self._step()

            def more(end: int) -> int:
                return _FAILED if end == place and times >= least else matched(end, rest, times + 1)

            over = _FAILED if greedy or times < least else rest(place)
            if over == _FAILED and times < most:
                over = body(place, more)
            if over == _FAILED and greedy and times >= least:
                over = rest(place)
            return over

        return matched

    def _branch(self, branches: list[Matcher]) -> Matcher:
        def matched(place: int, rest: Rest) -> int:
            for branch in branches:
                self._step()
                over = branch(place, rest)
                if over != _FAILED:
                    return over
            return _FAILED

        return matched

    def _atomic(self, body: Matcher) -> Matcher:
        def matched(place: int, rest: Rest) -> int:
            end = body(place, lambda end: end)
            return end if end == _FAILED else rest(end)

        return matched

    def _beside(self, value: tuple[int, Any], *, wanted: bool) -> Matcher:
        direction, nodes = value
        body = self._sequence(nodes)
        width = nodes.getwidth()[1] if direction < 0 else 0

        def matched(place: int, rest: Rest) -> int:
            self._step()
            start = place - width
            found = start >= 0 and body(start, lambda end: end if direction > 0 or end == place else _FAILED) != _FAILED
            return rest(place) if found is wanted else _FAILED

        return matched

    def _edge(self, node: tuple[Any, Any]) -> Matcher:
        """The beginning, the end, the edge of a word: Python's own matcher says of the characters around it."""
        edge = _compiler.compile(_parser.SubPattern(self.tree.state, [node]), self._flags & ~re.DEBUG)

        def matched(place: int, rest: Rest) -> int:
            self._step()
            start = max(place - 2, 0)  # what is further off makes no difference
            return rest(place) if edge.match(self._line[start : place + 2], place - start) else _FAILED

        return matched


def _then(one: Matcher, other: Matcher) -> Matcher:
    return lambda place, rest: one(place, lambda end: other(end, rest))
